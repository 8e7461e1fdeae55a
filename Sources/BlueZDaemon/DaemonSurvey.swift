internal import AccessoryConcurrency
internal import BluetoothLE

/// What bluetoothd offers to this user.
public struct DaemonSurvey: Sendable, Hashable {
    /// Why bluetoothd cannot be used.
    public enum Obstacle: Sendable, Hashable {
        /// No system bus, or it refuses this user; the text is the system's.
        case bus(String)
        /// bluetoothd does not run.
        case noDaemon
        /// It has no such adapter.
        case noAdapter
    }

    /// Nil: it works.
    public var obstacle: Obstacle?
    /// Whether programs may register advertisement monitors: bluetoothd runs with `--experimental`.
    public var hasMonitors: Bool

    public init(obstacle: Obstacle? = nil, hasMonitors: Bool = false) {
        self.obstacle = obstacle
        self.hasMonitors = hasMonitors
    }

    /// Asks the system bus. Needs no rights.
    public init(adapter: String) async {
        await self.init(adapter: adapter, bus: DaemonRadio.systemBus)
    }

    init(adapter: String, bus: String) async {
        let time = TimeSource(ContinuousClock())
        let objects = DaemonObjects(adapter: adapter, address: bus, time: time) { _ in }
        await objects.open()
        defer { objects.close() }
        hasMonitors = objects.service("org.bluez.AdvertisementMonitorManager1") != nil
        obstacle =
            switch objects.presence {
            case .present: nil
            case .noAdapter: .noAdapter
            case .noDaemon: .noDaemon
            case .noBus(let reason): .bus(reason)
            }
    }
}
