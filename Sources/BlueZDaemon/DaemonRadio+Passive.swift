internal import AccessoryBase
internal import BluetoothLE

// Passive scans. bluetoothd has no passive discovery, but scans passively while monitors are registered.
extension DaemonRadio {
    /// Whether bluetoothd accepts monitors.
    var hasMonitors: Bool { objects.service(AdvertisementMonitors.manager) != nil }

    /// Root path of a scan's monitors. Each scan has its own, because bluetoothd may still have those of the
    /// last scan.
    private static func root(_ id: Int) -> String { "/accessory/monitors\(id)" }

    /// Registers the monitors of a scan.
    func monitor(_ id: Int) async throws(RadioError) {
        let root = Self.root(id)
        objects.export(root) { call in
            guard call.member == "GetManagedObjects" else { return DaemonObjects.unknown(root) }
            return .values([AdvertisementMonitors.tree(below: root)])
        }
        for path in AdvertisementMonitors.paths(below: root) {
            objects.export(path) { [weak self] call in
                // the other calls only report activity and matching devices
                if call.member == "Release" { self?.endScan(Self.released, id) }
                return .values([])
            }
        }
        _ = try await call(
            objects.path,
            AdvertisementMonitors.manager,
            "RegisterMonitor",
            [.path(root)],
            "to scan passively"
        )
    }

    private static let released = RadioError.failed(
        FailureReason(
            "bluetoothd has released an advertisement monitor: the adapter may have no space for it",
            nextStep: "scan actively"
        )
    )

    /// Unregisters the monitors of a scan.
    func stopMonitoring(_ id: Int) async {
        let root = Self.root(id)
        for path in [root] + AdvertisementMonitors.paths(below: root) { objects.export(path, nil) }
        // on failure the monitors are already gone
        _ = try? await call(
            objects.path,
            AdvertisementMonitors.manager,
            "UnregisterMonitor",
            [.path(root)],
            "to end a passive scan"
        )
    }
}
