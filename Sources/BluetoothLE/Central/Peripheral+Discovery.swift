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
        let known = try await discover { try await discoverPrimaryServices($0) }
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

    /// Whether a discovery has found one of these services; true for an empty list.
    package func offers(_ uuids: [BluetoothUUID]) -> Bool {
        let known = state.withLock { $0.cache.primaryServices }
        return uuids.isEmpty || known.contains { uuids.contains($0.uuid) }
    }

    /// Changes of the peripheral's attributes, as ranges of handles. Discover the services and
    /// characteristics in the range again; the streams of their values have ended with
    /// `CentralError.servicesChanged`. The buffer has no limit.
    public var serviceChanges: AsyncStream<ClosedRange<UInt16>> { changes.stream() }

    /// Maximum number of discoveries, each interrupted by a change of the services.
    private static let discoveryLimit = 5
    /// Maximum number of reported faults.
    private static let faultLimit = 256

    /// Performs a part of the discovery. Repeats it when the services change meanwhile, and on a new link
    /// when a new one is lost: some devices report a change as soon as the central subscribes to changes, or
    /// end their first links.
    ///
    /// - Parameter work: Called while no other discovery runs.
    private func discover<Found: Sendable>(
        _ work: (Session) async throws -> Found
    ) async throws -> Found {
        var (changes, losses) = (0, 0)
        while true {
            let session = try await session()
            do {
                return try await discovering.withLock { try await work(session) }
            } catch CentralError.servicesChanged {
                changes += 1
                guard changes < Self.discoveryLimit else { throw CentralError.servicesKeepChanging }
            } catch CentralError.disconnected(let reason) {
                guard isNew(session) else { throw CentralError.disconnected(reason) }
                try await wait(after: &losses, reason)
                hasEnded(session)
                _ = try await link()
            }
        }
    }

    /// Whether a link is so new that its discovery belongs to `connect`.
    private func isNew(_ session: Session) -> Bool {
        guard let timeout = state.withLock({ $0.timeout }) else { return true }
        return time.now() - session.began < timeout
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
        let found = try await discover { session -> [RemoteCharacteristic]? in
            guard let (entry, version) = try await entry(of: service, session) else { return nil }
            if let known = entry.characteristics { return known }
            return try await session.perform(orTimeout: .characteristicDiscoveryTimeout) { client in
                let found = try await client.characteristics(of: service)
                try change(since: version) { $0[service]?.characteristics = found }
                return found
            }
        }
        guard let found else { throw CentralError.servicesChanged }
        return found
    }

    func includedServices(of service: RemoteService) async throws -> [RemoteService] {
        let found = try await discover { session -> [RemoteService]? in
            guard let (entry, version) = try await entry(of: service, session) else { return nil }
            if let known = entry.included { return known }
            return try await session.perform(orTimeout: .serviceDiscoveryTimeout) { client in
                let found = try await client.includedServices(of: service)
                return try change(since: version) { $0.setIncluded(found, by: service) }
            }
        }
        guard let found else { throw CentralError.servicesChanged }
        return found
    }

    /// A service in the cache and the cache's version. After a change the services are discovered again;
    /// nil: the service is not among them.
    private func entry(
        of service: RemoteService,
        _ session: Session
    ) async throws -> (AttributeCache.Entry, Int)? {
        if state.withLock({ $0.cache[service] == nil }) {
            _ = try await discoverPrimaryServices(session)
        }
        return state.withLock { state in state.cache[service].map { ($0, state.cacheVersion) } }
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
                guard included.elementsEqual(known, by: { $1.isStill($0) }) else { return false }
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

    /// Adds a fault, once. A hostile device may have tens of thousands.
    func report(_ fault: AttributeFault) {
        state.withLock { state in
            guard state.faults.count < Self.faultLimit, !state.faults.contains(fault) else {
                return
            }
            state.faults.append(fault)
        }
    }

    /// Drops the attributes in `handles`, which have changed.
    func forget(_ handles: ClosedRange<UInt16>) {
        state.withLock { state in
            state.cache.forget(handles)
            state.cacheVersion += 1
            state.faults.removeAll { handles.contains($0.handle) }
        }
        changes.send(handles)
        subscriptions.finish(handles, throwing: CentralError.servicesChanged)
    }
}

extension RemoteService {
    /// Whether a declaration of an included service, read again, states this service. The declaration of
    /// a primary one may differ from the service itself, which is compared elsewhere.
    fileprivate func isStill(_ included: RemoteService) -> Bool {
        isPrimary
            ? handles.lowerBound == included.handles.lowerBound
            : (uuid, handles) == (included.uuid, included.handles)
    }
}
