import CAccessory
import ModemTestSupport
import Testing

@testable import Modem

/// Surveys of a cable modem's line, from reports and from recordings.
@Suite struct LineSurveyTests {
    private static let silence = [Float](repeating: 0, count: 4800)

    private static func sounding(_ id: UInt8, level: Float = 0.5) -> [Float] {
        var sender = CableSender(level: level)
        sender.sound(id: id)
        return silence + sender.render() + silence
    }

    private static func burst(_ count: Int, mode: acc_cable_mode) -> [Float] {
        var sender = CableSender(level: 0.5)
        let status = sender.start(mode, Self.bytes(count))
        #expect(status == .ok)
        return silence + sender.render() + silence
    }

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 * 167 + $0 / 251) }
    }

    @Test("a report's figures: bands, upper edge, mean SNR")
    func report() {
        let survey = LineSurvey(.flat(snr: 20, bands: 31), rate: 48_000, faults: [])
        #expect(survey.bands.count == 63 && survey.bandWidth == 375 && survey.upperEdge == 12_000)
        #expect(survey.snr == 20 && survey.bands[0].snr == nil && survey.bands[1].snr == 20)
        #expect(
            survey.bands[20].bits > 7 && survey.bands[40].bits == 0
                && survey.report?.measured.id == 0
        )
        let fast = LineSurvey(.flat(bands: 31), rate: 96_000, faults: [])
        #expect(fast.bandWidth == 750 && fast.upperEdge == 24_000)
        let mixed = CableReport.flat(snr: 20, bands: 2) { $0.snr.1 = UInt8(2 * 10 + 7) }
        #expect(LineSurvey(mixed, rate: 48_000, faults: []).snr == 15)
        let dead = LineSurvey(.flat(bands: 1) { $0.snr.1 = 0 }, rate: 48_000, faults: [])
        #expect(dead.upperEdge == 0 && dead.snr == 0)
    }

    @Test("limits: faults first, then a band below 85 % of the spectrum, noise always")
    func limits() {
        func limits(_ bands: Int, _ faults: [LineFault] = []) -> [LineSurvey.Limit] {
            LineSurvey(.flat(bands: bands), rate: 48_000, faults: faults).limits
        }
        // 0.85 * 63 * 375 Hz = 20081 Hz; 53 bands end at 19875 Hz, 54 at 20250
        #expect(limits(52) == [.band, .noise] && limits(53) == [.noise])
        #expect(limits(10, [.movingGain, .clipping]) == [.clipping, .agc, .band, .noise])
        #expect(limits(60, [.ownSound, .lostSamples]) == [.noise])
    }

    @Test("a recorded sounding shows its report and its four points")
    func sounding() throws {
        let survey = try #require(LineSurvey(samples: Self.sounding(6), rate: 48_000))
        #expect(survey.report?.measured.id == 6 && survey.found == 1 && survey.damaged == 0)
        #expect(survey.faults == [] && survey.limits == [.noise] && survey.bandWidth == 375)
        #expect(survey.upperEdge > 21_000 && survey.snr > 40)
        let (bits, points) = survey.constellation
        #expect(bits == 2 && points.count > 1000)
        for point in points {
            #expect(abs(abs(point.re) - 0.707) < 0.1 && abs(abs(point.im) - 0.707) < 0.1)
        }
        #expect(LineSurvey(samples: [], rate: 48_000) == nil)
        #expect(LineSurvey(samples: Self.silence, rate: 48_000) == nil)
    }

    @Test("the loudest sounding counts")
    func loudest() throws {
        let sound =
            Self.sounding(2, level: 0.2) + Self.sounding(4, level: 0.8)
            + Self.sounding(6, level: 0.4)
        let survey = try #require(LineSurvey(samples: sound, rate: 48_000))
        #expect(survey.report?.measured.id == 4 && survey.found == 3)
    }

    @Test("without a sounding, a burst's carriers are measured; with one, they are ignored")
    func burst() throws {
        var mode = acc_cable_mode()
        #expect(acc_cable_mode_choose(4000, 100_000, 0, &mode) == .ok)
        let sound = Self.burst(4000, mode: mode)
        let survey = try #require(LineSurvey(samples: sound, rate: 48_000))
        #expect(survey.report == nil && survey.found > 0 && survey.damaged == 0)
        let used = survey.bands.filter { $0.snr != nil }
        #expect(survey.bands.count == 63 && used.count > 40)
        #expect(used.allSatisfy { $0.bits > 0.5 && $0.bits < 12 } && survey.snr > 30)
        #expect(survey.bands.allSatisfy { $0.snr != nil || $0.bits == 0 })
        // the most common number of bits
        let (bits, points) = survey.constellation
        #expect(points.allSatisfy { Int($0.bits) == bits } && points.count > 100)
        let both = try #require(LineSurvey(samples: Self.sounding(2) + sound, rate: 48_000))
        #expect(
            both.constellation.bits == 2 && both.report != nil && both.found == survey.found + 1
        )
    }

    @Test("the picture of a line has a constellation, and SNR and bits by frequency")
    func picture() throws {
        let sound = Self.sounding(2)
        let picture = ScopePicture(samples: sound, rate: 48_000, title: "line")
        let report = picture.report
        #expect(report.profile == "cable" && report.found == 1 && report.damaged == 0)
        #expect(
            report.recommendation == "cable" && report.snr == picture.line?.snr
                && report.clock == nil
        )
        let drawing = Drawing(picture.svg)
        #expect(drawing.texts.contains("610,542 constellation, 2 bits a carrier"))
        #expect(
            drawing.texts.contains("940,542 SNR and bits")
                && drawing.texts.contains("820,60 found: cable")
        )
        #expect(
            drawing.texts.contains("948,568 SNR")
                && drawing.texts.contains("980,568 bits, 3 dB each")
        )
        #expect(!drawing.texts.contains { $0.hasSuffix(" eye") })
        // spectrogram, colours, constellation
        let image = try #require(drawing.images().last)
        #expect(image.width == 260 && image.height == 260)
        #expect(image.rows.flatMap { $0 }.max() == 255)
        for (y, row) in image.rows.enumerated() {
            for (x, pixel) in row.enumerated() where pixel > 0 {
                // 65 pixels a unit: points at 0.707 are 46 from the middle
                #expect(pixel >= 75 && abs(abs(x - 130) - 46) < 8 && abs(abs(y - 130) - 46) < 8)
            }
        }
        let curves = drawing.curves.suffix(2)
        let line = try #require(picture.line)
        for (curve, values) in zip(
            curves,
            [line.bands.map { $0.snr ?? 0 }, line.bands.map { 3.0103 * $0.bits }]
        ) {
            #expect(curve.count == 63)
            for (i, value) in values.enumerated() {
                let x = 940 + 230 * (Double(i) + 0.5) / 63
                let y = 550 + 260 * (1 - max(0, min(70, value)) / 70)
                #expect(abs(curve[i][0] - x) < 0.06)
                #expect(abs(curve[i][1] - y) < 0.06)
            }
        }
        #expect(
            ScopePicture(samples: sound, rate: 48_000, title: "t", profile: "reader").line == nil
        )
    }

    // MARK: Bursts

    /// The blocks of a recording, and its last event.
    private static func blocks(
        _ sound: [Float],
        _ receiver: inout CableReceiver
    ) -> (blocks: [UInt32: [UInt8]], last: acc_cable_event?) {
        var (blocks, last): ([UInt32: [UInt8]], acc_cable_event?) = ([:], nil)
        func take(_ event: acc_cable_event) {
            if event.kind == .block { blocks[event.block] = Array(event.payload) }
            last = event
        }
        receiver.push(sound) { take($0) }
        receiver.finish { take($0) }
        return (blocks, last)
    }

    @Test("a burst loaded by a report arrives, and a repetition has the missing blocks only")
    func loaded() throws {
        var receiver = CableReceiver()
        let none = receiver.report
        #expect(none == nil)
        _ = Self.blocks(Self.sounding(2), &receiver)
        let measured = receiver.report
        let report = try #require(measured)
        let bytes = Self.bytes(30_000)
        let count = report.blocks(count: bytes.count)
        try #require(count > 2)
        for missing in [[], [2]] as [[UInt8]] {
            var sender = CableSender(level: 0.5)
            let mode = try #require(
                report.mode(count: bytes.count, margin: missing.isEmpty ? 0 : 4)
            )
            let wasBusy = sender.isBusy
            let status = sender.start(mode, of: report, bytes, missing: missing)
            let isBusy = sender.isBusy
            #expect(status == .ok && isBusy && !wasBusy)
            let sound = Self.silence + sender.render() + Self.silence
            receiver.expect(report, missing: missing)
            let (blocks, last) = Self.blocks(sound, &receiver)
            #expect(last?.kind == .end && last?.reason == .ok)
            if missing.isEmpty {
                #expect(blocks.keys.sorted() == (0..<UInt32(count)).map { $0 })
                #expect(blocks.sorted { $0.key < $1.key }.flatMap(\.value) == bytes)
            } else {
                #expect(blocks.keys.sorted() == [1])
            }
        }
        let figures = receiver.figures
        #expect(figures.blocks_good == UInt32(count) + 1 && figures.blocks_bad == 0)
    }

    @Test("the end of the sound truncates a burst")
    func truncated() {
        var mode = acc_cable_mode()
        #expect(acc_cable_mode_choose(20_000, 100_000, 0, &mode) == .ok)
        let sound = Self.burst(20_000, mode: mode)
        var receiver = CableReceiver()
        let (_, last) = Self.blocks(Array(sound.prefix(sound.count / 3)), &receiver)
        #expect(last?.kind == .end && last?.reason == .truncated)
        var quiet = CableSender(level: 0.5)
        let (rest, room) = (quiet.render(100), quiet.room)
        #expect(rest.isEmpty && room == 0)
    }
}
