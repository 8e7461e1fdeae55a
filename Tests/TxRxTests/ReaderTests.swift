import AccessoryConcurrency
import Testing

@testable import TxRx

@Suite(.timeLimit(.minutes(20))) struct ReaderTests {
    @Test func linesAreClassified() {
        let lines = ReaderLine.lines(
            Array(
                "$:08000012\r\nZ:0805AB10\nI card\r\n\r\nE200 more\r\n#:0102\r%:FF\r$:09000012\r\n"
                    .utf8
            )
        )
        #expect(
            lines == [
                .answer(sequence: 0, .ok, [0x12]), .transparent(sequence: 5, [0xAB, 0x10]),
                .event("I card"), .tag([0xE2, 0x00], more: "more"),
                .tunnel("0102", isEncrypted: false), .tunnel("FF", isEncrypted: true),
                .other("$:09000012"),
            ]
        )
        for text in ["$:", "$:0", "$:04", "$:0400", "Z:", "Z:02", "xyz", "", "E20"] {
            #expect(ReaderLine(text) == .other(text))
        }
    }

    /// The grammar handles any bytes, and decodes the frames that it builds.
    @Test func anyBytesAreDecoded() {
        var random = SeededRandom(seed: 3)
        for round in 0..<2000 {
            let alphabet = Array("$:Z#%I0123456789ABCDEF \r\n".utf8)
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                round % 2 == 0
                    ? alphabet.randomElement(using: &random)!
                    : UInt8.random(in: 0...255, using: &random)
            }
            let wanted = bytes.split { $0 == 13 || $0 == 10 }.count
            #expect(ReaderLine.lines(bytes).count == wanted)
            let parameters = bytes.map { $0 }
            let request = ReaderRequest(
                .epcRead,
                parameters: parameters,
                sequence: UInt8(round % 256)
            )
            #expect(request.flatMap { ReaderRequest($0.text) } == request)
        }
        #expect(
            ReaderRequest(.epcRead, parameters: .init(repeating: 0, count: 124), sequence: 0) != nil
        )
        #expect(
            ReaderRequest(.epcRead, parameters: .init(repeating: 0, count: 125), sequence: 0) == nil
        )
    }

    @Test func commandsAreNumberedAndAnswersMatched() async throws {
        let bench = TxRxBench { command in
            guard let request = ReaderRequest(String(decoding: command, as: UTF8.self)) else {
                return Array("what?".utf8)
            }
            switch request.command {
            case .epcInventory:
                let tags = "E2001234 -60\r\nI tag\r\n"
                return Array((tags + request.answer(.ok, data: [1])!).utf8)
            case .epcKill: return Array(request.answer(.locked)!.utf8)
            case .beeper: return Array("$:06FF00".utf8)
            default: return Array(request.answer(.ok, data: [request.sequence])!.utf8)
            }
        }
        try await bench.connected {
            let reader = TertiumReader(bench.device, of: bench.manager)
            for number in 0..<300 {
                let answer = try await reader.perform(.status)
                #expect(answer.data == [UInt8(truncatingIfNeeded: number)])
            }
            let inventory = try await reader.perform(.epcInventory)
            #expect(
                inventory.lines == [.tag([0xE2, 0x00, 0x12, 0x34], more: "-60"), .event("I tag")]
            )
            await #expect(throws: TertiumReader.Failure.refused(.locked)) {
                try await reader.perform(.epcKill)
            }
            await #expect(
                throws: TertiumReader.Failure.noAnswer([.answer(sequence: 255, .ok, [])])
            ) { try await reader.perform(.beeper) }
            await #expect(throws: TertiumReader.Failure.tooManyParameters) {
                try await reader.perform(.epcWrite, [UInt8](repeating: 0, count: 125))
            }
        }
    }
}

@Suite struct TxRxErrorTests {
    @Test func numbersAndNames() {
        let errors: [TxRxError] = [
            .bluetoothNotReadyOrLost, .unableToScanBluetoothDisabled, .scanAlreadyStarted,
            .scanNotStarted, .unableToPerformDuringScan, .connectTimedOut, .alreadyConnecting,
            .alreadyConnected, .servicesNotDiscoveredYet, .servicesNotFound, .alreadyDisconnecting,
            .disconnectTimedOut, .notConnected, .notSendingData, .alreadySendingData, .invalidData,
            .sendingTimedOut, .waitingForAnswer, .receivingTimedOut, .receivingEventTimedOut,
            .alreadySettingMode, .deviceNotFound, .system(""), .internalError(""),
            .setModeFailed(""), .setModeTimedOut, .setModeRefused(.unlikely), .noModeCharacteristic,
            .setModeDuringOperation,
        ]
        #expect(errors.map(\.code) == Array(0...28))
        #expect(errors[12].name == "DEVICE_NOT_CONNECTED")
        #expect(errors[28].name == "SET_MODE_OPERATION_IN_PROGRESS")
        #expect(Set(errors.map(\.name)).count == 29)
        #expect(errors.allSatisfy { !"\($0)".isEmpty })
    }

    @Test func timeoutsHaveTheirDefaults() {
        let values = TxRxTimeouts.Name.allCases.map { TxRxTimeouts()[$0] }
        #expect(
            values == [.seconds(20), .seconds(2), .milliseconds(200), .milliseconds(1500)]
        )
        #expect(TxRxTimeouts.of2017.receivePackets == .milliseconds(500))
        #expect(TxRxTimeouts.of2017.sendPackets == .milliseconds(500))
    }
}
