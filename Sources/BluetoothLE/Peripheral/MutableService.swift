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
    /// The profile it was created from.
    public let profile: ServiceProfile?
    private let state: Mutex<State>

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

    /// In the order shown to clients. Changes after the service was added take effect when it is added
    /// again.
    public var characteristics: [MutableCharacteristic] {
        get { state.withLock { $0.characteristics } }
        set { state.withLock { $0.characteristics = newValue } }
    }

    /// Services that this one includes; add them first.
    public var includedServices: [MutableService] {
        get { state.withLock { $0.includedServices } }
        set { state.withLock { $0.includedServices = newValue } }
    }

    /// The first characteristic with this UUID.
    public subscript(uuid: BluetoothUUID) -> MutableCharacteristic? {
        characteristics.first { $0.uuid == uuid }
    }
}
