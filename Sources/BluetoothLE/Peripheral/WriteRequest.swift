import Synchronization

/// A central wrote a characteristic, whose value is the old one until the write is accepted. Answer by
/// `MutableCharacteristic.respond(to:with:)`; one that is dropped unanswered is refused with `unlikely`.
public struct WriteRequest: Sendable {
    /// What was written to.
    public let characteristic: MutableCharacteristic
    /// Who wrote.
    public let central: RemoteCentral
    /// What was written.
    public let value: [UInt8]
    /// Where in the characteristic's value the bytes go: not 0 only for a part of a long value.
    public let offset: Int
    /// Whether the central waits for the answer. A write without response takes one as well, which
    /// decides whether the value becomes the characteristic's; the central does not learn it.
    public let needsResponse: Bool
    let handle: UInt16
    let answer: WriteAnswer
}

/// The one answer to writes that count all or none: those of one request, which are several when
/// they were prepared.
final class WriteAnswer: Sendable {
    private struct State {
        var missing: [UInt16]
        /// What to do with the values once all are accepted.
        var stores: [@Sendable () -> Void] = []
        var isSent = false
    }

    private let state: Mutex<State>
    private let send: @Sendable (ATTError?, UInt16) -> Void

    /// - Parameters:
    ///   - handles: The attributes that were written, each once.
    ///   - send: Takes the error, if any, and the handle to blame.
    init(_ handles: [UInt16], send: @escaping @Sendable (ATTError?, UInt16) -> Void) {
        state = Mutex(State(missing: handles))
        self.send = send
    }

    /// The verdict on one attribute. Only the first for each counts.
    func give(_ error: ATTError?, for handle: UInt16, store: @escaping @Sendable () -> Void) {
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
