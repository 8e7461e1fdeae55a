import BluetoothLE
import BluetoothProfiles
import Testing

/// The UUIDs, properties and initial values of all profiles: Texas Instruments' "CC2541 SensorTag User Guide", the documents of
/// the other vendors, and Bluetooth's Assigned Numbers.
@Suite struct ProfileTableTests {
    private typealias Row = (
        uuid: String, name: String, properties: CharacteristicProperties, initialValue: [UInt8]?
    )

    private static func tag(_ number: String) -> String {
        "F000\(number)-0451-4000-B000-000000000000"
    }
    private static func gnosus(_ number: String) -> String {
        "2F0A\(number)-69AA-F316-3E78-4194989A6C1A"
    }

    private static let data: CharacteristicProperties = [.read, .notify]
    private static let setting: CharacteristicProperties = [.read, .write]

    private static let services: [(uuid: String, name: String, tag: String, rows: [Row])] = [
        (
            "180A", "Device Information", "BLESIG",
            [
                ("2A24", "Model Number", .read, nil), ("2A25", "Serial Number", .read, nil),
                ("2A26", "Firmware Revision", .read, nil),
                ("2A27", "Hardware Revision", .read, nil),
                ("2A28", "Software Revision", .read, nil),
                ("2A29", "Manufacturer Name", .read, nil),
            ]
        ),
        ("180F", "Battery", "BLESIG", [("2A19", "Battery Level", data, [100])]),
        ("1804", "Tx Power", "BLESIG", [("2A07", "Tx Power Level", .read, [0])]),
        (
            gnosus("0000"), "Hello World", "gnos.us",
            [
                (gnosus("0001"), "Hello World Greeting", data, Array("Hello".utf8)),
                // 5000
                (gnosus("0002"), "Update Period", setting, [0x88, 0x13]),
            ]
        ),
        (
            gnosus("0001"), "Location", "gnos.us",
            // 3775 and -12241
            [(gnosus("0017"), "Latitude and Longitude", setting, [0xBF, 0x0E, 0x2F, 0xD0])]
        ),
        (
            gnosus("0003"), "Nordic Device Temperature", "Nordic",
            [(gnosus("0004"), "Device Temperature Data", data, [100, 0])]
        ),
        (
            gnosus("0005"), "Nordic BLE Address", "Nordic",
            [
                (gnosus("0006"), "BLE Address", data, [0, 0, 0, 0, 0, 0]),
                (gnosus("0007"), "BLE Address Type", .read, [1]),
            ]
        ),
        (
            tag("AA00"), "TI Temperature", "TI SensorTag",
            [
                // 0 and 3200
                (tag("AA01"), "Temperature Data", data, [0, 0, 0x80, 0x0C]),
                (tag("AA02"), "Temperature Enabled", setting, [0]),
            ]
        ),
        (
            tag("AA10"), "TI Accelerometer", "TI SensorTag",
            [
                (tag("AA11"), "Accelerometer Data", data, [0, 0, 0]),
                (tag("AA12"), "Accelerometer Enabled", setting, [0]),
                (tag("AA13"), "Accelerometer Update Period", setting, [100]),
            ]
        ),
        (
            tag("AA20"), "TI Hygrometer", "TI SensorTag",
            [
                // 25000 and 26000
                (tag("AA21"), "Hygrometer Data", data, [0xA8, 0x61, 0x90, 0x65]),
                (tag("AA22"), "Hygrometer Enabled", setting, [0]),
            ]
        ),
        (
            tag("AA30"), "TI Magnetometer", "TI SensorTag",
            [
                (tag("AA31"), "Magnetometer Data", data, [0, 0, 0, 0, 0, 0]),
                (tag("AA32"), "Magnetometer Enabled", setting, [0]),
                (tag("AA33"), "Magnetometer Update Period", setting, [100]),
            ]
        ),
        (
            tag("AA40"), "TI Barometer", "TI SensorTag",
            [
                (tag("AA41"), "Barometer Data", data, [0, 0, 0, 0]),
                (tag("AA42"), "Barometer Enabled", setting, [0]),
                (
                    // 45697, 25592, 48894, 36174, 7001, 1990, -2369, 5542
                    tag("AA43"), "Barometer Calibration", .read,
                    [
                        0x81, 0xB2, 0xF8, 0x63, 0xFE, 0xBE, 0x4E, 0x8D, 0x59, 0x1B, 0xC6, 0x07,
                        0xBF, 0xF6, 0xA6, 0x15,
                    ]
                ),
            ]
        ),
        (
            tag("AA50"), "TI Gyroscope", "TI SensorTag",
            [
                (tag("AA51"), "Gyroscope Data", data, [0, 0, 0, 0, 0, 0]),
                (tag("AA52"), "Gyroscope Enabled", setting, [0]),
            ]
        ),
        (
            tag("AA60"), "TI SensorTag Test", "TI SensorTag",
            [
                (tag("AA61"), "Test Data", .read, [0]), (tag("AA62"), "Test Enabled", setting, [0]),
            ]
        ),
        (
            "FFE0", "TI Sensor Tag Key Pressed", "TI SensorTag",
            [("FFE1", "Key Pressed", .notify, [0])]
        ),
    ]

    @Test(arguments: services.indices) func aServiceHasItsCharacteristics(_ index: Int) throws {
        let expected = Self.services[index]
        let uuid = try #require(BluetoothUUID(expected.uuid))
        let all = StandardProfiles.all + Gnosus.all + Nordic.all + TISensorTag.all
        #expect(all.count == Self.services.count)
        let service = try #require(all.first { $0.uuid == uuid })
        #expect(service.name == expected.name && service.tag == expected.tag)
        #expect(ProfileManager.readyMade[uuid].name == expected.name)
        #expect(
            service.characteristics.map(\.uuid) == expected.rows.map { BluetoothUUID($0.uuid) }
        )
        for (profile, row) in zip(service.characteristics, expected.rows) {
            #expect(profile.name == row.name && profile.properties == row.properties, "\(row.name)")
            #expect(profile.initialValue == row.initialValue, "\(row.name)")
            let isStandard = expected.tag == "BLESIG"
            #expect(profile.permissions == (isStandard ? .readable : [.readable, .writeable]))
        }
    }

    /// The values with names, in the order of their numbers.
    @Test(arguments: [
        ("FFE0", "FFE1", ["none", "buttonOne", "buttonTwo"]),
        (tag("AA00"), tag("AA02"), ["no", "yes"]), (tag("AA10"), tag("AA12"), ["no", "yes"]),
        (tag("AA20"), tag("AA22"), ["no", "yes"]), (tag("AA30"), tag("AA32"), ["no", "yes"]),
        (tag("AA60"), tag("AA62"), ["no", "yes"]),
        (tag("AA40"), tag("AA42"), ["no", "yes", "calibrate"]),
        (
            tag("AA50"), tag("AA52"),
            ["no", "xAxis", "yAxis", "xyAxis", "zAxis", "xzAxis", "yzAxis", "xyzAxis"]
        ),
        (
            gnosus("0005"), gnosus("0007"),
            [
                "unknown", "public", "randomStatic", "randomPrivateResolvable",
                "randomPrivateUnresolvable",
            ]
        ),
    ])
    func valuesHaveTheirNames(_ service: String, _ uuid: String, _ names: [String]) throws {
        let service = try #require(BluetoothUUID(service))
        let profile = ProfileManager.readyMade[service][try #require(BluetoothUUID(uuid))]
        #expect(profile.stringValues == names)
        for (number, name) in names.enumerated() {
            let value = [UInt8(number)]
            #expect(profile.stringValue(value) == [profile.name: name])
            #expect(profile.bytes([profile.name: name]) == value)
        }
        #expect(profile.stringValue([UInt8(names.count)]) == nil)
        #expect(profile.bytes([profile.name: "other"]) == nil && profile.bytes([:]) == nil)
    }

    /// Values as text: all raw fields are needed, and must fit their numbers.
    @Test(
        arguments: [
            (
                tag("AA00"), tag("AA01"), [1, 0, 0xFF, 0xFF],
                ["objectRaw": "1", "ambientRaw": "-1"]
            ),
            (
                tag("AA20"), tag("AA21"), [1, 0, 0xFF, 0xFF],
                ["temperatureRaw": "1", "humidityRaw": "65535"]
            ),
            (
                tag("AA40"), tag("AA41"), [0xFE, 0xFF, 2, 1],
                ["temperatureRaw": "-2", "pressureRaw": "258"]
            ),
            (tag("AA10"), tag("AA11"), [1, 0xFF, 3], ["xRaw": "1", "yRaw": "-1", "zRaw": "3"]),
            (
                tag("AA50"), tag("AA51"), [1, 0, 0xFF, 0xFF, 0, 1],
                ["xRaw": "1", "yRaw": "-1", "zRaw": "256"]
            ),
            (
                gnosus("0001"), gnosus("0017"), [1, 0, 0xFF, 0xFF],
                ["latitudeRaw": "1", "longitudeRaw": "-1"]
            ),
            (gnosus("0003"), gnosus("0004"), [0xFE, 0xFF], ["temperatureRaw": "-2"]),
            (
                gnosus("0005"), gnosus("0006"), [1, 2, 3, 4, 5, 0xFF],
                [
                    "addr1": "1", "addr2": "2", "addr3": "3", "addr4": "4", "addr5": "5",
                    "addr6": "255",
                ]
            ),
            ("1804", "2A07", [0xFC], ["Tx Power Level": "-4"]),
            ("180F", "2A19", [0x3C], ["Battery Level": "60"]),
        ] as [(String, String, [UInt8], [String: String])]
    )
    func rawFieldsAreText(
        _ service: String,
        _ uuid: String,
        _ value: [UInt8],
        _ fields: [String: String]
    ) throws {
        let service = try #require(BluetoothUUID(service))
        let profile = ProfileManager.readyMade[service][try #require(BluetoothUUID(uuid))]
        let text = try #require(profile.stringValue(value))
        for (name, field) in fields { #expect(text[name] == field) }
        #expect(profile.bytes(fields) == value && profile.bytes(text) == value)
        for name in fields.keys {
            #expect(profile.bytes(fields.filter { $0.key != name }) == nil)
            #expect(profile.bytes(fields.merging([name: "70000"]) { $1 }) == nil)
            #expect(profile.bytes(fields.merging([name: "x"]) { $1 }) == nil)
        }
        #expect(profile.stringValue(value.dropLast()) == nil)
    }

    @Test func physicalValuesAreFractions() {
        let temperature = Nordic.DeviceTemperatureService.Data(rawValue: -10)
        #expect(temperature.temperature == -2.5)
        #expect(temperature.stringValue["temperature"] == "-2.5")
        let place = Gnosus.LocationService.LatitudeAndLongitude(rawValue: [150, -275])
        #expect(place?.latitude == 1.5 && place?.longitude == -2.75)
        #expect(
            place?.stringValue["latitude"] == "1.5" && place?.stringValue["longitude"] == "-2.75"
        )
        #expect(Gnosus.LocationService.LatitudeAndLongitude(rawValue: [1]) == nil)
        #expect(Nordic.BLEAddressService.Address(rawValue: [1, 2, 3, 4, 5]) == nil)
        // hundredths fit 16 bits
        typealias Place = Gnosus.LocationService.LatitudeAndLongitude
        #expect(Place(latitude: 327.67, longitude: -327.68)?.rawValue == [32767, -32768])
        #expect(
            Place(latitude: 327.68, longitude: 0) == nil
                && Place(latitude: 0, longitude: -327.69) == nil
        )
    }

    /// Values beyond the range of the raw numbers become the nearest ones.
    @Test func physicalValuesAreLimited() {
        let high = TISensorTag.AccelerometerService.Data(x: -9, y: 9, z: 9)
        #expect(high.rawValue == [127, -128, 127])
        let exact = TISensorTag.GyroscopeService.Data(x: 250, y: -250, z: 125)
        #expect(exact.rawValue == [-32768, 32767, 16384])
        // the lowest two bits are status bits
        let wet = TISensorTag.HygrometerService.Data(temperature: 1000, humidity: 1000)
        #expect(wet.rawValue1 == 65535 && wet.rawValue2 == 65532)
        let cold = TISensorTag.HygrometerService.Data(temperature: -100, humidity: -100)
        #expect(cold.rawValue1 == 0 && cold.rawValue2 == 0)
    }
}
