import Beacons
import BluetoothLE
import Testing

/// Frames of industrial beacons by their public descriptions. The values of the eight temperatures are those that the package
/// combustion_ble 0.3.3 reads.
@Suite struct IndustrialBeaconTests {
    struct Frame: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let digits: String
        let model: String
        let values: String
    }

    static let frames: [Frame] = [
        Frame(
            testDescription: "light",
            digits: "0D16E1FFA10264010F0E0D0C0B0A",
            model: "minew-light",
            values: "battery 100.0, light on"
        ),
        Frame(
            testDescription: "dark",
            digits: "0D16E1FFA10264000F0E0D0C0B0A",
            model: "minew-light",
            values: "battery 100.0, light off"
        ),
        Frame(
            testDescription: "vibration",
            digits: "1116E1FFA1183200000001010F0E0D0C0B0A",
            model: "minew-vibration",
            values: "battery 50.0, vibration on"
        ),
        Frame(
            testDescription: "S3",
            digits: "13FF3906A30355FA8030400F0E0D0C0B0A000000",
            model: "minew-s3",
            values: "battery 85.0, temperature -5.5, humidity 48.25"
        ),
        Frame(
            testDescription: "S4",
            digits: "12FF3906A4015A020000000F0E0D0C0B0A0000",
            model: "minew-s4",
            values: "battery 90.0, door on, tamper off"
        ),
        Frame(
            testDescription: "S4b",
            digits: "12FF3906A4015A000100000F0E0D0C0B0A0000",
            model: "minew-s4",
            values: "battery 90.0, door off, tamper on"
        ),
        Frame(
            testDescription: "MST01",
            digits: "1BFF3906CA05000000158028004D5354303100000000000000000000",
            model: "minew-connect-ht",
            values: "temperature 21.5, humidity 40.0"
        ),
        Frame(
            testDescription: "MST03",
            digits: "1BFF3906CA05000200D7C000004D5354303300000000000000000000",
            model: "minew-connect-ht",
            values: "temperature -40.25"
        ),
        Frame(
            testDescription: "MTB02",
            digits: "1BFF3906CA1B000007000F0E0D0C0B0A0BC413C000FC000000000000",
            model: "minew-connect-tag",
            values: "voltage 3.012, temperature 19.75, tx-power -4.0"
        ),
        Frame(
            testDescription: "MOKO",
            digits: "15FF620A021001000F0E0D0C0B0A0000000000000BAB",
            model: "moko-proximity",
            values: "motion on, opening off, voltage 2.987"
        ),
        Frame(
            testDescription: "MOKO2",
            digits: "15FF620A021008000F0E0D0C0B0A0000000000000BAB",
            model: "moko-proximity",
            values: "motion off, opening on, voltage 2.987"
        ),
        Frame(
            testDescription: "Efento",
            digits: "1BFFAB0D02060500000000098005000102034362002B279400000000",
            model: "efento",
            values: "temperature 22.5, humidity 43.0, pressure 1013.2"
        ),
        Frame(
            testDescription: "Efento one",
            digits: "1BFFAB0D0206050000000009800500020000002B4362000000000000",
            model: "efento",
            values: "humidity 43.0"
        ),
        Frame(
            testDescription: "Efento response",
            digits: "0CFFAB0D040130D4020064AAAA",
            model: "efento-response",
            values: "temperature -25.0, humidity 100.0"
        ),
        Frame(
            testDescription: "Estimote A",
            digits: "17169AFE221122334455667788007F810000000100CD8B01",
            model: "estimote-telemetry-a",
            values:
                "acceleration-x 2.0, acceleration-y -2.0, acceleration-z 0.0, moving on, pressure 1013.25"
        ),
        Frame(
            testDescription: "Estimote A still, version 1",
            digits: "17169AFE12112233445566778800000040000000FFFFFFFF",
            model: "estimote-telemetry-a",
            values: "acceleration-x 0.0, acceleration-y 0.0, acceleration-z 1.007874, moving off"
        ),
        Frame(
            testDescription: "Estimote B",
            digits: "17169AFE22112233445566778801000000000000F21B2E57",
            model: "estimote-telemetry-b",
            values: "temperature -3.5, voltage 2.95, battery 87.0"
        ),
        Frame(
            testDescription: "Estimote B, not measured",
            digits: "17169AFE12112233445566778801000000000000F2FFFFFF",
            model: "estimote-telemetry-b",
            values: "temperature -3.5"
        ),
        Frame(
            testDescription: "Combustion",
            digits: "19FFC7090104030201002000FC7F009892088734491804010000",
            model: "combustion-probe",
            values:
                "temperature -20.0, temperature -19.95, temperature 389.55, temperature 184.8, temperature 97.25, temperature 25.0, temperature 41.7, temperature 18.85, battery-low on"
        ),
        Frame(
            testDescription: "Combustion, instant read",
            digits: "19FFC70901040302018403000000000000000000000005000000",
            model: "combustion-probe",
            values: "temperature 25.0, battery-low off"
        ),
    ]

    private func text(_ reading: SensorReading) -> String {
        reading.measurements.map { measurement in
            let value =
                switch measurement.value {
                case .number(let number): "\((number * 1e6).rounded() / 1e6)"
                case .binary(let isOn): isOn ? "on" : "off"
                default: "\(measurement.value)"
                }
            return "\(measurement.quantity) \(value)"
        }.joined(separator: ", ")
    }

    private func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.utf8.count, by: 2).map { at in
            let start = digits.index(digits.startIndex, offsetBy: at)
            return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)!
        }
    }

    @Test(arguments: frames) func framesAreRead(_ frame: Frame) throws {
        let reading = try #require(SensorReading(Advertisement(bytes(frame.digits))))
        #expect(reading.model?.id == frame.model)
        #expect(text(reading) == frame.values)
    }

    /// A frame that is cut, or of another company or service, has none of these formats.
    @Test(arguments: frames) func othersAreNot(_ frame: Frame) throws {
        let whole = bytes(frame.digits)
        for count in 2..<whole.count {
            let cut = [UInt8(count - 1)] + whole[1..<count]
            let model = SensorReading(Advertisement(cut))?.model?.id
            // the response has one to three measurements, and reserved bytes follow those of a probe
            let mayBeShort = ["efento-response", "combustion-probe"].contains(frame.model)
            #expect(model != frame.model || mayBeShort, "\(count) bytes")
        }
        var other = whole
        other[3] ^= 0x40
        #expect(SensorReading(Advertisement(other))?.model?.id != frame.model)
    }

    /// What a description marks as invalid, or as another frame, has no values.
    @Test(arguments: [
        // a probe with an error and a low battery
        "19FFC7090104030201002000FC7F009892088734491807010000",
        // encrypted
        "1BFF3906CA1B8000070F0E0D0C0B0A0BC413C000FC000000000000",
    ])
    func framesWithoutValues(_ digits: String) {
        let reading = SensorReading(Advertisement(bytes(digits)))
        #expect(reading?.measurements.contains { $0.quantity == "temperature" } != true)
    }
}
