import Synchronization

/// A service that a `PeripheralManager` offers.
public final class MutableService: Sendable {
    private struct State {
        var characteristics: [MutableCharacteristic]
        var includedServices: [MutableService]
    }

    /// The service's UUID.
    public let uuid: BluetoothUUID
    /// Whether clients find it by itself; a secondary service is only included by others.
    public let isPrimary: Bool
    /// What it was made from.
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

    /// In the order in which clients see them. What is set after the service was added counts when
    /// it is added again.
    public var characteristics: [MutableCharacteristic] {
        get { state.withLock { $0.characteristics } }
        set { state.withLock { $0.characteristics = newValue } }
    }

    /// Services that this one includes; they have to be added before.
    public var includedServices: [MutableService] {
        get { state.withLock { $0.includedServices } }
        set { state.withLock { $0.includedServices = newValue } }
    }

    /// The first characteristic with this UUID.
    public subscript(uuid: BluetoothUUID) -> MutableCharacteristic? {
        characteristics.first { $0.uuid == uuid }
    }
}
