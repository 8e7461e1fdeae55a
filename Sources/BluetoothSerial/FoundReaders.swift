internal import AccessoryLink
internal import BluetoothLE

/// The connectable devices found by a search.
struct FoundReaders {
    private struct Device: Equatable {
        var isConnectable = false
        var name = ""
        var advertisesProfile = false
    }

    private let services: Set<BluetoothUUID>
    private var devices: [BluetoothAddress: Device] = [:]

    /// Largest number of listed devices; one more clears the list. Devices that change their
    /// addresses could fill the memory in an endless search.
    private static let capacity = 4096

    init(profiles: [SerialProfile]) {
        services = Set(profiles.map(\.service))
    }

    /// Adds a report; returns its device, or nil without new information. The scan response may
    /// contain the name and services.
    mutating func add(_ report: AdvertisementReport) -> FoundDevice? {
        guard report.address.kind != .anonymous else { return nil }
        let known = devices[report.address] ?? Device()
        var device = known
        device.isConnectable = known.isConnectable || report.isConnectable
        device.name = report.advertisement.name ?? known.name
        device.advertisesProfile =
            known.advertisesProfile
            || !services.isDisjoint(with: report.advertisement.serviceUUIDs)
        guard device != known else { return nil }
        if devices.count >= Self.capacity { devices = [:] }
        devices[report.address] = device
        guard device.isConnectable else { return nil }
        return FoundDevice(
            .bluetooth,
            name: device.name.isEmpty ? nil : device.name,
            identifier: report.address.identifier,
            advertisesProfile: device.advertisesProfile
        )
    }
}
