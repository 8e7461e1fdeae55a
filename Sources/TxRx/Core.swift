internal import AccessoryConcurrency

/// The makers' facade for a program with a user interface: calls that never throw, and everything that
/// happens as a notification.
///
///     let core = Core(manager)
///     for await event in core.notifications {
///         print(event.notificationName)
///     }
///
/// Calls return when what they began has ended.
public struct Core: Sendable {
    /// What does the work.
    public let manager: TxRxManager

    /// A facade of `manager`.
    public init(_ manager: TxRxManager) {
        self.manager = manager
    }

    /// What happens from now on. Any number may listen. A link that does not end in time counts as
    /// ended here.
    public var notifications: AsyncStream<TxRxEvent> {
        manager.news.stream { event in
            guard case .deviceError(let device, .disconnectTimedOut) = event else { return event }
            return .deviceDisconnected(device)
        }
    }

    /// Whether a scan is under way.
    public var isScanning: Bool { get async { await manager.isScanning } }

    /// Begins to look for devices.
    public func startScan() async { try? await manager.startScan() }

    /// Ends the scan.
    public func stopScan() async { try? await manager.stopScan() }

    /// The devices that were found, TxRx or not.
    public var scannedDevices: [TxRxDevice] { get async { await manager.scannedDevices } }

    /// Connects to a device.
    public func connectDevice(_ device: TxRxDevice) async { try? await manager.connect(to: device) }

    /// Sends a command; its answer is told.
    public func sendData(_ data: String, to device: TxRxDevice) async {
        try? await manager.sendData(Array(data.utf8), to: device)
    }

    /// Ends the link to a device.
    public func disconnectDevice(_ device: TxRxDevice) async {
        try? await manager.disconnect(device)
    }
}
