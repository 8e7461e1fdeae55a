internal import AccessoryBase
internal import Beacons
internal import BluetoothLE
internal import GatewayCore

/// Payloads of readings, presence and advertisements.
extension Topics {
    func payload(_ reading: Reading) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            switch layout {
            case .accessory: writeState(reading, &$0)
            case .theengs: writeTheengs(reading, &$0)
            }
        }
        return json.bytes
    }

    private func writeState(_ reading: Reading, _ json: inout JSONWriter) {
        for measurement in reading.measurements {
            json.name(text: measurement.memberName)
            json.value(measurement.value)
            if case .event(_, let count) = measurement.value, count > 0 {
                json.name(text: measurement.memberName + "_count")
                json.value(count)
            }
        }
        if reading.isAuthenticated { json.member("authenticated", true) }
        if let rssi = reading.rssi { json.member("rssi", rssi) }
        json.member("gateway", gateway)
        json.member("adapter", reading.adapter)
        json.member("ts", Int(reading.time))
    }

    /// Writes a reading with the names of Theengs and OpenMQTTGateway.
    private func writeTheengs(_ reading: Reading, _ json: inout JSONWriter) {
        json.member("id", reading.address.description)
        json.member("mac_type", reading.address.kind == .public ? 0 : 1)
        if let name = reading.name { json.member("name", name) }
        if let rssi = reading.rssi { json.member("rssi", rssi) }
        if let model = reading.model {
            json.member("brand", model.brand)
            json.member("model", model.model ?? model.name)
        }
        json.member("model_id", (reading.model?.id ?? reading.format.rawValue))
        for measurement in reading.measurements {
            json.name(text: Self.theengsName(measurement.memberName))
            json.value(measurement.value)
            if measurement.memberName == "temperature", let celsius = measurement.number {
                // hundredths of a degree Celsius need three decimals in Fahrenheit
                json.member("tempf", ((celsius * 9 / 5 + 32) * 1000).rounded() / 1000)
            }
        }
        json.member("ts", Int(reading.time))
    }

    static func theengsName(_ name: String) -> String { theengsNames[name] ?? name }

    private static let theengsNames = [
        "temperature": "tempc", "humidity": "hum", "battery": "batt", "voltage": "volt",
        "pressure": "pres", "illuminance": "lux", "moisture": "moi", "conductivity": "fer",
        "mass": "weight", "pm2.5": "pm25",
    ]

    func payload(_ report: AdvertisementReport, adapter: String) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.member("id", report.address.description)
            $0.member("random", report.address.kind != .public)
            if let rssi = report.rssi { $0.member("rssi", rssi) }
            $0.member("scan_response", report.properties.contains(.scanResponse))
            $0.member("adapter", adapter)
            $0.name("data")
            $0.hex(report.data)
        }
        return json.bytes
    }
}
