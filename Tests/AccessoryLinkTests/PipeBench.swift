import AccessoryConcurrency
import AccessoryLink

/// A host and an answering accessory, joined by a pipe, with their own clock.
struct PipeBench {
    let clock = VirtualClock()
    let pipe: BytePipe
    let host: HostLink
    let device: DeviceLink
    private let service: Service

    /// - Parameter answer: Returns the answer to each request; nil for no answer.
    init(
        packetSize: Int = 244,
        faults: PipeFaults = PipeFaults(),
        seed: UInt64 = 1,
        change: (inout LinkOptions) -> Void = { _ in },
        answer: @escaping @Sendable ([UInt8]) -> [UInt8]? = { $0 }
    ) async throws {
        pipe = BytePipe(packetSize: packetSize, faults: faults, seed: seed, clock: clock)
        let options = LinkOptions {
            $0.seed = UInt32(seed)
            change(&$0)
        }
        host = HostLink(over: pipe.host, options: options, clock: clock)
        device = DeviceLink(over: pipe.accessory, options: options, clock: clock)
        service = Service(device, clock, answer: answer)
        try await device.start()
    }

    /// Runs `body` while the time advances.
    @discardableResult
    func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await clock.run(body)
    }
}

/// Answers requests for as long as it exists.
private final class Service: Sendable {
    private let task: Task<Void, Never>

    init(
        _ device: DeviceLink,
        _ clock: VirtualClock,
        answer: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) {
        let events = device.events
        task = Task(executorPreference: clock) { [weak device] in
            for await event in events {
                guard case .received(let request) = event, let reply = answer(request) else {
                    continue
                }
                // the host may have cancelled the exchange
                try? await device?.respond(reply)
            }
        }
    }

    deinit { task.cancel() }
}

/// Pseudo-random bytes, the same for the same seed.
func pattern(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}
