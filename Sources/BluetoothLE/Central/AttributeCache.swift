/// The known attributes of a peripheral (Core 5.4, Vol 3, Part G, section 2.5.2).
struct AttributeCache: Sendable, Equatable, Codable {
    /// A service and its discovered attributes; nil where not yet discovered.
    struct Entry: Sendable, Equatable, Codable {
        let service: RemoteService
        var characteristics: [RemoteCharacteristic]?
        var included: [RemoteService]?

        func characteristic(at handle: UInt16) -> RemoteCharacteristic? {
            characteristics?.first { $0.valueHandle == handle }
        }
    }

    private(set) var entries: [Entry] = []
    /// Whether all primary services are among the entries.
    private(set) var isComplete = false
    /// The descriptors of each characteristic, by its value handle.
    var descriptors: [UInt16: [RemoteDescriptor]] = [:]
    /// The server's hash of its database (Vol 3, Part G, section 7.3).
    var hash: [UInt8]?

    var primaryServices: [RemoteService] { entries.map(\.service).filter(\.isPrimary) }

    subscript(service: RemoteService) -> Entry? {
        get { entries.first { $0.service == service } }
        set {
            guard let index = entries.firstIndex(where: { $0.service == service }) else { return }
            if let newValue { entries[index] = newValue } else { entries.remove(at: index) }
        }
    }

    func contains(_ characteristic: RemoteCharacteristic) -> Bool {
        self.characteristic(at: characteristic.valueHandle) == characteristic
    }

    /// The characteristic with this value handle.
    func characteristic(at handle: UInt16) -> RemoteCharacteristic? {
        let home = entries.first { $0.service.handles.contains(handle) }
        if let found = home?.characteristic(at: handle) { return found }
        // some devices have values outside of their service
        return entries.lazy.compactMap { $0.characteristic(at: handle) }.first
    }

    /// Sets the primary services; known attributes of the same services are kept.
    mutating func setServices(_ services: [RemoteService]) {
        let secondary = entries.filter { !$0.service.isPrimary }
        entries = services.map { self[$0] ?? Entry(service: $0) } + secondary
        isComplete = true
    }

    /// Sets the included services of a service. Returns them as cached: a service that is not among the
    /// primary ones is secondary. Some devices state another last handle than the service itself.
    mutating func setIncluded(_ included: [RemoteService], by service: RemoteService)
        -> [RemoteService]
    {
        let known = included.map { service in
            entries.first { $0.service.handles.lowerBound == service.handles.lowerBound }?.service
                ?? RemoteService(uuid: service.uuid, handles: service.handles, isPrimary: false)
        }
        for service in known where self[service] == nil { entries.append(Entry(service: service)) }
        self[service]?.included = known
        return known
    }

    /// Drops the attributes in `handles`, which have changed.
    mutating func forget(_ handles: ClosedRange<UInt16>) {
        entries.removeAll { $0.service.handles.overlaps(handles) }
        for index in entries.indices { entries[index].included = nil }
        descriptors = descriptors.filter { !handles.contains($0.key) }
        hash = nil
        isComplete = false
    }

    /// The Service Changed characteristic, if the server has one.
    var serviceChanged: RemoteCharacteristic? {
        entries.first { $0.service.uuid == AttributeTable.genericAttribute }?.characteristics?
            .first { $0.uuid == AttributeTable.serviceChanged }
    }
}
