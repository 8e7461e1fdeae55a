internal import AccessoryConcurrency
import Synchronization

/// Services and the attribute cache.
extension Peripheral {
    /// The peripheral's primary services, in the order of their handles. They are discovered once:
    /// the result is kept across links until the peripheral reports a change.
    ///
    /// - Parameter uuids: The services to return; nil: all.
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func discoverServices(_ uuids: [BluetoothUUID]? = nil) async throws -> [Service] {
        let session = try await session()
        let known = try await discovering.withLock { try await primaryServices(session) }
        return known.filter { uuids?.contains($0.uuid) ?? true }
            .map { Service(remote: $0, peripheral: self) }
    }

    /// The first service with this UUID.
    ///
    /// - Throws: `CentralError.serviceNotFound` when there is none.
    public func service(_ uuid: BluetoothUUID) async throws -> Service {
        guard let service = try await discoverServices([uuid]).first else {
            throw CentralError.serviceNotFound(uuid)
        }
        return service
    }

    /// The characteristic with this UUID in the first service with UUID `service`.
    ///
    /// - Throws: `CentralError.serviceNotFound`, `characteristicNotFound`, or the errors of
    ///   discovery.
    public func characteristic(
        _ uuid: BluetoothUUID,
        in service: BluetoothUUID
    ) async throws -> Characteristic {
        try await self.service(service).characteristic(uuid)
    }

    /// Changes of the peripheral's attributes, as ranges of handles. Discover the services and
    /// characteristics in the range again; the streams of their values have ended with
    /// `CentralError.servicesChanged`. The buffer has no limit.
    public var serviceChanges: AsyncStream<ClosedRange<UInt16>> { changes.stream() }

    /// Maximum number of discoveries, each interrupted by a change of the services.
    private static let discoveryLimit = 5

    private func primaryServices(_ session: Session) async throws -> [RemoteService] {
        for _ in 1..<Self.discoveryLimit {
            do {
                return try await discoverPrimaryServices(session)
            } catch CentralError.servicesChanged {
                // some devices report a change as soon as the central subscribes to changes
            }
        }
        return try await discoverPrimaryServices(session)
    }

    private func discoverPrimaryServices(_ session: Session) async throws -> [RemoteService] {
        let (cache, version) = state.withLock { ($0.cache, $0.cacheVersion) }
        if cache.isComplete { return cache.primaryServices }
        return try await session.perform(orTimeout: .serviceDiscoveryTimeout) { client in
            let found = try await client.services(nil)
            try change(since: version) { $0.setServices(found) }
            if let generic = found.first(where: { $0.uuid == AttributeTable.genericAttribute }) {
                let characteristics = try await client.characteristics(of: generic)
                try change(since: version) { $0[generic]?.characteristics = characteristics }
                try await watchServiceChanges(session)
            }
            let hash = try await hash(client)
            try change(since: version) { $0.hash = hash }
            return state.withLock { $0.cache.primaryServices }
        }
    }

    func characteristics(of service: RemoteService) async throws -> [RemoteCharacteristic] {
        let session = try await session()
        return try await discovering.withLock {
            let (entry, version) = state.withLock { ($0.cache[service], $0.cacheVersion) }
            guard let entry else { throw CentralError.servicesChanged }
            if let known = entry.characteristics { return known }
            return try await session.perform(orTimeout: .characteristicDiscoveryTimeout) { client in
                let found = try await client.characteristics(of: service)
                try change(since: version) { $0[service]?.characteristics = found }
                return found
            }
        }
    }

    func includedServices(of service: RemoteService) async throws -> [RemoteService] {
        let session = try await session()
        return try await discovering.withLock {
            let (entry, version) = state.withLock { ($0.cache[service], $0.cacheVersion) }
            guard let entry else { throw CentralError.servicesChanged }
            if let known = entry.included { return known }
            return try await session.perform(orTimeout: .serviceDiscoveryTimeout) { client in
                let found = try await client.includedServices(of: service)
                return try change(since: version) { $0.setIncluded(found, by: service) }
            }
        }
    }

    func descriptors(
        of characteristic: RemoteCharacteristic,
        _ session: Session
    ) async throws -> [RemoteDescriptor] {
        let (known, version) = state.withLock {
            ($0.cache.descriptors[characteristic.valueHandle], $0.cacheVersion)
        }
        if let known { return known }
        return try await session.perform(orTimeout: .characteristicDiscoveryTimeout) { client in
            let found = try await client.descriptors(of: characteristic)
            try change(since: version) { $0.descriptors[characteristic.valueHandle] = found }
            return found
        }
    }

    /// Changes the cache, or throws when the attributes have changed since the discovery started.
    @discardableResult
    private func change<Result>(
        since version: Int,
        _ change: (inout AttributeCache) -> Result
    ) throws -> Result {
        try state.withLock { state in
            guard state.cacheVersion == version else { throw CentralError.servicesChanged }
            return change(&state.cache)
        }
    }

    // MARK: Changes

    /// On a new link, drops the cache unless the server's attributes are unchanged.
    func validateCache(_ session: Session) async throws {
        let cache = state.withLock { $0.cache }
        guard !cache.entries.isEmpty else { return }
        let hash = try await hash(session.client)
        let isValid =
            if let hash { hash == cache.hash } else { try await isStill(cache, session.client) }
        if isValid { try await watchServiceChanges(session) } else { forget(1...(.max)) }
    }

    private func hash(_ client: any RemoteGATT) async throws -> [UInt8]? {
        do {
            return try await client.databaseHash()
        } catch GATTError.att {
            return nil
        }
    }

    /// Whether everything in the cache is unchanged.
    private func isStill(_ cache: AttributeCache, _ client: any RemoteGATT) async throws -> Bool {
        guard try await client.services(nil) == cache.primaryServices || !cache.isComplete else {
            return false
        }
        for entry in cache.entries {
            if let known = entry.included {
                let included = try await client.includedServices(of: entry.service)
                guard included.map(\.handles) == known.map(\.handles) else { return false }
            }
            guard let known = entry.characteristics else { continue }
            guard try await client.characteristics(of: entry.service) == known else {
                return false
            }
            for characteristic in known {
                guard let known = cache.descriptors[characteristic.valueHandle] else { continue }
                guard try await client.descriptors(of: characteristic) == known else {
                    return false
                }
            }
        }
        return true
    }

    /// Subscribes to service changes, if the server reports them.
    private func watchServiceChanges(_ session: Session) async throws {
        let characteristic = state.withLock { state in
            state.serviceChanged = state.cache.serviceChanged?.valueHandle
            return state.cache.serviceChanged
        }
        guard let characteristic else { return }
        do {
            try await configure(characteristic, session)
        } catch GATTError.att {
            // the server reports changes only to bonded devices
        }
    }

    /// Processes a notification or an indication.
    func receive(_ value: [UInt8], of handle: UInt16) {
        subscriptions.deliver(value, of: handle)
        guard state.withLock({ $0.serviceChanged == handle }), value.count == 4 else { return }
        let (first, last) = (littleEndian16(value), littleEndian16(value[2...]))
        if first <= last { forget(first...last) }
    }

    /// Drops the attributes in `handles`, which have changed.
    func forget(_ handles: ClosedRange<UInt16>) {
        state.withLock { state in
            state.cache.forget(handles)
            state.cacheVersion += 1
        }
        changes.send(handles)
        subscriptions.finish(handles, throwing: CentralError.servicesChanged)
    }
}
