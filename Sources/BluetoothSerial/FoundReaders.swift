internal import AccessoryLink
internal import BluetoothLE

/// The devices that take connections among those that a search has received.
struct FoundReaders {
    private struct Device: Equatable {
        var isConnectable = false
        var name = ""
        var advertisesProfile = false
    }

    private let services: Set<BluetoothUUID>
    private var devices: [BluetoothAddress: Device] = [:]

    /// A search without end among devices that change their addresses begins anew after this many.
    private static let capacity = 4096

    init(profiles: [SerialProfile]) {
        services = Set(profiles.map(\.service))
    }

    /// The device of a report; nil when that says nothing new. Name and services may stand in its scan
    /// response.
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
