internal import AccessoryBase

private let log = Log("peripheral")

// Sending new values to subscribers.
extension MutableCharacteristic {
    /// Sets the value and sends it to all subscribers, in order: as a notification, or as an
    /// indication to subscribers of indications only. Updates are queued, without blocking the
    /// caller, while there is no subscriber, and for each subscriber without room; the others receive them
    /// at once. `drained` returns when the queue is empty.
    ///
    /// A value longer than a central's MTU - 3 bytes is truncated for that central.
    ///
    /// - Returns: False if the queue was full, so that its oldest update was dropped. A subscriber that
    ///   misses it counts it in `RemoteCentral.missedUpdates`.
    /// - Throws: `unconfigured`, `notifyNotSupported`.
    @discardableResult
    public func update(_ value: [UInt8]) throws(MutableCharacteristicError) -> Bool {
        try checkNotifying()
        let (isWhole, isFirst) = try state.withLock {
            state throws(MutableCharacteristicError) in
            guard let place = Self.place(state) else { throw .unconfigured }
            state.value = Self.cut(value)
            let dropped = state.updates.dropped
            state.updates.append(state.value)
            state.passed(place.server.send(state.updates, added: 1, of: place.handle))
            place.server.valueChanged()
            let isWhole = state.updates.dropped == dropped
            defer { state.isDropping = !isWhole }
            return (isWhole, !isWhole && !state.isDropping)
        }
        if isFirst { log.warning("\(uuid): the queue is full, updates are dropped") }
        return isWhole
    }

    /// Sends a value to one subscriber when its link has room. Returns when a notification is sent, or
    /// an indication is confirmed. The characteristic's value does not change.
    ///
    /// - Throws: A `MutableCharacteristicError`, or `CancellationError`; an indication that has been
    ///   sent cannot be cancelled.
    public func update(_ value: [UInt8], to central: RemoteCentral) async throws {
        try checkNotifying()
        guard let place else { throw MutableCharacteristicError.unconfigured }
        guard central.isConnected else { throw MutableCharacteristicError.disconnected }
        guard central.link.subscriptions[place.handle] != nil else {
            throw MutableCharacteristicError.notSubscribed
        }
        try await central.sendInTurn(Self.cut(value), handle: place.handle)
    }

    /// Sends a value at once to all subscribers, or to those among `centrals`, if each of them has room.
    /// The characteristic's value does not change.
    ///
    /// - Returns: Whether there was room; otherwise nothing is sent, and `PeripheralActivity.room` follows. True if there is no subscriber.
    /// - Throws: `unconfigured`, `notifyNotSupported`.
    public func tryUpdate(
        _ value: [UInt8],
        to centrals: [RemoteCentral]? = nil
    ) throws(MutableCharacteristicError) -> Bool {
        try checkNotifying()
        guard let place else { throw .unconfigured }
        return place.server.trySend(Self.cut(value), to: centrals, of: place.handle)
    }

    private func checkNotifying() throws(MutableCharacteristicError) {
        guard place != nil else { throw .unconfigured }
        guard properties.canNotify || properties.canIndicate else { throw .notifyNotSupported }
    }

    /// Queued updates, which at least one subscriber has not received, oldest first.
    public var pendingUpdates: [[UInt8]] { state.withLock { $0.updates.pending } }

    /// Number of updates dropped because the queue was full.
    public var droppedUpdates: Int { state.withLock { $0.updates.dropped } }

    /// Whether updates are sent at once: there is a subscriber and no queued update.
    public var isUpdating: Bool { pendingUpdates.isEmpty && !subscribers.isEmpty }

    /// Whether another update drops none that all subscribers still need. A subscriber that does not
    /// keep up with another one has no effect.
    package var hasRoom: Bool { state.withLock { $0.hasRoom } }

    /// Returns when there is room for an update, or the task is cancelled.
    package func room() async {
        let (room, entry) = AsyncStream.makeStream(of: Never.self)
        let hasRoom = state.withLock { state in
            if !state.hasRoom { state.waiting.append(entry) }
            return state.hasRoom
        }
        guard !hasRoom else { return }
        for await _ in room {}
    }

    /// Returns when no updates are queued, or the characteristic is removed.
    public func drained() async {
        await withCheckedContinuation { continuation in
            let isDrained = state.withLock { state in
                if !state.updates.isEmpty { state.drained.append(continuation) }
                return state.updates.isEmpty
            }
            if isDrained { continuation.resume() }
        }
    }

    /// Sends queued updates while there is room.
    func sendPending() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard let place = Self.place(state), !state.updates.isEmpty else { return [] }
            state.passed(place.server.send(state.updates, added: 0, of: place.handle))
            guard state.updates.isEmpty else { return [] }
            defer { state.drained = [] }
            return state.drained
        }
        for waiter in waiters { waiter.resume() }
    }
}

extension MutableCharacteristic.State {
    var hasRoom: Bool { places.map { updates.end - $0.newest < updates.capacity } ?? true }

    /// Removes the updates that every subscriber has received.
    mutating func passed(_ places: UpdatePlaces?) {
        self.places = places
        if let places { updates.removeAll(before: places.oldest) }
        guard hasRoom else { return }
        for waiter in waiting { waiter.finish() }
        waiting = []
    }
}
