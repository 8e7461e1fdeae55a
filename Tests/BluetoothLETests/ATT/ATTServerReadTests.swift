import Testing

@testable import BluetoothLE

/// The server's answers to searches and reads, packet by packet (Core 5.4, Vol 3, Part F, sections 3.4.3
/// and 3.4.4).
@Suite struct ATTServerReadTests {
    private static let long = BluetoothUUID("6E400001-B5A3-F393-E0A9-E50E24DCCA9E")!
    private static let longBytes: [UInt8] = [
        0x9E, 0xCA, 0xDC, 0x24, 0x0E, 0xE5, 0xA9, 0xE0, 0x93, 0xF3, 0xA3, 0xB5, 0x01, 0x00, 0x40,
        0x6E,
    ]

    /// Handles: a service 1 with the values 3 ("ab"), 5 ("cd"), 7 (three bytes) and 9 (secret); a 128-bit
    /// service 10 with the value 12, whose UUID is long, too, and its configuration 13; the services 14
    /// and 15, of which 15 is secondary.
    private static let table: AttributeTable = {
        var table = AttributeTable()
        func value(_ bytes: [UInt8]) -> CharacteristicDefinition {
            CharacteristicDefinition(
                0x2A00,
                properties: .read,
                permissions: .readable,
                value: bytes
            )
        }
        var secret = value([9])
        secret.permissions = .readEncryptionRequired
        _ = try! table.add(
            ServiceDefinition(
                0x1800,
                characteristics: [value([1, 2]), value([3, 4]), value([5, 6, 7]), secret]
            )
        )
        _ = try! table.add(
            ServiceDefinition(
                long,
                characteristics: [
                    CharacteristicDefinition(
                        long,
                        properties: [.read, .notify],
                        permissions: .readable,
                        value: nil
                    )
                ]
            )
        )
        _ = try! table.add(ServiceDefinition(0x1809))
        _ = try! table.add(ServiceDefinition(0x180A, isPrimary: false))
        return table
    }()

    private func answer(_ packet: [UInt8], mtu: UInt8 = 23) -> [UInt8]? {
        var server = ATTServer()
        if mtu > 23 { _ = server.receive([0x02, mtu, 0], table: Self.table) }
        let actions = server.receive(packet, table: Self.table)
        guard case .send(let answer)? = actions.first, Array(actions).count == 1 else {
            Issue.record("\(Array(actions))")
            return nil
        }
        return answer
    }

    @Test func informationIsListedByWidth() {
        // 21 bytes hold five handles with their 16-bit types
        #expect(
            answer([0x04, 1, 0, 0xFF, 0xFF]) == [
                0x05, 1, 1, 0, 0x00, 0x28, 2, 0, 0x03, 0x28, 3, 0, 0x00, 0x2A, 4, 0, 0x03, 0x28, 5,
                0,
                0x00, 0x2A,
            ]
        )
        #expect(answer([0x04, 5, 0, 6, 0]) == [0x05, 1, 5, 0, 0x00, 0x2A, 6, 0, 0x03, 0x28])
        // a 128-bit type ends the list of 16-bit ones, and is followed by none
        #expect(answer([0x04, 11, 0, 13, 0]) == [0x05, 1, 11, 0, 0x03, 0x28])
        #expect(answer([0x04, 12, 0, 13, 0]) == [0x05, 2, 12, 0] + Self.longBytes)
        #expect(answer([0x04, 16, 0, 0xFF, 0xFF]) == [0x01, 0x04, 16, 0, 0x0A])
    }

    @Test(arguments: [0x04, 0x06, 0x08, 0x10] as [UInt8])
    func aRangeBeginsAboveZeroAndDoesNotDecrease(request: UInt8) {
        let tail: [UInt8] = request == 0x06 ? [0x00, 0x28, 0x00, 0x18] : [0x00, 0x28]
        let rest = request == 0x04 ? [] : tail
        #expect(answer([request, 0, 0, 9, 0] + rest) == [0x01, request, 0, 0, 0x01])
        #expect(answer([request, 6, 0, 5, 0] + rest) == [0x01, request, 6, 0, 0x01])
        #expect(answer([request, 1, 0, 1, 0] + rest)?.first == request + 1)
    }

    @Test func servicesAreFoundByTheirUUID() {
        #expect(answer([0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x28, 0x00, 0x18]) == [0x07, 1, 0, 9, 0])
        #expect(
            answer([0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x28] + Self.longBytes, mtu: 64)
                == [0x07, 10, 0, 13, 0]
        )
        // an attribute that declares no group
        #expect(answer([0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x2A, 3, 4]) == [0x07, 5, 0, 5, 0])
        // a secondary service is not a primary one, and 1 is before the range
        let absent: [UInt8] = [0x01, 0x06, 2, 0, 0x0A]
        #expect(answer([0x06, 2, 0, 0xFF, 0xFF, 0x00, 0x28, 0x0A, 0x18]) == absent)
        #expect(answer([0x06, 2, 0, 0xFF, 0xFF, 0x00, 0x28, 0x00, 0x18]) == absent)
    }

    @Test func fiveServicesFitOneAnswer() throws {
        var table = AttributeTable()
        for _ in 0..<7 { _ = try table.add(ServiceDefinition(0x180F)) }
        var server = ATTServer()
        let found = server.receive(
            [0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x28, 0x0F, 0x18],
            table: table
        )
        // 22 bytes hold five items of four
        let items = (1...5).flatMap { (handle: UInt8) -> [UInt8] in [handle, 0, handle, 0] }
        #expect(found == [.send([0x07] + items)])
        // 21 bytes hold three items of six
        let groups = server.receive([0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], table: table)
        let listed = (1...3).flatMap { (handle: UInt8) -> [UInt8] in
            [handle, 0, handle, 0, 0x0F, 0x18]
        }
        #expect(groups == [.send([0x11, 6] + listed)])
    }

    /// The items of 4 bytes after one byte, of 4 after two, and of 6 after two that fit a packet.
    @Test(arguments: [(24, 5, 5, 3), (25, 6, 5, 3), (26, 6, 6, 4), (29, 7, 6, 4), (30, 7, 7, 4)])
    func anAnswerFillsItsPacket(mtu: UInt8, found: Int, listed: Int, groups: Int) throws {
        var table = AttributeTable()
        for _ in 0..<9 { _ = try table.add(ServiceDefinition(0x180F)) }
        var server = ATTServer()
        _ = server.receive([0x02, mtu, 0], table: table)
        for (request, head, size, count) in [
            ([0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x28, 0x0F, 0x18], 1, 4, found),
            ([0x04, 1, 0, 0xFF, 0xFF], 2, 4, listed),
            ([0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], 2, 6, groups),
        ] as [([UInt8], Int, Int, Int)] {
            guard case .send(let answer)? = server.receive(request, table: table).first else {
                Issue.record("no answer")
                return
            }
            #expect(answer[0] == request[0] + 1 && answer.count == head + size * count)
        }
    }

    @Test func groupsAreListedByLength() {
        #expect(answer([0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28]) == [0x11, 6, 1, 0, 9, 0, 0x00, 0x18])
        #expect(
            answer([0x10, 2, 0, 0xFF, 0xFF, 0x00, 0x28]) == [0x11, 20, 10, 0, 13, 0]
                + Self.longBytes
        )
        #expect(
            answer([0x10, 11, 0, 0xFF, 0xFF, 0x00, 0x28]) == [0x11, 6, 14, 0, 14, 0, 0x09, 0x18]
        )
        #expect(
            answer([0x10, 1, 0, 0xFF, 0xFF, 0x01, 0x28]) == [0x11, 6, 15, 0, 15, 0, 0x0A, 0x18]
        )
        #expect(answer([0x10, 15, 0, 0xFF, 0xFF, 0x00, 0x28]) == [0x01, 0x10, 15, 0, 0x0A])
        // only services are groups
        for type in [[0x03, 0x28], [0x02, 0x28], Self.longBytes] as [[UInt8]] {
            #expect(answer([0x10, 1, 0, 0xFF, 0xFF] + type) == [0x01, 0x10, 1, 0, 0x10])
        }
    }

    @Test func valuesOfATypeAreListedByLength() {
        let name: [UInt8] = [0x00, 0x2A]
        #expect(answer([0x08, 1, 0, 0xFF, 0xFF] + name) == [0x09, 4, 3, 0, 1, 2, 5, 0, 3, 4])
        #expect(answer([0x08, 4, 0, 0xFF, 0xFF] + name) == [0x09, 4, 5, 0, 3, 4])
        // a value that may not be read ends the list, or is the error
        #expect(answer([0x08, 6, 0, 0xFF, 0xFF] + name) == [0x09, 5, 7, 0, 5, 6, 7])
        #expect(answer([0x08, 8, 0, 0xFF, 0xFF] + name) == [0x01, 0x08, 9, 0, 0x0F])
        #expect(answer([0x08, 10, 0, 0xFF, 0xFF] + name) == [0x01, 0x08, 10, 0, 0x0A])
        // the configuration's value is this link's
        #expect(answer([0x08, 1, 0, 0xFF, 0xFF, 0x02, 0x29]) == [0x09, 4, 13, 0, 0, 0])
        // 21 bytes hold three declarations of seven
        let declared: [[UInt8]] = [2, 4, 6, 8].map { (handle: UInt8) -> [UInt8] in
            [handle, 0, 0x02, handle + 1, 0, 0x00, 0x2A]
        }
        for (mtu, count) in [(23, 3), (29, 3), (30, 4)] as [(UInt8, Int)] {
            let listed: [UInt8] = [0x09, 7] + declared.prefix(count).joined()
            #expect(answer([0x08, 1, 0, 9, 0, 0x03, 0x28], mtu: mtu) == listed)
        }
    }

    /// The application's value is requested alone, and not after others.
    @Test func aValueOnDemandIsListedAlone() throws {
        var server = ATTServer()
        let asked = server.receive([0x08, 1, 0, 0xFF, 0xFF] + Self.longBytes, table: Self.table)
        #expect(asked == [.read(handle: 12, offset: 0)])
        #expect(
            server.respondToRead(.success([7, 8]), table: Self.table)
                == [.send([0x09, 4, 12, 0, 7, 8])]
        )
        _ = server.receive([0x08, 1, 0, 0xFF, 0xFF] + Self.longBytes, table: Self.table)
        #expect(
            server.respondToRead(.failure(.unlikely), table: Self.table)
                == [.send([0x01, 0x08, 12, 0, 0x0E])]
        )
        #expect(server.respondToRead(.success([1]), table: Self.table) == [])

        var table = AttributeTable()
        let values: [[UInt8]?] = [[1], nil]
        _ = try table.add(
            ServiceDefinition(
                0xFFF0,
                characteristics: values.map {
                    CharacteristicDefinition(
                        0xFFF1,
                        properties: .read,
                        permissions: .readable,
                        value: $0
                    )
                }
            )
        )
        let listed = server.receive([0x08, 1, 0, 9, 0, 0xF1, 0xFF], table: table)
        #expect(listed == [.send([0x09, 3, 3, 0, 1])])
    }

    /// A list's first value is cut to the packet, and to 253 bytes in any packet.
    @Test(arguments: [(23, 19), (24, 20), (200, 196), (255, 251), (257, 253), (517, 253)])
    func aLongValueIsCutInAList(mtu: Int, count: Int) throws {
        var table = AttributeTable()
        let value = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        for _ in 0..<2 {
            _ = try table.add(
                ServiceDefinition(
                    0xFFF0,
                    characteristics: [
                        CharacteristicDefinition(
                            0xFFF1,
                            properties: .read,
                            permissions: .readable,
                            value: value
                        )
                    ]
                )
            )
        }
        var server = ATTServer()
        _ = server.receive([0x02] + littleEndian(UInt16(mtu)), table: table)
        let listed = server.receive([0x08, 1, 0, 9, 0, 0xF1, 0xFF], table: table)
        #expect(listed == [.send([0x09, UInt8(count + 2), 3, 0] + value.prefix(count))])
    }

    @Test func readsReturnTheValueFromAnOffset() throws {
        #expect(answer([0x0A, 7, 0]) == [0x0B, 5, 6, 7])
        for (offset, rest) in [(0, [5, 6, 7]), (2, [7]), (3, [])] as [(UInt8, [UInt8])] {
            #expect(answer([0x0C, 7, 0, offset, 0]) == [0x0D] + rest)
        }
        #expect(answer([0x0C, 7, 0, 4, 0]) == [0x01, 0x0C, 7, 0, 0x07])
        #expect(answer([0x0A, 16, 0]) == [0x01, 0x0A, 16, 0, 0x01])
        #expect(answer([0x0A, 9, 0]) == [0x01, 0x0A, 9, 0, 0x0F])
        // declarations and configurations are readable
        #expect(answer([0x0A, 10, 0]) == [0x0B] + Self.longBytes)
        #expect(answer([0x0A, 13, 0]) == [0x0B, 0, 0])
        // 22 bytes of a longer value
        var server = ATTServer()
        #expect(
            server.receive([0x0C, 12, 0, 3, 0], table: Self.table) == [.read(handle: 12, offset: 3)]
        )
        let value = Array(0..<UInt8(40))
        #expect(
            server.respondToRead(.success(value), table: Self.table)
                == [.send([0x0D] + value[3..<25])]
        )
        _ = server.receive([0x0C, 12, 0, 3, 0], table: Self.table)
        #expect(
            server.respondToRead(.success([1, 2]), table: Self.table)
                == [.send([0x01, 0x0C, 12, 0, 0x07])]
        )
        _ = server.receive([0x0A, 12, 0], table: Self.table)
        #expect(
            server.respondToRead(.failure(.procedureInProgress), table: Self.table)
                == [.send([0x01, 0x0A, 12, 0, 0xFE])]
        )
    }

    @Test func severalValuesAreJoined() {
        #expect(answer([0x0E, 3, 0, 7, 0, 5, 0]) == [0x0F, 1, 2, 5, 6, 7, 3, 4])
        #expect(answer([0x20, 3, 0, 7, 0]) == [0x21, 2, 0, 1, 2, 3, 0, 5, 6, 7])
        #expect(answer([0x0E, 3, 0, 16, 0]) == [0x01, 0x0E, 16, 0, 0x01])
        #expect(answer([0x0E, 3, 0, 9, 0]) == [0x01, 0x0E, 9, 0, 0x0F])
        #expect(answer([0x20, 9, 0, 16, 0]) == [0x01, 0x20, 9, 0, 0x0F])
        // 22 bytes: 16 of the declaration, and the 16 again
        let long = Self.longBytes
        let plain: [UInt8] = [0x0F] + long + Array(long.prefix(6))
        #expect(answer([0x0E, 10, 0, 10, 0]) == plain)
        let sized: [UInt8] = [0x21, 16, 0] + long + [16, 0] + Array(long.prefix(2))
        #expect(answer([0x20, 10, 0, 10, 0]) == sized)
    }

    @Test func aValueOnDemandIsJoinedInItsPlace() {
        var server = ATTServer()
        func ask(_ handles: [UInt8]) -> ATTServer.Actions {
            server.receive([0x0E] + handles.flatMap { [$0, 0] }, table: Self.table)
        }
        #expect(ask([3, 12, 5, 12]) == [.read(handle: 12, offset: 0)])
        // the second one after the stored value between them
        #expect(
            server.respondToRead(.success([8]), table: Self.table) == [.read(handle: 12, offset: 0)]
        )
        #expect(
            server.respondToRead(.success([9]), table: Self.table)
                == [.send([0x0F, 1, 2, 8, 3, 4, 9])]
        )
        #expect(ask([3, 12]) == [.read(handle: 12, offset: 0)])
        #expect(
            server.respondToRead(.failure(.unlikely), table: Self.table)
                == [.send([0x01, 0x0E, 12, 0, 0x0E])]
        )
        // an attribute after it that does not exist
        #expect(ask([12, 16]) == [.read(handle: 12, offset: 0)])
        #expect(
            server.respondToRead(.success([8]), table: Self.table)
                == [.send([0x01, 0x0E, 16, 0, 0x01])]
        )
    }

    /// Each permission at each level of security, with and without authorization.
    @Test(
        arguments: [
            ([], .authenticated, true, .readNotPermitted), (.readable, .none, false, nil),
            (.readEncryptionRequired, .none, true, .insufficientEncryption),
            (.readEncryptionRequired, .encrypted, false, nil),
            (.readAuthenticationRequired, .none, true, .insufficientAuthentication),
            (.readAuthenticationRequired, .encrypted, true, .insufficientAuthentication),
            (.readAuthenticationRequired, .authenticated, false, nil),
            (.readAuthorizationRequired, .none, false, .insufficientAuthorization),
            (.readAuthorizationRequired, .none, true, nil),
            ([.readable, .readEncryptionRequired], .none, true, .insufficientEncryption),
            (
                [.readEncryptionRequired, .readAuthenticationRequired], .encrypted, true,
                .insufficientAuthentication
            ),
            (
                [.readEncryptionRequired, .readAuthorizationRequired], .none, true,
                .insufficientEncryption
            ),
            (
                [.readEncryptionRequired, .readAuthorizationRequired], .encrypted, false,
                .insufficientAuthorization
            ), ([.readEncryptionRequired, .readAuthorizationRequired], .encrypted, true, nil),
        ] as [(AttributePermissions, LinkSecurity, Bool, ATTError?)]
    )
    func permissionsOfReadsAndWrites(
        permissions: AttributePermissions,
        security: LinkSecurity,
        isAuthorized: Bool,
        error: ATTError?
    ) throws {
        var server = ATTServer()
        (server.security, server.isAuthorized) = (security, isAuthorized)
        // the permissions of writes are the next bit
        let writing = AttributePermissions(rawValue: permissions.rawValue << 1)
        func attribute(_ permissions: AttributePermissions) -> AttributeTable.Attribute {
            AttributeTable.Attribute(
                handle: 1,
                type: 0xFFF1,
                value: [],
                permissions: permissions,
                role: .stored
            )
        }
        #expect(server.refusal(toRead: attribute(permissions)) == error)
        #expect(server.refusal(toRead: attribute(writing)) == .readNotPermitted)
        let wanted = error == .readNotPermitted ? .writeNotPermitted : error
        #expect(server.refusal(toWrite: attribute(writing), size: 512) == wanted)
        #expect(
            server.refusal(toWrite: attribute(writing), size: 513) == wanted ?? .invalidValueLength
        )
        #expect(server.refusal(toWrite: attribute(permissions), size: 0) == .writeNotPermitted)
    }

    @Test func bitsOfPermissionsAndProperties() {
        let permissions: [AttributePermissions] = [
            .readable, .writeable, .readEncryptionRequired, .writeEncryptionRequired,
            .readAuthenticationRequired, .writeAuthenticationRequired, .readAuthorizationRequired,
            .writeAuthorizationRequired, .readSecureConnectionsRequired,
            .writeSecureConnectionsRequired, .subscribable, .subscribeEncryptionRequired,
            .subscribeAuthenticationRequired, .subscribeSecureConnectionsRequired,
        ]
        #expect(permissions.map(\.rawValue) == (0..<14).map { 1 << $0 })
        let properties: [CharacteristicProperties] = [
            .broadcast, .read, .writeWithoutResponse, .write, .notify, .indicate,
            .authenticatedSignedWrites, .extendedProperties, .notifyEncryptionRequired,
            .indicateEncryptionRequired,
        ]
        #expect(properties.map(\.rawValue) == (0..<10).map { 1 << $0 })
        #expect(properties.map(\.declared) == [1, 2, 4, 8, 16, 32, 64, 128, 16, 32])
        #expect(properties.map(\.canNotify) == (0..<10).map { [4, 8].contains($0) })
        #expect(properties.map(\.canIndicate) == (0..<10).map { [5, 9].contains($0) })
    }
}
