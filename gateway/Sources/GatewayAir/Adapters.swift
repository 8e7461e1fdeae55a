internal import AirBroker
internal import BlueZ
internal import BluetoothLE
internal import Glibc
internal import Synchronization

/// Opens adapters by name.
public enum Adapters {
    /// The virtual air that this program serves when nobody else does.
    private static let ownAir = Mutex<Task<Void, Never>?>(nil)

    /// `virtual`, or the name of one of the machine's.
    public static let open: AdapterScan.Open = { name in
        name == "virtual" ? try await virtual() : try await BlueZRadio(name)
    }

    /// Where the air of `accessory --adapter virtual` listens.
    static var path: String {
        if let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), !folder.isEmpty {
            return folder + "/swift-accessories-air"
        }
        return "/tmp/swift-accessories-air-\(getuid())"
    }

    private static func virtual() async throws -> any Radio {
        if let radio = try? await BrokerRadio.connect(to: path) { return radio }
        let broker = try VirtualAirBroker(air: VirtualAir(), path: path)
        ownAir.withLock { $0 = Task { await broker.run() } }
        return try await BrokerRadio.connect(to: path)
    }
}
