import BluetoothLE
import Testing

@testable import BlueZDaemon

/// Devices of bluetoothd, from listed properties, and the advertisements rebuilt from them.
@Suite struct DeviceRecordTests {
    /// Merges properties, as listed by GetManagedObjects.
    private static func merge(
        _ record: inout DeviceRecord,
        _ properties: KeyValuePairs<String, DBusValue>
    ) -> DeviceRecord.Change {
        record.merge(properties.map { (.string($0.key), .variant($0.value)) })
    }

    private static func record(_ properties: KeyValuePairs<String, DBusValue>) -> DeviceRecord {
        var record = DeviceRecord()
        _ = merge(&record, properties)
        return record
    }

    private static func data(_ properties: KeyValuePairs<String, DBusValue>) -> [UInt8] {
        var record = record(properties)
        return record.report(at: .zero).data
    }

    @Test("each property has its effect")
    func effects() {
        var record = DeviceRecord()
        for (name, value, change) in [
            ("RSSI", .int16(-61), .report),
            ("ManufacturerData", .dictionary([], of: "qv"), .report),
            ("ServiceData", .dictionary([], of: "sv"), .report), ("UUIDs", .strings([]), .report),
            ("AdvertisingData", .dictionary([], of: "yv"), .report),
            ("AdvertisingFlags", .bytes([6]), .report),
            ("Name", .string("lab"), .report), ("TxPower", .int16(4), .report),
            ("Appearance", .uint16(1), .report),
            ("Connected", .bool(true), .connection), ("Paired", .bool(true), .bond),
            ("Bonded", .bool(true), .bond),
            ("ServicesResolved", .bool(true), .services),
            ("Address", .string("00:11:22:33:44:55"), []),
            ("AddressType", .string("random"), []), ("Alias", .string("x"), []),
        ] as [(String, DBusValue, DeviceRecord.Change)] {
            #expect(Self.merge(&record, [name: value]) == change, "\(name)")
        }
        #expect(record.rssi == -61 && record.name == "lab" && record.isConnected && record.isPaired)
        #expect(record.isBonded && record.areServicesResolved)
        #expect(record.address == BluetoothAddress("00:11:22:33:44:55", kind: .random))
        #expect(
            Self.merge(&record, ["RSSI": .int16(1), "Paired": .bool(false)]) == [.report, .bond]
        )
        #expect(!record.isPaired)
        // other types than documented
        for name in ["Connected", "Paired", "Bonded", "ServicesResolved"] {
            _ = Self.merge(&record, [name: .string("yes")])
        }
        #expect(!record.isConnected && !record.isBonded && !record.areServicesResolved)
        _ = Self.merge(&record, ["Address": .string("nonsense"), "AddressType": .string("public")])
        #expect(record.address == BluetoothAddress("00:11:22:33:44:55"))
        // the kind may be known before the address
        let early = Self.record([
            "AddressType": .string("random"), "Address": .string("C0:11:22:33:44:55"),
        ])
        #expect(early.address == BluetoothAddress("C0:11:22:33:44:55", kind: .random))
    }

    @Test("resolved services imply a connection")
    func resolved() {
        var record = Self.record(["ServicesResolved": .bool(true)])
        #expect(record.isConnected)
        _ = Self.merge(&record, ["ServicesResolved": .bool(false)])
        #expect(record.isConnected)
    }

    @Test("an RSSI outside -127 to 20 dBm is unknown")
    func rssi() {
        for (number, rssi) in [(-128, nil), (-127, -127), (20, 20), (21, nil), (127, nil)]
            as [(Int16, Int?)]
        {
            #expect(Self.record(["RSSI": .int16(number)]).rssi == rssi)
        }
        #expect(Self.record(["RSSI": .string("-61")]).rssi == nil)
    }

    @Test("an advertisement has its fields in a fixed order")
    func order() {
        let data = Self.data([
            "ManufacturerData": .dictionary(
                [
                    (.uint16(0x0201), .variant(.bytes([9]))),
                    (.uint16(0x004C), .variant(.bytes([1, 2]))),
                ],
                of: "qv"
            ),
            "ServiceData": .dictionary(
                [(.string("0000180f-0000-1000-8000-00805f9b34fb"), .variant(.bytes([50])))],
                of: "sv"
            ),
            "Appearance": .uint16(0x0341), "TxPower": .int16(-4), "Name": .string("ab"),
            "UUIDs": .strings(["0000180f-0000-1000-8000-00805f9b34fb", "nonsense"]),
            "AdvertisingData": .dictionary([(.byte(0x24), .variant(.bytes([7])))], of: "yv"),
            "AdvertisingFlags": .bytes([6]),
        ])
        let parts: [[UInt8]] = [
            [2, 0x01, 6], [2, 0x24, 7], [3, 0x03, 0x0F, 0x18], [3, 0x09, 0x61, 0x62],
            [2, 0x0A, 0xFC],
            [3, 0x19, 0x41, 0x03], [4, 0x16, 0x0F, 0x18, 50], [5, 0xFF, 0x4C, 0, 1, 2],
            [4, 0xFF, 1, 2, 9],
        ]
        #expect(data == parts.flatMap { $0 })
    }

    @Test("flags are those of the other data, if there")
    func flags() {
        #expect(
            Self.data([
                "AdvertisingFlags": .bytes([6]),
                "AdvertisingData": .dictionary([(.byte(1), .variant(.bytes([4])))], of: "yv"),
            ]) == [2, 1, 4]
        )
        #expect(Self.data(["AdvertisingFlags": .bytes([])]) == [])
    }

    @Test("values that cannot be encoded are left out")
    func unencodable() {
        func data(_ size: Int) -> Int {
            Self.data([
                "ManufacturerData": .dictionary(
                    [(.uint16(1), .variant(.bytes([UInt8](repeating: 0, count: size))))],
                    of: "qv"
                )
            ]).count
        }
        #expect(data(252) == 256 && data(253) == 0)
        #expect(Self.data(["Appearance": .int32(70_000), "TxPower": .int16(1000)]) == [])
        let wrong: DBusValue = .dictionary(
            [(.uint32(70_000), .variant(.bytes([1]))), (.uint32(1), .variant(.string("x")))],
            of: "uv"
        )
        #expect(
            Self.data(["ManufacturerData": wrong, "ServiceData": wrong, "AdvertisingData": wrong])
                == []
        )
        #expect(
            Self.data(["ManufacturerData": .string("x"), "UUIDs": .bool(true), "Name": .bool(true)])
                == []
        )
    }

    @Test("an advertisement has at most 1650 bytes")
    func longest() {
        // six values of 250 + 4 bytes and one of 122 + 4: 1650
        for (last, size) in [(122, 1650), (123, 1524)] {
            let values = (0..<6).map { company in
                (
                    key: DBusValue.uint16(UInt16(company)),
                    value: DBusValue.variant(.bytes([UInt8](repeating: 0, count: 250)))
                )
            }
            let rest = (
                key: DBusValue.uint16(9),
                value: DBusValue.variant(.bytes([UInt8](repeating: 0, count: last)))
            )
            #expect(
                Self.data(["ManufacturerData": .dictionary(values + [rest], of: "qv")]).count
                    == size
            )
        }
    }

    @Test("a report follows each change")
    func changes() {
        var record = Self.record(["Name": .string("a"), "RSSI": .int16(-50)])
        let first = record.report(at: .seconds(3))
        #expect(
            first.data == [2, 9, 0x61] && first.rssi == -50 && first.time == .seconds(3)
                && first.isRebuilt
        )
        _ = Self.merge(&record, ["Name": .string("b"), "RSSI": .int16(-51)])
        let second = record.report(at: .seconds(4))
        #expect(second.data == [2, 9, 0x62] && second.rssi == -51)
        _ = Self.merge(
            &record,
            [
                "ManufacturerData": .dictionary([(.uint16(1), .variant(.bytes([5])))], of: "qv")
            ]
        )
        #expect(record.report(at: .zero).data == [2, 9, 0x62, 4, 0xFF, 1, 0, 5])
        _ = Self.merge(&record, ["TxPower": .int16(1)])
        #expect(record.report(at: .zero).data == [2, 9, 0x62, 2, 10, 1, 4, 0xFF, 1, 0, 5])
    }
}

/// Errors of bluetoothd, and the values of the bus.
@Suite struct DaemonValueTests {
    @Test func refusalsAreErrors() {
        let action = "to test"
        for (name, text, error) in [
            ("NotReady", "x", .poweredOff), ("Blocked", "x", .blocked), ("InProgress", "x", .busy),
            ("NotSupported", "x", .notSupported("this, according to bluetoothd: x")),
            ("NotPermitted", "x", .notPermitted("bluetoothd refuses to test: x")),
            ("NotAuthorized", "x", .notPermitted("bluetoothd refuses to test: x")),
            ("InvalidArguments", "x", .invalidParameters("bluetoothd refuses to test: x")),
            ("InvalidLength", "x", .invalidParameters("bluetoothd refuses to test: x")),
            ("AuthenticationFailed", "x", .pairingFailed("x")),
            ("AuthenticationCanceled", "", .pairingFailed("AuthenticationCanceled")),
            ("AuthenticationRejected", "x", .pairingFailed("x")),
            ("AuthenticationTimeout", "x", .pairingFailed("x")),
            ("ConnectionAttemptFailed", "x", .disconnected(.notEstablished)),
            ("NotConnected", "x", .disconnected(.notEstablished)),
            ("DoesNotExist", "x", .failed("bluetoothd does not know the device or function: x")),
            ("Failed", "x", .failed("bluetoothd failed to test: x")),
            ("Failed", "", .failed("bluetoothd failed to test: Failed")),
        ] as [(String, String, RadioError)] {
            let refusal = DBusError.refused(name: "org.bluez.Error.\(name)", text: text)
            #expect(refusal.name == name && RadioError(refusal, action) == error)
        }
        for (name, part) in [
            ("AccessDenied", "the system bus refuses to test"), ("UnknownObject", "does not know"),
            ("UnknownMethod", "does not know"), ("NoReply", "has left"),
            ("ServiceUnknown", "has left"),
            ("Other", "failed to test"),
        ] {
            let refusal = DBusError.refused(name: "org.freedesktop.DBus.Error.\(name)", text: "")
            #expect("\(RadioError(refusal, action))".contains(part), "\(name)")
        }
        #expect(DBusError.timedOut.name == "" && RadioError(.timedOut, action) == .timedOut)
        #expect(RadioError(.cancelled, action) == .cancelled)
        #expect(
            RadioError(.disconnected("x"), action) == .failed("bluetoothd cannot be reached: x")
        )
        #expect(
            "\(RadioError(.malformed, action))".contains("malformed reply to the request to test")
        )
        #expect("\(RadioError(.noLibrary, action))".contains("libsystemd0"))
    }

    @Test func valuesHaveSignaturesAndNumbers() {
        for (value, signature, number) in [
            (.byte(255), "y", 255), (.bool(true), "b", nil), (.int16(-1), "n", -1),
            (.uint16(65_535), "q", 65_535),
            (.int32(-7), "i", -7), (.uint32(.max), "u", 4_294_967_295),
            (.int64(.min), "x", Int.min),
            (.uint64(9), "t", 9), (.uint64(.max), "t", nil), (.double(1), "d", nil),
            (.string("1"), "s", nil),
            (.path("/"), "o", nil), (.signature("s"), "g", nil), (.bytes([1]), "ay", nil),
            (.strings(["a"]), "as", nil), (.properties(["k": .byte(1)]), "a{sv}", nil),
            (.structure([.byte(1), .strings([])]), "(yas)", nil),
            (.variant(.variant(.byte(3))), "v", 3),
        ] as [(DBusValue, String, Int?)] {
            #expect(value.signature == signature && value.number == number, "\(value)")
        }
        let variant = { (value: DBusValue) in DBusValue.variant(value) }
        for text in [DBusValue.string("/"), .path("/"), .signature("/")] {
            #expect(variant(text).text == "/")
        }
        #expect(
            DBusValue.byte(1).text == nil && DBusValue.byte(1).isOn == nil
                && DBusValue.byte(1).bytes == nil
        )
        #expect(
            DBusValue.byte(1).elements == nil && DBusValue.byte(1).entries == nil
                && DBusValue.byte(1).file == nil
        )
        #expect(variant(.bool(true)).isOn == true && variant(.bool(false)).isOn == false)
        #expect(
            variant(.bytes([1, 2])).bytes == [1, 2]
                && variant(.strings(["a", "b"])).elements?.count == 2
        )
        let entries = variant(.properties([("k", .byte(1))])).entries
        #expect(entries?.count == 1 && entries?[0].key.text == "k" && entries?[0].value.number == 1)
    }

    @Test func aFileIsTakenOnce() {
        let file = DBusFile(-1)
        #expect(file.number == -1 && file.take() == -1)
        let value = DBusValue.variant(.file(file))
        #expect(value.file === file && value.content.signature == "h")
    }

    @Test func capabilitiesHaveNames() {
        #expect(
            PairingAgent.Capability.allCases.map(\.daemonName)
                == [
                    "DisplayOnly", "DisplayYesNo", "KeyboardOnly", "NoInputNoOutput",
                    "KeyboardDisplay",
                ]
        )
    }

    /// Each monitor has at most seven patterns; all of them match the assigned values.
    @Test func monitorsMatchNearlyEveryAdvertisement() throws {
        let all = AdvertisementMonitors.all
        #expect(all.allSatisfy { (1...7).contains($0.count) } && all.count == 13)
        let patterns = all.flatMap { $0 }
        #expect(Set(patterns).count == patterns.count && patterns.count == 32 + 32 + 15)
        func has(_ type: UInt8, _ position: UInt8, _ value: UInt8) -> Bool {
            patterns.contains(.init(type: type, position: position, value: value))
        }
        for flags in UInt8(0)...0x1F { #expect(has(0x01, 0, flags)) }
        for company in UInt8(0)...0x1E { #expect(has(0xFF, 1, company)) }
        #expect(has(0xFF, 1, 0xFF) && !has(0xFF, 1, 0x1F) && !has(0x01, 0, 0x20))
        for type in [0x16, 0x02, 0x03] as [UInt8] {
            for service in [0x18, 0xFC, 0xFD, 0xFE, 0xFF] as [UInt8] {
                #expect(has(type, 1, service))
            }
        }
        let tree = try #require(AdvertisementMonitors.tree(below: "/r").entries)
        #expect(tree.map(\.key.text) == (0..<13).map { "/r/monitor\($0)" })
        let properties = try #require(tree[0].value.entries?.first?.value.entries)
        #expect(properties.first { $0.key.text == "Type" }?.value.text == "or_patterns")
        let first = try #require(
            properties.first { $0.key.text == "Patterns" }?.value.elements?.first
        )
        guard case .structure(let fields) = first else {
            Issue.record("no structure")
            return
        }
        #expect(
            fields.map(\.signature) == ["y", "y", "ay"] && fields[0].number == 0
                && fields[1].number == 1
        )
    }
}
