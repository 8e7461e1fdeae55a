internal import AccessoryConcurrency
internal import BluetoothLE

/// bluetoothd's availability to this user.
public struct DaemonSurvey: Sendable, Hashable {
    /// The reason bluetoothd cannot be used.
    public enum Obstacle: Sendable, Hashable {
        /// There is no system bus, or it rejects this user; the text is the system's message.
        case bus(String)
        /// libsystemd, which connects to the system bus, is missing or too old.
        case noLibrary
        /// bluetoothd does not run.
        case noDaemon
        /// The bus refuses this user's messages to bluetoothd: BlueZ before 5.51 requires a group.
        case notPermitted
        /// bluetoothd does not have the adapter.
        case noAdapter
    }

    /// The reason bluetoothd cannot be used; nil if it can.
    public var obstacle: Obstacle?
    /// Whether programs may register advertisement monitors, which needs bluetoothd's `--experimental`
    /// option.
    public var hasMonitors: Bool

    /// Creates a survey from known values.
    public init(obstacle: Obstacle? = nil, hasMonitors: Bool = false) {
        self.obstacle = obstacle
        self.hasMonitors = hasMonitors
    }

    /// Queries the system bus. Needs no privileges.
    public init(adapter: String) async {
        await self.init(adapter: adapter, bus: DaemonRadio.systemBus)
    }

    init(adapter: String, bus: String) async {
        let time = TimeSource(ContinuousClock())
        let objects = DaemonObjects(adapter: adapter, address: bus, time: time) { _ in }
        await objects.open()
        defer { objects.close() }
        hasMonitors = objects.service(AdvertisementMonitors.manager) != nil
        obstacle =
            switch objects.presence {
            case .present: nil
            case .noAdapter: .noAdapter
            case .noDaemon: .noDaemon
            case .noLibrary: .noLibrary
            case .refused: .notPermitted
            case .noBus(let reason): .bus(reason)
            }
    }
}
