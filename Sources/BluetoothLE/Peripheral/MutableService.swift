import Synchronization

/// A service of a `PeripheralManager`.
public final class MutableService: Sendable {
    private struct State {
        var characteristics: [MutableCharacteristic]
        var includedServices: [MutableService]
    }

    /// The service's UUID.
    public let uuid: BluetoothUUID
    /// Whether the service is primary; a secondary service is only included by other services.
    public let isPrimary: Bool
    /// The profile of the service, if it was created from one.
    public let profile: ServiceProfile?
    private let state: Mutex<State>

    /// Creates a service.
    public init(
        uuid: BluetoothUUID,
        isPrimary: Bool = true,
        characteristics: [MutableCharacteristic] = [],
        includedServices: [MutableService] = [],
        profile: ServiceProfile? = nil
    ) {
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.profile = profile
        state = Mutex(
            State(characteristics: characteristics, includedServices: includedServices)
        )
    }

    /// The characteristics in the order shown to clients. A change takes effect when the service is
    /// added the next time.
    public var characteristics: [MutableCharacteristic] {
        get { state.withLock { $0.characteristics } }
        set { state.withLock { $0.characteristics = newValue } }
    }

    /// The services included by this one; add them to the manager first.
    public var includedServices: [MutableService] {
        get { state.withLock { $0.includedServices } }
        set { state.withLock { $0.includedServices = newValue } }
    }

    /// The first characteristic with this UUID.
    public subscript(uuid: BluetoothUUID) -> MutableCharacteristic? {
        characteristics.first { $0.uuid == uuid }
    }
}
