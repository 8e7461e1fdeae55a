internal import BluetoothLE

// Passive scans: bluetoothd has no passive discovery, but scans passively while monitors are registered.
extension DaemonRadio {
    /// Whether bluetoothd takes monitors.
    var hasMonitors: Bool { objects.service(AdvertisementMonitors.manager) != nil }

    /// The root of a scan's monitors. Each scan has its own, since bluetoothd may still know the last one's.
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
                // the others only report that it is active, and which devices match
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
        "bluetoothd has released an advertisement monitor: the adapter may have no room for it; scan actively"
    )

    /// Unregisters the monitors of a scan.
    func stopMonitoring(_ id: Int) async {
        let root = Self.root(id)
        for path in [root] + AdvertisementMonitors.paths(below: root) { objects.export(path, nil) }
        // on failure they are gone already
        _ = try? await call(
            objects.path,
            AdvertisementMonitors.manager,
            "UnregisterMonitor",
            [.path(root)],
            "to end a passive scan"
        )
    }
}
