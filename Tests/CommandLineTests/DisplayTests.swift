import AccessoryLink
import BluetoothLE
import Testing
import TxRx

@testable import AudioConversion
@testable import Modem
@testable import accessory

/// The lines of results and events.
@Suite struct DisplayTests {
    private static let device = TxRxDevice(
        address: BluetoothAddress(value: 0xC0DE_0000_0001, kind: .random),
        name: "La\u{1B}mp"
    )

    private static func display(_ text: String, isHex: Bool = false) throws -> TxRxDisplay {
        TxRxDisplay(
            try CommonOptions.parse(text.split(separator: " ").map(String.init)),
            isHex: isHex
        )
    }

    @Test func eventsOfTxRxDevices() throws {
        let device = Self.device
        let bytes = Array("one\r\ntwo\u{7}\n\nthree".utf8)
        let rows: [(TxRxEvent, [String])] = [
            (.dataReceived(device, bytes), ["one", "two?", "three"]),
            (.eventDataReceived(device, bytes), ["event: one", "event: two?", "event: three"]),
            (.deviceReady(device, .zhaga), ["ready: La?mp (\(device.address)), Zhaga"]),
            (.deviceDisconnected(device), ["disconnected"]),
            (.canChangeMode(device), ["the device has several modes"]),
            (.modeChanged(device, .localCommand), ["mode 2 is set"]),
            (.dataSendTimeout(device), ["\(TxRxError.sendingTimedOut)"]),
            (.scanError(.notConnected), ["\(TxRxError.notConnected)"]),
            (.dataSendError(device, .invalidData), ["\(TxRxError.invalidData)"]),
            (.scanBegan, []), (.scanEnded, []), (.deviceFound(device), []),
            (.deviceConnected(device), []), (.dataSent(device), []),
        ]
        let (plain, quiet) = (try Self.display(""), try Self.display("--quiet"))
        for (event, lines) in rows {
            #expect(plain.lines(event) == lines, "\(event)")
            // --quiet keeps the data
            let isData =
                switch event {
                case .dataReceived, .eventDataReceived: true
                default: false
                }
            #expect(quiet.lines(event) == (isData ? lines : []), "\(event)")
        }
        let hex = try Self.display("", isHex: true)
        #expect(hex.lines(.dataReceived(device, [0x0A, 0xFF])) == ["0aff"])
    }

    @Test func foundReaders() {
        let kind = TransportKind("bluetooth")
        let named = FoundDevice(kind, name: "Re\u{1B}ader", identifier: "C0:DE:00:00:00:01")
        var record = ReaderRecord(named)
        #expect(record.line == "bluetooth  C0:DE:00:00:00:01  Re?ader")
        #expect(record.key == .init(transport: "bluetooth", identifier: "C0:DE:00:00:00:01"))
        record.update = true
        #expect(record.line == "update: bluetooth  C0:DE:00:00:00:01  Re?ader")
        record.update = false
        #expect(record.line == "bluetooth  C0:DE:00:00:00:01  Re?ader")
        let bare = ReaderRecord(FoundDevice(kind, advertisesProfile: false))
        #expect(bare.line == "bluetooth  (advertises no serial profile)")
    }

    @Test func findings() {
        let finding = Finding(area: "audio jack", rank: "note", text: "a", nextStep: "b")
        #expect(finding.line == "note     audio jack: a; b")
        let problem = Finding(area: "Bluetooth", rank: "problem", text: "a", nextStep: nil)
        #expect(problem.line == "problem  Bluetooth: a")
    }

    @Test func signals() {
        let silence = SignalReport(samples: [Float](repeating: 0, count: 8000), rate: 8000)
        #expect(
            silence.lines == [
                "signal     level -120.0 dBFS, peak -120.0 dBFS, noise at rest -120.0 dBFS",
                "clipping   none", "SNR        not known", "clock      not known",
                "band       0 to 0 Hz", "polarity   not known", "found      no known signal",
                "recommend  --profile bell202 --fec (no signal)",
            ]
        )
        let figures = SignalFigures(silence)
        #expect(figures.seconds == 1 && figures.level == -120 && figures.peak == -120)
        #expect(figures.noise == -120 && figures.offset == 0 && figures.clippedSamples == 0)
        #expect(figures.recommendedProfile == "bell202" && figures.fec)
        #expect(figures.profile == nil && figures.snrDecibels == nil && figures.clockPPM == nil)
        #expect(SignalFigures.snr(12.34, isMinimum: false) == "SNR 12.3 dB")
        #expect(SignalFigures.snr(12.34, isMinimum: true) == "SNR >= 12.3 dB")
    }

    private static func report() -> ConversionReport {
        var report = ConversionReport(.init(), rate: 16_000)
        report.frames = 16_000
        report.duration = .milliseconds(1005)
        return report
    }

    @Test func conversions() {
        var report = Self.report()
        #expect(ConversionRecord("a", "b", report).line == "b: 16000 frames, 1.00 s")
        report.duration = .milliseconds(1500)
        report.clippedSamples = 3
        report.damage = [
            .init(
                offset: 417,
                bytes: 2,
                position: .milliseconds(250),
                framesLost: 1,
                isAtEnd: true
            )
        ]
        (report.damageCount, report.framesLost, report.isCut) = (4, 5, true)
        (report.sourceRate, report.sourceChannels, report.sourceFrames) = (44_100, 2, 9)
        (report.bytes, report.formatChanges, report.isGapless) = (8, 7, true)
        let record = ConversionRecord("a", "b", report)
        #expect(
            record.line
                == "b: 16000 frames, 1.50 s, 3 samples clipped, 4 damaged, first at 0.25 s "
                + "(byte 417), 5 MP3 frames lost, the source is truncated"
        )
        report.isCut = false
        report.framesOmitted = 2
        let moved = ConversionRecord("a", "b", report)
        #expect(moved.line.hasSuffix("lost, 2 left out, which moves later sound forward"))
        report.framesFilled = 3
        let filled = ConversionRecord("a", "b", report)
        #expect(filled.line.hasSuffix("lost, 3 replaced by silence"))
        #expect(filled.framesOmitted == 2 && filled.framesFilled == 3)
        #expect(record.source == "a" && record.sourceRate == 44_100 && record.sourceChannels == 2)
        #expect(record.sourceFrames == 9 && record.bytes == 8 && record.formatChanges == 7)
        #expect(record.gapless && record.isCut && record.seconds == 1.5)
        let place = record.damage[0]
        #expect(place.offset == 417 && place.bytes == 2 && place.framesLost == 1)
        #expect(place.seconds == 0.25 && place.atEnd)
    }

    @Test func truncatedSources() {
        var report = Self.report()
        #expect(report.cutFailure(source: "a") == nil)
        report.isCut = true
        let cause = "is truncated and was converted up to its end"
        #expect(
            report.cutFailure(source: "a")
                == Failure(.badInput, "a \(cause)", nextStep: "get a complete copy")
        )
        #expect(report.cutFailure(source: "-")?.cause == "standard input \(cause)")
    }
}
