import Testing

@testable import BluetoothLE

/// The attributes of a server and their handles (Core 5.4, Vol 3, Part G, section 3).
@Suite struct AttributeTableTests {
    private static let long = BluetoothUUID("6E400001-B5A3-F393-E0A9-E50E24DCCA9E")!

    /// Adds a service of `size` handles: its declaration, and an include declaration for each further one.
    private func add(_ size: Int, at handle: UInt16? = nil, to table: inout AttributeTable)
        throws(ATTError) -> ClosedRange<UInt16>
    {
        let included = [ClosedRange<UInt16>](repeating: 1...1, count: size - 1)
        return try table.add(ServiceDefinition(0xFFF0), included: included, at: handle).range
    }

    @Test func everyPartHasItsHandle() throws {
        var table = AttributeTable()
        let definition = ServiceDefinition(
            0xFFF0,
            characteristics: [
                CharacteristicDefinition(
                    0xFFF1,
                    properties: [.read, .notify],
                    permissions: .readable,
                    value: [7],
                    descriptors: [
                        .userDescription("a"),
                        DescriptorDefinition(
                            0x2904,
                            permissions: [.readable, .writeable],
                            value: [1, 2]
                        ),
                    ]
                ),
                CharacteristicDefinition(
                    Self.long,
                    properties: .indicateEncryptionRequired,
                    permissions: .writeable,
                    value: nil
                ),
            ]
        )
        #expect(definition.handleCount == 9 && ServiceDefinition(0xFFF0).handleCount == 1)
        let placed = try table.add(definition)
        #expect(placed.range == 1...9)
        #expect(placed.characteristics.map(\.value) == [3, 8])
        #expect(placed.characteristics.map(\.descriptors) == [[4, 5], []])

        let all = table.attributes
        #expect(all.map(\.handle) == Array(1...9))
        #expect(
            all.map(\.type) == [
                0x2800, 0x2803, 0xFFF1, 0x2901, 0x2904, 0x2902, 0x2803, Self.long, 0x2902,
            ]
        )
        #expect(
            all.map(\.value) == [
                [0xF0, 0xFF], [0x12, 3, 0, 0xF1, 0xFF], [7], [0x61], [1, 2], [0, 0],
                [0x20, 8, 0] + Self.long.littleEndian128, [], [0, 0],
            ]
        )
        let (first, second) = (definition.characteristics[0], definition.characteristics[1])
        #expect(
            all.map(\.role) == [
                .declaration, .declaration, .stored, .stored, .stored,
                .configuration(of: 3, first.properties), .declaration, .onDemand,
                .configuration(of: 8, second.properties),
            ]
        )
        #expect(
            all.map(\.permissions) == [
                .readable, .readable, .readable, .readable, [.readable, .writeable],
                [.readable, .writeable], .readable, .writeable,
                [.readable, .writeEncryptionRequired],
            ]
        )
        #expect(all.map(\.groupEnd) == [9] + [UInt16?](repeating: nil, count: 8))
    }

    @Test func includedServicesAreDeclared() throws {
        var table = AttributeTable()
        let short = try table.add(ServiceDefinition(0x180F, isPrimary: false)).range
        let long = try table.add(ServiceDefinition(Self.long, isPrimary: false)).range
        let placed = try table.add(ServiceDefinition(0xFFF0), included: [short, long, 77...78])
        #expect(placed.range == 3...6 && table[1]?.type == 0x2801 && table[3]?.type == 0x2800)
        #expect(table.slice(4...6).allSatisfy { $0.type == 0x2802 })
        // a 128-bit UUID is not part of the declaration; nor is one of an absent service
        #expect(
            table.slice(4...6).map(\.value) == [
                [1, 0, 1, 0, 0x0F, 0x18], [2, 0, 2, 0], [77, 0, 78, 0],
            ]
        )
    }

    @Test func handlesAreNotReusedWhileOthersAreLeft() throws {
        var table = AttributeTable()
        #expect(try add(1, to: &table) == 1...1 && add(3, to: &table) == 2...4)
        table.remove(serviceAt: 2)
        #expect(table.attributes.map(\.handle) == [1])
        #expect(try add(1, to: &table) == 5...5)
        // an attribute that declares no service, and an absent one
        #expect(try add(3, to: &table) == 6...8)
        table.remove(serviceAt: 7)
        table.remove(serviceAt: 2)
        #expect(table.attributes.map(\.handle) == [1, 5, 6, 7, 8])
    }

    @Test func aServiceCanBePlaced() throws {
        var table = AttributeTable()
        #expect(try add(3, at: 10, to: &table) == 10...12)
        let kept = table.attributes.map(\.handle)
        for (size, handle) in [(1, 0), (2, 9), (1, 10), (1, 11), (1, 12), (3, 8)] as [(Int, UInt16)]
        {
            #expect(throws: ATTError.insufficientResources, "\(size) at \(handle)") {
                try add(size, at: handle, to: &table)
            }
        }
        #expect(table.attributes.map(\.handle) == kept)
        #expect(try add(2, at: 8, to: &table) == 8...9)
        #expect(try add(1, at: 13, to: &table) == 13...13)
        #expect(table.attributes.map(\.handle) == Array(8...13))
        #expect(table.attributes.prefix(3).map(\.type) == [0x2800, 0x2802, 0x2800])
        // the next one follows the highest
        #expect(try add(1, at: 2, to: &table) == 2...2 && add(1, to: &table) == 14...14)
    }

    /// The last handle is 65534, so that the next one is representable.
    @Test func gapsAreFilledAtTheEndOnly() throws {
        var table = AttributeTable()
        #expect(try add(1, at: 3, to: &table) == 3...3)
        for (size, handle) in [(1, 65535), (2, 65534), (3, 65533)] as [(Int, UInt16)] {
            #expect(throws: ATTError.insufficientResources) {
                try add(size, at: handle, to: &table)
            }
        }
        #expect(try add(1, at: 65532, to: &table) == 65532...65532)
        #expect(try add(2, to: &table) == 65533...65534)
        // full: the first gap that is large enough
        #expect(try add(3, to: &table) == 4...6)
        #expect(try add(2, to: &table) == 1...2)
        #expect(try add(1, to: &table) == 7...7)
        table.remove(serviceAt: 3)
        #expect(try add(2, to: &table) == 8...9)
        #expect(try add(1, to: &table) == 3...3)
        // a gap at the end
        table.remove(serviceAt: 65533)
        table.remove(serviceAt: 65532)
        for size in [3, 1] { _ = try add(size, to: &table) }
        #expect(table.attributes.suffix(4).map(\.handle) == [10, 11, 12, 13])
    }

    @Test func aGapOfTheExactSizeIsEnough() throws {
        for (size, first) in [(7, 4), (6, 4), (8, 12)] as [(Int, UInt16)] {
            var table = AttributeTable()
            for (handle, count) in [(3, 1), (11, 1), (65534, 1)] as [(UInt16, Int)] {
                _ = try add(count, at: handle, to: &table)
            }
            #expect(try add(size, to: &table).lowerBound == first)
        }
        // all of the table
        var table = AttributeTable()
        #expect(throws: ATTError.insufficientResources) { try add(65535, to: &table) }
        #expect(try add(65533, to: &table) == 1...65533)
        #expect(throws: ATTError.insufficientResources) { try add(3, to: &table) }
        #expect(try add(1, to: &table) == 65534...65534)
        #expect(throws: ATTError.insufficientResources) { try add(1, to: &table) }
    }

    @Test func attributesAreFoundByHandle() throws {
        var table = AttributeTable()
        #expect(table[1] == nil && table.slice(1...9).isEmpty && table.index(of: 1) == nil)
        for handle in [2, 5, 6, 9] as [UInt16] { _ = try add(1, at: handle, to: &table) }
        for handle in 1...10 as ClosedRange<UInt16> {
            let index = [2, 5, 6, 9].firstIndex(of: handle)
            #expect(
                table.index(of: handle) == index
                    && table[handle]?.handle == index.map { _ in handle }
            )
        }
        for (range, handles) in [
            (1...1, []), (1...2, [2]), (2...5, [2, 5]), (3...4, []), (3...5, [5]), (5...8, [5, 6]),
            (6...9, [6, 9]), (9...(.max), [9]), (10...(.max), []),
        ] as [(ClosedRange<UInt16>, [UInt16])] {
            #expect(table.slice(range).map(\.handle) == handles, "\(range)")
        }
        table.setValue([7], of: 5)
        table.setValue([8], of: 4)
        #expect(table.attributes.map { $0.value == [7] } == [false, true, false, false])
    }
}

/// The services that each server has (Core 5.4, Vol 3, Part C, section 12, and Part G, section 7).
@Suite struct OwnAttributesTests {
    @Test(arguments: [false, true]) func handlesAndValues(hasHash: Bool) throws {
        var table = AttributeTable()
        let hash: DatabaseHash = { _ in Array(0..<16) }
        let own = OwnAttributes(
            in: &table,
            name: String(repeating: "n", count: 249),
            appearance: 0x0341,
            hash: hasHash ? hash : nil
        )
        #expect(own.deviceName == 3 && own.serviceChanged == 8)
        #expect(own.databaseHash == (hasHash ? 11 : nil))
        #expect(table.attributes.count == (hasHash ? 11 : 9))
        #expect(table[1]?.value == [0x00, 0x18] && table[1]?.groupEnd == 5)
        #expect(table[3]?.type == 0x2A00 && table[3]?.value == [UInt8](repeating: 0x6E, count: 248))
        #expect(table[5]?.type == 0x2A01 && table[5]?.value == [0x41, 0x03])
        #expect(table[6]?.value == [0x01, 0x18] && table[6]?.groupEnd == (hasHash ? 11 : 9))
        #expect(table[8]?.type == 0x2A05 && table[8]?.permissions == AttributePermissions())
        #expect(table[7]?.value == [0x20, 8, 0, 0x05, 0x2A] && table[9]?.type == 0x2902)
        guard hasHash else { return }
        #expect(table[11]?.type == 0x2B2A && table[11]?.permissions == .readable)
        #expect(table[11]?.value == Array((0..<16).reversed()))
        own.updateHash({ _ in [UInt8](repeating: 3, count: 16) }, in: &table)
        #expect(table[11]?.value == [UInt8](repeating: 3, count: 16))
        own.updateHash(nil, in: &table)
        #expect(table[11]?.value == [UInt8](repeating: 3, count: 16))
    }

    /// Core 5.4, Vol 3, Part G, section 7.3.1: declarations with their values, descriptors without, other
    /// attributes not at all.
    @Test func theHashedBytesAreTheStructure() throws {
        var table = AttributeTable()
        let inner = try table.add(ServiceDefinition(0x180F, isPrimary: false))
        let descriptors: [UInt16] = [0x2900, 0x2901, 0x2903, 0x2904, 0x2905, 0x2906]
        _ = try table.add(
            ServiceDefinition(
                0xFFF0,
                characteristics: [
                    CharacteristicDefinition(
                        0xFFF1,
                        properties: [.read, .indicate],
                        value: [7],
                        descriptors: descriptors.map {
                            DescriptorDefinition(BluetoothUUID($0), value: [8, 9])
                        } + [
                            DescriptorDefinition(
                                BluetoothUUID("6E400001-B5A3-F393-E0A9-E50E24DCCA9E")!,
                                value: [1]
                            )
                        ]
                    )
                ]
            ),
            included: [inner.range]
        )
        let hashed: [[UInt8]] = [
            [1, 0, 0x01, 0x28, 0x0F, 0x18], [2, 0, 0x00, 0x28, 0xF0, 0xFF],
            [3, 0, 0x02, 0x28, 1, 0, 1, 0, 0x0F, 0x18],
            [4, 0, 0x03, 0x28, 0x22, 5, 0, 0xF1, 0xFF], [6, 0, 0x00, 0x29, 8, 9],
            [7, 0, 0x01, 0x29], [8, 0, 0x03, 0x29], [9, 0, 0x04, 0x29], [10, 0, 0x05, 0x29],
            [13, 0, 0x02, 0x29],
        ]
        #expect(table.hashedBytes == hashed.flatMap(\.self))
    }

    @Test func changesOfABondAreCombined() {
        var record = BondRecord()
        #expect(record.change == nil && record.subscriptions.isEmpty)
        record.addChange(10...12)
        #expect(record.change == 10...12)
        record.addChange(20...21)
        #expect(record.change == 10...21)
        record.addChange(5...30)
        #expect(record.change == 5...30)
        record.addChange(7...8)
        #expect(record.change == 5...30)
    }
}
