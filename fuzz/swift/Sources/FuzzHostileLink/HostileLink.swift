import AccessoryConcurrency
import AccessorySimulators
import Dispatch
import Synchronization

@testable import AccessoryLink

/// A session with a reader over a serial line that drops, changes, repeats and forges packets, controlled
/// by the input: each call ends, and an answer is right unless packets were forged.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHostileLink(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let script = Array(UnsafeRawBufferPointer(start: start, count: count))
    cut(script)
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        await session(script)
        end.signal()
    }
    end.wait()
    return 0
}

/// The frame reader finds the same frames in pieces of any size.
private func cut(_ bytes: [UInt8]) {
    var whole = FrameReader()
    var parts = FrameReader()
    let stream = bytes + FrameReader.frame(Array(bytes.prefix(512)), isDamaged: false)
    let expected = whole.push(stream).map(Found.init)
    let size = Int(bytes.first ?? 0) % 7 + 1
    let found = stride(from: 0, to: stream.count, by: size).flatMap {
        parts.push(Array(stream[$0..<min($0 + size, stream.count)])).map(Found.init)
    }
    precondition(found == expected)
}

private struct Found: Equatable {
    var payload: [UInt8]?

    init(_ finding: FrameReader.Finding) {
        if case .frame(let payload) = finding { self.payload = payload }
    }
}

private func session(_ script: [UInt8]) async {
    let clock = VirtualClock()
    await clock.run {
        let pipe = BytePipe(clock: clock)
        let line = HostileLine(pipe.host, script)
        let options = LinkOptions { $0.seed = 7 }
        let reader = ReaderSimulator(over: pipe.accessory, options: options, clock: clock) {
            request,
            _ in request
        }
        try? await reader.start()
        let host = HostLink(over: line, options: options, clock: clock)
        let request = (0..<600).map { UInt8(truncatingIfNeeded: $0) }
        if (try? await host.open()) != nil {
            for _ in 0..<2 {
                let answer = try? await host.exchange(request, timeout: .seconds(20))
                precondition(answer == nil || answer == request || line.hasForged)
            }
        }
        await host.close()
        await reader.stop()
    }
}

/// The host's end of a line on which an attacker changes packets.
private final class HostileLine: ByteLink {
    private struct State {
        var script: ArraySlice<UInt8>
        var hasForged = false
    }

    private let below: BytePipeEnd
    private let state: Mutex<State>

    init(_ below: BytePipeEnd, _ script: [UInt8]) {
        self.below = below
        state = Mutex(State(script: script[...]))
    }

    var packetSize: Int { below.packetSize }
    var hasForged: Bool { state.withLock { $0.hasForged } }

    var incoming: AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { [self] in
            var packets = below.incoming.makeAsyncIterator()
            return try await packets.next().map(spoil)
        }
    }

    func send(_ bytes: [UInt8]) async throws { try await below.send(spoil(bytes)) }
    func close() { below.close() }

    private func spoil(_ packet: [UInt8]) -> [UInt8] {
        state.withLock { state in
            guard let order = state.script.popFirst() else { return packet }
            let value = Int(order >> 3)
            let bytes = Array(state.script.prefix(value))
            switch order & 7 {
            case 3: return []
            case 4:
                var packet = packet
                if !packet.isEmpty { packet[value % packet.count] ^= 1 << (order >> 5) }
                return packet
            case 5:
                state.script = state.script.dropFirst(value)
                return Array((bytes + packet).prefix(packetSize))
            case 6:
                state.script = state.script.dropFirst(value)
                state.hasForged = true
                let forged = FrameReader.frame(bytes, isDamaged: false)
                return Array((packet + forged).prefix(packetSize))
            case 7: return Array((packet + packet).prefix(packetSize))
            default: return packet
            }
        }
    }
}
