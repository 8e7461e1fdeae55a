internal import Beacons
internal import BluetoothLE

/// The last column of the table: a summary of a device's data.
enum ScanSummary {
    /// Model and readings, else the beacon, else company and kind.
    static func text(_ item: PeripheralItem) -> String {
        var parts: [String] = []
        if let reading = item.reading { parts.append(text(reading)) }
        if let beacon = item.latestBeacon { parts.append(beacon.frame.summary) }
        if parts.isEmpty { parts.append(kind(item)) }
        return parts.joined(separator: "; ").printable
    }

    /// `Govee H5075 23.4 °C, 56.7 %`.
    static func text(_ reading: SensorReading) -> String {
        let title = reading.model?.title ?? reading.format.rawValue
        let values = reading.measurements.filter { $0.quantity != "packet-id" }.map(text)
        return ([title] + [(values + remarks(reading)).joined(separator: ", ")])
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The input that is missing to decode the values, and the objects that were not decoded.
    static func remarks(_ reading: SensorReading) -> [String] {
        let count = reading.unknownObjects
        let unknown = count > 0 ? "\(count) unknown object\(count == 1 ? "" : "s")" : nil
        let partial = reading.isPartial && unknown == nil ? "partial" : nil
        return [reading.missing?.remark, unknown, partial].compactMap(\.self)
    }

    /// The value, preceded by the quantity if the unit does not identify it.
    private static func text(_ measurement: SensorMeasurement) -> String {
        let units = ["°C", "hPa", "lx", "ppm", "V", "dBm"]
        let isClear = measurement.quantity == "humidity" || units.contains(measurement.unit)
        return isClear ? measurement.shown : "\(measurement.label) \(measurement.shown)"
    }

    /// `Apple find-my`, `Nordic`, `matter`, `-`.
    static func kind(_ item: PeripheralItem) -> String {
        let advertisements = [item.advertisement, item.scanResponse].compactMap(\.self)
        let company = advertisements.lazy.compactMap { $0.manufacturerData?.company }.first
        let kind =
            advertisements.lazy.map(\.kindName).first { $0 != "none" }
            ?? advertisements.lazy.flatMap(\.announcements).first?.kind.rawValue
        guard let company else { return kind ?? "-" }
        let name = CompanyName.text(company)
        guard let kind else { return name }
        // a company's kinds start with its name: apple-find-my
        let prefix = name.lowercased() + "-"
        return kind.hasPrefix(prefix) ? "\(name) \(kind.dropFirst(prefix.count))" : kind
    }
}
