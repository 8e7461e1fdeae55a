import Testing

@testable import BluetoothLE

/// The server's answers to writes, its indications and its limits (Core 5.4, Vol 3, Part F, sections 3.4.5
/// to 3.4.7).
@Suite struct ATTServerWriteTests {
    /// Handles: values 3 (stored, two bytes), 5 (on demand), 7 with notifications only and its
    /// configuration 8, 10 with indications only and 11, 13 that cannot be written, 15 (on demand) for commands.
    private static let table: AttributeTable = {
        var table = AttributeTable()
        func value(
            _ properties: CharacteristicProperties,
            _ permissions: AttributePermissions = [.readable, .writeable],
            _ value: [UInt8]? = nil
        ) -> CharacteristicDefinition {
            CharacteristicDefinition(
                0xFFF1,
                properties: properties,
                permissions: permissions,
                value: value
            )
        }
        _ = try! table.add(
            ServiceDefinition(
                0xFFF0,
                characteristics: [
                    value(.write, [.readable, .writeable], [1, 2]), value(.write), value(.notify),
                    value(.indicate), value(.read, .readable), value(.writeWithoutResponse),
                ]
            )
        )
        return table
    }()

    private func server(mtu: UInt16 = 23) -> ATTServer {
        var server = ATTServer()
        _ = server.receive([0x02] + littleEndian(mtu), table: Self.table)
        return server
    }

    @Test func defaultLimits() {
        let limits = ATTServer.Limits()
        #expect(limits.mtu == 517 && limits.preparedWrites == 64 && limits.queuedRequests == 8)
        #expect(limits.transactionTimeout == .seconds(30))
    }

    @Test(arguments: [(22, 23), (23, 23), (24, 24), (64, 64), (65, 64), (65535, 64)])
    func theSmallerOfferIsTheMTU(offer: UInt16, mtu: Int) {
        var server = ATTServer(limits: .init(mtu: 64))
        #expect(server.mtu == 23)
        let answer = server.receive([0x02] + littleEndian(offer), table: Self.table)
        #expect(answer == [.send([0x03, 64, 0])] && server.mtu == mtu)
    }

    @Test func unknownAndMalformedRequestsAreRefused() {
        var server = server()
        for unknown in [0x2A, 0x25, 0xBF] as [UInt8] {
            let refusal = [.send([0x01, unknown, 0, 0, 0x06])] as ATTServer.Actions
            #expect(server.receive([unknown, 1], table: Self.table) == refusal)
        }
        #expect(server.receive([0x0A, 1], table: Self.table) == [.send([0x01, 0x0A, 0, 0, 0x04])])
        // packets of the client's other half
        for packet in [[0x0B, 1], [0x1B, 3, 0, 1], [0x1D, 3, 0, 1], [0x1E]] as [[UInt8]] {
            #expect(server.receive(packet, table: Self.table) == [])
        }
        // commands that are unknown, signed, malformed, or for no value
        for packet in [
            [0x6A, 3, 0], [0xD2, 3, 0, 7] + [UInt8](repeating: 0, count: 12), [0x52, 3],
            [0x52, 99, 0, 1], [0x52, 13, 0, 1],
        ] as [[UInt8]] {
            #expect(server.receive(packet, table: Self.table) == [])
        }
    }

    @Test func writesAreAnsweredByTheApplication() {
        var server = server()
        let write = ATTServer.Write(handle: 5, offset: 0, value: [7])
        #expect(
            server.receive([0x12, 5, 0, 7], table: Self.table)
                == [.write([write], wantsResponse: true)]
        )
        #expect(server.respondToWrites(nil, table: Self.table) == [.send([0x13])])
        #expect(server.respondToWrites(nil, table: Self.table) == [])
        _ = server.receive([0x12, 5, 0, 7], table: Self.table)
        #expect(
            server.respondToWrites(.outOfRange, table: Self.table)
                == [.send([0x01, 0x12, 5, 0, 0xFF])]
        )
        #expect(
            server.receive([0x12, 13, 0, 7], table: Self.table)
                == [.send([0x01, 0x12, 13, 0, 0x03])]
        )
        // no answer to a command; one for a value that takes only requests is dropped and counted
        let command = ATTServer.Write(handle: 15, offset: 0, value: [7])
        #expect(
            server.receive([0x52, 15, 0, 7], table: Self.table)
                == [.write([command], wantsResponse: false)]
        )
        #expect(server.droppedCommands == 0)
        #expect(server.receive([0x52, 5, 0, 7], table: Self.table) == [])
        #expect(server.droppedCommands == 1)
        // a request for a value that takes only commands
        #expect(
            server.receive([0x12, 15, 0, 7], table: Self.table)
                == [.send([0x01, 0x12, 15, 0, 0x03])]
        )
        #expect(server.respondToWrites(nil, table: Self.table) == [])
    }

    @Test func aWriteHasAtMost512Bytes() {
        var server = server(mtu: 517)
        let long = [UInt8](repeating: 7, count: 513)
        #expect(
            server.receive([0x12, 5, 0] + long, table: Self.table)
                == [.send([0x01, 0x12, 5, 0, 0x0D])]
        )
        #expect(server.receive([0x52, 5, 0] + long, table: Self.table) == [])
        guard
            case .write(let writes, true) = server.receive(
                [0x12, 5, 0] + long.dropLast(),
                table: Self.table
            ).first
        else {
            Issue.record("refused")
            return
        }
        #expect(writes.map(\.value.count) == [512])
    }

    /// Values of a configuration, and the error; nil: the subscription.
    @Test(
        arguments: [
            (8, [1, 0], nil), (8, [0, 0], nil), (8, [2, 0], .cccdImproperlyConfigured),
            (8, [3, 0], .cccdImproperlyConfigured), (11, [2, 0], nil),
            (11, [1, 0], .cccdImproperlyConfigured), (11, [3, 0], .cccdImproperlyConfigured),
            (8, [], .invalidValueLength), (8, [1], .invalidValueLength),
            (8, [1, 0, 0], .invalidValueLength), (8, [4, 0], .valueNotAllowed),
            (8, [1, 1], .valueNotAllowed),
        ] as [(UInt8, [UInt8], ATTError?)]
    )
    func subscriptions(handle: UInt8, value: [UInt8], error: ATTError?) {
        let of = UInt16(handle - 1)
        for request in [0x12, 0x52] as [UInt8] {
            var server = server()
            let actions = server.receive([request, handle, 0] + value, table: Self.table)
            let isAnswered = request == 0x12
            if let error {
                let refusal: ATTServer.Action = .send([0x01, request, handle, 0, error.rawValue])
                #expect(Array(actions) == (isAnswered ? [refusal] : []))
                #expect(server.subscriptions.isEmpty)
                continue
            }
            let subscription = Subscription(rawValue: value[0])
            #expect(
                Array(actions) == (isAnswered ? [.send([0x13])] : [])
                    + [.subscription(handle: of, subscription)]
            )
            #expect(server.subscriptions == (subscription.isEmpty ? [:] : [of: subscription]))
            // the value read is the one written; writing zero ends it
            let read = server.receive([0x0A, handle, 0], table: Self.table)
            #expect(read == [.send([0x0B] + value)])
            _ = server.receive([0x12, handle, 0, 0, 0], table: Self.table)
            #expect(server.subscriptions.isEmpty)
        }
    }

    private func prepared(
        _ server: inout ATTServer,
        _ handle: UInt8,
        _ offset: Int,
        _ part: [UInt8]
    )
        -> ATTServer.Actions
    {
        let start = [0x16, handle, 0] + littleEndian(UInt16(offset))
        return server.receive(start + part, table: Self.table)
    }

    @Test func preparedPartsAreEchoedAndChecked() {
        var server = server()
        let part = Array(0..<UInt8(18))
        #expect(prepared(&server, 5, 300, part) == [.send([0x17, 5, 0, 44, 1] + part)])
        #expect(prepared(&server, 13, 0, [1]) == [.send([0x01, 0x16, 13, 0, 0x03])])
        #expect(server.prepared.count == 1)
        // cancelled
        #expect(server.receive([0x18, 0], table: Self.table) == [.send([0x19])])
        #expect(server.receive([0x18, 1], table: Self.table) == [.send([0x19])])
        // an unknown flag cancels, too
        _ = prepared(&server, 5, 0, part)
        #expect(
            server.receive([0x18, 2], table: Self.table) == [.send([0x01, 0x18, 0, 0, 0x04])]
        )
        #expect(server.prepared.isEmpty)
    }

    /// The stored value 3 has two bytes; the length of 5 is known only to the application.
    @Test(
        arguments: [
            (3, 2, 1, nil), (3, 3, 1, .invalidOffset), (5, 300, 1, nil), (5, 494, 18, nil),
            (5, 495, 18, .invalidValueLength), (5, 512, 0, nil), (5, 512, 1, .invalidValueLength),
        ] as [(UInt8, Int, Int, ATTError?)]
    )
    func preparedWritesStayInTheValue(handle: UInt8, offset: Int, count: Int, error: ATTError?) {
        var server = server()
        let part = [UInt8](repeating: 7, count: count)
        _ = prepared(&server, handle, offset, part)
        let executed = server.receive([0x18, 1], table: Self.table)
        if let error {
            #expect(executed == [.send([0x01, 0x18, handle, 0, error.rawValue])])
        } else {
            let write = ATTServer.Write(handle: UInt16(handle), offset: offset, value: part)
            #expect(executed == [.write([write], wantsResponse: true)])
            #expect(server.respondToWrites(nil, table: Self.table) == [.send([0x19])])
            _ = prepared(&server, handle, offset, part)
            _ = server.receive([0x18, 1], table: Self.table)
            // an error without a handle
            #expect(
                server.respondToWrites(.unlikely, table: Self.table)
                    == [.send([0x01, 0x18, 0, 0, 0x0E])]
            )
        }
    }

    /// Parts that continue each other are joined; others stay separate.
    @Test func onlyAdjacentPartsAreJoined() {
        var server = server()
        for (handle, offset, part) in [
            (5, 0, [1, 2]), (5, 2, [3]), (5, 4, [4]), (7, 5, [5]), (5, 5, [6]),
        ] as [(UInt8, Int, [UInt8])] {
            _ = prepared(&server, handle, offset, part)
        }
        let writes = [
            ATTServer.Write(handle: 5, offset: 0, value: [1, 2, 3]),
            ATTServer.Write(handle: 5, offset: 4, value: [4]),
            ATTServer.Write(handle: 7, offset: 5, value: [5]),
            ATTServer.Write(handle: 5, offset: 5, value: [6]),
        ]
        #expect(
            server.receive([0x18, 1], table: Self.table) == [.write(writes, wantsResponse: true)]
        )
    }

    @Test func aWrongConfigurationRefusesAllPreparedWrites() {
        for (offset, value, code) in [
            (0, [2, 0], 0xFD), (0, [1], 0x0D), (1, [0], 0x07), (0, [8, 0], 0x13),
        ] as [(Int, [UInt8], UInt8)] {
            var server = server()
            _ = prepared(&server, 5, 0, [1])
            _ = prepared(&server, 8, offset, value)
            #expect(
                server.receive([0x18, 1], table: Self.table)
                    == [.send([0x01, 0x18, 8, 0, code])]
            )
            #expect(server.subscriptions.isEmpty && server.prepared.isEmpty)
        }
    }

    /// The fourth early request ends the link; the first three are answered in order.
    @Test func earlyRequestsWaitTheirTurn() {
        var server = ATTServer(limits: .init(queuedRequests: 3))
        func read(_ handle: UInt8) -> ATTServer.Actions {
            server.receive([0x0A, handle, 0], table: Self.table)
        }
        #expect(read(5) == [.read(handle: 5, offset: 0)])
        #expect(read(3) == [] && read(7) == [] && read(3) == [])
        #expect(read(3) == [.drop(reason: "the client does not wait for answers")])
        // the next that the application has to answer stops the queue
        #expect(
            server.respondToRead(.success([9]), table: Self.table)
                == [.send([0x0B, 9]), .send([0x0B, 1, 2]), .read(handle: 7, offset: 0)]
        )
        #expect(
            server.respondToRead(.success([8]), table: Self.table)
                == [.send([0x0B, 8]), .send([0x0B, 1, 2])]
        )
        _ = server.receive([0x12, 5, 0, 7], table: Self.table)
        #expect(read(3) == [])
        #expect(
            server.respondToWrites(nil, table: Self.table)
                == [.send([0x13]), .send([0x0B, 1, 2])]
        )
        #expect(read(3) == [.send([0x0B, 1, 2])])
    }

    @Test func indicationsAreConfirmedOneByOne() {
        var server = server()
        let value = Array(0..<UInt8(30))
        #expect(server.deadline == nil && server.nextIndication(now: .zero) == [])
        #expect(
            server.indicate(value, handle: 7, now: .seconds(1))
                == [.send([0x1D, 7, 0] + value.prefix(20))]
        )
        #expect(server.indicate([1], handle: 10, now: .seconds(2)) == [])
        #expect(server.indicate([2], handle: 10, now: .seconds(2)) == [])
        #expect(server.nextIndication(now: .seconds(2)) == [])
        #expect(server.deadline == .seconds(31))
        let limit = Duration.seconds(31)
        #expect(server.timeOut(now: limit - .nanoseconds(1)) == [])
        #expect(
            server.timeOut(now: limit)
                == [.drop(reason: "no confirmation of an indication within 30 s")]
        )
        #expect(server.receive([0x1E], table: Self.table) == [.confirmed(handle: 7)])
        #expect(server.receive([0x1E], table: Self.table) == [] && server.deadline == nil)
        #expect(server.timeOut(now: .seconds(99)) == [])
        #expect(server.nextIndication(now: .seconds(5)) == [.send([0x1D, 10, 0, 1])])
        #expect(server.deadline == .seconds(35))
        _ = server.receive([0x1E], table: Self.table)
        #expect(server.nextIndication(now: .seconds(6)) == [.send([0x1D, 10, 0, 2])])
        _ = server.receive([0x1E], table: Self.table)
        #expect(server.nextIndication(now: .seconds(7)) == [])
        #expect(
            server.notification(of: value, handle: 0x1234) == [0x1B, 0x34, 0x12] + value.prefix(20)
        )
    }
}
