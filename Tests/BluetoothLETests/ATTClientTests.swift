import AccessoryConcurrency
import CAccessory
import Testing

@testable import BluetoothLE

/// The client's state machine, compared with a model.
@Suite struct ATTClientTests {
    /// The owner's unanswered requests, in order.
    private struct Model {
        struct Request {
            let ticket: UInt64
            let opcode: UInt8
            var isCancelled = false
        }

        var requests: [Request] = []
        /// Deadline of the first request's response.
        var due = Duration.zero
        var isOver = false
        /// The last answer that did not fit the first request.
        var stray: GATTError?
    }

    /// Requests; right, wrong and unsolicited responses; cancellations; jumps of time and lost links. One request
    /// is pending at a time, each ends once, in order, and none lasts longer than 30 s of silence.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func theMachineKeepsToItsModel(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var client = ATTClient()
        var model = Model()
        var now = Duration.zero
        var count: UInt64 = 0
        for step in 0..<2_000 {
            let place: Comment = "seed \(seed), step \(step)"
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<6:
                count += 1
                let request = Self.requests.randomElement(using: &random)!
                if !model.isOver {
                    model.requests.append(.init(ticket: count, opcode: request.fields.opcode))
                }
                let action = client.request(request.packet, ticket: count, now: now)
                if model.isOver {
                    guard case .complete(count, .failure(.timedOut)) = action else {
                        Issue.record("a link that timed out takes no request, \(place)")
                        return
                    }
                    continue
                }
                if model.requests.count == 1 { model.due = now + .seconds(30) }
                let sent = Self.sent(ShortList(action))
                #expect(sent.count == (model.requests.count == 1 ? 1 : 0), place)
            case 6..<13:
                let packet = Self.packet(for: model.requests.first?.opcode, &random)
                let actions = client.receive(packet, now: now)
                check(answer: packet, actions, &model, now, place)
            case 13, 14:
                guard let index = model.requests.indices.randomElement(using: &random) else {
                    continue
                }
                client.cancel(model.requests[index].ticket)
                // a sent request is still waited for
                if index == 0 {
                    model.requests[0].isCancelled = true
                } else {
                    model.requests.remove(at: index)
                }
            case 15..<19:
                now += .seconds(Int.random(in: 0...8, using: &random))
                let actions = client.timeOut(now: now)
                let isLate = !model.requests.isEmpty && now >= model.due
                #expect(!actions.isEmpty == isLate, place)
                if isLate {
                    check(end: actions, model.stray ?? .timedOut, &model, place)
                    model.isOver = true
                }
            default:
                check(end: client.end(.disconnected), .disconnected, &model, place)
                (client, model) = (ATTClient(), Model())
            }
        }
    }

    /// Checks the actions after a received packet.
    private func check(
        answer packet: [UInt8],
        _ actions: ATTClient.Actions,
        _ model: inout Model,
        _ now: Duration,
        _ place: Comment
    ) {
        var completed: [UInt64] = []
        var sent: [UInt8] = []
        var confirmations = 0
        for action in actions {
            switch action {
            case .complete(let ticket, _): completed.append(ticket)
            case .send([0x1E]): confirmations += 1
            case .send(let packet): sent.append(packet[0])
            case .value(_, _, let isIndication): confirmations -= isIndication ? 1 : 0
            case .drop: Issue.record("dropped, \(place)")
            }
        }
        #expect(confirmations == 0, place)
        guard let first = model.requests.first, Self.ends(first.opcode, packet) else {
            #expect(completed.isEmpty && sent.isEmpty, place)
            if let first = model.requests.first, acc_att_kind_of(packet[0]) == .response {
                model.stray =
                    packet[0] == 0x01
                    ? .unexpectedError(request: packet[1], to: first.opcode)
                    : .unexpectedAnswer(opcode: packet[0], to: first.opcode)
            }
            return
        }
        model.requests.removeFirst()
        model.stray = nil
        model.due = now + .seconds(30)
        #expect(completed == (first.isCancelled ? [] : [first.ticket]), place)
        #expect(sent == model.requests.prefix(1).map(\.opcode), place)
    }

    /// Whether a packet ends a request: its response or its error.
    private static func ends(_ request: UInt8, _ packet: [UInt8]) -> Bool {
        packet[0] == 0x01 ? packet[1] == request : packet[0] == request + 1
    }

    /// Checks the actions after the link's end: every waiting request fails, in order.
    private func check(
        end actions: ATTClient.Actions,
        _ error: GATTError,
        _ model: inout Model,
        _ place: Comment
    ) {
        var tickets: [UInt64] = []
        for action in actions {
            switch action {
            case .complete(let ticket, .failure(error)): tickets.append(ticket)
            case .drop: #expect(error != .disconnected, place)
            default: Issue.record("\(action), \(place)")
            }
        }
        #expect(tickets == model.requests.filter { !$0.isCancelled }.map(\.ticket), place)
        model.requests = []
    }

    private static func sent(_ actions: ATTClient.Actions) -> [[UInt8]] {
        actions.compactMap { if case .send(let packet) = $0 { packet } else { nil } }
    }

    private static let requests: [PDU] = [
        .mtu(ACC_ATT_MTU_REQ, 100), PDU(ACC_ATT_READ_REQ, handle: 3),
        PDU(ACC_ATT_WRITE_REQ, handle: 3, tail: [1, 2]),
        PDU(ACC_ATT_READ_BY_TYPE_REQ, handle: 1, end: 9, tail: [3, 0x28]),
        .execute(write: true),
    ]

    /// A response that ends the current request, or a packet that is ignored.
    private static func packet(
        for request: UInt8?,
        _ random: inout SeededRandom
    ) -> [UInt8] {
        let value = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return [0x1B, 3, 0] + value
        case 1: return [0x1D, 3, 0] + value
        case 2: return [0x23, 3, 0, 2, 0, 7, 8, 4, 0, 1, 0, 9]
        case 3: return [0x01, (request ?? 0) &+ 2, 3, 0, 0x0A]
        case 4: return [0x01, request ?? 0, 3, 0, 0x0A]
        // a response to another request, which is ignored, or a truncated one: the request ends with an error
        case 5: return [0x0B] + value
        case 6: return [(request ?? 0x12) + 1]
        default: return [(request ?? 0x12) + 1] + value
        }
    }
}
