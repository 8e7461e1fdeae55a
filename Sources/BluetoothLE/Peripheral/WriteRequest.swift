import Synchronization

/// A central's write to a characteristic. Answer with `MutableCharacteristic.respond(to:with:)`:
/// the value changes when the write is accepted. A request released without an answer is rejected
/// with `unlikely`.
public struct WriteRequest: Sendable {
    /// The characteristic.
    public let characteristic: MutableCharacteristic
    /// The central that sent the write.
    public let central: RemoteCentral
    /// The written bytes.
    public let value: [UInt8]
    /// Offset in the characteristic's value; nonzero only for a part of a long value.
    public let offset: Int
    /// Whether the central waits for the answer. A write without response also needs an answer: it
    /// decides whether the value is stored, but is not sent to the central.
    public let needsResponse: Bool
    let handle: UInt16
    let answer: WriteAnswer
}

/// The single answer to writes that succeed or fail together: those of one request, or several
/// prepared ones.
final class WriteAnswer: Sendable {
    private struct State {
        var missing: [UInt16]
        /// Stores the values once all writes are accepted.
        var stores: [@Sendable () -> Void] = []
        var isSent = false
    }

    private let state: Mutex<State>
    private let send: @Sendable (ATTError?, UInt16) -> Void

    /// - Parameters:
    ///   - handles: The written attributes, without duplicates.
    ///   - send: Receives the error, if any, and the failed handle.
    init(_ handles: [UInt16], send: @escaping @Sendable (ATTError?, UInt16) -> Void) {
        state = Mutex(State(missing: handles))
        self.send = send
    }

    /// Answers for one attribute. Only the first answer for each attribute counts.
    func answer(_ error: ATTError?, for handle: UInt16, store: @escaping @Sendable () -> Void) {
        let stores = state.withLock { state -> [@Sendable () -> Void]? in
            guard !state.isSent, let index = state.missing.firstIndex(of: handle) else {
                return nil
            }
            state.missing.remove(at: index)
            if error == nil { state.stores.append(store) }
            guard error != nil || state.missing.isEmpty else { return nil }
            state.isSent = true
            return error == nil ? state.stores : []
        }
        guard let stores else { return }
        for store in stores { store() }
        send(error, handle)
    }

    deinit {
        let forgotten = state.withLock { $0.isSent ? nil : $0.missing.first }
        if let forgotten { send(.unlikely, forgotten) }
    }
}
