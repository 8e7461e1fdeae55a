import Foundation

/// Random numbers of a seed (SplitMix64).
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    mutating func happens(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < share
    }

    /// A normal distribution with a deviation of 1 (Box and Muller).
    mutating func normal() -> Double {
        let (a, b) = (
            Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self),
            Double.random(in: 0..<1, using: &self)
        )
        return (-2 * log(a)).squareRoot() * cos(2 * .pi * b)
    }
}

/// A beacon that walks from room to room at 1 m/s and stays there for 1 min to 3 min. The rooms are 12 m apart, with a
/// gateway in the middle of each.
///
/// RSSI: log-distance model, -59 dBm at 1 m, exponent 2.5, deviation 4 dB for each report; frames below -92 dBm are lost,
/// and one in ten of the others.
struct Walk {
    static let distance = 12.0
    private let rooms: Int
    private(set) var place = 0.0
    private var target = 0.0
    private var stayUntil: Int64 = 0

    init(rooms: Int) { self.rooms = rooms }

    mutating func move(to now: Int64, step: Int64, _ chance: inout Chance) {
        guard now >= stayUntil else { return }
        let way = Double(step) / 1000
        if abs(target - place) <= way {
            place = target
            target = Double(chance.number(0...Int64(rooms - 1))) * Self.distance
            stayUntil = now + chance.number(60_000...180_000)
        } else {
            place += target > place ? way : -way
        }
    }

    func distance(to room: Int) -> Double { abs(place - Double(room) * Self.distance) }

    /// The RSSI in a room; nil if the frame is lost.
    func rssi(in room: Int, _ chance: inout Chance) -> Int? {
        let noise = 4 * chance.normal()
        let level = -59 - 25 * log10(max(0.5, distance(to: room))) + noise
        return level < -92 || chance.happens(0.1) ? nil : Int(level.rounded())
    }
}
