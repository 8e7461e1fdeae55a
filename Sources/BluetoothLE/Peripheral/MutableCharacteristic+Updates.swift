// Telling subscribers of new values.
extension MutableCharacteristic {
    /// Sets the value and tells all subscribers, in order, each by notification or, if that is what
    /// it asked for alone, by indication. Waits, without the caller, while nobody subscribes or a
    /// subscriber has no room; `drained` tells when nothing waits.
    ///
    /// A central is sent as much of the value as its MTU allows, less 3 bytes.
    ///
    /// - Throws: `unconfigured`, `notifyNotSupported`.
    public func update(_ value: [UInt8]) throws(MutableCharacteristicError) {
        try checkNotifying()
        try state.withLock { state throws(MutableCharacteristicError) in
            guard let place = Self.place(state) else { throw .unconfigured }
            state.value = Self.cut(value)
            state.updates.append(state.value)
            state.updates.send { place.server.send($0, of: place.handle) }
            place.server.valueChanged()
        }
    }

    /// Sends a value to one subscriber, when there is room on its link; returns when it is on its
    /// way or, by indication, confirmed. The characteristic's value stays.
    ///
    /// - Throws: A `MutableCharacteristicError`, or `CancellationError`; an indication that is sent
    ///   cannot be cancelled.
    public func update(_ value: [UInt8], to central: RemoteCentral) async throws {
        try checkNotifying()
        guard let place else { throw MutableCharacteristicError.unconfigured }
        guard central.isConnected else { throw MutableCharacteristicError.disconnected }
        guard central.link.subscriptions[place.handle] != nil else {
            throw MutableCharacteristicError.notSubscribed
        }
        try await central.sendInTurn(Self.cut(value), handle: place.handle)
    }

    private func checkNotifying() throws(MutableCharacteristicError) {
        guard place != nil else { throw .unconfigured }
        guard properties.canNotify || properties.canIndicate else { throw .notifyNotSupported }
    }

    /// Updates that wait, oldest first.
    public var pendingUpdates: [[UInt8]] { state.withLock { $0.updates.pending } }

    /// Updates that were dropped because too many waited.
    public var droppedUpdates: Int { state.withLock { $0.updates.dropped } }

    /// Whether updates leave at once: somebody subscribes and nothing waits for room.
    public var isUpdating: Bool { pendingUpdates.isEmpty && !subscribers.isEmpty }

    /// Returns when no update waits, or the characteristic is removed.
    public func drained() async {
        await withCheckedContinuation { continuation in
            let isDrained = state.withLock { state in
                if !state.updates.isEmpty { state.drained.append(continuation) }
                return state.updates.isEmpty
            }
            if isDrained { continuation.resume() }
        }
    }

    /// Sends what waits, as far as there is room.
    func sendPending() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard let place = Self.place(state), !state.updates.isEmpty else { return [] }
            state.updates.send { place.server.send($0, of: place.handle) }
            guard state.updates.isEmpty else { return [] }
            defer { state.drained = [] }
            return state.drained
        }
        for waiter in waiters { waiter.resume() }
    }
}
