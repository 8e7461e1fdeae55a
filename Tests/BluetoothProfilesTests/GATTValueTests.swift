import AccessoryConcurrency
import BluetoothLE
import Synchronization
import Testing

@testable import BluetoothProfiles

/// Values of characteristics in fields. The table itself is tested in the core.
@Suite struct GATTValueTests {
    private func text(_ uuid: BluetoothUUID, _ bytes: [UInt8]) throws -> String {
        "\(try GATTValue(uuid, bytes: bytes))"
    }

    // MARK: Decoding

    @Test func fieldsHaveNamesUnitsAndStates() throws {
        let rate = try GATTValue(0x2A37, bytes: [0x16, 72, 0x00, 0x02])
        #expect(rate.fields.map(\.name).contains("RR-Interval") && !rate.isPartial)
        let value = try #require(rate["heart rate measurement value"])
        #expect(value.unit == "bpm" && value.value == .number(GATTNumber(72)))
        #expect(value.state == .known && "\(value)" == "72 bpm")
        #expect(rate["Flags"]?.value == .flags(22, names: ["RR-Interval Present"]))
        #expect(rate["Sensor Contact Status"]?.value == .choice(3, name: "Detected"))
        #expect(rate["RR-Interval"].map { "\($0)" } == "0.5 s" && rate["Nothing"] == nil)
        let unknown = try GATTValue(0x2A6E, bytes: [0x00, 0x80])
        #expect(unknown.fields[0].state == .unknown && unknown.fields[0].value == nil)
        #expect("\(unknown)" == "unknown")
    }

    @Test func everyFormHasText() throws {
        #expect(try text(0x2A6E, [0x64, 0x08]) == "21.48 °C")
        #expect(try text(0x2A19, [101]) == "101 % (out of range)")
        #expect(try text(0x2A06, [2]) == "High Alert")
        #expect(try text(0x2A06, [9]) == "9")
        #expect(try text(0x2A00, Array("Door".utf8)) == "\"Door\"")
        #expect(try text(0x2A08, [0xEA, 7, 11, 27, 5, 20, 9]) == "2026-11-27T05:20:09")
        #expect(try text(0x2AED, [0x01, 0, 0]) == "1970-01-02")
        #expect(try text(0x2A0E, [0xEE]) == "UTC-04:30")
        #expect(try text(0x2A03, [1, 2, 3, 4, 5, 0xC0]) == "C0:05:04:03:02:01")
        #expect(try text(0x2A23, [1, 2, 3, 4, 5, 6, 7, 8]) == "0102030405060708")
        #expect(try text(0x2A00, [0xFF]) == "ff")
    }

    @Test func wordsAreNotRepeated() throws {
        // a named choice has the words of its parts, another number has not
        #expect(try text(0x2A01, [0x41, 0x03]) == "Heart Rate Belt")
        #expect(
            try text(0x2A01, [0x7F, 0x03]) == "895, Category Heart Rate Sensor, Subcategory 63"
        )
        #expect(
            try text(0x2A37, [0x06, 72])
                == "Sensor Contact Status Detected, Heart Rate Measurement Value 72 bpm"
        )
        #expect(
            try text(0x2A37, [0x00, 72])
                == "Flags none, Sensor Contact Status Not Supported, Heart Rate Measurement Value 72 bpm"
        )
        // flags without parts have no other words
        #expect(try text(0x2A9E, [0x01, 0, 0, 0]).hasPrefix("Time Stamp Supported, Weight "))
        #expect(try text(0x2C21, [0x01]).hasPrefix("Button 0 Status Pressed, Button 1 Status "))
        // names that begin with the characteristic's
        #expect(
            try text(0x2A8B, [1, 2, 3, 4])
                == "Very Light / Light Limit 1 bpm, Light / Moderate Limit 2 bpm, "
                + "Moderate / Hard Limit 3 bpm, Hard / Maximum Limit 4 bpm"
        )
    }

    @Test func zeroOutsideItsRangeIsANumber() throws {
        let fields = try GATTValue(0x2A04, bytes: [0, 0, 6, 0, 0, 0, 10, 0]).fields
        #expect("\(fields[0])" == "0 ms (out of range)")
        #expect("\(fields[1])" == "7.5 ms")
        // "out of range" instead of a number
        let vector = try GATTValue(0x2C1D, bytes: [0x7E, 0x7F, 0]).fields
        #expect(vector.map { "\($0)" } == ["out of range", "unknown", "0 gn"])
    }

    @Test func arraysHaveInstances() throws {
        let value = try GATTValue(0x2A37, bytes: [0x10, 60, 0, 4, 0, 2])
        #expect(value.all("RR-Interval").map(\.instance) == [0, 1])
        #expect(value.all("RR-Interval").map { "\($0)" } == ["1 s", "0.5 s"])
        // more fields than the reader's first list has room for
        let long = try GATTValue(0x2A37, bytes: [0x10, 60] + [UInt8](repeating: 1, count: 500))
        #expect(long.all("RR-Interval").count == 250)
    }

    @Test func valuesThatEndTooEarly() throws {
        let partial = try GATTValue(0x2A37, bytes: [0x08, 72, 1])
        #expect(partial.isPartial && partial["Heart Rate Measurement Value"] != nil)
        #expect("\(partial)".hasSuffix("72 bpm (incomplete)"))
        #expect(throws: GATTValueError.truncated(0x2A6E)) {
            try GATTValue(0x2A6E, bytes: [1])
        }
        #expect(throws: GATTValueError.truncated(0x2A19)) { try GATTValue(0x2A19, bytes: []) }
        #expect(try GATTValue(0x2A00, bytes: [])["Device Name"]?.value == .text(""))
        #expect(throws: GATTValueError.unknownCharacteristic(0xFFF1)) {
            try GATTValue(0xFFF1, bytes: [1])
        }
    }

    @Test func vendorsCharacteristics() throws {
        let uuid = BluetoothUUID("6E400002-B5A3-F393-E0A9-E50E24DCCA9E")!
        var context = GATTContext()
        context.use(Array("Cellar".utf8), of: 0x2901)
        // s16, 10^-1, °C
        context.use([0x0E, 0xFF, 0x2F, 0x27, 1, 0, 0], of: 0x2904)
        context.use([0], of: 0x2902)
        let value = try GATTValue(uuid, bytes: [0xCE, 0xFF], context: context)
        #expect(value.fields.map(\.name) == ["Cellar"] && "\(value)" == "-5 °C")
        #expect(try GATTValue(uuid, "21.5 °C", context: context).bytes == [0xD7, 0])
        #expect(GATTValue.fieldNames(of: uuid, context: context) == ["Cellar"])
        context.presentation?.removeLast()
        #expect(throws: GATTValueError.unknownCharacteristic(uuid)) {
            try GATTValue(uuid, bytes: [0xCE, 0xFF], context: context)
        }
        // the formats of text, bytes and reals
        for (format, given, bytes) in [
            (0x19, "ab", [0x61, 0x62]), (0x1A, "ab", [0x61, 0, 0x62, 0]), (0x1B, "0102", [1, 2]),
            (0x14, "1.5", [0, 0, 0xC0, 0x3F]),
        ] as [(UInt8, String, [UInt8])] {
            let context = GATTContext(presentation: [format, 0, 0, 0x27, 1, 0, 0])
            let value = try GATTValue(uuid, .text(given), context: context)
            #expect(value.bytes == bytes && value.fields[0].value.map { "\($0)" } == given)
        }
    }

    @Test func rangesAndFeatures() throws {
        let narrow = GATTContext(range: [0, 0, 0x10, 0])
        #expect(
            try GATTValue(0x2A6E, bytes: [0x64, 8], context: narrow).fields[0].state == .outOfRange
        )
        // bit 12: values end with a CRC
        let short: [UInt8] = [6, 0, 0x64, 0, 1, 0]
        let plain = try GATTValue(0x2AA7, bytes: short, context: GATTContext(features: 0))
        let checked = try GATTValue(0x2AA7, bytes: short, context: GATTContext(features: 1 << 12))
        #expect(plain["E2E-CRC"] == nil)
        #expect(plain != checked)
    }

    @Test func everyCharacteristicIsListed() {
        let all = GATTValue.characteristics
        #expect(
            all.count > 500 && all.first == 0x2A00 && all == all.sorted { $0.short! < $1.short! }
        )
        #expect(all.allSatisfy { $0.assignedName != nil })
    }

    // MARK: Encoding

    /// What is decoded is encoded again, for every characteristic.
    @Test func decodedFieldsAreEncoded() throws {
        var count = 0
        for uuid in GATTValue.characteristics {
            for length in [1, 2, 4, 7, 10, 19] {
                let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
                guard let value = try? GATTValue(uuid, bytes: bytes), !value.isPartial else {
                    continue
                }
                let again = Result { try GATTValue(uuid, value.fields) }
                if case .success(let again) = again {
                    #expect(again.fields.map(\.value) == value.fields.map(\.value), "\(uuid)")
                    count += 1
                } else {
                    // numbers that the format forbids
                    #expect(
                        value.fields.contains { [.outOfRange, .invalid].contains($0.state) },
                        "\(uuid) \(bytes): \(again)"
                    )
                }
            }
        }
        #expect(count > 1000)
    }

    /// The text of fields is what the writer accepts.
    @Test(
        arguments: [
            (0x2A37, [0x16, 72, 0x00, 0x02]), (0x2A37, [0x11, 44, 1, 0, 2, 0, 4]),
            (0x2A2B, [0xEA, 7, 11, 27, 5, 20, 0, 5, 128, 3]), (0x2A0F, [0xF6, 4]),
            (0x2A9D, [0x01, 0x28, 0x3C]),
            (0x2A9D, [0x0E, 0xA4, 0x38, 0xEA, 7, 1, 2, 3, 4, 5, 9, 0xF0, 0, 0x08, 7]),
            (0x2A6E, [0x00, 0x80]), (0x2A6E, [0x64, 0xF8]), (0x2A06, [1]),
            (0x2A50, [1, 2, 3, 4, 5, 6, 7]),
            (0x2A00, [0x44, 0x6F]), (0x2A03, [1, 2, 3, 4, 5, 0xC0]), (0x2A14, [2, 8, 255, 255]),
            (0x2A0E, [0x80]), (0x2AED, [0, 0, 0]), (0x2A12, [254]), (0x2A85, [0, 0, 6, 0]),
            (0x2AED, [0x10, 0x50, 0]), (0x2A1C, [0x04, 0xBB, 1, 0, 0xFF, 2]),
        ] as [(UInt16, [UInt8])]
    )
    func textIsParsed(number: UInt16, bytes: [UInt8]) throws {
        let uuid = BluetoothUUID(number)
        let value = try GATTValue(uuid, bytes: bytes)
        let fields = value.fields.map { (key: $0.name, value: GATTField.Value.text("\($0)")) }
        #expect(try GATTValue(uuid, fields: fields).bytes == bytes, "\(value)")
    }

    @Test func namesSelectTheRow() throws {
        let name = "Heart Rate Measurement Value"
        #expect(try GATTValue(0x2A37, [name: 255]).bytes == [0, 255])
        #expect(try GATTValue(0x2A37, [name: 256]).bytes == [1, 0, 1])
        #expect(
            try GATTValue(0x2A37, [name: 60, "RR-Interval": "1 s", "rr-interval": 0.5]).bytes
                == [0x10, 60, 0, 4, 0, 2]
        )
        #expect(try GATTValue(0x2A9D, ["Weight": "72.5 kg"]).bytes == [0, 0xA4, 0x38])
        #expect(try GATTValue(0x2A9D, ["Weight": "154 lb"]).bytes == [1, 0x28, 0x3C])
        #expect(try GATTValue(0x2A6E, 21.484).bytes == [0x64, 0x08])
    }

    @Test func choicesAndFlagsHaveWords() throws {
        for word in ["High Alert", "high alert", "high", "2"] {
            #expect(try GATTValue(0x2A06, .text(word)).bytes == [2], "\(word)")
        }
        #expect(try GATTValue(0x2A06, 2).bytes == [2])
        #expect(throws: (any Error).self) { try GATTValue(0x2A06, "alert") }
        let time: KeyValuePairs<String, GATTField.Value> = [
            "Date Time": "2026-11-27 05:20", "Day of Week": "Friday", "Fractions256": 0,
            "Adjust Reason": "change of dst, Manual Time Update",
        ]
        #expect(try GATTValue(0x2A2B, time).bytes == [0xEA, 7, 11, 27, 5, 20, 0, 5, 0, 9])
        for (text, bits) in [("none", 0), ("0x0A", 10), ("3", 3)] as [(String, UInt8)] {
            var fields = Array(time)
            fields[3].value = .text(text)
            #expect(try GATTValue(0x2A2B, fields: fields).bytes.last == bits)
        }
    }

    @Test func errorsNameTheField() throws {
        func error(_ uuid: BluetoothUUID, _ fields: KeyValuePairs<String, GATTField.Value>)
            -> GATTValueError?
        {
            guard case .failure(let error) = Result(catching: { try GATTValue(uuid, fields) })
            else {
                return nil
            }
            return error as? GATTValueError
        }
        #expect(error(0x2A19, ["Level": 5]) == .unknownField("Level", known: ["Battery Level"]))
        #expect(error(0x2A19, ["Battery Level": 256]) == .outOfRange("Battery Level", value: "256"))
        #expect(error(0x2A9D, [:]) == .missingField("Weight"))
        #expect(
            error(0x2A19, ["Battery Level": "5 V"])
                == .invalidField("Battery Level", value: "5 V", expected: "a number in %")
        )
        #expect(
            error(0x2A0E, ["Time Zone": "UTC+20:00"])
                == .invalidField(
                    "Time Zone",
                    value: "UTC+20:00",
                    expected: "an offset such as UTC+01:00"
                )
        )
        #expect(
            error(0x2A37, ["Flags": 0, "Heart Rate Measurement Value": 1, "Energy Expended": 1])
                == .notApplicable("Energy Expended")
        )
        #expect(
            error(0x2A00, ["Device Name": .text(String(repeating: "x", count: 513))]) == .tooLong
        )
        #expect(error(0xFFF1, [:]) == .unknownCharacteristic(0xFFF1))
    }

    /// Profiles have the table's fields as text.
    @Test func profilesOfStandardCharacteristics() {
        let alert = CharacteristicProfile(standard: 0x2A06, properties: [.read, .write])
        #expect(alert.name == "Alert Level" && alert.stringValues.contains("High Alert"))
        #expect(alert.stringValue([1]) == ["Alert Level": "Mild Alert"])
        #expect(alert.bytes(["Alert Level": "High Alert"]) == [2] && alert.bytes(["x": "1"]) == nil)
        let named = CharacteristicProfile(standard: 0x2A24, name: "Model Number")
        #expect(named.stringValue([0x41]) == ["Model Number": "A"] && named.stringValues.isEmpty)
        #expect(named.bytes(["Model Number": "B"]) == [0x42])
        let level = CharacteristicProfile(standard: 0x2A19)
        #expect(level.bytes(["Battery Level": "252"]) == nil && level.stringValue([]) == nil)
        let rate = CharacteristicProfile(standard: 0x2A37)
        #expect(rate.stringValue([8, 60]) == nil, "a partial value")
        #expect(rate.stringValue([0x10, 60, 0, 4, 0, 2])?["RR-Interval"] == "1")
        #expect(rate.bytes(["Heart Rate Measurement Value": "300"]) == [1, 44, 1])
        let temperature = CharacteristicProfile(standard: 0x2A6E)
        #expect(temperature.stringValue([0, 0x80]) == ["Temperature": "unknown"])
        #expect(temperature.permissions == .readable && temperature.properties == .read)
    }

    @Test func decimalNumbers() {
        for (text, mantissa, exponent) in [
            ("21.48", 2148, -2), ("-0.5", -5, -1), ("3e6", 3, 6), ("+7", 7, 0), ("1.5E-3", 15, -4),
        ] {
            #expect(GATTNumber(text) == GATTNumber(Int64(mantissa), exponent: exponent), "\(text)")
        }
        for text in [
            "", ".", "-", "1.2.3", "1e", "e3", "1e999", "99999999999999999999", "1.-5", "0x1",
        ] {
            #expect(GATTNumber(text) == nil, "\(text)")
        }
        #expect(
            "\(GATTNumber(-5, exponent: -3))" == "-0.005"
                && "\(GATTNumber(2150, exponent: -2))" == "21.5"
        )
        #expect(
            "\(GATTNumber(3, exponent: 4))" == "30000" && "\(GATTNumber(3, exponent: 13))" == "3e13"
        )
        #expect(
            "\(GATTNumber(1, exponent: -19))" == "1e-19" && "\(GATTNumber(0, exponent: -2))" == "0"
        )
        #expect(GATTNumber(2148, exponent: -2).doubleValue == 21.48)
    }
}

// docs/tutorials/explore-a-device.md
func showLevel(of peripheral: Peripheral, _ show: (String) throws -> Void) async throws {
    let level = try await peripheral.characteristic(0x2A19, in: 0x180F)
    try show("now \(try await level.readValue())")
    for try await value in try await level.values() { try show("\(value)") }
}

/// Typed values between a peripheral and a central in virtual time.
@Suite(.timeLimit(.minutes(5))) struct CharacteristicValueTests {
    @Test func valuesAreReadWrittenAndNotified() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: 1)
        let radio = air.addAdapter()
        let manager = PeripheralManager(radio: radio, clock: clock)
        let phone = Central(radio: air.addAdapter(), clock: clock)
        let vendor = BluetoothUUID("6E400002-B5A3-F393-E0A9-E50E24DCCA9E")!
        let level = MutableCharacteristic(try GATTValue(0x2A19, 50))
        let alert = MutableCharacteristic(
            uuid: 0x2A06,
            properties: [.read, .write],
            value: [0],
            storesWrites: true
        )
        let cellar = MutableCharacteristic(
            uuid: vendor,
            properties: .read,
            value: [0xD7, 0],
            descriptors: [
                DescriptorDefinition(0x2901, value: Array("Cellar".utf8)),
                DescriptorDefinition(0x2904, value: [0x0E, 0xFF, 0x2F, 0x27, 1, 0, 0]),
                DescriptorDefinition(0x2906, permissions: [], value: [0, 0, 1, 0]),
            ]
        )
        try await clock.run {
            try await manager.add(
                MutableService(uuid: 0x180F, characteristics: [level, alert, cellar])
            )
            try await manager.startAdvertising(name: "Thermometer")
            let peripheral = try await phone.connect(to: radio.address!)
            let battery = try await peripheral.characteristic(0x2A19, in: 0x180F)
            #expect("\(try await battery.readValue())" == "50 %")
            // an update waits for its first subscriber
            struct Enough: Error {}
            let lines = Mutex<[String]>([])
            await #expect(throws: Enough.self) {
                try await showLevel(of: peripheral) { line in
                    lines.withLock { $0.append(line) }
                    if line == "48 %" { throw Enough() }
                    try level.update(try GATTValue(0x2A19, 48))
                }
            }
            #expect(lines.withLock(\.self) == ["now 50 %", "48 %"])
            let values = try await battery.values()
            try level.update(try GATTValue(0x2A19, 49))
            for try await value in values {
                #expect(value["Battery Level"]?.value == 49)
                break
            }
            try await peripheral.characteristic(0x2A06, in: 0x180F)
                .write(try GATTValue(0x2A06, "mild"))
            #expect(alert.value == [1])
            let other = try await peripheral.characteristic(vendor, in: 0x180F).readValue()
            #expect(other["cellar"].map { "\($0)" } == "21.5 °C")
            await peripheral.disconnect()
        }
    }
}
