internal import AccessoryConcurrency

/// The vendor's facade for programs with a user interface: calls never throw, and every result is a
/// notification.
///
///     let core = TxRxCore(manager)
///     for await event in core.notifications {
///         print(event.notificationName)
///     }
///
/// Each call returns when its operation has ended.
public struct TxRxCore: Sendable {
    /// The manager that performs the calls.
    public let manager: TxRxManager

    /// Creates a facade for `manager`.
    public init(_ manager: TxRxManager) {
        self.manager = manager
    }

    /// All events from now on, for any number of readers. A link that does not end in time is
    /// reported as ended.
    public var notifications: AsyncStream<TxRxEvent> {
        manager.broadcaster.stream { event in
            guard case .deviceError(let device, .disconnectTimedOut) = event else { return event }
            return .deviceDisconnected(device)
        }
    }

    /// Whether a scan is running.
    public var isScanning: Bool { get async { await manager.isScanning } }

    /// Starts a scan.
    public func startScan() async { try? await manager.startScan() }

    /// Stops the scan.
    public func stopScan() async { try? await manager.stopScan() }

    /// The devices found, TxRx or not.
    public var scannedDevices: [TxRxDevice] { get async { await manager.scannedDevices } }

    /// Connects to a device.
    public func connectDevice(_ device: TxRxDevice) async { try? await manager.connect(to: device) }

    /// Sends a command; the answer is a notification.
    public func sendData(_ data: String, to device: TxRxDevice) async {
        try? await manager.sendData(Array(data.utf8), to: device)
    }

    /// Disconnects a device.
    public func disconnectDevice(_ device: TxRxDevice) async {
        try? await manager.disconnect(device)
    }
}
