internal import AirBroker
internal import BluetoothLE
internal import Glibc
internal import Radios
internal import Synchronization

/// Opens adapters by name.
public enum Adapters {
    /// The virtual air, served by this program if no other program does.
    private static let ownAir = Mutex<Task<Void, Never>?>(nil)

    /// Opens `virtual`, or one of the machine's adapters by name.
    public static let open: AdapterScan.Open = { name in
        name == "virtual" ? try await virtual() : try await openRadio(name)
    }

    private static func virtual() async throws -> any Radio {
        let path = VirtualAirBroker.userPath
        if let radio = try? await BrokerRadio.connect(to: path) { return radio }
        let broker = try VirtualAirBroker(air: VirtualAir(), path: path)
        ownAir.withLock { $0 = Task { await broker.run() } }
        return try await BrokerRadio.connect(to: path)
    }
}
