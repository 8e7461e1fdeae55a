internal import Beacons
internal import BluetoothLE

/// Writes reports of listed devices as JSON, one object per line. The JSON of an advertisement is
/// cached until the device sends other data.
struct ScanJSON {
    /// The cached JSON of one advertisement or scan response.
    private struct Kept {
        let data: [UInt8]
        /// The members of "advertisement" before "rssi".
        let head: [UInt8]
        /// The member "sensor", or empty.
        let sensor: [UInt8]
        let isTruncated: Bool
    }

    /// The cached JSON of a device. A class, because every report reads it and few change it.
    private final class Device {
        /// The device, with the signal and times of an earlier report.
        var item: PeripheralItem
        /// The members "beacons" and "connectable".
        var beacons: [UInt8] = []
        var advertisement: Kept?
        var scanResponse: Kept?

        init(_ item: PeripheralItem) {
            self.item = item
        }
    }

    private let sensors: SensorReader
    private var devices: [Device?] = []
    private var text = JSONText()

    init(sensors: SensorReader) {
        self.sensors = sensors
    }

    mutating func lines(of reports: [ListedReport]) -> [UInt8] {
        text.clear()
        for report in reports { write(report) }
        return text.bytes
    }

    private mutating func write(_ listed: ListedReport) {
        if let item = listed.item { note(item, at: listed.place, isNew: listed.isNew) }
        guard let device = devices[listed.place] else { return }
        let isResponse = listed.report.properties.contains(.scanResponse)
        let known = isResponse ? device.scanResponse : device.advertisement
        let kept: Kept
        if let known, known.data == listed.report.data {
            kept = known
        } else {
            kept = keep(listed.report, of: device.item)
            if isResponse { device.scanResponse = kept } else { device.advertisement = kept }
        }
        write(listed, device, kept)
        text.endLine()
    }

    /// Updates the cache after a change of anything besides signal and times.
    private mutating func note(_ item: PeripheralItem, at place: Int, isNew: Bool) {
        while devices.count <= place { devices.append(nil) }
        let device = isNew ? Device(item) : devices[place] ?? Device(item)
        // some sensors are recognised by name
        if device.item.advertisingName != item.advertisingName {
            (device.advertisement, device.scanResponse) = (nil, nil)
        }
        device.item = item
        device.beacons = Self.members { json in
            json.member("beacons", item.beacons.map(BeaconRecord.init))
            json.member("connectable", item.isConnectable)
        }
        devices[place] = device
    }

    private func keep(_ report: AdvertisementReport, of item: PeripheralItem) -> Kept {
        let record = AdvertRecord(
            report.advertisement,
            report,
            name: item.advertisingName,
            sensors: sensors
        )
        return Kept(
            data: report.data,
            head: Self.members { record.writeBeforeRSSI(&$0) },
            sensor: Self.members { $0.member("sensor", record.sensor) },
            isTruncated: record.truncated
        )
    }

    private static func members(_ body: (inout JSONText) -> Void) -> [UInt8] {
        var text = JSONText()
        body(&text)
        return text.bytes
    }

    private mutating func write(_ listed: ListedReport, _ device: Device, _ kept: Kept) {
        let report = listed.report
        let distance = device.item.distance(smoothedRSSI: listed.smoothedRSSI)
        text.object { json in
            json.key("advertisement")
            json.object { json in
                json.fragment(kept.head)
                json.member("rssi", report.rssi)
                json.fragment(kept.sensor)
                json.member("time", report.time == .zero ? nil : report.time / .seconds(1))
                json.member("truncated", kept.isTruncated)
            }
            json.member("advertisementRate", listed.interval.map { 1 / ($0 / .seconds(1)) })
            json.fragment(device.beacons)
            json.member("distance", distance)
            json.member("distanceBasis", distance == nil ? nil : device.item.powerBasis?.rawValue)
            json.member("name", device.item.displayedName)
            json.member("reports", listed.reportCount)
            json.member("smoothedRSSI", listed.smoothedRSSI)
        }
    }
}
