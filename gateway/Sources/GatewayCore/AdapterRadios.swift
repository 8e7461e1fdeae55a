public import BluetoothLE
internal import Synchronization

/// The open adapters. The scan adds each adapter when it opens it and removes it when it is lost,
/// powered off or reset. Sinks use it to connect to devices: scans and connections share an
/// adapter.
public final class AdapterRadios: Sendable {
    /// One open adapter.
    public struct Adapter: Sendable {
        /// The name in the configuration: `hci0`.
        public let name: String
        /// The open radio of the adapter.
        public let radio: any Radio
        /// Whether the configuration selects active scanning.
        public let isActive: Bool
        /// Connects to devices through the radio. Call `Central.forget` for a device that is no
        /// longer needed, as a central keeps every peripheral that was requested.
        public let central: Central
    }

    private struct State {
        var adapters: [Adapter] = []
        var listeners: [Int: AsyncStream<[Adapter]>.Continuation] = [:]
        var nextListener = 0
    }

    /// The scan mode of all adapters.
    public let scanMode = ScanMode()
    private let state = Mutex(State())

    public init() {}

    /// The open adapters, in the order in which they were opened.
    public var all: [Adapter] { state.withLock { $0.adapters } }

    public func adapter(named name: String) -> Adapter? { all.first { $0.name == name } }

    /// The open adapters now and after each change. Any number of listeners.
    public var changes: AsyncStream<[Adapter]> {
        let (stream, listener) = AsyncStream.makeStream(
            of: [Adapter].self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let (number, adapters) = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = listener
            return (state.nextListener, state.adapters)
        }
        listener.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        listener.yield(adapters)
        return stream
    }

    package func add(_ name: String, _ radio: any Radio, isActive: Bool = true) {
        let adapter = Adapter(
            name: name,
            radio: radio,
            isActive: isActive,
            central: Central(radio: radio)
        )
        change { $0 = $0.filter { $0.name != name } + [adapter] }
    }

    package func remove(_ name: String) { change { $0.removeAll { $0.name == name } } }

    private func change(_ change: (inout [Adapter]) -> Void) {
        let (adapters, listeners) = state.withLock { state in
            change(&state.adapters)
            return (state.adapters, Array(state.listeners.values))
        }
        // outside the lock, which a stream's termination also acquires
        for listener in listeners { listener.yield(adapters) }
    }
}
