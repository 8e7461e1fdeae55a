import Testing

@testable import BluetoothLE

/// Reports from the events of a controller, and from captures of them.
@Suite struct CaptureTests {
    /// LE Advertising Report (Core 5.4, Vol 4, Part E, section 7.7.65.2): ADV_IND of a random address.
    private static func event(_ data: [UInt8] = [2, 1, 6], rssi: UInt8 = 0xC4) -> [UInt8] {
        [0x3E, UInt8(12 + data.count), 0x02, 1, 0, 1, 6, 5, 4, 3, 2, 0xC1, UInt8(data.count)] + data
            + [rssi]
    }

    private func decode(_ event: [UInt8]) -> (reports: [AdvertisementReport], isWhole: Bool) {
        var decoder = AdvertisementReportDecoder()
        var reports: [AdvertisementReport] = []
        let isWhole = decoder.decode(event: event.span, time: .seconds(7)) { reports.append($0) }
        return (reports, isWhole)
    }

    @Test func anEventIsAReport() throws {
        let (reports, isWhole) = decode(Self.event())
        let report = try #require(reports.first)
        #expect(reports.count == 1 && isWhole)
        #expect(report.address == BluetoothAddress(value: 0xC102_0304_0506, kind: .random))
        #expect(report.properties == [.connectable, .scannable, .legacy] && report.isConnectable)
        #expect(report.rssi == -60 && report.txPower == nil && report.set == nil)
        #expect(report.time == .seconds(7) && report.data == [2, 1, 6] && !report.isRebuilt)
        #expect(report.advertisement.flags == .default)
        // 127: the controller does not know it
        #expect(decode(Self.event(rssi: 127)).reports.map(\.rssi) == [nil])
    }

    @Test func everyPrefixOfAnEventIsMalformed() {
        let event = Self.event()
        for count in 1..<event.count {
            let (reports, isWhole) = decode(Array(event.prefix(count)))
            #expect(reports.isEmpty && !isWhole, "\(count)")
        }
        // the end of an inquiry is no report
        let other = decode([0x01, 1, 0])
        #expect(other.reports.isEmpty && other.isWhole)
    }

    /// LE Extended Advertising Report (section 7.7.65.13) in two fragments of one set.
    @Test func fragmentsAreJoined() throws {
        func fragment(_ status: UInt8, _ data: [UInt8]) -> [UInt8] {
            let head: [UInt8] = [0x3E, UInt8(26 + data.count), 0x0D, 1, status << 5 | 1, 0, 0]
            let address: [UInt8] = [6, 5, 4, 3, 2, 1]
            let rest: [UInt8] = [1, 2, 9, 4, 0xC4, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(data.count)]
            return head + address + rest + data
        }
        var decoder = AdvertisementReportDecoder()
        var reports: [AdvertisementReport] = []
        for (status, data) in [(1, [3, 9, 0x41]), (0, [0x42])] as [(UInt8, [UInt8])] {
            let event = fragment(status, data)
            let isWhole = decoder.decode(event: event.span, time: .zero) { reports.append($0) }
            #expect(isWhole)
        }
        let report = try #require(reports.first)
        #expect(reports.count == 1 && report.data == [3, 9, 0x41, 0x42])
        #expect(report.set == 9 && report.txPower == 4 && report.properties == .connectable)
        #expect(report.address.kind == .public)
    }

    private static func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    /// A btsnoop file (RFC 1761 with Bluetooth's link types) of HCI packets with their type.
    private static func snoop(_ packets: [[UInt8]], linkType: UInt64 = 1002) -> [UInt8] {
        let head = Array("btsnoop\0".utf8) + bigEndian(1, 4) + bigEndian(linkType, 4)
        return packets.enumerated().reduce(into: head) { bytes, packet in
            let size = bigEndian(UInt64(packet.element.count), 4)
            // microseconds since the year 0, of which 1970 is this many
            let time = 0x00DC_DDB3_0F2F_8000 + UInt64(packet.offset + 1) * 1_000_000
            bytes += size + size + bigEndian(3, 4) + bigEndian(0, 4) + bigEndian(time, 8)
            bytes += packet.element
        }
    }

    private static let threeEvents: [[UInt8]] = [
        [4] + event(), [4, 0x01, 1, 0], [4] + event([2, 1, 4], rssi: 127),
    ]

    @Test func aCaptureIsASequenceOfReports() throws {
        let capture = try Capture(Self.snoop(Self.threeEvents))
        var iterator = capture.makeIterator()
        let reports = [iterator.next(), iterator.next(), iterator.next(), iterator.next()]
        #expect(reports.map { $0?.data } == [[2, 1, 6], [2, 1, 4], nil, nil])
        #expect(reports.map { $0?.time } == [.seconds(1), .seconds(3), nil, nil])
        #expect(reports.map { $0?.rssi } == [-60, nil, nil, nil])
        #expect(!iterator.isDamaged)
    }

    @Test func aCaptureIsAnAsynchronousSequence() async throws {
        let capture = try Capture(Self.snoop(Self.threeEvents))
        var data: [[UInt8]] = []
        for await report in capture { data.append(report.data) }
        #expect(data == [[2, 1, 6], [2, 1, 4]])
    }

    @Test func damageIsReported() throws {
        let whole = Self.snoop([[4] + Self.event(), [4] + Self.event()])
        for (bytes, count) in [
            (whole.dropLast(), 1), (whole.dropLast(17), 1),
            (Self.snoop([[4] + Self.event().dropLast(), [4] + Self.event()])[...], 1),
        ] as [(ArraySlice<UInt8>, Int)] {
            var iterator = try Capture(Array(bytes)).makeIterator()
            var reports = 0
            while iterator.next() != nil { reports += 1 }
            #expect(reports == count && iterator.isDamaged)
        }
        #expect(throws: CaptureError.notACapture) { try Capture([]) }
        #expect(throws: CaptureError.notACapture) { try Capture([UInt8](repeating: 1, count: 99)) }
        #expect(throws: CaptureError.truncated) { try Capture(Array(whole.prefix(15))) }
        #expect(throws: CaptureError.unsupported(linkType: 7)) {
            try Capture(Self.snoop([], linkType: 7))
        }
    }
}

@Suite struct AddressTextTests {
    @Test(
        arguments: [
            (.public, ""), (.random, "/random"), (.publicIdentity, "/public-identity"),
            (.randomIdentity, "/random-identity"),
        ] as [(BluetoothAddress.Kind, String)]
    )
    func identifiersNameTheKind(kind: BluetoothAddress.Kind, suffix: String) {
        let address = BluetoothAddress(value: 0xC0DE_0000_0002, kind: kind)
        #expect(address.identifier == "C0:DE:00:00:00:02" + suffix)
        #expect(BluetoothAddress(identifier: address.identifier) == address)
    }

    @Test func otherIdentifiersAreRefused() {
        for text in [
            "", "/random", "C0:DE:00:00:00:02/", "C0:DE:00:00:00:02/private", "C0:DE/random",
        ] {
            #expect(BluetoothAddress(identifier: text) == nil, "\(text)")
        }
        let anonymous = BluetoothAddress(value: 1, kind: .anonymous)
        #expect(anonymous.identifier == "00:00:00:00:00:01")
    }

    @Test func anAddressHas48Bits() {
        #expect(BluetoothAddress(value: 0x0123_4567_89AB_CDEF).value == 0x4567_89AB_CDEF)
        #expect(BluetoothAddress(value: .max).value == 0xFFFF_FFFF_FFFF)
        #expect(BluetoothAddress(value: 1).kind == .public)
        let bytes: [UInt8] = [6, 5, 4, 3, 2, 1]
        #expect(BluetoothAddress(littleEndian: bytes)?.value == 0x0102_0304_0506)
        for count in [0, 5, 7] {
            #expect(BluetoothAddress(littleEndian: [UInt8](repeating: 1, count: count)) == nil)
        }
    }

    @Test func uuidsOfEveryWidth() {
        #expect(BluetoothUUID(littleEndian: [0x0F, 0x18]) == 0x180F)
        let wide = BluetoothUUID(UInt32(0x1234_5678))
        #expect(BluetoothUUID(littleEndian: [0x78, 0x56, 0x34, 0x12]) == wide && wide.short == nil)
        #expect(wide.description == "12345678-0000-1000-8000-00805F9B34FB")
        #expect(BluetoothUUID("12345678") == wide && wide.littleEndian.count == 16)
        // 16 bits more, another base
        #expect(BluetoothUUID(UInt32(0xFFFF)).short == 0xFFFF)
        #expect(BluetoothUUID(UInt32(0x1_0000)).short == nil)
        #expect(BluetoothUUID("0000180F-0000-1000-8000-00805F9B34FC")?.short == nil)
        #expect(BluetoothUUID("0000180F-0000-1001-8000-00805F9B34FB")?.short == nil)
        let text = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
        for wrong in ["6E40-0001-B5A3F393E0A9E50E24DCCA9E", "180-F", "12345", "6E400001-B5A3"] {
            #expect(BluetoothUUID(wrong) == nil, "\(wrong)")
        }
        #expect(BluetoothUUID(text[...])?.description == text)
    }

    /// Assigned Numbers, section 3: the numbers that have a name here.
    @Test func assignedNumbersWithAName() {
        let ranges: [ClosedRange<UInt16>] = [
            0x1800...0x180A, 0x180D...0x1816, 0x1818...0x1829, 0x183A...0x1840, 0x1843...0x185F,
            0x2800...0x2803, 0x2900...0x2917,
        ]
        let named = (0...UInt16.max).filter { BluetoothUUID($0).assignedName != nil }
        #expect(named.filter { $0 < 0x2A00 } == ranges.flatMap(Array.init))
        // the characteristics of the core's table
        let characteristics = named.filter { $0 >= 0x2A00 }
        #expect(characteristics.count == 504 && characteristics.allSatisfy { $0 < 0x2D00 })
        let names = named.compactMap { BluetoothUUID($0).assignedName }
        let repeated = Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted()
        // services and characteristics
        #expect(repeated == ["Current Time", "Device Time", "Elapsed Time"])
        #expect(BluetoothUUID(0x2A19).assignedName == "Battery Level")
        #expect(BluetoothUUID(0x1800).assignedName == "Generic Access")
        #expect(BluetoothUUID(UInt32(0x1_2A19)).assignedName == nil)
    }
}
