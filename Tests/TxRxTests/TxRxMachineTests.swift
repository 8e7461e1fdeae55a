import BluetoothLE
import Testing

@testable import TxRx

private let device = TxRxDevice(address: BluetoothAddress(value: 1), name: "Reader")
private let timeouts = TxRxTimeouts()
private let tick = Duration.nanoseconds(1)

/// The states of a machine.
enum Place: CaseIterable, Sendable {
    case idle, connecting, discovering, ready, sending, awaiting, settingMode, disconnecting

    /// A machine that reached this state at time zero.
    func machine(_ profile: TxRxProfile = .ackMe) throws -> TxRxMachine {
        var machine = TxRxMachine(device: device)
        if self == .idle { return machine }
        #expect(try machine.connect(isScanning: false, at: .zero, timeouts) == [.link])
        if self == .connecting { return machine }
        #expect(machine.linked() == [.report(.deviceConnected(device))])
        if self == .discovering { return machine }
        _ = machine.opened(profile, hasModes: profile.mode != nil)
        switch self {
        case .sending, .awaiting:
            let actions = try machine.send(
                Array("go".utf8),
                limit: 20,
                isScanning: false,
                at: .zero,
                timeouts
            )
            let whole = Array("go".utf8) + profile.terminator.bytes
            #expect(actions == [.write(whole, number: 1)])
            if self == .awaiting { _ = machine.written(1, at: .zero, timeouts) }
        case .settingMode:
            _ = try machine.setMode(.stream, isScanning: false, at: .zero, timeouts)
        case .disconnecting:
            _ = try machine.disconnect(isScanning: false, at: .zero, timeouts)
        default: break
        }
        return machine
    }
}

/// A manager's method.
enum Method: CaseIterable, Sendable {
    case connect, disconnect, send, sendNothing, setMode

    /// The error of a refused call; nil if it is accepted.
    func refusal(_ machine: inout TxRxMachine, isScanning: Bool = false) -> TxRxError? {
        do throws(TxRxError) {
            switch self {
            case .connect:
                _ = try machine.connect(isScanning: isScanning, at: .zero, timeouts)
            case .disconnect:
                _ = try machine.disconnect(isScanning: isScanning, at: .zero, timeouts)
            case .send, .sendNothing:
                let command: [UInt8] = self == .send ? [1] : []
                _ = try machine.send(
                    command,
                    limit: 20,
                    isScanning: isScanning,
                    at: .zero,
                    timeouts
                )
            case .setMode:
                _ = try machine.setMode(
                    .remoteCommand,
                    isScanning: isScanning,
                    at: .zero,
                    timeouts
                )
            }
            return nil
        } catch {
            return error
        }
    }
}

@Suite struct TxRxMachineTests {
    /// Every method in every state: the error's code, or nil if the call is allowed.
    static let table:
        [(Place, connect: Int?, disconnect: Int?, send: Int?, nothing: Int?, mode: Int?)] =
            [
                (.idle, nil, 12, 12, 12, 12),
                (.connecting, 6, nil, 12, 12, 12),
                (.discovering, 6, nil, 8, 8, 8),
                (.ready, 7, nil, nil, 15, nil),
                (.sending, 7, nil, 14, 14, 28),
                (.awaiting, 7, nil, 17, 17, 28),
                (.settingMode, 7, nil, 20, 20, 20),
                (.disconnecting, 10, 10, 12, 12, 12),
            ]

    @Test func everyMethodInEveryState() throws {
        #expect(Set(Self.table.map(\.0)) == Set(Place.allCases))
        for row in Self.table {
            let codes = [row.connect, row.disconnect, row.send, row.nothing, row.mode]
            for (method, code) in zip(Method.allCases, codes) {
                var machine = try row.0.machine()
                #expect(method.refusal(&machine)?.code == code, "\(method) while \(row.0)")
                var scanning = try row.0.machine()
                #expect(method.refusal(&scanning, isScanning: true)?.code == 4)
                #expect(scanning.phase == (try row.0.machine().phase))
            }
        }
    }

    @Test func aDeviceWithoutModesHasNone() throws {
        var machine = try Place.ready.machine(.txRx)
        #expect(Method.setMode.refusal(&machine) == .noModeCharacteristic)
    }

    /// Each timer: nothing one tick before its end, its effect one tick after.
    @Test func timersEndAtTheirTime() throws {
        let failure = { (error: TxRxError) in Result<[UInt8], TxRxError>.failure(error) }
        let cases: [(Place, Duration, [TxRxMachine.Action])] = [
            (
                .connecting, timeouts.connect,
                [.report(.deviceConnectError(device, .connectTimedOut)), .unlink]
            ),
            (
                .discovering, timeouts.connect,
                [.report(.deviceConnectError(device, .connectTimedOut)), .unlink]
            ),
            (
                .sending, timeouts.sendPackets,
                [
                    .report(.dataSendTimeout(device)), .finish(.send, failure(.sendingTimedOut)),
                    .finish(.answer, failure(.sendingTimedOut)),
                ]
            ),
            (
                .awaiting, timeouts.receiveFirstPacket,
                [
                    .report(.dataReceiveError(device, .receivingTimedOut)),
                    .finish(.answer, failure(.receivingTimedOut)),
                ]
            ),
            (
                .settingMode, timeouts.sendPackets,
                [
                    .report(.modeChangeError(device, .setModeTimedOut)),
                    .finish(.mode, failure(.setModeTimedOut)),
                ]
            ),
            (
                .disconnecting, timeouts.connect,
                [
                    .report(.deviceError(device, .disconnectTimedOut)),
                    .finish(.disconnect, failure(.disconnectTimedOut)),
                ]
            ),
        ]
        for (place, time, effect) in cases {
            var machine = try place.machine()
            #expect(machine.deadline == time, "\(place)")
            #expect(machine.expire(at: time - tick, timeouts) == [])
            #expect(machine.expire(at: time + tick, timeouts) == effect, "\(place)")
            #expect(
                machine.expire(at: time * 100, timeouts).isEmpty || place == .connecting
                    || place == .discovering
            )
        }
        #expect(try Place.ready.machine().deadline == nil)
    }

    @Test func silenceEndsAnAnswerAndEachPacketRestartsIt() throws {
        var machine = try Place.awaiting.machine()
        #expect(machine.received([1, 2], at: .seconds(1), timeouts) == [])
        #expect(machine.expire(at: .seconds(1) + .milliseconds(200) - tick, timeouts) == [])
        #expect(machine.received([3], at: .milliseconds(1199), timeouts) == [])
        #expect(machine.expire(at: .milliseconds(1399) - tick, timeouts) == [])
        #expect(
            machine.expire(at: .milliseconds(1399), timeouts) == [
                .report(.dataReceived(device, [1, 2, 3])), .finish(.answer, .success([1, 2, 3])),
            ]
        )
        #expect(machine.operation == nil && machine.deadline == nil)
    }

    @Test func unsolicitedDataIsDeliveredLikeAnAnswer() throws {
        var machine = try Place.ready.machine()
        #expect(machine.received([9], at: .zero, timeouts) == [])
        #expect(
            machine.expire(at: .milliseconds(200), timeouts) == [
                .report(.dataReceived(device, [9]))
            ]
        )
        #expect(machine.received([], at: .zero, timeouts) == [] && machine.deadline == nil)
    }

    @Test func eventsHaveABufferAndATimerOfTheirOwn() throws {
        var machine = try Place.awaiting.machine(.zhaga)
        #expect(machine.eventReceived([7], at: .zero, timeouts) == [])
        #expect(machine.received([1], at: .milliseconds(100), timeouts) == [])
        #expect(machine.eventReceived([8], at: .milliseconds(150), timeouts) == [])
        #expect(
            machine.expire(at: .milliseconds(300), timeouts) == [
                .report(.dataReceived(device, [1])), .finish(.answer, .success([1])),
            ]
        )
        #expect(
            machine.expire(at: .milliseconds(350), timeouts) == [
                .report(.eventDataReceived(device, [7, 8]))
            ]
        )
    }

    @Test func anAnswerThatOvertakesTheAcknowledgementCounts() throws {
        var machine = try Place.sending.machine()
        _ = machine.received([5], at: .zero, timeouts)
        #expect(
            machine.written(1, at: .milliseconds(10), timeouts) == [
                .report(.dataSent(device)), .finish(.send, .success([])),
            ]
        )
        #expect(
            machine.expire(at: .milliseconds(200), timeouts) == [
                .report(.dataReceived(device, [5])), .finish(.answer, .success([5])),
            ]
        )
    }

    /// An answer that is complete before its command is acknowledged.
    private func earlyAnswer() throws -> TxRxMachine {
        var machine = try Place.sending.machine()
        _ = machine.received([5], at: .zero, timeouts)
        _ = machine.received([6], at: .milliseconds(100), timeouts)
        #expect(machine.expire(at: .milliseconds(300), timeouts) == [])
        #expect(machine.deadline == timeouts.sendPackets)
        return machine
    }

    @Test func anAnswerThatEndsBeforeTheAcknowledgementCounts() throws {
        var machine = try earlyAnswer()
        #expect(
            machine.written(1, at: .seconds(1), timeouts) == [
                .report(.dataSent(device)), .finish(.send, .success([])),
                .report(.dataReceived(device, [5, 6])), .finish(.answer, .success([5, 6])),
            ]
        )
        #expect(machine.operation == nil && machine.deadline == nil)
    }

    @Test func anUnacknowledgedAnswerIsUnsolicitedData() throws {
        let unasked = [TxRxMachine.Action.report(.dataReceived(device, [5, 6]))]
        // in turn, the write is late, is refused, or is no longer waited for
        var late = try earlyAnswer()
        let ends = late.expire(at: timeouts.sendPackets, timeouts)
        #expect(ends.first == .report(.dataSendTimeout(device)) && ends.suffix(1) == unasked[...])
        var refused = try earlyAnswer()
        #expect(refused.writeFailed(1, .system("no"), at: .zero, timeouts).count == 3)
        #expect(refused.expire(at: .seconds(1), timeouts) == unasked)
        var cancelled = try earlyAnswer()
        #expect(cancelled.cancel(.answer, at: .seconds(1), timeouts) == [])
        #expect(cancelled.expire(at: .seconds(1), timeouts) == unasked)
        #expect(cancelled.deadline == nil)
    }

    @Test func dataBetweenThePiecesIsNotTheAnswer() throws {
        var machine = try Place.ready.machine()
        let command = [UInt8](repeating: 0x41, count: 20)
        _ = try machine.send(command, limit: 100, isScanning: false, at: .zero, timeouts)
        _ = machine.received([9], at: .zero, timeouts)
        #expect(
            machine.expire(at: .milliseconds(200), timeouts) == [
                .report(.dataReceived(device, [9]))
            ]
        )
        _ = machine.written(1, at: .seconds(1), timeouts)
        _ = machine.written(2, at: .seconds(1), timeouts)
        #expect(machine.operation == .awaiting)
    }

    @Test func piecesAreSentOneByOneEachWithATimeout() throws {
        var machine = try Place.ready.machine()
        let command = [UInt8](repeating: 0x41, count: 20)
        #expect(
            try machine.send(command, limit: 100, isScanning: false, at: .zero, timeouts)
                == [.write([UInt8](repeating: 0x41, count: 15), number: 1)]
        )
        #expect(
            machine.written(1, at: .seconds(1), timeouts)
                == [.write([UInt8](repeating: 0x41, count: 5) + [13, 10], number: 2)]
        )
        #expect(machine.deadline == .seconds(1) + timeouts.sendPackets)
        // a repeated acknowledgement is ignored
        #expect(machine.written(1, at: .seconds(1), timeouts) == [])
        #expect(machine.operation == .sending(rest: []))
        _ = machine.written(2, at: .seconds(2), timeouts)
        #expect(machine.operation == .awaiting)
    }

    @Test func aLateAcknowledgementIsIgnored() throws {
        var machine = try Place.sending.machine()
        _ = machine.expire(at: .seconds(2), timeouts)
        #expect(machine.written(1, at: .seconds(2), timeouts) == [])
        #expect(machine.writeFailed(1, .system("late"), at: .zero, timeouts) == [])
        #expect(machine.operation == nil && machine.deadline == nil)
    }

    /// At a link loss in any step, each waiting caller gets one error.
    @Test func aLostLinkEndsEverything() throws {
        let lost = TxRxError.bluetoothNotReadyOrLost
        let waiting: [Place: [TxRxMachine.Step]] = [
            .idle: [], .connecting: [.connect], .discovering: [.connect], .ready: [],
            .sending: [.send, .answer], .awaiting: [.answer], .settingMode: [.mode],
            .disconnecting: [.disconnect],
        ]
        for place in Place.allCases {
            var machine = try place.machine()
            let ends = machine.unlinked()
            let steps = ends.compactMap { action -> TxRxMachine.Step? in
                guard case .finish(let step, let result) = action else { return nil }
                #expect(result == (step == .disconnect ? .success([]) : .failure(lost)))
                return step
            }
            #expect(steps == waiting[place], "\(place)")
            let isTold = ends.contains(.report(.deviceDisconnected(device)))
            #expect(isTold == (place != .idle && place != .connecting), "\(place)")
            #expect(machine.phase == .idle && machine.operation == nil && machine.deadline == nil)
            #expect(machine.unlinked() == [])
        }
    }

    @Test func unsolicitedDataIsNotLostWithTheLink() throws {
        var machine = try Place.ready.machine(.zhaga)
        _ = machine.received([1], at: .zero, timeouts)
        _ = machine.eventReceived([2], at: .zero, timeouts)
        #expect(
            machine.unlinked() == [
                .report(.dataReceived(device, [1])),
                .report(.eventDataReceiveError(device, .bluetoothNotReadyOrLost)),
                .report(.deviceDisconnected(device)),
            ]
        )
    }

    @Test func anotherKindOfDeviceFailsToConnect() throws {
        var machine = try Place.discovering.machine()
        #expect(
            machine.connectFailed(.servicesNotFound, at: .zero, timeouts)
                == [.report(.deviceConnectError(device, .servicesNotFound)), .unlink]
        )
        #expect(
            machine.unlinked() == [
                .report(.deviceDisconnected(device)), .finish(.disconnect, .success([])),
                .finish(.connect, .failure(.servicesNotFound)),
            ]
        )
    }

    @Test func cancellingDropsTheCommand() throws {
        for place in [Place.sending, .awaiting, .settingMode] {
            var machine = try place.machine()
            #expect(machine.cancel(.answer, at: .zero, timeouts) == [])
            #expect(machine.operation == nil && machine.deadline == nil)
            #expect(Method.send.refusal(&machine) == nil)
        }
        var machine = try Place.connecting.machine()
        #expect(machine.cancel(.connect, at: .zero, timeouts) == [.unlink])
    }

    @Test func aDeviceThatIsNeverSilentIsDeliveredInParts() throws {
        var machine = try Place.ready.machine()
        let packet = [UInt8](repeating: 1, count: 512)
        var delivered = 0
        for _ in 0..<4096 {
            for case .report(.dataReceived(_, let bytes)) in machine.received(
                packet,
                at: .zero,
                timeouts
            ) {
                delivered += bytes.count
                #expect(bytes.count == TxRxTraffic.largestPart)
            }
        }
        #expect(delivered == 4096 * 512)
    }
}
