internal import AccessoryConcurrency

/// An event of a `PeripheralManager`.
public enum PeripheralEvent: Sendable {
    /// A central connected, or a `Central` of the same radio connected to a device, which may use the
    /// services on the same link.
    case connected(RemoteCentral)
    /// A central disconnected, with the reason if the system reports it.
    case disconnected(RemoteCentral, DisconnectReason?)
    /// The link's encryption or the bond has changed.
    case securityChanged(RemoteCentral)
    /// A central changed its subscription; empty: unsubscribed.
    case subscribed(RemoteCentral, MutableCharacteristic, Subscription)
    /// Advertising ended by itself, with the reason: the adapter is off or gone, or another program
    /// removed the set.
    case advertisingStopped(RadioError)
    /// Advertising resumed automatically, as requested by `Options.resumesAdvertising`.
    case advertisingResumed
    /// The state could not be saved; saving is retried at the next change.
    case saveFailed(PeripheralManagerError)
}

// Connecting, subscribing and disconnecting centrals.
extension PeripheralServer {
    var centrals: [RemoteCentral] { state.withLock { Array($0.centrals.values) } }

    /// Answers a connection's requests until it ends.
    func serve(_ connection: any RadioConnection) async {
        var levels = connection.security.makeAsyncIterator()
        let first = await levels.next() ?? ConnectionSecurity()
        let link = links.central(over: connection, time: time, host: self)
        let central = add(link, connection)
        securityChanged(of: central, to: first)
        link.start()
        await watchSecurity(of: central, &levels)
    }

    func serve(_ link: any LocalGATT, over connection: any RadioConnection) {
        let central = add(link, connection)
        let handle = state.withLock { $0.own.serviceChanged }
        // the central knows the services of the earlier host
        if isToldChanges(central, handle) { central.reportChange(1...(.max), handle: handle) }
        _ = time.task { [self] in
            var levels = connection.security.makeAsyncIterator()
            if let first = await levels.next() { securityChanged(of: central, to: first) }
            await watchSecurity(of: central, &levels)
        }
    }

    private func add(_ link: any LocalGATT, _ connection: any RadioConnection) -> RemoteCentral {
        let central = RemoteCentral(connection: connection, link: link, time: time) {
            [weak self] in self?.roomCame(for: $0)
        }
        state.withLock { $0.centrals[ObjectIdentifier(link)] = central }
        send(.connected(central))
        link.whenEnded { [self] in ended(central) }
        return central
    }

    private func watchSecurity(
        of central: RemoteCentral,
        _ levels: inout AsyncStream<ConnectionSecurity>.Iterator
    ) async {
        while let security = await levels.next() {
            securityChanged(of: central, to: security)
            send(.securityChanged(central))
        }
    }

    /// Handles a change of security. A bonded central's subscriptions are restored with its key, not by
    /// its address alone.
    private func securityChanged(of central: RemoteCentral, to security: ConnectionSecurity) {
        central.link.security = security.level
        central.link.keySize = security.keySize
        let isBonded = security.isBonded && security.level > .none
        guard isBonded, !central.isBonded else { return }
        central.isBonded = true
        let (record, handle) = state.withLock { state in
            let handle = state.own.serviceChanged
            if let known = state.bonds[central.address] { return (known, handle) }
            // newly bonded: subscriptions of this link are stored from now on
            let fresh = BondRecord(subscriptions: central.link.subscriptions)
            state.bonds[central.address] = fresh
            return (fresh, handle)
        }
        let table = table
        for (handle, subscription) in record.subscriptions.sorted(by: { $0.key < $1.key })
        where central.link.subscriptions[handle] == nil
            && table.canSubscribe(to: handle, over: security)
        {
            central.link.subscribe(to: handle, subscription)
            subscribed(to: handle, subscription, central)
        }
        if let change = record.change { central.reportChange(change, handle: handle) }
        changes.ring()
    }

    private func ended(_ central: RemoteCentral) {
        let left: [MutableCharacteristic]? = state.withLock { state in
            guard state.centrals.removeValue(forKey: ObjectIdentifier(central.link)) != nil else {
                return nil
            }
            let handles = state.subscribers.filter { $0.value.contains { $0.central == central } }
                .keys.sorted()
            for handle in handles { state.subscribers[handle]!.removeAll { $0.central == central } }
            return handles.compactMap { state.characteristics[$0] }
        }
        guard let left else { return }
        central.end()
        // other subscribers no longer need to wait for this central
        for characteristic in left { characteristic.sendPending() }
        reportRoom()
        send(.disconnected(central, central.connection.endReason))
    }

    /// Ends the links that centrals have established, and leaves the others to the radio's client.
    func close() {
        links.remove(self)
        for central in centrals {
            if central.connection.isCentral { ended(central) } else { central.link.close() }
        }
    }

    // MARK: Subscriptions

    func subscription(to handle: UInt16, is subscription: Subscription, of link: any LocalGATT) {
        guard let central = state.withLock({ $0.centrals[ObjectIdentifier(link)] }) else { return }
        if central.isBonded {
            state.withLock { state in
                state.bonds[central.address, default: BondRecord()].subscriptions[handle] =
                    subscription.isEmpty ? nil : subscription
            }
            changes.ring()
        }
        subscribed(to: handle, subscription, central)
    }

    private func subscribed(
        to handle: UInt16,
        _ subscription: Subscription,
        _ central: RemoteCentral
    ) {
        let characteristic = state.withLock { state -> MutableCharacteristic? in
            guard let characteristic = state.characteristics[handle] else { return nil }
            var subscribers = state.subscribers[handle] ?? []
            let entry = Subscriber(central: central, subscription: subscription)
            let index = subscribers.firstIndex { $0.central == central }
            switch (index, subscription.isEmpty) {
            case (let index?, true): subscribers.remove(at: index)
            case (let index?, false): subscribers[index].subscription = subscription
            case (nil, true): break
            case (nil, false): subscribers.append(entry)
            }
            state.subscribers[handle] = subscribers
            return characteristic
        }
        guard let characteristic else { return }
        characteristic.sendPending()
        send(.subscribed(central, characteristic, subscription))
    }

    func confirmed(handle: UInt16, by link: any LocalGATT) {
        guard let central = state.withLock({ $0.centrals[ObjectIdentifier(link)] }) else { return }
        let isChange = state.withLock { $0.own.serviceChanged == handle }
        if isChange, !central.hasChange {
            state.withLock { $0.bonds[central.address]?.change = nil }
            changes.ring()
        }
        central.confirmed()
    }
}
