import Testing

@testable import BluetoothLE

/// The conversions of every kind of value.
@Suite struct SerdeTests {
    private struct Raw: RawDeserializable, StringDeserializable, CharacteristicConfigurable,
        Equatable
    {
        static let name = "Raw"
        static let uuid: BluetoothUUID = 0xFFF1
        static let initialValue: [UInt8]? = [1, 2]
        static let permissions: AttributePermissions = .readable
        static let properties: CharacteristicProperties = .read
        static let stringValues = ["1", "513"]
        let rawValue: UInt16
        init?(rawValue: UInt16) {
            guard rawValue > 0 else { return nil }
            self.rawValue = rawValue
        }
        var stringValue: [String: String] { ["Raw": "\(rawValue)"] }
        init?(stringValue: [String: String]) {
            guard let value = stringValue["Raw"].flatMap({ UInt16($0) }) else { return nil }
            self.init(rawValue: value)
        }
    }

    private struct Row: RawArrayDeserializable, StringDeserializable, CharacteristicConfigurable,
        Equatable
    {
        static let name = "Row"
        static let uuid: BluetoothUUID = 0xFFF2
        static let stringValues: [String] = []
        static let size = 4
        let rawValue: [Int16]
        init?(rawValue: [Int16]) {
            guard rawValue.count == 2 else { return nil }
            self.rawValue = rawValue
        }
        var stringValue: [String: String] { ["a": "\(rawValue[0])", "b": "\(rawValue[1])"] }
        init?(stringValue: [String: String]) {
            self.init(rawValue: ["a", "b"].compactMap { stringValue[$0].flatMap { Int16($0) } })
        }
    }

    private struct Two: RawPairDeserializable, StringDeserializable, CharacteristicConfigurable,
        Equatable
    {
        static let name = "Two"
        static let uuid: BluetoothUUID = 0xFFF3
        static let stringValues: [String] = []
        let rawValue1: UInt16
        let rawValue2: Int8
        init?(rawValue1: UInt16, rawValue2: Int8) {
            guard rawValue1 > 0 else { return nil }
            (self.rawValue1, self.rawValue2) = (rawValue1, rawValue2)
        }
        var stringValue: [String: String] { ["one": "\(rawValue1)", "two": "\(rawValue2)"] }
        init?(stringValue: [String: String]) {
            guard let one = stringValue["one"].flatMap({ UInt16($0) }),
                let two = stringValue["two"].flatMap({ Int8($0) })
            else { return nil }
            self.init(rawValue1: one, rawValue2: two)
        }
    }

    private struct TwoRows: RawArrayPairDeserializable, StringDeserializable,
        CharacteristicConfigurable, Equatable
    {
        static let name = "Two rows"
        static let uuid: BluetoothUUID = 0xFFF4
        static let stringValues: [String] = []
        static let size1 = 1
        static let size2 = 4
        let rawValue1: [UInt8]
        let rawValue2: [Int16]
        init(rawValue1: [UInt8], rawValue2: [Int16]) {
            (self.rawValue1, self.rawValue2) = (rawValue1, rawValue2)
        }
        var stringValue: [String: String] { ["all": "\(rawValue1) \(rawValue2)"] }
        init?(stringValue: [String: String]) {
            guard stringValue["all"] == "same" else { return nil }
            self.init(rawValue1: [1], rawValue2: [2, 3])
        }
    }

    private struct Plain: Deserializable, StringDeserializable, CharacteristicConfigurable {
        static let name = "Plain"
        static let uuid: BluetoothUUID = 0xFFF5
        static let stringValues: [String] = []
        static let size = 1
        let value: UInt8
        init?(serialized bytes: ArraySlice<UInt8>) {
            guard let value = UInt8(serialized: bytes), value < 10 else { return nil }
            self.value = value
        }
        var serialized: [UInt8] { [value] }
        var stringValue: [String: String] { ["Plain": "\(value)"] }
        init?(stringValue: [String: String]) {
            guard let value = stringValue["Plain"].flatMap({ UInt8($0) }) else { return nil }
            self.value = value
        }
    }

    @Test func numbersOfEverySize() {
        func check<Number: Deserializable & FixedWidthInteger>(_ number: Number, _ bytes: [UInt8]) {
            #expect(Number.size == bytes.count && number.serialized == bytes)
            #expect(Number(serialized: bytes[...]) == number)
            // bytes after the value are ignored, a missing one is an error
            let around = [9] + bytes + [9]
            #expect(Number(serialized: around[1...]) == number)
            #expect(Number(serialized: bytes.dropLast()) == nil)
        }
        check(UInt8(0xFE), [0xFE])
        check(Int8(-2), [0xFE])
        check(UInt16(0x0102), [2, 1])
        check(Int16(-2), [0xFE, 0xFF])
        check(UInt32(0x0102_0304), [4, 3, 2, 1])
        check(Int32(-2), [0xFE, 0xFF, 0xFF, 0xFF])
        check(UInt64(0x0102_0304_0506_0708), [8, 7, 6, 5, 4, 3, 2, 1])
        check(Int64(-2), [0xFE] + [UInt8](repeating: 0xFF, count: 7))
        #expect(Bool.size == 1 && true.serialized == [1] && false.serialized == [0])
        #expect([[0], [1], [7, 0]].map { Bool(serialized: $0[...]) } == [false, true, true])
        #expect(Bool(serialized: []) == nil)
    }

    @Test func listsOfNumbers() {
        #expect(Serde.serialize([UInt16(1), 0x0203]) == [1, 0, 3, 2])
        for (bytes, values) in [
            ([], []), ([1], []), ([1, 0], [1]), ([1, 0, 3], [1]), ([1, 0, 3, 2], [1, 0x0203]),
        ] as [([UInt8], [UInt16])] {
            #expect(Serde.deserialize(bytes) == values)
        }
        #expect(Serde.serialize("é") == [0xC3, 0xA9])
        #expect(Serde.deserialize([0xC3, 0xA9]) == "é")
        #expect(Serde.deserialize([0xC3]) as String? == nil)
    }

    @Test func rawValues() throws {
        let raw = try #require(Raw(rawValue: 0x0102))
        #expect(Serde.serialize(raw) == [2, 1] && Serde.deserialize([2, 1]) == raw)
        #expect(Serde.deserialize([2]) as Raw? == nil && Serde.deserialize([0, 0]) as Raw? == nil)
        let row = try #require(Row(rawValue: [1, -2]))
        let rowBytes: [UInt8] = [1, 0, 0xFE, 0xFF]
        #expect(Serde.serialize(row) == rowBytes && Serde.deserialize(rowBytes) == row)
        #expect(Serde.deserialize(rowBytes + [7, 7]) == row)
        #expect(Serde.deserialize(Array(rowBytes.dropLast())) as Row? == nil)
        let two = try #require(Two(rawValue1: 0x0102, rawValue2: -1))
        #expect(Serde.serialize(two) == [2, 1, 0xFF] && Serde.deserialize([2, 1, 0xFF]) == two)
        #expect(Serde.deserialize([2, 1]) as Two? == nil && Serde.deserialize([2]) as Two? == nil)
        #expect(Serde.deserialize([0, 0, 1]) as Two? == nil)
        let rows = TwoRows(rawValue1: [7], rawValue2: [1, -2])
        let bytes: [UInt8] = [7, 1, 0, 0xFE, 0xFF]
        #expect(Serde.serialize(rows) == bytes && Serde.deserialize(bytes) == rows)
        #expect(Serde.deserialize(bytes + [7, 7]) == rows)
        #expect(Serde.deserialize(Array(bytes.dropLast())) as TwoRows? == nil)
    }

    @Test func profilesConvertEveryKind() {
        let raw = CharacteristicProfile(Raw.self)
        #expect(raw.uuid == 0xFFF1 && raw.name == "Raw" && raw.initialValue == [1, 2])
        #expect(raw.permissions == .readable && raw.properties == .read)
        #expect(raw.stringValues == ["1", "513"])
        #expect(raw.stringValue([1, 2]) == ["Raw": "513"] && raw.stringValue([1]) == nil)
        #expect(raw.bytes(["Raw": "513"]) == [1, 2] && raw.bytes(["raw": "513"]) == nil)

        let row = CharacteristicProfile(Row.self)
        #expect(row.permissions == [.readable, .writeable] && row.initialValue == nil)
        #expect(row.properties == [.read, .write, .notify] && row.stringValues.isEmpty)
        #expect(row.stringValue([1, 0, 2, 0]) == ["a": "1", "b": "2"])
        #expect(
            row.bytes(["a": "1", "b": "-1"]) == [1, 0, 0xFF, 0xFF] && row.bytes(["a": "1"]) == nil
        )

        let two = CharacteristicProfile(Two.self)
        #expect(two.stringValue([1, 0, 2]) == ["one": "1", "two": "2"])
        #expect(two.bytes(["one": "1", "two": "2"]) == [1, 0, 2])

        let rows = CharacteristicProfile(TwoRows.self)
        #expect(rows.stringValue([1, 2, 0, 3, 0]) == ["all": "[1] [2, 3]"])
        #expect(rows.bytes(["all": "same"]) == [1, 2, 0, 3, 0])

        let plain = CharacteristicProfile(Plain.self)
        #expect(plain.stringValue([9]) == ["Plain": "9"] && plain.stringValue([10]) == nil)
        #expect(plain.bytes(["Plain": "7"]) == [7] && plain.bytes([:]) == nil)
    }

    @Test func profilesOfTextAndOfBytes() {
        let text = CharacteristicProfile(textNamed: "Name", uuid: 0x2A00, initialValue: [0x41])
        #expect(text.uuid == 0x2A00 && text.name == "Name" && text.initialValue == [0x41])
        #expect(text.permissions == [.readable, .writeable])
        #expect(text.properties == [.read, .write, .notify])
        #expect(text.stringValue([0xC3, 0xA9]) == ["Name": "é"] && text.stringValue([0xC3]) == nil)
        #expect(text.bytes(["Name": "é"]) == [0xC3, 0xA9] && text.bytes(["Other": "é"]) == nil)
        let typed = CharacteristicProfile(text: Raw.self)
        #expect(typed.name == "Raw" && typed.uuid == 0xFFF1 && typed.properties == .read)
        #expect(typed.permissions == .readable && typed.initialValue == [1, 2])
        #expect(typed.stringValue([0x41]) == ["Raw": "A"] && typed.bytes(["Raw": "A"]) == [0x41])
        let bytes = CharacteristicProfile(uuid: 0xFFF9)
        #expect(bytes.name == "Unknown" && bytes.initialValue == nil && bytes.stringValues.isEmpty)
        #expect(bytes.stringValue([0x0A, 0xFF]) == ["Unknown": "0AFF"])
        #expect(bytes.bytes(["Unknown": "0aff"]) == [0x0A, 0xFF] && bytes.bytes([:]) == nil)
    }

    private enum Service: ServiceConfigurable {
        static let name = "A service"
        static let uuid: BluetoothUUID = 0xFFF0
        static let tag = "Tag"
    }

    @Test func servicesAndTheirManager() {
        let service = ServiceProfile(
            Service.self,
            characteristics: [CharacteristicProfile(Raw.self), CharacteristicProfile(Row.self)]
        )
        #expect(service.uuid == 0xFFF0 && service.name == "A service" && service.tag == "Tag")
        #expect(service[0xFFF2].name == "Row" && service[0xFFF8].name == "Unknown")
        #expect(service[0xFFF8].uuid == 0xFFF8)
        let unknown = ServiceProfile(uuid: 0xFFF7)
        #expect(unknown.name == "Unknown" && unknown.tag == "Miscellaneous")
        var manager = ProfileManager([service, unknown])
        #expect(manager.services.map(\.uuid) == [0xFFF0, 0xFFF7])
        #expect(manager[0xFFF0].tag == "Tag" && manager[0x1800].name == "Unknown")
        #expect(manager[0x1800].uuid == 0x1800)
        manager.add(ServiceProfile(uuid: 0xFFF0, name: "Other"))
        manager.add(ServiceProfile(uuid: 0x1800))
        #expect(manager.services.map(\.uuid) == [0x1800, 0xFFF0, 0xFFF7])
        #expect(manager[0xFFF0].name == "Other")
    }

    @Test func attributesAreMadeFromProfiles() {
        let service = MutableService(
            profile: ServiceProfile(
                uuid: 0xFFF0,
                characteristics: [CharacteristicProfile(Raw.self), CharacteristicProfile(Row.self)]
            )
        )
        #expect(service.uuid == 0xFFF0 && service.characteristics.isEmpty)
        service.setCharacteristicsFromProfile()
        let (raw, row) = (service.characteristics[0], service.characteristics[1])
        #expect(raw.uuid == 0xFFF1 && raw.value == [1, 2] && raw.properties == .read)
        #expect(raw.permissions == .readable && !raw.storesWrites && row.value == [])
        #expect(raw.stringValue == ["Raw": "513"] && row.stringValue == nil)
        #expect(
            MutableCharacteristic(profile: CharacteristicProfile(Row.self), storesWrites: true)
                .storesWrites
        )
        #expect(MutableCharacteristic(uuid: 0xFFF9, value: [7]).stringValue == ["Unknown": "07"])
        let plain = MutableService(uuid: 0xFFF0, characteristics: [raw])
        plain.setCharacteristicsFromProfile()
        #expect(plain.characteristics.count == 1)
    }

    /// Each kind of value sets the characteristic's value.
    @Test func updatesOfEveryKind() async throws {
        let value = MutableCharacteristic(profile: CharacteristicProfile(Row.self))
        let manager = PeripheralManager(radio: VirtualAir().addAdapter())
        try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [value]))
        try value.update(UInt16(0x0102))
        #expect(value.value == [2, 1])
        try value.update(#require(Raw(rawValue: 3)))
        #expect(value.value == [3, 0])
        try value.update(#require(Row(rawValue: [1, 2])))
        #expect(value.value == [1, 0, 2, 0])
        try value.update(#require(Two(rawValue1: 1, rawValue2: 2)))
        #expect(value.value == [1, 0, 2])
        try value.update(TwoRows(rawValue1: [9], rawValue2: [1, 2]))
        #expect(value.value == [9, 1, 0, 2, 0])
        try value.update(withString: ["a": "3", "b": "4"])
        #expect(value.value == [3, 0, 4, 0] && value.stringValue == ["a": "3", "b": "4"])
        #expect(throws: MutableCharacteristicError.notSerializable) {
            try value.update(withString: ["a": "3"])
        }
        #expect(value.value == [3, 0, 4, 0] && value.pendingUpdates.count == 6)
    }
}
