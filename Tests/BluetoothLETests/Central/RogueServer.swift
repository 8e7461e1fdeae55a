import AccessoryConcurrency
import Synchronization

@testable import BluetoothLE

/// A device whose server breaks the rules: a seed selects right and wrong responses, random packets,
/// too many responses, and none.
final class RogueServer: Sendable {
    private let radio: VirtualRadio
    private let time: TimeSource
    private let random: Mutex<SeededRandom>

    init(_ radio: VirtualRadio, clock: VirtualClock, seed: UInt64) {
        self.radio = radio
        time = TimeSource(clock)
        random = Mutex(SeededRandom(seed: seed))
    }

    var address: BluetoothAddress { radio.ownAddress }

    func start() throws {
        _ = try radio.advertise(AdvertisingParameters(data: []))
        let incoming = try radio.incomingConnections()
        _ = time.task { [self] in
            do {
                for try await connection in incoming {
                    let bearer = connection.attributes
                    bearer.start(onPacket: { self.answer($0, on: bearer) }, onEnd: {})
                }
            } catch {}
        }
    }

    private func answer(_ packet: [UInt8], on bearer: any PacketBearer) {
        for answer in random.withLock({ Self.answers(to: packet, &$0) }) { bearer.send(answer) }
    }

    private static func answers(
        to packet: [UInt8],
        _ random: inout SeededRandom
    ) -> [[UInt8]] {
        guard let opcode = packet.first else { return [] }
        switch Int.random(in: 0..<100, using: &random) {
        case 0: return []
        case 1..<4: return [bytes(0..<30, &random)]
        case 4..<8: return [[opcode &+ 1] + bytes(0..<30, &random)]
        case 8..<12: return [[1, opcode, 1, 0, UInt8.random(in: 0...255, using: &random)]]
        case 12..<15: return [notification(&random), plausible(packet, &random)]
        case 15..<17: return [plausible(packet, &random), plausible(packet, &random)]
        default: return [plausible(packet, &random)]
        }
    }

    private static func notification(_ random: inout SeededRandom) -> [UInt8] {
        let opcode: UInt8 = [0x1B, 0x1D, 0x23].randomElement(using: &random)!
        return [opcode] + bytes(0..<20, &random)
    }

    /// A possible response of a server, with random contents.
    private static func plausible(
        _ packet: [UInt8],
        _ random: inout SeededRandom
    ) -> [UInt8] {
        let start = packet.count > 2 ? littleEndian16(packet.dropFirst()) : 1
        let handle = UInt16.random(in: start...(.max), using: &random) % 64 | start
        let ends = [1, packet[0], packet.count > 1 ? packet[1] : 0, 0, 0x0A]
        let isOver = Int.random(in: 0..<3, using: &random) == 0
        switch packet[0] {
        case 0x02: return [3] + littleEndian(UInt16.random(in: 0...600, using: &random))
        case 0x04 where !isOver: return [5, 1] + littleEndian(handle) + littleEndian(0x2902)
        case 0x08 where !isOver:
            return [9, 7] + littleEndian(handle) + [0x3A] + littleEndian(handle &+ 1) + [
                0xF0, 0xFF,
            ]
        case 0x10 where !isOver:
            let end = handle &+ UInt16.random(in: 0...5, using: &random)
            let type: UInt16 = [0x1801, 0x180F].randomElement(using: &random)!
            return [0x11, 6] + littleEndian(handle) + littleEndian(end) + littleEndian(type)
        case 0x04, 0x08, 0x10: return ends
        case 0x0A, 0x0C: return [packet[0] + 1] + bytes(0..<24, &random)
        case 0x12: return [0x13]
        case 0x16: return [0x17] + packet.dropFirst()
        case 0x18: return [0x19]
        default: return [1, packet[0], 0, 0, 6]
        }
    }

    private static func bytes(
        _ counts: Range<Int>,
        _ random: inout SeededRandom
    ) -> [UInt8] {
        (0..<Int.random(in: counts, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
    }
}
