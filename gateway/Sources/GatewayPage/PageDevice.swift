internal import AccessoryBase
internal import Beacons
internal import BluetoothLE
internal import GatewayCore

/// A device on the page.
struct PageDevice {
    /// Number of values in the trend, equal to the width of the small chart in points.
    private static let trendCount = 40
    /// Milliseconds between two values of the trend.
    private static let trendStep: Int64 = 5000

    let address: BluetoothAddress
    private(set) var name: String?
    private(set) var model: String?
    private(set) var format: String?
    private(set) var adapter = ""
    private(set) var rssi: Int?
    /// Milliseconds since 1970.
    private(set) var lastSeen: Int64 = 0
    private(set) var measurements: [SensorMeasurement] = []
    /// The first measured number, or the RSSI.
    private var trend: [Double] = []
    private var trendTime: Int64 = 0
    private var dataCount = -1
    private(set) var strength: Bucket?

    init(_ address: BluetoothAddress) { self.address = address }

    mutating func note(_ report: AdvertisementReport, adapter: String, at now: Int64) {
        (self.adapter, lastSeen) = (adapter, now)
        if let rssi = report.rssi {
            self.rssi = rssi
            if strength?.add(Double(rssi)) == nil { strength = Bucket(Double(rssi)) }
            if measurements.isEmpty { extend(Double(rssi), now) }
        }
        // searches for a name only in data of a different length
        guard dataCount != report.data.count else { return }
        dataCount = report.data.count
        if let name = report.advertisement.name { self.name = String(name.prefix(64)) }
    }

    mutating func note(_ reading: Reading) {
        if measurements.isEmpty { trend = [] }
        if let name = reading.name { self.name = String(name.prefix(64)) }
        model = reading.model?.title ?? model
        format = reading.format.rawValue
        for measurement in reading.measurements {
            let same = measurements.firstIndex {
                $0.quantity == measurement.quantity && $0.instance == measurement.instance
            }
            if let same {
                measurements[same] = measurement
            } else if measurements.count < 32 {
                measurements.append(measurement)
            }
        }
        if let first = measurements.lazy.compactMap(\.number).first { extend(first, reading.time) }
    }

    private mutating func extend(_ value: Double, _ now: Int64) {
        guard now - trendTime >= Self.trendStep else { return }
        trendTime = now
        if trend.count >= Self.trendCount { trend.removeFirst() }
        trend.append(value)
    }

    mutating func takeStrength() -> Bucket? {
        defer { strength = nil }
        return strength
    }

    func write(_ json: inout JSONWriter) {
        json.object { json in
            json.member("a", address.plainText)
            if let name { json.member("n", name) }
            if let model { json.member("m", model) }
            if let format { json.member("f", format) }
            json.member("p", adapter)
            if let rssi { json.member("r", rssi) }
            json.member("t", Int(lastSeen))
            json.name("v")
            json.array { json in
                for measurement in measurements { measurement.write(&json) }
            }
            json.name("s")
            json.array { json in
                for value in trend { json.value(value) }
            }
        }
    }
}

extension SensorMeasurement {
    /// `["temperature", 21.4, "°C"]`
    fileprivate func write(_ json: inout JSONWriter) {
        json.array { json in
            json.value(memberName)
            json.value(value)
            json.value(unit)
        }
    }
}
