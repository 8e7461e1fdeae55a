import BeaconTestSupport
import Beacons
import BluetoothLE
import Foundation
import Testing

/// Every public vector of the sensor formats that needs no key.
@Suite(.enabled(if: Vectors.areShared, "../shared/facts/vectors is not there"))
struct SharedSensorTests {
    @Test func ruuvi() throws {
        let names = [
            "temperature_C": ("temperature", 1.0), "pressure_Pa": ("pressure", 0.01),
            "humidity_pct": ("humidity", 1), "acc_x_G": ("acceleration-x", 1),
            "acc_y_G": ("acceleration-y", 1), "acc_z_G": ("acceleration-z", 1),
            "tx_dBm": ("tx-power", 1), "voltage_V": ("voltage", 1), "movement": ("movement", 1),
            "sequence": ("packet-id", 1),
        ]
        for vector in try Vectors.list("ruuvi") {
            let payload = try vector.needHex("payload")
            let expected = try #require(vector.object("expect"))
            let reading = try #require(
                SensorReading(advertisement(0xFF, [0x99, 0x04], payload), isLoose: true)
            )
            #expect(!reading.isPartial)
            for (key, value) in expected {
                if let (quantity, factor) = names[key] {
                    let found = reading.measurements.first { $0.quantity == quantity }?.number
                    guard let number = (value as? NSNumber)?.doubleValue else {
                        #expect(found == nil, "\(vector.name) \(key)")
                        continue
                    }
                    #expect(
                        abs((found ?? .infinity) - number * factor) < 1e-6,
                        "\(vector.name) \(key)"
                    )
                } else if key == "mac" {
                    let mac = reading.macAddress.map { hexText($0).uppercased() }
                    #expect(mac == (value as? String)?.replacingOccurrences(of: ":", with: ""))
                } else {
                    #expect(key == "format", "\(key) is not checked")
                }
            }
        }
    }

    @Test func bthome() throws {
        for vector in try Vectors.list("bthome_v2") {
            let payload = try vector.needHex("service_data_fcd2")
            let reading = try #require(
                SensorReading(advertisement(0x16, [0xD2, 0xFC], payload), isLoose: true)
            )
            // the peer lists no event if nothing happened
            let found = reading.measurements.filter {
                if case .event("none", _) = $0.value { false } else { true }
            }
            let expected = try #require(vector["expect"] as? [[String: Any]])
            #expect(found.count == expected.count, "\(vector.name): \(found)")
            for (one, wanted) in zip(found, expected) {
                // the peer lists binary sensors last, this library in the sent order
                let name = try wanted.needText("name").lowercased().replacing(" ", with: "-")
                let same = found.first { $0.quantity == name && $0.instance == 0 } ?? one
                try compare(same, wanted, vector.name)
            }
        }
    }

    private func compare(_ one: SensorMeasurement, _ wanted: [String: Any], _ name: String) throws {
        switch one.value {
        case .number(let number):
            #expect(abs(number - (try wanted.needNumber("value"))) < 1e-9, "\(name)")
        case .binary(let on): #expect(on == wanted.bool("value"), "\(name)")
        case .text(let text): #expect(text == wanted.text("value"), "\(name)")
        case .event(let event, let count):
            let pair = try #require(wanted["value"] as? [Any])
            #expect(event.replacingOccurrences(of: "-", with: "_") == pair[0] as? String, "\(name)")
            if let steps = (pair[1] as? [String: Any])?.int("steps") { #expect(count == steps) }
        case .raw, .invalid: Issue.record("\(name): raw or invalid")
        }
        // "Button 2" is the second of several
        let words = try wanted.needText("name").split(separator: " ")
        if let number = Int(words.last ?? ""), one.quantity == "button" {
            #expect(one.instance == number - 1)
        }
    }

    /// Every object of the format's table has its length, sign and factor.
    @Test func bthomeObjects() throws {
        let objects = try Vectors.list("bthome_objects", "objects")
        for object in objects {
            let idText = try object.needText("id")
            let id = try #require(UInt8(idText, radix: 16))
            let length = try object.needInt("length")
            let format = try object.needText("format")
            guard format != "string" && format != "raw" else { continue }
            let payload = [0x40, id] + [UInt8](repeating: 0, count: length - 1) + [0x80]
            let reading = try #require(
                SensorReading(advertisement(0x16, [0xD2, 0xFC], payload), isLoose: true)
            )
            #expect(!reading.isPartial && reading.measurements.count == 1, "\(object.name)")
            guard let number = reading.measurements.first?.number else { continue }
            let raw = Double(UInt64(0x80) << (8 * (length - 1)))
            let factor = try object.needNumber("factor")
            let signed = format == "signed_integer" ? -raw : raw
            #expect(abs(number - signed * factor) < 1e-6 * raw, "\(object.name)")
            let short = Array(payload.dropLast())
            #expect(
                SensorReading(advertisement(0x16, [0xD2, 0xFC], short), isLoose: true)?.isPartial
                    == true
            )
        }
        print("\(objects.count) BTHome objects")
    }

    @Test func plainMiBeacon() throws {
        for vector in try Vectors.list("mibeacon") where vector.text("bindkey") == nil {
            let payload = try vector.needHex("service_data_fe95")
            let reading = try #require(
                SensorReading(advertisement(0x16, [0x95, 0xFE], payload), isLoose: true)
            )
            try MiBeaconExpectation.check(reading, vector)
        }
    }
}
