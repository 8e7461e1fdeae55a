internal import Beacons
internal import BluetoothLE

/// One device of the scan table with all its data.
enum ScanDetails {
    /// Lines, none wider than `width` (at least 30); long values continue on the next line.
    static func lines(_ item: PeripheralItem, _ history: ScanHistory, width: Int) -> [String] {
        let name = item.displayedName.isEmpty ? "" : "  \"\(item.displayedName)\""
        let fields =
            radio(item) + sensor(item, history) + beacons(item) + announcements(item) + data(item)
        let lines = fields.flatMap { label, value in
            let parts = Columns.wrap(value.printable, width - 19)
            return parts.enumerated().map { index, part in
                "  " + Columns.fit(index == 0 ? label : "", 16) + " " + part
            }
        }
        let heading = Columns.wrap("\(item.id)\(name)".printable, width)
        return heading + lines + ["q or Esc: back to the table"]
    }

    private typealias Field = (String, String)

    private static func radio(_ item: PeripheralItem) -> [Field] {
        let rssi = item.rssi.map { "\($0) dBm" } ?? "-"
        let mean = item.smoothedRSSI.map { ", mean \($0.formatted(0)) dBm" } ?? ""
        let rate = item.advertisementRate.map { "\($0.formatted(1)) advertisements/s" } ?? "-"
        let basis = item.powerBasis == .txPower ? ", from the transmit power alone" : ""
        let distance = item.distance().map { "\($0.formatted(1)) m\(basis)" }
        let fields: [(String, String?)] = [
            ("address type", "\(item.id.kind)"),
            ("RSSI", rssi + mean + "  " + Columns.sparkline(item.rssiHistory)),
            ("rate", "\(rate), \(item.reportCount) reports"),
            ("distance", distance),
            ("connectable", item.isConnectable ? "yes" : "no"),
        ]
        return fields.compactMap { label, value in value.map { (label, $0) } }
    }

    private static func sensor(_ item: PeripheralItem, _ history: ScanHistory) -> [Field] {
        guard let reading = item.reading else { return [] }
        var fields: [Field] = [("sensor", reading.model?.title ?? reading.format.rawValue)]
        if let id = reading.model?.id { fields.append(("format", id)) }
        fields += reading.measurements.map { measurement in
            let values = history.values(of: measurement.label, of: item.id)
            return (measurement.label, measurement.shown + "  " + Columns.sparkline(values))
        }
        let remarks = ScanSummary.remarks(reading)
        if !remarks.isEmpty { fields.append(("not decoded", remarks.joined(separator: ", "))) }
        return fields
    }

    private static func beacons(_ item: PeripheralItem) -> [Field] {
        item.beacons.map { ("beacon", BeaconRecord($0).text) }
    }

    private static func announcements(_ item: PeripheralItem) -> [Field] {
        [item.advertisement, item.scanResponse].compactMap(\.self).flatMap(\.announcements)
            .map { ("announces", $0.text) }
    }

    private static func data(_ item: PeripheralItem) -> [Field] {
        let services = item.serviceUUIDs.map { uuid in
            uuid.assignedName.map { "\(uuid) (\($0))" } ?? "\(uuid)"
        }.joined(separator: " ")
        var fields: [Field] = services.isEmpty ? [] : [("services", services)]
        if let data = item.advertisement.manufacturerData {
            fields.append(
                ("company", "\(CompanyName.text(data.company)) \(HexText.text(data.bytes))")
            )
        }
        if let appearance = item.advertisement.appearance ?? item.scanResponse?.appearance {
            let number = HexText.handle(appearance)
            fields.append(("appearance", AssignedNumbers.appearance(appearance) ?? number))
        }
        let kind = ScanSummary.kind(item)
        if kind != "-" { fields.append(("kind", kind)) }
        fields.append(("data", HexText.text(item.advertisement.bytes)))
        if let response = item.scanResponse {
            fields.append(("scan response", HexText.text(response.bytes)))
        }
        return fields
    }
}
