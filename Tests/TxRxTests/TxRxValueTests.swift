import BluetoothLE
import Testing

@testable import TxRx

/// Values, names and conversions without a device.
@Suite struct TxRxValueTests {
    private let device = TxRxDevice(address: BluetoothAddress(value: 1), name: "Reader")

    @Test func profilesAreThoseOfTheVendor() {
        let profiles = TxRxProfile.standard
        #expect(
            profiles.map(\.name) == [
                "Tertium sensor", "Zentri AckMe", "Zhaga", "Tertium TxRx", "Tertium-Zebra",
                "Sensor reader 2017",
            ]
        )
        for (profile, service) in zip(
            profiles,
            [
                "F3770001-1164-49BC-8F22-0AC34292C217", "175F8F23-A570-49BD-9627-815A6A27DE2A",
                "3CC30001-CB91-4947-BD12-80D2F0535A30", "D7080001-052C-46C4-9978-C0977BEBF328",
                "C1FF0001-C47E-424D-9495-FB504404B8F5", "3CC33CDC-CB91-4947-BD12-80D2F0535A30",
            ]
        ) {
            #expect(profile.service == BluetoothUUID(service))
        }
        // Rx and Tx have the next digits
        #expect(TxRxProfile.txRx.rx == BluetoothUUID("D7080002-052C-46C4-9978-C0977BEBF328"))
        #expect(TxRxProfile.txRx.tx == BluetoothUUID("D7080003-052C-46C4-9978-C0977BEBF328"))
        #expect(TxRxProfile.zhaga.event == BluetoothUUID("3CC30004-CB91-4947-BD12-80D2F0535A30"))
        #expect(profiles.map(\.terminator) == [.crlf, .crlf, .cr, .crlf, .crlf, .crlf])
        #expect(profiles.map(\.rxSize) == [240, 15, 240, 240, 240, 20])
        #expect(profiles.map(\.txSize) == [240, 20, 240, 240, 240, 20])
        #expect(profiles.filter { $0.mode != nil } == [.ackMe])
        #expect(profiles.filter { $0.event != nil } == [.zhaga])
        let serial = TxRxProfile.ackMe.serial
        #expect(serial.name == "Zentri AckMe" && serial.service == TxRxProfile.ackMe.service)
        #expect(serial.toPeripheral == TxRxProfile.ackMe.rx && serial.packetSize == 15)
        #expect(serial.toCentral == TxRxProfile.ackMe.tx && serial.isAcknowledged)
    }

    @Test func terminatorsHaveTheirBytesAndNames() {
        let all = TxRxTerminator.allCases
        #expect(all.map(\.bytes) == [[], [13], [10], [13, 10], [0]])
        #expect(all.map(\.rawValue) == ["NONE", "CR", "LF", "CRLF", "ZERO"])
    }

    @Test(arguments: [
        (3, 20, [3, 2]), (3, 5, [5]), (3, 4, [4, 1]), (8, 100, [10]), (18, 100, [10, 10]),
        (19, 100, [10, 10, 1]), (1, 0, [1, 1, 1]), (1, -5, [1, 1, 1]), (0, 9, [2]),
    ])
    func commandsAreSplit(_ count: Int, _ limit: Int, _ sizes: [Int]) {
        var profile = TxRxProfile.txRx
        profile.rxSize = limit == 20 ? 3 : 10
        let command = (0..<count).map { UInt8($0) }
        let pieces = profile.pieces(of: command, limit: limit)
        #expect(pieces.map(\.count) == sizes)
        #expect(Array(pieces.joined()) == command + [13, 10])
    }

    @Test func nothingIsNoPiece() {
        var profile = TxRxProfile.txRx
        profile.terminator = .none
        #expect(profile.pieces(of: [], limit: 20).isEmpty)
    }

    @Test func eventsHaveTheVendorsNames() {
        let error = TxRxError.notConnected
        let rows: [(TxRxEvent, String)] = [
            (.scanBegan, "TxRxScanBegan"), (.scanError(error), "TxRxScanError"),
            (.scanEnded, "TxRxScanEnded"), (.deviceFound(device), "TxRxDeviceFound"),
            (.deviceError(device, error), "TxRxDeviceError"),
            (.deviceConnectError(device, error), "TxRxDeviceConnectError"),
            (.deviceConnected(device), "TxRxDeviceConnected"),
            (.deviceReady(device, .txRx), "TxRxDeviceReady"),
            (.deviceDisconnected(device), "TxRxDeviceDisconnected"),
            (.dataSent(device), "TxRxDeviceDataSent"),
            (.dataSendError(device, error), "TxRxDeviceDataSendError"),
            (.dataSendTimeout(device), "TxRxDeviceDataSendTimeout"),
            (.dataReceived(device, []), "TxRxDeviceDataReceived"),
            (.dataReceiveError(device, error), "TxRxDeviceDataReceiveError"),
            (.deviceInternalError(device, error), "TxRxDeviceInternalError"),
            (.canChangeMode(device), "TxRxCanChangeMode"),
            (.modeChanged(device, .stream), "TxRxDeviceModeChanged"),
            (.modeChangeError(device, error), "TxRxDeviceModeChangeError"),
            (.eventDataReceived(device, []), "TxRxDeviceEventDataReceived"),
            (.eventDataReceiveError(device, error), "TxRxDeviceEventDataReceiveError"),
        ]
        for (event, name) in rows { #expect(event.notificationName == name) }
    }

    @Test func numbersAreThoseOfTheDevices() {
        #expect([TxRxMode.stream, .localCommand, .remoteCommand].map(\.rawValue) == [1, 2, 3])
        let codes: [(ReaderReturnCode, UInt8, String)] = [
            (.ok, 0, "ok"), (.invalidMemory, 1, "no such memory"), (.locked, 2, "locked"),
            (.inventoryError, 3, "the tag did not answer the inventory"),
            (.invalidParameter, 12, "a parameter is out of range"),
            (.timeout, 13, "no tag answered in time"),
            (.notImplemented, 14, "the reader does not support this command yet"),
            (.invalidCommand, 15, "no such command"),
        ]
        for (code, number, text) in codes {
            #expect(code.rawValue == number && code.description == text)
        }
        #expect(ReaderReturnCode(rawValue: 0x4B).description.lowercased() == "return code 4b")
        let commands: [(ReaderCommand, UInt8)] = [
            (.beeper, 0x01), (.led, 0x02), (.bluetoothConfiguration, 0x04), (.status, 0x05),
            (.mode, 0x06), (.setAutoOff, 0x0D), (.setMode, 0x0E), (.setStandard, 0x0F),
            (.epcInventory, 0x11), (.epcWriteID, 0x12), (.epcRead, 0x13), (.epcWrite, 0x14),
            (.epcLock, 0x15), (.epcKill, 0x16), (.epcSetRegister, 0x1E), (.epcSetPower, 0x1F),
            (.iso15693Inventory, 0x21), (.iso15693Read, 0x23), (.iso15693Write, 0x24),
            (.iso15693Lock, 0x25), (.iso15693SetRegister, 0x2E), (.iso15693SetPower, 0x2F),
            (.iso14443AInventory, 0x31), (.zhagaDirect, 0x90), (.zhagaConfiguration, 0x91),
        ]
        for (command, number) in commands { #expect(command.rawValue == number) }
    }

    @Test func readersCommandsHaveTheirText() throws {
        let request = try #require(ReaderRequest(.epcRead, parameters: [1, 0xAB], sequence: 7))
        // length (of all digits), sequence, command, parameters
        #expect(request.text == "$:0A071301AB" && ReaderRequest("$:0A071301AB") == request)
        #expect(ReaderRequest(.status, sequence: 255)?.text == "$:06FF05")
        #expect(
            request.answer(.ok) == "$:060700" && request.answer(.locked, data: [9]) == "$:08070209"
        )
        #expect(ReaderRequest.longestParameters == 124)
        let longest = [UInt8](repeating: 0, count: 124)
        #expect(ReaderRequest(.status, parameters: longest, sequence: 0)?.text.count == 256)
        #expect(request.answer(.ok, data: longest) != nil)
        #expect(request.answer(.ok, data: longest + [0]) == nil)
        for text in ["", "Z:0A071301AB", "$:0B071301AB", "$:0407", "$:06071x", "I"] {
            #expect(ReaderRequest(text) == nil, "\(text)")
        }
    }

    @Test func readersLinesAreClassified() {
        let rows: [(String, ReaderLine)] = [
            ("$:06FF0C", .answer(sequence: 255, .invalidParameter, [])),
            ("$:0600", .other("$:0600")), ("Z:0405", .transparent(sequence: 5, [])),
            ("Z:05", .other("Z:05")), ("Z:02", .other("Z:02")),
            ("#:", .tunnel("", isEncrypted: false)),
            ("%:a b", .tunnel("a b", isEncrypted: true)), ("I", .event("I")), ("ID", .event("ID")),
            ("E2 a b", .tag([0xE2], more: "a b")), ("E2", .tag([0xE2], more: "")),
            ("E2 ", .tag([0xE2], more: "")), (" E2", .other(" E2")), ("E", .other("E")),
        ]
        for (text, line) in rows { #expect(ReaderLine(text) == line, "\(text)") }
        #expect(ReaderLine.lines([]) == [] && ReaderLine.lines([13, 10, 13]) == [])
        #expect(
            ReaderLine.lines(Array("I1\nI2\rI3".utf8)) == ["I1", "I2", "I3"].map { .event($0) }
        )
    }

    @Test func failuresOfCommandsAreDescribed() {
        #expect(
            TertiumReader.Failure.refused(.locked).description
                == "the reader refused: locked; check the command and its parameters"
        )
        #expect(
            TertiumReader.Failure.noAnswer([]).description
                == "the reader did not answer the command; send it again"
        )
        #expect(TertiumReader.Failure.refused(.locked).code == 2)
        #expect(TertiumReader.Failure.tooManyParameters.cause.hasSuffix("longer than 124 bytes"))
    }

    private static let uuid: BluetoothUUID = 0x1234

    @Test func errorsOfALinkBecomeTheVendors() {
        let rows: [(any Error, TxRxError)] = [
            (TxRxError.scanNotStarted, .scanNotStarted),
            (CentralError.isPoweredOff, .bluetoothNotReadyOrLost),
            (CentralError.disconnected(nil), .bluetoothNotReadyOrLost),
            (CentralError.forcedDisconnect, .bluetoothNotReadyOrLost),
            (CentralError.connectionTimeout, .connectTimedOut),
            (CentralError.serviceDiscoveryTimeout, .connectTimedOut),
            (CentralError.characteristicDiscoveryTimeout, .connectTimedOut),
            (CentralError.serviceNotFound(Self.uuid), .servicesNotFound),
            (CentralError.characteristicNotFound(Self.uuid), .servicesNotFound),
            (CentralError.notifyNotSupported, .servicesNotFound),
            (CentralError.writeNotSupported, .servicesNotFound),
            (CentralError.invalidPeripheral, .deviceNotFound),
            (CentralError.writeTimeout, .sendingTimedOut),
            (CentralError.readTimeout, .system("\(CentralError.readTimeout)")),
            (GATTError.disconnected, .bluetoothNotReadyOrLost),
            (GATTError.timedOut, .system("\(GATTError.timedOut)")),
        ]
        for (error, expected) in rows { #expect(TxRxError(error) == expected, "\(error)") }
        let modes: [(any Error, TxRxError)] = [
            (GATTError.att(.unlikely, handle: 1), .setModeRefused(.unlikely)),
            (CentralError.writeTimeout, .setModeTimedOut),
            (CentralError.disconnected(nil), .bluetoothNotReadyOrLost),
            (CentralError.forcedDisconnect, .bluetoothNotReadyOrLost),
            (GATTError.timedOut, .setModeFailed("\(GATTError.timedOut)")),
        ]
        for (error, expected) in modes { #expect(TxRxError.settingMode(error) == expected) }
    }

    @Test func timeoutsAreSetByName() {
        for name in TxRxTimeouts.Name.allCases {
            var timeouts = TxRxTimeouts()
            timeouts[name] = .seconds(77)
            for other in TxRxTimeouts.Name.allCases {
                #expect(timeouts[other] == (other == name ? .seconds(77) : TxRxTimeouts()[other]))
            }
        }
        #expect(TxRxTimeouts.of2017.connect == .seconds(20))
        #expect(TxRxTimeouts.of2017.receiveFirstPacket == .seconds(2))
        #expect(
            TxRxTimeouts.Name.allCases.map(\.rawValue) == [
                "tmConnect", "tmReceiveFirstPacket", "tmReceivePackets", "tmSendPackets",
            ]
        )
    }
}

/// Inputs that a state ignores or ends with a reason.
@Suite struct TxRxMachineInputTests {
    private let device = TxRxDevice(address: BluetoothAddress(value: 1), name: "Reader")
    private let timeouts = TxRxTimeouts()

    @Test func inputsOfOtherStatesAreIgnored() throws {
        for place in Place.allCases {
            var machine = try place.machine()
            let phase = machine.phase
            let isReady = [.ready, .sending, .awaiting, .settingMode].contains(place)
            #expect((machine.profile != nil) == isReady)
            if place != .connecting { #expect(machine.linked() == []) }
            if place != .discovering { #expect(machine.opened(.txRx, hasModes: true) == []) }
            if place != .connecting && place != .discovering {
                #expect(machine.connectFailed(.servicesNotFound, at: .zero, timeouts) == [])
                #expect(machine.cancel(.connect, at: .zero, timeouts) == [])
            }
            #expect(machine.cancel(.disconnect, at: .zero, timeouts) == [])
            if !isReady {
                #expect(machine.received([1], at: .zero, timeouts) == [])
                #expect(machine.eventReceived([1], at: .zero, timeouts) == [])
            }
            #expect(machine.eventReceived([], at: .zero, timeouts) == [])
            #expect(machine.written(99, at: .zero, timeouts) == [])
            #expect(machine.writeFailed(99, .notConnected, at: .zero, timeouts) == [])
            #expect(machine.phase == phase, "\(place)")
        }
    }

    @Test func aFailedConnectionEndsAtOnce() throws {
        var machine = try Place.connecting.machine()
        #expect(
            machine.connectFailed(.deviceNotFound, at: .zero, timeouts) == [
                .report(.deviceConnectError(device, .deviceNotFound)),
                .finish(.connect, .failure(.deviceNotFound)),
            ]
        )
        #expect(machine.phase == .idle && machine.deadline == nil)
    }

    @Test func aReadyDeviceIsReported() throws {
        for (profile, hasModes) in [(TxRxProfile.ackMe, true), (.txRx, false)] {
            var machine = try Place.discovering.machine()
            var expected: [TxRxMachine.Action] = [.report(.deviceReady(device, profile))]
            if hasModes { expected.append(.report(.canChangeMode(device))) }
            #expect(
                machine.opened(profile, hasModes: hasModes)
                    == expected + [.finish(.connect, .success([]))]
            )
            #expect(machine.phase == .ready(profile, hasModes: hasModes) && machine.deadline == nil)
        }
    }

    @Test func disconnectingEndsTheRunningCommand() throws {
        let failure = Result<[UInt8], TxRxError>.failure(.notConnected)
        let rows: [(Place, [TxRxMachine.Action])] = [
            (.connecting, []), (.discovering, []), (.ready, []),
            (
                .sending,
                [
                    .report(.dataSendError(device, .notConnected)), .finish(.send, failure),
                    .finish(.answer, failure),
                ]
            ),
            (
                .awaiting,
                [.report(.dataReceiveError(device, .notConnected)), .finish(.answer, failure)]
            ),
            (
                .settingMode,
                [.report(.modeChangeError(device, .notConnected)), .finish(.mode, failure)]
            ),
        ]
        for (place, ends) in rows {
            var machine = try place.machine()
            let now = Duration.seconds(1)
            #expect(
                try machine.disconnect(isScanning: false, at: now, timeouts) == ends + [.unlink]
            )
            #expect(machine.deadline == .seconds(21) && machine.operation == nil)
            // a pending connect ends with the link
            let isPending = place == .connecting || place == .discovering
            let last: [TxRxMachine.Action] =
                isPending ? [.finish(.connect, .failure(.notConnected))] : []
            let lost: [TxRxMachine.Action] =
                place == .connecting ? [] : [.report(.deviceDisconnected(device))]
            #expect(machine.unlinked() == lost + [.finish(.disconnect, .success([]))] + last)
        }
    }

    @Test func aFailedWriteEndsItsCommand() throws {
        let error = TxRxError.system("no")
        var sending = try Place.sending.machine()
        #expect(
            sending.writeFailed(1, error, at: .zero, timeouts) == [
                .report(.dataSendError(device, error)), .finish(.send, .failure(error)),
                .finish(.answer, .failure(error)),
            ]
        )
        #expect(sending.operation == nil && sending.deadline == nil)
        var mode = try Place.settingMode.machine()
        #expect(
            mode.writeFailed(1, error, at: .zero, timeouts)
                == [.report(.modeChangeError(device, error)), .finish(.mode, .failure(error))]
        )
        var set = try Place.settingMode.machine()
        #expect(
            set.written(1, at: .zero, timeouts)
                == [.report(.modeChanged(device, .stream)), .finish(.mode, .success([]))]
        )
        #expect(set.operation == nil && set.deadline == nil)
        var ready = try Place.ready.machine()
        #expect(
            try ready.setMode(.remoteCommand, isScanning: false, at: .seconds(1), timeouts)
                == [.writeMode(.remoteCommand, number: 1)]
        )
        #expect(ready.deadline == .seconds(1) + timeouts.sendPackets)
    }

    @Test func longDataIsDeliveredInParts() throws {
        let part = [UInt8](repeating: 1, count: 1 << 20)
        var machine = try Place.awaiting.machine(.zhaga)
        #expect(machine.received(Array(part.dropLast()), at: .zero, timeouts) == [])
        #expect(machine.eventReceived(Array(part.dropLast()), at: .zero, timeouts) == [])
        #expect(
            machine.eventReceived([1], at: .zero, timeouts) == [
                .report(.eventDataReceived(device, part))
            ]
        )
        #expect(
            machine.received([1], at: .zero, timeouts) == [
                .report(.dataReceived(device, part)), .finish(.answer, .success(part)),
            ]
        )
        #expect(machine.deadline == nil && machine.operation == nil)
    }
}
