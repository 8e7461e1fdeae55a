import AccessoryBase
import CAccessory
import Testing

@testable import BluetoothLE

/// The client's actions, one by one (Core 5.4, Vol 3, Part F, sections 3.3 and 3.4).
@Suite struct ATTClientStepTests {
    /// The actions as text, because a result is not comparable.
    private func text(_ actions: ATTClient.Actions) -> [String] { actions.map(text) }

    private func text(_ action: ATTClient.Action) -> String {
        switch action {
        case .send(let packet): "send \(Hexadecimal.text(packet))"
        case .complete(let ticket, .success(let packet)): "\(ticket): \(Hexadecimal.text(packet))"
        case .complete(let ticket, .failure(let error)): "\(ticket): \(error)"
        case .value(let handle, let value, let isIndication):
            "\(isIndication ? "indication" : "notification") \(handle): \(Hexadecimal.text(value))"
        case .drop(let reason): "drop: \(reason)"
        }
    }

    private let read: [UInt8] = [0x0A, 3, 0]

    @Test func requestsFollowEachOther() {
        var client = ATTClient()
        #expect(client.timeout == .seconds(30) && client.mtu == 23 && client.deadline == nil)
        #expect(client.request(read, ticket: 1, now: .seconds(1)).map(text) == "send 0a0300")
        #expect(client.deadline == .seconds(31))
        #expect(client.request([0x0A, 4, 0], ticket: 2, now: .seconds(2)) == nil)
        #expect(client.request([0x0A, 5, 0], ticket: 3, now: .seconds(2)) == nil)
        #expect(client.deadline == .seconds(31))
        // the deadline of a request starts when it is sent
        #expect(
            text(client.receive([0x0B, 7], now: .seconds(5))) == ["1: 0b07", "send 0a0400"]
        )
        #expect(client.deadline == .seconds(35))
        client.cancel(3)
        #expect(text(client.receive([0x0B], now: .seconds(6))) == ["2: 0b"])
        #expect(client.deadline == nil)
        // nobody waits
        #expect(text(client.receive([0x0B, 1], now: .zero)).isEmpty)
    }

    @Test func aCancelledRequestIsStillAwaited() {
        var client = ATTClient()
        _ = client.request(read, ticket: 1, now: .zero)
        client.cancel(1)
        #expect(client.deadline == .seconds(30))
        #expect(client.request(read, ticket: 2, now: .zero) == nil)
        client.cancel(9)
        #expect(text(client.receive([0x0B, 1], now: .zero)) == ["send 0a0300"])
        #expect(text(client.receive([0x0B, 2], now: .zero)) == ["2: 0b02"])
    }

    @Test func errorsAndWrongAnswers() {
        let malformed = "1: \(GATTError.malformedAnswer)"
        let cut = "1: \(GATTError.att(ATTError(rawValue: 0), handle: 0))"
        let list: [UInt8] = [0x08, 1, 0, 9, 0, 3, 0x28]
        let descriptors: [UInt8] = [0x04, 1, 0, 9, 0]
        let item = [UInt8](repeating: 7, count: 18)
        let long = Hexadecimal.text(item)
        for (request, answer, wanted) in [
            (read, [0x01, 0x0A, 3, 0, 0x02], "1: \(GATTError.att(.readNotPermitted, handle: 3))"),
            (read, [0x01, 0x0A, 3, 0], cut), (read, [0x01, 0x0A], cut), (read, [0x0B], "1: 0b"),
            (list, [0x09], malformed), (list, [0x09, 7], malformed), (list, [0x09, 0], malformed),
            (list, [0x09, 0, 1], malformed), (list, [0x09, 3, 1, 0], malformed),
            (list, [0x09, 3, 1, 0, 7, 2], "1: 0903010007"),
            (list, [0x09, 3, 1, 0, 7, 2, 0, 8], "1: 0903010007020008"),
            (descriptors, [0x05, 3] + item, "1: 0502\(long)"), (descriptors, [0x05, 3], malformed),
            (descriptors, [0x05, 3, 1, 0, 0x02, 0x29], malformed),
            (descriptors, [0x05, 4] + item, malformed), (descriptors, [0x05], malformed),
        ] as [([UInt8], [UInt8], String)] {
            var client = ATTClient()
            _ = client.request(request, ticket: 1, now: .zero)
            #expect(text(client.receive(answer, now: .zero)) == [wanted], "\(answer)")
        }
        var client = ATTClient()
        _ = client.request(read, ticket: 1, now: .zero)
        // an error for another request, and packets that a client does not receive
        let others: [[UInt8]] = [
            [0x01, 0x0C, 3, 0, 2], [0x0A, 3, 0], [0x52, 3, 0], [0x1E], [0x2B, 1], [],
        ]
        for packet in others {
            #expect(text(client.receive(packet, now: .zero)).isEmpty)
        }
        #expect(client.deadline == .seconds(30))
    }

    @Test(
        arguments: [
            (100, 50, 50), (50, 100, 50), (100, 100, 100), (100, 23, 23), (100, 10, 23),
            (23, 99, 23),
        ] as [(Int, Int, Int)]
    )
    func theSmallerOfferIsTheMTU(offer: Int, answer: Int, mtu: Int) {
        var client = ATTClient()
        _ = client.request(PDU.mtu(ACC_ATT_MTU_REQ, offer).packet, ticket: 1, now: .zero)
        _ = client.receive([0x03] + littleEndian(UInt16(answer)), now: .zero)
        #expect(client.mtu == mtu)
        // a second, smaller exchange does not shrink packets
        _ = client.request(PDU.mtu(ACC_ATT_MTU_REQ, 23).packet, ticket: 2, now: .zero)
        _ = client.receive([0x03, 23, 0], now: .zero)
        #expect(client.mtu == mtu)
    }

    @Test func aLateAnswerEndsTheLink() {
        var client = ATTClient(timeout: .seconds(5))
        #expect(text(client.timeOut(now: .seconds(99))).isEmpty)
        _ = client.request(read, ticket: 1, now: .seconds(1))
        _ = client.request(read, ticket: 2, now: .seconds(1))
        _ = client.request(read, ticket: 3, now: .seconds(1))
        client.cancel(2)
        #expect(text(client.timeOut(now: .seconds(6) - .nanoseconds(1))).isEmpty)
        let late = "\(GATTError.timedOut)"
        #expect(
            text(client.timeOut(now: .seconds(6))) == [
                "1: \(late)", "3: \(late)", "drop: no answer to a request within 5.0 seconds",
            ]
        )
        #expect(client.deadline == nil && text(client.timeOut(now: .seconds(99))).isEmpty)
        #expect(client.request(read, ticket: 4, now: .zero).map(text) == "4: \(late)")
    }

    @Test(
        "answers that do not fit the request are ignored, and named when no other comes",
        arguments: [
            ([0x0D, 1], GATTError.unexpectedAnswer(opcode: 0x0D, to: 0x0A)),
            ([0x15], .unexpectedAnswer(opcode: 0x15, to: 0x0A)),
            ([0x01, 0x08, 3, 0, 2], .unexpectedError(request: 0x08, to: 0x0A)),
            ([0x01], .unexpectedError(request: 0, to: 0x0A)),
        ] as [([UInt8], GATTError)]
    )
    func strayAnswers(answer: [UInt8], error: GATTError) {
        var client = ATTClient()
        _ = client.request(read, ticket: 1, now: .zero)
        #expect(text(client.receive(answer, now: .zero)).isEmpty)
        var answered = client
        #expect(text(answered.receive([0x0B, 1], now: .zero)) == ["1: 0b01"])
        _ = answered.request(read, ticket: 2, now: .zero)
        #expect(text(answered.timeOut(now: .seconds(30))).first == "2: \(GATTError.timedOut)")
        #expect(text(client.timeOut(now: .seconds(30))).first == "1: \(error)")
    }

    @Test func theEndOfTheLinkEndsEveryRequest() {
        var client = ATTClient()
        #expect(text(client.end(.disconnected)).isEmpty)
        for ticket in 1...3 as ClosedRange<UInt64> {
            _ = client.request(read, ticket: ticket, now: .zero)
        }
        client.cancel(1)
        let lost = "\(GATTError.disconnected)"
        #expect(text(client.end(.disconnected)) == ["2: \(lost)", "3: \(lost)"])
        #expect(client.deadline == nil && text(client.end(.disconnected)).isEmpty)
    }

    @Test func valuesOfTheServer() {
        var client = ATTClient()
        func received(_ packet: [UInt8]) -> [String] { text(client.receive(packet, now: .zero)) }
        #expect(received([0x1B, 3, 1, 7]) == ["notification 259: 07"])
        #expect(received([0x1D, 3, 0]) == ["send 1e", "indication 3: "])
        #expect(
            received([0x23, 3, 0, 2, 0, 7, 8, 4, 0, 0, 0])
                == ["notification 3: 0708", "notification 4: "]
        )
        for packet in [[0x1B, 3], [0x1D, 3], [0x23, 3, 0, 0, 0]] as [[UInt8]] {
            #expect(received(packet).isEmpty)
        }
    }
}

/// Packets of the attribute protocol.
@Suite struct PDUTests {
    @Test func packetsOfFixedForm() {
        #expect(PDU.readRequest(0x1234) == [0x0A, 0x34, 0x12])
        #expect(PDU.readResponse(to: 0x0A, [1, 2, 3][1...]) == [0x0B, 2, 3])
        #expect(PDU.readResponse(to: 0x0C, []) == [0x0D])
        #expect(PDU.writeCommand([1, 2, 3][1...], to: 0x1234) == [0x52, 0x34, 0x12, 2, 3])
        #expect(PDU.mtu(ACC_ATT_MTU_REQ, 517).packet == [0x02, 5, 2])
        #expect(PDU.error(.unlikely, to: 0x0A, handle: 0x0203).packet == [1, 0x0A, 3, 2, 0x0E])
        #expect(PDU.execute(write: true).packet == [0x18, 1])
        #expect(PDU.execute(write: false).packet == [0x18, 0])
        #expect(littleEndian(0x1234) == [0x34, 0x12])
        #expect(littleEndian16([9, 0x34, 0x12, 9][1...]) == 0x1234)
    }

    @Test func packetsAreDecoded() throws {
        let pdu = try PDU(packet: [0x06, 1, 0, 9, 0, 0x00, 0x28, 7, 8])
        #expect(pdu.opcode == ACC_ATT_FIND_BY_TYPE_VALUE_REQ && pdu.tail == [7, 8])
        #expect(pdu.fields.handle == 1 && pdu.fields.end == 9 && pdu.fields.type == 0x2800)
        #expect(pdu.packet == [0x06, 1, 0, 9, 0, 0x00, 0x28, 7, 8])
        let list = try PDU(packet: [0x09, 3, 1, 0, 7, 2, 0, 8])
        #expect(list.items.map(Array.init) == [[1, 0, 7], [2, 0, 8]])
        for (packet, isKnown) in [([0x2A], false), ([0x0A], true), ([], true)] as [([UInt8], Bool)]
        {
            let error = #expect(throws: PDU.Malformed.self) { try PDU(packet: packet) }
            #expect(error?.isKnown == isKnown && error?.opcode == packet.first ?? 0)
        }
    }

    @Test func valuesOfOnePacket() throws {
        let values = try PDU.values(in: [0x21, 1, 0, 7, 0, 0, 9, 0, 8])
        // the last one is cut by the end of the packet
        #expect(values.map(\.value) == [[7], [], [8]] && values.map(\.handle) == [0, 0, 0])
        let notified = try PDU.values(in: [0x23, 3, 0, 1, 0, 7, 4, 1, 0, 0])
        #expect(notified.map(\.value) == [[7], []] && notified.map(\.handle) == [3, 260])
    }
}
