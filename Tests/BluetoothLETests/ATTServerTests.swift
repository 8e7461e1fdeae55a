import AccessoryConcurrency
import CAccessory
import Testing

@testable import BluetoothLE

/// The server's state machine: its inputs and its actions.
@Suite struct ATTServerTests {
    private static let limits = ATTServer.Limits(
        mtu: 64,
        preparedWrites: 4,
        queuedRequests: 3
    )

    /// Two values that the application serves, at handles 3 and 6.
    private static let table: AttributeTable = {
        var table = AttributeTable()
        let characteristics: [BluetoothUUID] = [0xFFF1, 0xFFF2]
        _ = try! table.add(
            ServiceDefinition(
                0xFFF0,
                characteristics: characteristics.map {
                    CharacteristicDefinition(
                        $0,
                        properties: [.read, .write, .notify, .indicate],
                        permissions: [.readable, .writeable],
                        value: nil
                    )
                }
            )
        )
        return table
    }()

    private static func prepare(_ handle: UInt8, at offset: UInt8, _ part: [UInt8]) -> [UInt8] {
        [0x16, handle, 0, offset, 0] + part
    }

    @Test func aPacketLongerThanTheMTUIsRefused() {
        var server = ATTServer(limits: Self.limits)
        let long = [0x12, 3, 0] + [UInt8](repeating: 7, count: 21)
        #expect(server.receive(long, table: Self.table) == [.send([0x01, 0x12, 0, 0, 0x04])])
        #expect(server.receive([0x52] + long.dropFirst(), table: Self.table) == [])
        #expect(server.receive([0x02, 64, 0], table: Self.table) == [.send([0x03, 64, 0])])
        let write = ATTServer.Write(handle: 3, offset: 0, value: Array(long.dropFirst(3)))
        #expect(
            server.receive(long, table: Self.table) == [.write([write], wantsResponse: true)]
        )
    }

    @Test func theMTUIsExchangedOnce() {
        var server = ATTServer(limits: Self.limits)
        #expect(server.receive([0x02, 50, 0], table: Self.table) == [.send([0x03, 64, 0])])
        #expect(
            server.receive([0x02, 23, 0], table: Self.table) == [.send([0x01, 0x02, 0, 0, 0x06])]
        )
        #expect(server.mtu == 50)
    }

    @Test(arguments: [[4, 0], [0, 1], [0x81, 0], [1, 0x80]] as [[UInt8]])
    func reservedBitsOfASubscriptionAreRefused(value: [UInt8]) {
        var server = ATTServer(limits: Self.limits)
        // the first value's configuration follows it, at handle 4
        let refusal = server.receive([0x12, 4, 0] + value, table: Self.table)
        #expect(refusal == [.send([0x01, 0x12, 4, 0, 0x13])])
        #expect(server.receive([0x52, 4, 0] + value, table: Self.table) == [])
        #expect(server.subscriptions.isEmpty)
    }

    @Test(arguments: [0x0A, 0x0C, 0x12, 0x16] as [UInt8], [[0, 0], [0xFF, 0xFF]] as [[UInt8]])
    func unknownHandlesAreRefused(request: UInt8, handle: [UInt8]) {
        var server = ATTServer(limits: Self.limits)
        let rest: [UInt8] = request == 0x0C || request == 0x16 ? [0, 0] : []
        #expect(
            server.receive([request] + handle + rest, table: Self.table)
                == [.send([0x01, request] + handle + [0x01])]
        )
    }

    @Test func preparedWritesAreBoundedAndJoined() {
        var server = ATTServer(limits: Self.limits)
        let parts = [
            Self.prepare(3, at: 0, [1, 2]), Self.prepare(6, at: 0, [9]),
            Self.prepare(6, at: 1, [8]), Self.prepare(3, at: 2, [3]),
        ]
        for part in parts {
            let answers = server.receive(part, table: Self.table)
            #expect(answers == [.send([0x17] + part.dropFirst())])
        }
        // the fifth is refused with "prepare queue full", and the four stay
        let full = server.receive(parts[0], table: Self.table)
        #expect(full == [.send([0x01, 0x16, 3, 0, 0x09])])
        let writes = [
            ATTServer.Write(handle: 3, offset: 0, value: [1, 2]),
            ATTServer.Write(handle: 6, offset: 0, value: [9, 8]),
            ATTServer.Write(handle: 3, offset: 2, value: [3]),
        ]
        #expect(
            server.receive([0x18, 1], table: Self.table) == [.write(writes, wantsResponse: true)]
        )
        // one of them is refused: the client learns which
        let refused = server.respondToWrites(
            ATTError(rawValue: 0x80),
            failedHandle: 6,
            table: Self.table
        )
        #expect(refused == [.send([0x01, 0x18, 6, 0, 0x80])])
        // the queue is empty again
        #expect(server.receive([0x18, 1], table: Self.table) == [.send([0x19])])
        #expect(server.receive(parts[0], table: Self.table).count == 1)
    }

    @Test func aSubscriptionCanBePreparedToo() {
        // configurations at handles 4 and 7
        var server = ATTServer(limits: Self.limits)
        _ = server.receive(Self.prepare(4, at: 0, [1, 0]), table: Self.table)
        #expect(
            server.receive([0x18, 1], table: Self.table)
                == [.send([0x19]), .subscription(handle: 3, .notifications)]
        )
        #expect(server.subscriptions == [3: .notifications])
        // together with a value, it is set once the application has accepted the value
        for consents in [false, true] {
            _ = server.receive(Self.prepare(7, at: 0, [2, 0]), table: Self.table)
            _ = server.receive(Self.prepare(6, at: 0, [5]), table: Self.table)
            let write = ATTServer.Write(handle: 6, offset: 0, value: [5])
            #expect(
                server.receive([0x18, 1], table: Self.table)
                    == [.write([write], wantsResponse: true)]
            )
            let answer = server.respondToWrites(consents ? nil : .unlikely, table: Self.table)
            #expect(answer.contains(.subscription(handle: 6, .indications)) == consents)
            #expect((server.subscriptions[6] != nil) == consents)
        }
        // half a configuration is invalid
        for (offset, value) in [(1, [0]), (0, [1])] as [(UInt8, [UInt8])] {
            _ = server.receive(Self.prepare(4, at: offset, value), table: Self.table)
            guard case .send(let packet)? = server.receive([0x18, 1], table: Self.table).first
            else { return }
            #expect(packet.first == 0x01)
        }
    }

    @Test func unreadableValuesCannotBeGuessed() throws {
        var table = AttributeTable()
        _ = try table.add(
            ServiceDefinition(
                0xFFF0,
                characteristics: [
                    CharacteristicDefinition(
                        0xFFF1,
                        properties: .read,
                        permissions: .readEncryptionRequired,
                        value: [1, 2, 3, 4]
                    )
                ]
            )
        )
        var server = ATTServer()
        let guess: [UInt8] = [0x06, 1, 0, 0xFF, 0xFF, 0xF1, 0xFF, 1, 2, 3, 4]
        #expect(server.receive(guess, table: table) == [.send([0x01, 0x06, 1, 0, 0x0A])])
        server.security = .encrypted
        #expect(server.receive(guess, table: table) == [.send([0x07, 3, 0, 3, 0])])
    }

    /// A client's unanswered requests, and the server's allowed responses.
    private struct Model {
        /// Requests without an answer, oldest first.
        var open: [UInt8] = []
        /// The larger of the MTU before a step and after it.
        var mtu = 23
        var subscriptions: [UInt16: Subscription] = [:]
        var indicated: Duration?
        var waitingIndications = 0
        var prepared = 0
        var isAsked = false
    }

    /// Valid and invalid packets, jumps of time and lost links, compared with a model of the
    /// specification: one response per request, in order and within the MTU; one indication at a time;
    /// the link ends when an indication is not confirmed for 30 s.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func theMachineKeepsToItsModel(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var server = ATTServer(limits: Self.limits)
        var model = Model()
        var now = Duration.zero
        for step in 0..<2_000 {
            let place: Comment = "seed \(seed), step \(step)"
            var actions: ATTServer.Actions
            let mtu = server.mtu
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<11:
                let packet = Self.packet(&random)
                let kind = acc_att_kind_of(packet[0])
                if kind == .request {
                    if model.isAsked, model.open.count > Self.limits.queuedRequests {
                        let drop = server.receive(packet, table: Self.table)
                        guard case .drop = drop.first else {
                            Issue.record("a flood has to end the link")
                            return
                        }
                        (server, model) = (ATTServer(limits: Self.limits), Model())
                        continue
                    }
                    model.open.append(packet[0])
                }
                if kind == .confirmation { model.indicated = nil }
                actions = server.receive(packet, table: Self.table)
            case 11..<15:
                guard model.isAsked else { continue }
                model.isAsked = false
                let isRead = [0x08, 0x0A, 0x0C, 0x0E, 0x20].contains(model.open[0])
                let fails = Int.random(in: 0..<4, using: &random) == 0
                actions =
                    isRead
                    ? server.respondToRead(
                        fails ? .failure(.unlikely) : .success(Self.bytes(0...100, &random)),
                        table: Self.table
                    ) : server.respondToWrites(fails ? .unlikely : nil, table: Self.table)
            case 15, 16:
                if model.indicated != nil { model.waitingIndications += 1 }
                actions = server.indicate(Self.bytes(0...80, &random), handle: 3, now: now)
            case 17, 18:
                now += .seconds(Int.random(in: 0...20, using: &random))
                actions = server.timeOut(now: now)
                if let due = model.indicated, now >= due {
                    #expect(actions.count == 1, place)
                    guard case .drop = actions.first else {
                        Issue.record("an indication unconfirmed for 30 s has to end the link")
                        return
                    }
                    (server, model) = (ATTServer(limits: Self.limits), Model())
                    continue
                }
                #expect(actions.isEmpty, place)
            default:
                // the link is lost; a bonded client returns with its subscriptions
                let kept = server.subscriptions
                server = ATTServer(limits: Self.limits, subscriptions: kept)
                model = Model()
                model.subscriptions = kept
                continue
            }
            if model.indicated == nil, model.waitingIndications > 0 {
                model.waitingIndications -= 1
                actions += server.nextIndication(now: now)
            }
            model.mtu = max(mtu, server.mtu)
            for action in actions { try check(action, &model, now, place) }
            #expect(server.subscriptions == model.subscriptions, place)
            #expect(server.prepared.count <= Self.limits.preparedWrites, place)
        }
    }

    private func check(
        _ action: ATTServer.Action,
        _ model: inout Model,
        _ now: Duration,
        _ place: Comment
    ) throws {
        switch action {
        case .send(let packet):
            let pdu = try PDU(packet: packet)
            #expect(packet.count <= model.mtu, place)
            switch pdu.fields.opcode {
            case 0x1D:
                #expect(model.indicated == nil, place)
                model.indicated = now + .seconds(30)
            case 0x01:
                try #require(!model.open.isEmpty, place)
                #expect(pdu.fields.request == model.open.removeFirst(), place)
            default:
                try #require(!model.open.isEmpty, place)
                #expect(pdu.fields.opcode == model.open.removeFirst() + 1, place)
            }
        case .read, .write(_, wantsResponse: true):
            #expect(!model.isAsked && !model.open.isEmpty, place)
            model.isAsked = true
        case .write(let writes, wantsResponse: false):
            #expect(writes.count == 1, place)
        case .subscription(let handle, let subscription):
            #expect([3, 6].contains(handle), place)
            model.subscriptions[handle] = subscription.isEmpty ? nil : subscription
        case .confirmed: break
        case .drop(let reason): Issue.record("dropped: \(reason), \(place)")
        }
    }

    /// Three of four packets are well-formed requests.
    private static func packet(_ random: inout SeededRandom) -> [UInt8] {
        let handle = UInt8.random(in: 1...8, using: &random)
        let value = bytes(0...30, &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return [0x02, UInt8.random(in: 0...255, using: &random), 0]
        case 1: return [0x04, handle, 0, 0xFF, 0xFF]
        case 2: return [0x06, 1, 0, 0xFF, 0xFF, 0x00, 0x28, 0xF0, 0xFF]
        case 3: return [0x08, handle, 0, 0xFF, 0xFF, 0x03, 0x28]
        case 4: return [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28]
        case 5, 6: return [0x0A, handle, 0]
        case 7: return [0x0C, handle, 0, UInt8.random(in: 0...60, using: &random), 0]
        case 8: return [0x0E, 3, 0, 6, 0]
        case 9: return [0x20, 3, 0, 6, 0]
        case 10: return [0x12, handle, 0] + value.prefix(18)
        case 11: return [0x12, [4, 7].randomElement(using: &random)!, 0, handle & 3, 0]
        case 12: return [0x52, handle, 0] + value.prefix(18)
        case 13: return prepare(handle, at: UInt8.random(in: 0...3, using: &random), value)
        case 14: return [0x18, handle & 1]
        case 15: return [0x1E]
        default: return [UInt8.random(in: 0...255, using: &random)] + value
        }
    }

    private static func bytes(
        _ counts: ClosedRange<Int>,
        _ random: inout SeededRandom
    ) -> [UInt8] {
        (0..<Int.random(in: counts, using: &random)).map { _ in
            .random(in: 0...255, using: &random)
        }
    }
}
