import AccessoryConcurrency
import Testing

@testable import AudioJack

/// A host's line sends to an accessory's, whose received sound is spoiled.
struct CableLineTests {
    private static let rate = 48_000
    private let host = CableLine(isHost: true, level: 0.5, rate: rate)
    private let accessory = CableLine(isHost: false, level: 0.5, rate: rate)

    /// The host sounds, and has the accessory's report.
    private func measure() throws {
        host.begin(isPolite: false)
        accessory.begin(isPolite: false)
        guard case .own = host.nextTurn() else { throw Missing("no sounding is due") }
        hear(sound(of: []))
        guard case .word(let report) = accessory.nextTurn() else { throw Missing("no report") }
        accessory.wordLeft()
        #expect(!host.take(report, at: .seconds(1)))
        #expect(host.rate != nil)
    }

    /// The sound of the host's line until it falls silent.
    private func sound(of frames: [[UInt8]]) -> [Float] {
        var (left, sound) = (frames, [Float]())
        var block = [Float](repeating: 0, count: 480)
        while true {
            let count = block.withUnsafeMutableBufferPointer { block in
                host.render(into: block[...], at: .seconds(1), isLinkBusy: !left.isEmpty) {
                    left.isEmpty ? nil : (left.removeFirst(), false)
                }
            }
            guard count > 0 else { return sound }
            sound += block.prefix(count)
        }
    }

    /// The accessory hears a sound and two seconds of silence. Returns the received frames.
    @discardableResult private func hear(_ sound: [Float]) -> [[UInt8]] {
        let heard = sound + [Float](repeating: 0, count: 2 * Self.rate)
        return heard.withUnsafeBufferPointer { accessory.push($0, at: .seconds(1)).frames }
    }

    /// Whether the accessory asks for a new sounding.
    private var asksAgain: Bool {
        guard case .word = accessory.nextTurn() else { return false }
        accessory.wordLeft()
        return true
    }

    /// The block that says where a burst ends is lost. What follows is silence, not a bad line.
    @Test func aBurstWhoseEndIsLostIsNoReasonToSoundAgain() throws {
        try measure()
        let frame = [UInt8](repeating: 0x20, count: 17)
        #expect(hear(sound(of: [frame])) == [frame])
        var lost = 0
        for back in stride(from: 240, through: 26_000, by: 520) {
            var sound = sound(of: [frame])
            let start = max(6000, sound.count - back)
            for index in start..<min(start + 240, sound.count) { sound[index] = 0 }
            lost += hear(sound).isEmpty ? 1 : 0
            #expect(!asksAgain, "a dropout \(back) samples before the end")
        }
        #expect(lost > 0)
    }

    /// A burst of which each block is damaged while its signal goes on.
    @Test func manyDamagedBlocksAreAReasonToSoundAgain() throws {
        try measure()
        let frames = (0..<40).map { [UInt8](repeating: UInt8($0), count: 500) }
        var (sound, random) = (sound(of: frames), SeededRandom(seed: 1))
        // the preamble and the header stay as they are
        for index in 8000..<sound.count {
            sound[index] += Float.random(in: -0.05...0.05, using: &random)
        }
        #expect(hear(sound).count < frames.count)
        #expect(asksAgain)
    }
}

private struct Missing: Error {
    let what: String
    init(_ what: String) { self.what = what }
}
