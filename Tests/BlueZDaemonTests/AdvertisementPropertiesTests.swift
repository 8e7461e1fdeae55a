import BluetoothLE
import Testing

@testable import BlueZDaemon

@Suite struct AdvertisementPropertiesTests {
    private static func values(
        _ data: [UInt8],
        response: [UInt8] = [],
        isConnectable: Bool = true
    ) throws -> [String: DBusValue] {
        try AdvertisementProperties(
            AdvertisingParameters(data: data) {
                $0.scanResponse = response
                $0.isConnectable = isConnectable
            }
        ).values
    }

    @Test("an iBeacon is a broadcast without Discoverable, which bluetoothd refuses there")
    func broadcast() throws {
        let data: [UInt8] = [2, 0x01, 0x06, 5, 0xFF, 0x4C, 0x00, 0x02, 0x15]
        let values = try Self.values(data, isConnectable: false)
        #expect(values["Type"]?.text == "broadcast")
        #expect(values["Discoverable"] == nil)
        let entry = try #require(values["ManufacturerData"]?.entries?.first)
        #expect(entry.key.number == 0x4C && entry.value.bytes == [0x02, 0x15])
        #expect(Set(values.keys) == ["Type", "ManufacturerData"])
    }

    @Test(
        "the two discoverable modes are one property",
        arguments: [(0, false), (1, true), (2, true), (4, false)]
    )
    func discoverable(flags: UInt8, isOn: Bool) throws {
        let values = try Self.values([2, 0x01, flags])
        #expect(values["Type"]?.text == "peripheral" && values["Discoverable"]?.isOn == isOn)
        #expect(try Self.values([1, 0x01])["Discoverable"]?.isOn == false)
    }

    private static let heartRate = "0000180d-0000-1000-8000-00805f9b34fb"
    private static let wide = "12345678-0000-1000-8000-00805f9b34fb"
    private static let long: [UInt8] = Array(0...15)
    private static let longText = "0f0e0d0c-0b0a-0908-0706-050403020100"

    @Test("lists of services are joined, complete or not, of each width")
    func services() throws {
        for (type, value, text) in [
            (0x02, [0x0D, 0x18], Self.heartRate), (0x03, [0x0D, 0x18], Self.heartRate),
            (0x04, [0x78, 0x56, 0x34, 0x12], Self.wide),
            (0x05, [0x78, 0x56, 0x34, 0x12], Self.wide),
            (0x06, Self.long, Self.longText), (0x07, Self.long, Self.longText),
        ] as [(UInt8, [UInt8], String)] {
            let values = try Self.values(
                [UInt8(value.count + 1), type] + value,
                response: [3, 0x02, 0x0F, 0x18]
            )
            let services = values["ServiceUUIDs"]?.elements?.compactMap(\.text)
            #expect(services == [text, "0000180f-0000-1000-8000-00805f9b34fb"], "\(type)")
        }
        for (type, value, text) in [
            (0x14, [0x0D, 0x18], Self.heartRate), (0x1F, [0x78, 0x56, 0x34, 0x12], Self.wide),
            (0x15, Self.long, Self.longText),
        ] as [(UInt8, [UInt8], String)] {
            let values = try Self.values([UInt8(value.count + 1), type] + value)
            #expect(values["SolicitUUIDs"]?.elements?.compactMap(\.text) == [text], "\(type)")
            #expect(values["ServiceUUIDs"] == nil)
        }
        let two = try Self.values([5, 0x03, 0x0D, 0x18, 0x0F, 0x18])
        #expect(two["ServiceUUIDs"]?.elements?.count == 2)
    }

    @Test("data is kept by company, service and type")
    func data() throws {
        for (type, value, text) in [
            (0x16, [0x0D, 0x18, 7, 8], Self.heartRate),
            (0x20, [0x78, 0x56, 0x34, 0x12, 7, 8], Self.wide),
            (0x21, Self.long + [7, 8], Self.longText),
        ] as [(UInt8, [UInt8], String)] {
            let entries = try Self.values([UInt8(value.count + 1), type] + value)["ServiceData"]?
                .entries
            #expect(
                entries?.count == 1 && entries?[0].key.text == text
                    && entries?[0].value.bytes == [7, 8]
            )
        }
        let companies = try Self.values([4, 0xFF, 1, 2, 3], response: [3, 0xFF, 0x4C, 0])[
            "ManufacturerData"
        ]?.entries
        #expect(
            companies?.map(\.key.number) == [0x4C, 0x0201]
                && companies?.map(\.value.bytes) == [[], [3]]
        )
        let others = try Self.values([2, 0x24, 1, 1, 0x1B, 2, 0x19, 5, 2, 0xFF, 6])["Data"]?.entries
        // an appearance or a company that is too short
        #expect(others?.map(\.key.number) == [0x19, 0x1B, 0x24, 0xFF])
        #expect(others?.map(\.value.bytes) == [[5], [], [1], [6]])
        let rest = try Self.values([3, 0x09, 0x61, 0x62, 2, 0x0A, 4, 3, 0x19, 0x41, 0x03])
        #expect(rest["LocalName"]?.text == "ab" && rest["Appearance"]?.number == 0x0341)
        #expect(rest["Includes"]?.elements?.map(\.text) == ["tx-power"])
        #expect(try Self.values([2, 0x08, 0x61])["LocalName"]?.text == "a")
        // a length of 0 ends the data (Core 5.4, Vol 3, Part C, section 11)
        #expect(try Self.values([0, 9, 9, 9]).keys.count == 1)
    }

    @Test("malformed and unsupported data is refused")
    func refusals() {
        for data in [
            [2], [3, 0x01, 6], [1], [2, 0x03, 1], [1, 0x03], [4, 0x03, 1, 2, 3], [2, 0x16, 1],
            [2, 0x21, 1],
        ] as [[UInt8]] {
            #expect(throws: RadioError.self, "\(data)") { try Self.values(data) }
        }
        let twice = RadioError.notSupported(
            "two advertising structures of one kind through bluetoothd"
        )
        for data in [
            [3, 0xFF, 1, 0, 3, 0xFF, 1, 0], [3, 0x16, 1, 0x18, 3, 0x16, 1, 0x18],
            [1, 0x24, 1, 0x24],
        ] as [[UInt8]] {
            #expect(throws: twice) { try Self.values(data) }
        }
        let long = [UInt8](repeating: 0, count: 32)
        #expect(throws: RadioError.self) { try Self.values(long) }
        #expect(throws: RadioError.self) { try Self.values([], response: long) }
        #expect(throws: Never.self) {
            try Self.values(Array(long.dropLast()), response: Array(long.dropLast()))
        }
        for change: (inout AdvertisingParameters) -> Void in [
            { $0.isExtended = true }, { $0.txPower = 0 },
        ] {
            #expect(throws: RadioError.self) {
                try AdvertisementProperties(AdvertisingParameters(data: [], change))
            }
        }
    }

    @Test("GetAll has all properties in order")
    func dictionary() throws {
        let properties = try AdvertisementProperties(
            AdvertisingParameters(data: [2, 1, 6, 2, 9, 0x61])
        )
        #expect(
            properties.dictionary.entries?.compactMap(\.key.text) == [
                "Discoverable", "LocalName", "Type",
            ]
        )
    }
}
