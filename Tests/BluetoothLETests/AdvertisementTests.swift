import BluetoothLE
import Testing

@Suite struct AdvertisementTests {
    /// Every property, each list in every length, in one extended advertisement.
    @Test func everyProperty() throws {
        let long = try #require(BluetoothUUID("6E400001-B5A3-F393-E0A9-E50E24DCCA9E"))
        let fields: [(UInt8, [UInt8])] = [
            (0x01, [0x06]), (0x08, Array("Küche".utf8)), (0x0A, [0xF4]), (0x19, [0x41, 0x03]),
            (0x1A, [0xA0, 0x00]), (0x24, [0x17] + Array("//x.y".utf8)),
            (0x07, long.littleEndian128), (0x03, [0x0F, 0x18, 0x0A, 0x18]), (0x02, [0x0D, 0x18]),
            (0x05, [0x78, 0x56, 0x34, 0x12]), (0x15, long.littleEndian128), (0x14, [0xAA, 0xFE]),
            (0x1F, [1, 0, 0, 0]), (0x16, [0xAA, 0xFE, 1, 2]), (0x20, [0x78, 0x56, 0x34, 0x12, 3]),
            (0x21, long.littleEndian128 + [4]), (0x16, [0x0F, 0x18]), (0xFF, [0x4C, 0x00, 9, 8]),
        ]
        let advertisement = Advertisement(Self.bytes(fields))
        #expect(advertisement.flags == [.generalDiscoverable, .noClassic])
        #expect(advertisement.name == "Küche" && advertisement.isNameShortened)
        #expect(advertisement.txPower == -12 && advertisement.appearance == 0x0341)
        #expect(advertisement.interval == .milliseconds(100))
        #expect(advertisement.uri.map(Array.init) == [0x17] + Array("//x.y".utf8))
        let services = [long, 0x180F, 0x180A, 0x180D, BluetoothUUID(UInt32(0x1234_5678))]
        #expect(Array(advertisement.serviceUUIDs) == services)
        let wanted = [long, 0xFEAA, BluetoothUUID(UInt32(1))]
        #expect(Array(advertisement.solicitedServiceUUIDs) == wanted)
        let keys = [0xFEAA, BluetoothUUID(UInt32(0x1234_5678)), long, 0x180F]
        #expect(advertisement.serviceData.map(\.key) == keys)
        #expect(advertisement.serviceData.map { Array($0.value) } == [[1, 2], [3], [4], []])
        #expect(advertisement.manufacturerData?.company == 0x004C)
        #expect(advertisement.manufacturerData.map { Array($0.bytes) } == [9, 8])
        #expect(advertisement.structures.map(\.type) == fields.map(\.0))
        #expect(advertisement.structures.map { Array($0.value) } == fields.map(\.1))
        #expect(!advertisement.isTruncated && advertisement == Advertisement(advertisement.bytes))
    }

    /// A list without a UUID between two lists, and the positions in all.
    @Test func theListsAreCollections() throws {
        let advertisement = Advertisement(
            Self.bytes([
                (0x03, [0x0F, 0x18]), (0x02, [0x0D]), (0x09, [0x41]),
                (0x03, [0x0A, 0x18, 0x0B, 0x18]),
            ])
        )
        let services = advertisement.serviceUUIDs
        #expect(services.description == "[180F, 180A, 180B]" && services.first == 0x180F)
        let last = try #require(services.firstIndex(of: 0x180B))
        #expect(services.startIndex < last && services.index(after: last) == services.endIndex)
        let structures = advertisement.structures
        let name = try #require(structures.firstIndex { $0.type == 0x09 })
        #expect(structures.distance(from: structures.startIndex, to: name) == 2)
        #expect(structures[name].value == [0x41] && name < structures.endIndex)
    }

    /// All data of a service is listed, the last is found by the service.
    @Test func aServiceMayHaveDataTwice() {
        let data = Advertisement(
            Self.bytes([
                (0x16, [0x0F, 0x18, 1]), (0x16, [0xAA, 0xFE, 2]), (0x16, [0x0F, 0x18, 3]),
            ])
        ).serviceData
        #expect(
            data.map(\.key) == [0x180F, 0xFEAA, 0x180F] && data.map(\.value.count) == [1, 1, 1]
        )
        #expect(data[0x180F] == [3] && data[0xFEAA] == [2] && data[0x180A] == nil)
        #expect(data.startIndex < data.endIndex)
    }

    @Test func propertiesWithoutFieldsAreNil() {
        let advertisement = Advertisement([])
        #expect(advertisement.name == nil && !advertisement.isNameShortened)
        #expect(advertisement.flags == nil && advertisement.txPower == nil)
        #expect(advertisement.appearance == nil && advertisement.interval == nil)
        #expect(advertisement.uri == nil && advertisement.manufacturerData == nil)
        #expect(advertisement.serviceUUIDs.isEmpty && advertisement.solicitedServiceUUIDs.isEmpty)
        #expect(advertisement.serviceData.isEmpty && advertisement.structures.isEmpty)
    }

    /// Fields that are too short for their value, and lists that end with half a UUID.
    @Test func tooShortFieldsHaveNoValue() {
        let advertisement = Advertisement(
            Self.bytes([
                (0x01, []), (0x0A, []), (0x19, []), (0xFF, [0x4C]), (0x16, [0xAA]), (0x20, [1, 2]),
                (0x03, [0x0F, 0x18, 0x0A]), (0x07, [1, 2, 3]), (0x09, []), (0x09, [0xFF, 0x41]),
            ])
        )
        #expect(advertisement.flags == nil && advertisement.txPower == nil)
        #expect(advertisement.appearance == nil && advertisement.manufacturerData == nil)
        #expect(advertisement.serviceData.isEmpty)
        #expect(Array(advertisement.serviceUUIDs) == [0x180F])
        #expect(advertisement.name == "" && advertisement.structures.count == 10)
    }

    /// Random structures, truncated anywhere: the view, the value type and a plain loop find the same.
    @Test func allReadersAgreeOnRandomData() {
        for seed in UInt64(1)...3000 {
            var random = Random(state: seed)
            let types: [UInt8] = [1, 2, 3, 5, 7, 8, 9, 0x0A, 0x14, 0x16, 0x19, 0x20, 0x21, 0xFF]
            var bytes = Self.bytes(
                (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    let count = Int.random(in: 0...20, using: &random)
                    let value = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                    return (types.randomElement(using: &random)!, value)
                }
            )
            bytes.removeLast(Int.random(in: 0...min(3, bytes.count), using: &random))
            let advertisement = Advertisement(bytes)
            let (structures, end) = Self.walk(bytes)
            let found = advertisement.structures.map { ($0.type, Array($0.value)) }
            #expect(found.elementsEqual(structures) { $0 == $1 }, "seed \(seed)")
            #expect(advertisement.isTruncated == (end < bytes.count), "seed \(seed)")
            func first(_ types: UInt8...) -> [UInt8]? {
                structures.first { types.contains($0.0) }?.1
            }
            let view = AdvertisementView(bytes.span)
            #expect(view.end == end && view.isTruncated == advertisement.isTruncated)
            #expect(view.flags == advertisement.flags && view.txPower == advertisement.txPower)
            #expect(advertisement.flags?.rawValue == first(1)?.first, "seed \(seed)")
            #expect(advertisement.txPower == first(0x0A)?.first.map { Int(Int8(bitPattern: $0)) })
            let name = first(8, 9).map { Self.trimmed(String(decoding: $0, as: UTF8.self)) }
            #expect(advertisement.name == name && view.name?.count == first(8, 9)?.count)
            let company = first(0xFF).flatMap { $0.count < 2 ? nil : Array($0.dropFirst(2)) }
            #expect(advertisement.manufacturerData.map { Array($0.bytes) } == company)
            #expect(view.manufacturerData?.count == first(0xFF)?.count, "seed \(seed)")
            #expect(view.serviceData?.count == first(0x16)?.count, "seed \(seed)")
            let widths: [UInt8: Int] = [2: 2, 3: 2, 5: 4, 7: 16]
            let services = structures.reduce(0) { sum, one in
                sum + (widths[one.0].map { one.1.count / $0 } ?? 0)
            }
            #expect(advertisement.serviceUUIDs.count == services, "seed \(seed)")
        }
    }

    @Test func theBuilderRespectsItsLimit() throws {
        var builder = AdvertisementBuilder()
        try builder.add(flags: .default)
        try builder.add(name: "A name of many characters, é")
        #expect(builder.bytes.count == 31 && Advertisement(builder.bytes).isNameShortened)
        #expect(throws: AdvertisementBuilder.BuildError.noRoom(left: 0)) {
            try builder.add(txPower: 4)
        }
        #expect(throws: AdvertisementBuilder.BuildError.outOfRange) {
            try builder.add(txPower: 128)
        }
        var extended = AdvertisementBuilder(limit: 1650)
        for number in 0..<6 {
            try extended.add(type: 0xFF, [UInt8](repeating: UInt8(number), count: 254))
        }
        let services = try (0..<4).map {
            try #require(BluetoothUUID("6E40000\($0)-B5A3-F393-E0A9-E50E24DCCA9E"))
        }
        try extended.add(serviceUUIDs: services + [0x180F])
        #expect(extended.bytes.count == 6 * 256 + 4 + 66)
        #expect(Array(Advertisement(extended.bytes).serviceUUIDs) == [0x180F] + services)
    }

    @Test(
        "a name ends at the first NUL and has no spaces at its ends",
        arguments: [
            ("Pad\0\0\0", "Pad"), ("Pad  ", "Pad"), (" \tTwo words\n", "Two words"), ("a\0b", "a"),
            ("\0", ""), ("  ", ""), ("ß ", "ß"),
        ]
    )
    func paddedName(sent: String, name: String) {
        #expect(Advertisement(Self.bytes([(0x09, Array(sent.utf8))])).name == name)
    }

    /// The text up to the first NUL, without white space at its ends.
    private static func trimmed(_ text: String) -> String {
        let isSpace: (Unicode.Scalar) -> Bool = { $0.isASCII && $0.properties.isWhitespace }
        let scalars = text.unicodeScalars.prefix { $0 != "\0" }.drop(while: isSpace)
        return String(String.UnicodeScalarView(scalars.reversed().drop(while: isSpace).reversed()))
    }

    private static func bytes(_ fields: [(UInt8, [UInt8])]) -> [UInt8] {
        fields.flatMap { [UInt8($0.1.count + 1), $0.0] + $0.1 }
    }

    private static func walk(_ bytes: [UInt8]) -> (structures: [(UInt8, [UInt8])], end: Int) {
        var structures: [(UInt8, [UInt8])] = []
        var at = 0
        while bytes.count - at >= 2, Int(bytes[at]) < bytes.count - at {
            let next = at + 1 + Int(bytes[at])
            structures.append((bytes[at + 1], Array(bytes[at + 2..<next])))
            at = next
        }
        return (structures, at)
    }

    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}
