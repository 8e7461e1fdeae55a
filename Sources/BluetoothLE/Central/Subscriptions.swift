internal import AccessoryBase
import Synchronization

private let log = Log("central")

/// The streams of values that a peripheral sends.
final class Subscriptions: Sendable {
    enum Listener {
        case stream(AsyncThrowingStream<[UInt8], any Error>.Continuation)
        case handler(@Sendable ([UInt8]) -> Void)
    }

    private struct State {
        var listeners: [UInt16: [Int: Listener]] = [:]
        /// The kind that the first listener prefers, by value handle.
        var preferences: [UInt16: Subscription] = [:]
        var count = 0
        var dropped = 0
    }

    private let state = Mutex(State())

    func add(
        _ listener: Listener,
        to handle: UInt16,
        preferring kind: Subscription = .notifications
    ) -> Int {
        state.withLock { state in
            state.count += 1
            if state.listeners[handle] == nil { state.preferences[handle] = kind }
            state.listeners[handle, default: [:]][state.count] = listener
            return state.count
        }
    }

    func remove(_ id: Int, of handle: UInt16) {
        // released outside the lock: its deinitialization may end a stream
        let removed = state.withLock { state in
            let removed = state.listeners[handle]?.removeValue(forKey: id)
            if state.listeners[handle]?.isEmpty == true { state.listeners[handle] = nil }
            return removed
        }
        _ = consume removed
    }

    /// The kind of values that the first listener prefers.
    func preference(of handle: UInt16) -> Subscription {
        state.withLock { $0.preferences[handle] ?? .notifications }
    }

    func isListening(to handle: UInt16) -> Bool {
        state.withLock { $0.listeners[handle] != nil }
    }

    /// Number of values that slow readers have lost.
    var dropped: Int { state.withLock { $0.dropped } }

    /// The value handles of characteristics with an open stream.
    var handles: [UInt16] { state.withLock { $0.listeners.keys.sorted() } }

    /// Delivers a value. The lock is held, so that all streams receive the values in the same
    /// order.
    func deliver(_ value: [UInt8], of handle: UInt16) {
        let dropped = state.withLock { state in
            let before = state.dropped
            guard let listeners = state.listeners[handle] else { return 0 }
            for listener in listeners.values {
                switch listener {
                case .stream(let stream):
                    if case .dropped = stream.yield(value) { state.dropped += 1 }
                case .handler(let handler): handler(value)
                }
            }
            return state.dropped - before
        }
        if dropped > 0 { log.warning("handle \(handle): a slow reader lost a value") }
    }

    /// Ends the streams of the characteristics in `handles`.
    func finish(_ handles: ClosedRange<UInt16> = 0...(.max), throwing error: any Error) {
        let ended = state.withLock { state in
            let ended = state.listeners.filter { handles.contains($0.key) }
            for handle in ended.keys { state.listeners[handle] = nil }
            return ended.values.flatMap(\.values)
        }
        for case .stream(let stream) in ended { stream.finish(throwing: error) }
    }
}

/// A subscription made with `Characteristic.subscribe(onValue:)`. Releasing it unsubscribes in the background.
public final class ValueSubscription: Sendable {
    private let peripheral: Peripheral
    private let characteristic: RemoteCharacteristic
    private let id: Int

    init(peripheral: Peripheral, characteristic: RemoteCharacteristic, id: Int) {
        self.peripheral = peripheral
        self.characteristic = characteristic
        self.id = id
    }

    /// Unsubscribes, unless there are other subscriptions to the characteristic. Returns when the server
    /// has confirmed; no value follows.
    ///
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func cancel() async throws {
        try await peripheral.unsubscribe(id, from: characteristic)
    }

    deinit {
        _ = peripheral.time.task { [peripheral, characteristic, id] in
            try? await peripheral.unsubscribe(id, from: characteristic)
        }
    }
}
