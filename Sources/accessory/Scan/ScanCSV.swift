internal import Beacons
internal import BluetoothLE

/// Reports as comma-separated values (RFC 4180): one row for each measurement, or a single row
/// without measurements.
enum ScanCSV {
    static let heading =
        "time,address,name,rssi,kind,company,model,quantity,instance,value,unit,missing,unknown_objects,partial,"
        + "uuid,major,minor,url"

    /// The rows of one report of a listed device.
    static func rows(_ item: PeripheralItem, _ report: AdvertisementReport) -> [String] {
        let reading = item.reading
        let head = [
            (report.time / .seconds(1)).formatted(6), item.id.description, item.displayedName,
            report.rssi.map(String.init) ?? "", report.advertisement.kindName,
            report.advertisement.manufacturerData.map { String($0.company) } ?? "",
            reading.map { $0.model?.title ?? $0.format.rawValue } ?? "",
        ]
        let state = [
            reading?.missing?.rawValue ?? "", reading.map { String($0.unknownObjects) } ?? "",
            reading.map { String($0.isPartial) } ?? "",
        ]
        let tail = state + beacon(item.latestBeacon)
        let measurements = reading?.measurements ?? []
        guard !measurements.isEmpty else { return [row(head + ["", "", "", ""] + tail)] }
        return measurements.map { row(head + columns($0) + tail) }
    }

    private static func columns(_ measurement: SensorMeasurement) -> [String] {
        let value =
            switch measurement.value {
            case .number(let number): number.shortest
            default: measurement.shown
            }
        return [measurement.quantity, String(measurement.instance), value, measurement.unit]
    }

    private static func beacon(_ beacon: Beacon?) -> [String] {
        switch beacon {
        case .iBeacon(let it): [it.uuid.description, String(it.major), String(it.minor), ""]
        case .eddystoneURL(let it): ["", "", "", it.url]
        default: ["", "", "", ""]
        }
    }

    private static func row(_ fields: [String]) -> String {
        fields.map { field in
            let text = field.printable
            guard text.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
            return "\"" + text.replacing("\"", with: "\"\"") + "\""
        }.joined(separator: ",")
    }
}
