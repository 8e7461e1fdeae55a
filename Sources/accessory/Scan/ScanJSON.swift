internal import AccessoryBase
internal import Beacons
internal import BluetoothLE

/// Writes reports of listed devices as JSON, one object per line. The JSON of an advertisement is
/// cached until the device sends other data.
struct ScanJSON: ~Copyable {
    /// One advertisement or scan response.
    private struct Kept {
        let data: [UInt8]
        /// Its JSON; nil until the device repeats the data, as some devices never do.
        var text: Text?

        struct Text {
            /// The members of "advertisement" between the address and "rssi".
            let content: [UInt8]
            /// The member "sensor", or empty.
            let sensor: [UInt8]
            let isTruncated: Bool
        }
    }

    /// The cached JSON of a device. A class, because every report reads it and few change it.
    private final class Device {
        /// The state besides signal and times.
        var details: ListedReport.Details
        /// The members "address" and "addressKind".
        let address: [UInt8]
        /// The members "beacons" and "connectable"; nil: to be written.
        var beacons: [UInt8]?
        var advertisement: Kept?
        var scanResponse: Kept?

        init(_ address: BluetoothAddress, _ details: ListedReport.Details) {
            self.details = details
            var text = JSONWriter(isExact: true)
            self.address = text.recording { address.write(members: &$0) }
        }
    }

    private let sensors: SensorReader
    private var devices: [Device?] = []
    private var text = JSONWriter(isExact: true)

    init(sensors: SensorReader) {
        self.sensors = sensors
    }

    mutating func lines(of reports: [ListedReport]) -> [UInt8] {
        text.clear()
        for report in reports { write(report) }
        return text.bytes
    }

    private mutating func write(_ listed: ListedReport) {
        if let details = listed.details { note(details, of: listed) }
        guard let device = devices[listed.place] else { return }
        let report = listed.report
        let basis = device.details.power
        let distance = basis.flatMap {
            DistanceModel.default.distance(measuredPower: $0.atOneMetre, rssi: listed.smoothedRSSI)
        }
        let sensors = sensors
        text.object { json in
            json.name("advertisement")
            json.object { json in Self.write(report, device, sensors, &json) }
            json.member("advertisementRate", listed.interval.map { 1 / ($0 / .seconds(1)) })
            Self.writeBeacons(device, &json)
            json.member("distance", distance)
            json.member("distanceBasis", distance == nil ? nil : basis?.basis.rawValue)
            json.member("name", device.details.displayedName)
            json.member("reports", listed.reportCount)
            json.member("smoothedRSSI", listed.smoothedRSSI)
        }
        text.endLine()
    }

    /// Updates the cache after a change of anything besides signal and times.
    private mutating func note(_ details: ListedReport.Details, of listed: ListedReport) {
        while devices.count <= listed.place { devices.append(nil) }
        guard !listed.isNew, let device = devices[listed.place] else {
            devices[listed.place] = Device(listed.report.address, details)
            return
        }
        // some sensors are recognised by name
        if device.details.advertisingName != details.advertisingName {
            (device.advertisement, device.scanResponse) = (nil, nil)
        }
        device.details = details
        device.beacons = nil
    }

    private static func write(
        _ report: AdvertisementReport,
        _ device: Device,
        _ sensors: SensorReader,
        _ json: inout JSONWriter
    ) {
        json.raw(device.address)
        let isResponse = report.properties.contains(.scanResponse)
        let known = isResponse ? device.scanResponse : device.advertisement
        let isRepeated = known?.data == report.data
        if isRepeated, let text = known?.text {
            json.raw(text.content)
            json.member("rssi", report.rssi)
            json.raw(text.sensor)
            json.member("time", report.seconds)
            json.member("truncated", text.isTruncated)
            return
        }
        let text = write(record(report, device, sensors), isRepeated, &json)
        let kept = Kept(data: report.data, text: text)
        if isResponse { device.scanResponse = kept } else { device.advertisement = kept }
    }

    private static func record(
        _ report: AdvertisementReport,
        _ device: Device,
        _ sensors: SensorReader
    ) -> AdvertRecord {
        // the browser has decoded new data
        let decoded = device.details.advertisement
        return AdvertRecord(
            decoded.bytes == report.data ? decoded : report.advertisement,
            report,
            name: device.details.advertisingName,
            sensors: sensors
        )
    }

    /// Writes an advertisement's members after its address; returns the text to cache, if any.
    private static func write(
        _ record: AdvertRecord,
        _ isKept: Bool,
        _ json: inout JSONWriter
    ) -> Kept.Text? {
        var (content, sensor): ([UInt8], [UInt8]) = ([], [])
        if isKept {
            content = json.recording { record.writeContent(&$0) }
        } else {
            record.writeContent(&json)
        }
        json.member("rssi", record.report?.rssi)
        if isKept {
            sensor = json.recording { $0.member("sensor", record.sensor) }
        } else {
            json.member("sensor", record.sensor)
        }
        let isTruncated = record.advertisement.isTruncated
        json.member("time", record.report?.seconds)
        json.member("truncated", isTruncated)
        return isKept
            ? Kept.Text(content: content, sensor: sensor, isTruncated: isTruncated) : nil
    }

    private static func writeBeacons(_ device: Device, _ json: inout JSONWriter) {
        if let beacons = device.beacons { return json.raw(beacons) }
        device.beacons = json.recording { json in
            json.member("beacons", device.details.beacons.map(BeaconRecord.init))
            json.member("connectable", device.details.isConnectable)
        }
    }
}
