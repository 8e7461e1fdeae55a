/// A service of a peripheral (Core 5.4, Vol 3, Part G, section 3.1).
public struct Service: Sendable {
    let remote: RemoteService
    /// The peripheral of the service.
    public let peripheral: Peripheral

    /// The service's UUID.
    public var uuid: BluetoothUUID { remote.uuid }
    /// Whether the service is primary; false for one that is only included by other services.
    public var isPrimary: Bool { remote.isPrimary }
    /// The handles of its attributes.
    public var handles: ClosedRange<UInt16> { remote.handles }

    /// The service's characteristics, in the order of their handles. Discovered once, like the services.
    ///
    /// - Parameter uuids: The characteristics to return; nil: all.
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func characteristics(_ uuids: [BluetoothUUID]? = nil) async throws -> [Characteristic] {
        try await peripheral.characteristics(of: remote)
            .filter { uuids?.contains($0.uuid) ?? true }
            .map { Characteristic(remote: $0, service: self) }
    }

    /// The first characteristic with this UUID.
    ///
    /// - Throws: `CentralError.characteristicNotFound` when there is none.
    public func characteristic(_ uuid: BluetoothUUID) async throws -> Characteristic {
        guard let characteristic = try await characteristics([uuid]).first else {
            throw CentralError.characteristicNotFound(uuid)
        }
        return characteristic
    }

    /// The services that this one includes.
    ///
    /// - Throws: `CentralError`, `GATTError` or `CancellationError`.
    public func includedServices() async throws -> [Service] {
        try await peripheral.includedServices(of: remote)
            .map { Service(remote: $0, peripheral: peripheral) }
    }
}

extension Service: Hashable {
    /// Compares the peripherals and the services.
    public static func == (one: Service, other: Service) -> Bool {
        one.remote == other.remote && one.peripheral === other.peripheral
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(remote)
        hasher.combine(ObjectIdentifier(peripheral))
    }
}
