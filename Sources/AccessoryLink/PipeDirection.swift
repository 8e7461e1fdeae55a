internal import AccessoryConcurrency
import Synchronization

/// One direction of a pipe: delivers packets in order, after a delay.
final class PipeDirection: Sendable {
    private struct State {
        var packets: [(bytes: [UInt8], due: Duration)] = []
        var ending: ByteLinkError?
        var faults: PipeFaults
        var random: SeededRandom
        var delivered = 0

        /// Queues a packet, unless it is lost.
        mutating func enter(_ bytes: [UInt8], at now: Duration) {
            guard random.unit() >= faults.loss else { return }
            var bytes = bytes
            if random.unit() < faults.damage, !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            let span = faults.delay.upperBound - faults.delay.lowerBound
            let due = now + faults.delay.lowerBound + span * random.unit()
            let packet = (bytes: bytes, due: max(due, packets.last?.due ?? .zero))
            packets.append(packet)
            if random.unit() < faults.duplication { packets.append(packet) }
        }
    }

    /// The result of a read.
    private enum Finding {
        case packet([UInt8])
        case end
        case nothing(until: Duration?)
    }

    private let state: Mutex<State>
    private let capacity: Int
    private let time: TimeSource
    private let arrival = Alarm()
    private let room = Alarm()

    init(capacity: Int, faults: PipeFaults, seed: UInt64, time: TimeSource) {
        self.capacity = capacity
        self.time = time
        state = Mutex(State(faults: faults, random: SeededRandom(seed: seed)))
    }

    var delivered: Int { state.withLock { $0.delivered } }

    func impair(with faults: PipeFaults) {
        state.withLock { $0.faults = faults }
    }

    func end(_ ending: ByteLinkError) {
        state.withLock { state in
            state.ending = state.ending ?? ending
            if ending == .lost { state.packets = [] }
        }
        arrival.ring()
        room.ring()
    }

    func put(_ bytes: [UInt8]) async throws {
        while try !accept(bytes) {
            await withTaskCancellationHandler {
                await room.wait()
            } onCancel: {
                room.ring()
            }
            try Task.checkCancellation()
        }
        arrival.ring()
    }

    /// Queues a packet; returns false when there is no room.
    private func accept(_ bytes: [UInt8]) throws -> Bool {
        let now = time.now()
        return try state.withLock { state in
            if let ending = state.ending { throw ending }
            guard state.packets.count < capacity else { return false }
            state.enter(bytes, at: now)
            return true
        }
    }

    /// Returns the next packet; nil when the link was closed or the task is cancelled.
    func next() async throws -> [UInt8]? {
        while !Task.isCancelled {
            switch try find() {
            case .packet(let bytes):
                room.ring()
                return bytes
            case .end:
                return nil
            case .nothing(let due):
                await withTaskCancellationHandler {
                    await arrival.wait(until: due, on: time)
                } onCancel: {
                    arrival.ring()
                }
            }
        }
        return nil
    }

    private func find() throws -> Finding {
        let now = time.now()
        return try state.withLock { state in
            if let packet = state.packets.first {
                guard packet.due <= now else { return .nothing(until: packet.due) }
                state.packets.removeFirst()
                state.delivered += 1
                return .packet(packet.bytes)
            }
            guard let ending = state.ending else { return .nothing(until: nil) }
            if ending == .lost { throw ending }
            return .end
        }
    }
}
