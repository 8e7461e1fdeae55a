internal import AccessoryConcurrency
import Synchronization

/// Reading, writing and receiving values.
extension Peripheral {
    /// Reads several values, with one request where the server supports it.
    ///
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func read(_ characteristics: [Characteristic]) async throws -> [[UInt8]] {
        for characteristic in characteristics { try check(characteristic, can: .read) }
        return try await perform(orTimeout: .readTimeout) {
            try await $0.read(characteristics.map(\.remote.valueHandle))
        }
    }

    /// Writes several values, all or none: the server echoes each value before any is written (Core
    /// 5.4, Vol 3, Part G, section 4.9.5).
    ///
    /// - Throws: `GATTError.reliableWriteMismatch` when an echo differs; nothing is written in that case.
    public func writeReliably(
        _ writes: [(characteristic: Characteristic, value: [UInt8])]
    ) async throws {
        for write in writes { try check(write.characteristic, can: .write) }
        try await perform(orTimeout: .writeTimeout) {
            try await $0.writeReliably(
                writes.map { ($0.characteristic.remote.valueHandle, $0.value) }
            )
        }
    }

    /// Performs `work` on the link with an attribute that the peripheral still has.
    nonisolated(nonsending) func perform<Success: Sendable>(
        orTimeout timeout: CentralError,
        _ work: nonisolated(nonsending) (any RemoteGATT) async throws -> Success
    ) async throws -> Success {
        let present = state.withLock { $0.session }
        let session = if let present { present } else { try await session() }
        while true {
            do {
                return try await work(session.client)
            } catch {
                guard try await session.secures(after: error) else {
                    throw translated(error, of: session, orTimeout: timeout)
                }
            }
        }
    }

    /// Converts an error of an operation. When the server's attributes have changed, forgets them.
    func translated(
        _ error: any Error,
        of session: Session,
        orTimeout timeout: CentralError
    ) -> any Error {
        guard case GATTError.att(.databaseOutOfSync, _) = error else {
            return session.translated(error, orTimeout: timeout)
        }
        forget(1...(.max))
        return CentralError.servicesChanged
    }

    /// Checks that a characteristic belongs to this peripheral, which still has it, and supports an
    /// operation. Returns the current link, if there is one.
    @discardableResult
    func check(
        _ characteristic: Characteristic,
        can property: CharacteristicProperties = []
    ) throws(CentralError) -> Session? {
        guard characteristic.peripheral === self else { throw .invalidPeripheral }
        guard characteristic.properties.contains(property) else {
            throw property == .read ? .readNotSupported : .writeNotSupported
        }
        let (isKnown, session) = state.withLock {
            ($0.cache.contains(characteristic.remote), $0.session)
        }
        guard isKnown else { throw .servicesChanged }
        return session
    }

    // MARK: Subscriptions

    func notifications(
        of characteristic: Characteristic,
        preferring kind: Subscription,
        capacity: Int
    ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        let session = try await sessionToSubscribe(to: characteristic)
        let remote = characteristic.remote
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: [UInt8].self,
            bufferingPolicy: .bufferingNewest(capacity)
        )
        // before the request: the first values may arrive before the server's answer
        let id = subscriptions.add(.stream(continuation), to: remote.valueHandle, preferring: kind)
        // retains the peripheral while a stream is in use
        continuation.onTermination = { [self, time] _ in
            _ = time.task { try? await self.unsubscribe(id, from: remote) }
        }
        do {
            try await configureInTurn(remote, session)
        } catch {
            continuation.finish()
            throw error
        }
        return stream
    }

    func subscribe(
        to characteristic: Characteristic,
        preferring kind: Subscription,
        _ onValue: @escaping @Sendable ([UInt8]) -> Void
    ) async throws -> ValueSubscription {
        let session = try await sessionToSubscribe(to: characteristic)
        let remote = characteristic.remote
        let id = subscriptions.add(.handler(onValue), to: remote.valueHandle, preferring: kind)
        // releasing it after an error removes the listener
        let subscription = ValueSubscription(peripheral: self, characteristic: remote, id: id)
        try await configureInTurn(remote, session)
        return subscription
    }

    private func sessionToSubscribe(to characteristic: Characteristic) async throws -> Session {
        guard characteristic.properties.canNotify || characteristic.properties.canIndicate else {
            throw CentralError.notifyNotSupported
        }
        let session = try await session()
        try check(characteristic)
        return session
    }

    private func configureInTurn(_ remote: RemoteCharacteristic, _ session: Session) async throws {
        try await session.perform(orTimeout: .writeTimeout) { _ in
            try await configuring.withLock { try await configure(remote, session) }
        }
    }

    func unsubscribe(_ id: Int, from characteristic: RemoteCharacteristic) async throws {
        subscriptions.remove(id, of: characteristic.valueHandle)
        try await configuring.withLock {
            guard !subscriptions.isListening(to: characteristic.valueHandle),
                let session = state.withLock({ $0.session }),
                session.endsConfiguring(characteristic.valueHandle)
            else { return }
            try await session.perform(orTimeout: .writeTimeout) { _ in
                try await writeConfiguration([], of: characteristic, session)
            }
        }
    }

    /// Subscribes to a characteristic's values, unless already subscribed on this link.
    func configure(_ characteristic: RemoteCharacteristic, _ session: Session) async throws {
        guard session.beginsConfiguring(characteristic.valueHandle) else { return }
        do {
            let properties = characteristic.properties
            do {
                try await writeConfiguration(
                    properties.supported(
                        of: subscriptions.preference(of: characteristic.valueHandle)
                    ),
                    of: characteristic,
                    session
                )
            } catch GATTError.att(.cccdImproperlyConfigured, _)
                where properties.canNotify && properties.canIndicate
            {
                // some devices declare notifications that they do not support
                try await writeConfiguration(.indications, of: characteristic, session)
            }
        } catch let error where !(error is CancellationError) {
            _ = session.endsConfiguring(characteristic.valueHandle)
            throw error
        }
    }

    private func writeConfiguration(
        _ wanted: Subscription,
        of characteristic: RemoteCharacteristic,
        _ session: Session
    ) async throws {
        let descriptors = try await descriptors(of: characteristic, session)
        guard
            let configuration = descriptors.first(where: {
                $0.uuid == AttributeTable.clientConfiguration
            })
        else {
            // some devices send values without a configuration
            let text =
                "characteristic \(characteristic.uuid) has no configuration of its values (2902); "
                + "they arrive only if the device sends them anyway"
            return report(AttributeFault(handle: characteristic.valueHandle, text: text))
        }
        try await session.client.subscribe(
            to: characteristic,
            as: wanted,
            configuration: configuration.handle
        )
    }

    /// On a new link, renews the subscriptions of open streams.
    func resubscribe(_ session: Session) async throws {
        for handle in subscriptions.handles {
            guard let characteristic = state.withLock({ $0.cache.characteristic(at: handle) })
            else {
                subscriptions.finish(handle...handle, throwing: CentralError.servicesChanged)
                continue
            }
            do {
                try await session.perform(orTimeout: .writeTimeout) { _ in
                    try await configure(characteristic, session)
                }
            } catch let error as GATTError {
                guard case .att = error else { throw error }
                subscriptions.finish(handle...handle, throwing: error)
            }
        }
    }
}
