import CAccessory
import ModemTestSupport
import Testing

@testable import Modem

/// Faults of a line, from the events of its receiver and from its samples.
@Suite struct LineWatchTests {
    private static func event(
        _ kind: CableEventKind,
        _ burst: CableKind = .flat,
        length: UInt32 = 0
    ) -> acc_cable_event {
        var event = acc_cable_event()
        (event.kind, event.len) = (kind, length)
        (event.mode.kind, event.mode.symbol, event.mode.prefix) = (burst, 512, 32)
        return event
    }

    private static func figures(
        gain: Float = 1,
        low: Float = 1,
        high: Float = 1,
        slips: UInt32 = 0
    ) -> acc_cable_quality {
        var figures = acc_cable_quality()
        (figures.gain, figures.gain_low, figures.gain_high) = (gain, low, high)
        figures.slips = slips
        return figures
    }

    @Test(
        "a gain that changes by more than 1 dB is a fault",
        arguments: [
            (1, 1.121, []), (1, 1.123, [.movingGain]), (0.892, 1, []), (0.89, 1, [.movingGain]),
        ] as [(Float, Float, [LineFault])]
    )
    func gain(low: Float, high: Float, faults: [LineFault]) {
        var watch = LineWatch(rate: 48_000, isLive: false)
        watch.take(Self.event(.end), Self.figures(low: low, high: high), report: nil)
        #expect(watch.faults == faults)
    }

    @Test("on a line in use, only the second change is a fault")
    func liveGain() {
        var watch = LineWatch(rate: 48_000, isLive: true)
        watch.take(Self.event(.end), Self.figures(high: 2), report: nil)
        #expect(watch.faults == [])
        watch.take(Self.event(.end), Self.figures(), report: nil)
        #expect(watch.faults == [])
        watch.take(Self.event(.end), Self.figures(high: 2), report: nil)
        #expect(watch.faults == [.movingGain])
    }

    @Test("a loaded burst is also compared with the peer's sounding")
    func soundedGain() {
        for burst in [.loaded, .openLoaded, .loadedShaped, .flat, .open, .shaped] as [CableKind] {
            for gain in [1.2, 0.8, 1.1, 0.95] as [Float] {
                var watch = LineWatch(rate: 48_000, isLive: false)
                // this end's own sounding does not count
                watch.take(Self.event(.sounded), Self.figures(gain: 9, slips: 9), report: nil)
                watch.take(
                    Self.event(.sounded),
                    Self.figures(gain: 0.5),
                    report: .flat(symbol: 2048)
                )
                watch.take(Self.event(.end, burst), Self.figures(gain: gain / 2), report: nil)
                let isCompared = [.loaded, .openLoaded, .loadedShaped].contains(burst)
                let isMoved = isCompared && (gain == 1.2 || gain == 0.8)
                #expect(watch.faults == (isMoved ? [.movingGain] : []), "\(burst) \(gain)")
            }
        }
    }

    @Test("three slips in a burst or a sounding are a fault; other events are not judged")
    func slips() {
        for (kind, burst, slips, isFault) in [
            (.end, .flat, 2, false), (.end, .flat, 3, true), (.end, .sounding, 9, false),
            (.sounded, .sounding, 3, true), (.block, .flat, 9, false), (.badBlock, .flat, 9, false),
            (.none, .flat, 9, false), (.burst, .flat, 9, false),
        ] as [(CableEventKind, CableKind, UInt32, Bool)] {
            var watch = LineWatch(rate: 48_000, isLive: false)
            watch.take(
                Self.event(kind, burst),
                Self.figures(slips: slips),
                report: .flat(symbol: 2048)
            )
            #expect(watch.faults == (isFault ? [.lostSamples] : []), "\(kind) \(burst) \(slips)")
        }
    }

    @Test("a resampled sounding is a fault")
    func rateConversion() {
        var watch = LineWatch(rate: 48_000, isLive: true)
        watch.take(Self.event(.sounded), Self.figures(), report: .flat(symbol: 1024))
        #expect(watch.faults == [.rateConversion])
    }

    @Test(
        "clipping is judged when the samples of a burst are complete",
        arguments: [(.sounding, 5440), (.open, 2176), (.openLoaded, 2176)]
            as [(CableKind, Int)]
    )
    func clipping(burst: CableKind, length: Int) {
        let flat = [Float](repeating: 0.5, count: length)
        var watch = LineWatch(rate: 48_000, isLive: true)
        // sound before a burst does not count
        watch.process(flat)
        #expect(watch.faults == [])
        watch.take(Self.event(.burst, burst), Self.figures(), report: nil)
        watch.process(flat.dropLast())
        #expect(watch.faults == [])
        watch.process([0.5, 0.5])
        #expect(watch.faults == [.clipping])

        // sound after a burst does not count either
        var clean = LineWatch(rate: 48_000, isLive: true)
        clean.take(Self.event(.burst, burst), Self.figures(), report: nil)
        clean.process([Float](repeating: 0, count: length) + flat)
        clean.process(flat)
        #expect(clean.faults == [])
        // each burst has its own peaks
        clean.take(Self.event(.burst, burst), Self.figures(), report: nil)
        clean.process(flat.prefix(100))
        clean.take(Self.event(.burst, burst), Self.figures(), report: nil)
        clean.process([Float](repeating: 0, count: length))
        #expect(clean.faults == [])
    }

    @Test("the length of a burst of data is its duration without preamble and header")
    func burstLength() {
        var mode = acc_cable_mode()
        #expect(acc_cable_mode_choose(2000, 100_000, 0, &mode) == .ok)
        let length = Int(acc_cable_duration(&mode, 2000)) - 3 * (1024 + 320)
        var event = Self.event(.burst, length: 2000)
        event.mode = mode
        var watch = LineWatch(rate: 48_000, isLive: true)
        watch.take(event, Self.figures(), report: nil)
        watch.process([Float](repeating: 0.5, count: length - 1))
        #expect(watch.faults == [])
        watch.process([0.5])
        #expect(watch.faults == [.clipping])
    }

    @Test("clipping hides a moving gain; faults have a fixed order")
    func order() {
        var watch = LineWatch(rate: 48_000, isLive: false)
        watch.take(Self.event(.sounded), Self.figures(high: 2, slips: 3), report: .flat())
        #expect(watch.faults == [.movingGain, .rateConversion, .lostSamples])
        watch.take(Self.event(.burst, .open), Self.figures(), report: nil)
        watch.process([Float](repeating: 0.5, count: 2176))
        #expect(watch.faults == [.clipping, .rateConversion, .lostSamples])
    }

    /// A line with 30 dB in the first bands.
    private static func line(bands: Int) -> CableReport {
        .flat(snr: 30, bands: bands - 1, symbol: 2048) { $0.snr.0 = 67 }
    }

    /// Bands with a signal that a sound server's usual rates leave, at 48000 samples/s: the edge is 90 % to 100 % of half
    /// the rate, and up to a band of 375 Hz above.
    @Test(
        "a band that ends at half of a lower rate is a sign of resampling",
        arguments: [
            (8_000, 10...11), (11_025, 14...15), (16_000, 20...22), (22_050, 27...30),
            (32_000, 39...43), (44_100, 53...59),
        ]
    )
    func bandEdge(rate: Int, ends: ClosedRange<Int>) {
        for end in (ends.lowerBound - 1)...(ends.upperBound + 1) {
            let report = Self.line(bands: end)
            #expect(report.looksConverted(rate: 48_000) == ends.contains(end), "\(end) bands")
            // every line ends at half of its own rate
            if rate == 44_100 { #expect(!report.looksConverted(rate: 44_100), "\(end) bands") }
        }
    }

    @Test("a resampler's edge is steep, and the band below it strong and flat")
    func edgeShape() {
        func report(_ change: (UnsafeMutableRawBufferPointer) -> Void) -> Bool {
            CableReport.flat(snr: 30, bands: 57, symbol: 2048) { report in
                withUnsafeMutableBytes(of: &report.snr) { change($0) }
            }.looksConverted(rate: 48_000)
        }
        func level(_ decibels: Double) -> UInt8 { UInt8(2 * decibels + 7) }
        #expect(report { _ in })
        // the last four bands may fall
        #expect(report { for band in 54...57 { $0[band] = level(1) } })
        // an SNR of 0 dB is no signal
        #expect(!report { for band in 51...57 { $0[band] = level(0) } })
        #expect(report { for band in 55...57 { $0[band] = level(0) } })
        // the band below must have more than 20 dB, and the eight below it be within 6 dB
        #expect(!report { for band in 1...57 { $0[band] = level(20) } })
        #expect(report { for band in 1...57 { $0[band] = level(20.5) } })
        #expect(report { $0[52] = level(24.5) } && !report { $0[52] = level(24) })
        #expect(report { $0[45] = level(35.5) } && !report { $0[45] = level(36) })
        #expect(report { $0[44] = level(0) })
    }

    @Test("a wandering clock, which needs short symbols, is a sign too; a dead line is not")
    func wanderingClock() {
        #expect(CableReport.flat(snr: 30, bands: 61, symbol: 1024).looksConverted(rate: 48_000))
        #expect(!CableReport.flat(snr: 30, bands: 61, symbol: 2048).looksConverted(rate: 48_000))
        #expect(!CableReport.flat(snr: -3, bands: 61, symbol: 1024).looksConverted(rate: 48_000))
        // at 96000 samples/s a band has 750 Hz; too few bands show no edge
        #expect(Self.line(bands: 11).looksConverted(rate: 96_000))
        #expect(!Self.line(bands: 8).looksConverted(rate: 96_000))
    }

    /// `loud` samples at full scale among `count`, the others 6 dB lower.
    private static func meter(_ count: Int, loud: Int, peak: Float = 1) -> PeakMeter {
        var meter = PeakMeter()
        meter.add([Float](repeating: -peak, count: loud))
        meter.add([Float](repeating: peak / 2, count: (count - loud) / 7))
        meter.add([Float](repeating: 0, count: count - loud - (count - loud) / 7))
        return meter
    }

    @Test(
        "clipped: more than 20 samples, and more than one of 1000, within 0.75 dB of the peak",
        arguments: [
            (1999, 1999, false), (2000, 2000, true), (2000, 21, true), (2000, 20, false),
            (40_000, 41, true), (40_000, 40, false), (2000, 0, true),
        ]
    )
    func peaks(count: Int, loud: Int, isClipped: Bool) {
        #expect(Self.meter(count, loud: loud).isClipped == isClipped)
        // louder than full scale, up to 12 dB and beyond, and 60 dB below it
        #expect(Self.meter(count, loud: loud, peak: 2).isClipped == isClipped)
        #expect(Self.meter(count, loud: loud, peak: 0.001).isClipped == isClipped)
    }

    @Test("peaks count in steps of 0.25 dB, from -80 to 12 dB")
    func peakSteps() {
        func isClipped(_ other: Float) -> Bool {
            var meter = PeakMeter()
            meter.add([Float](repeating: 0, count: 2000))
            meter.add([Float](repeating: 1, count: 10))
            meter.add([Float](repeating: other, count: 11))
            return meter.isClipped
        }
        // -0.7 and -0.8 dB
        #expect(isClipped(0.9226) && !isClipped(0.912))
        var quiet = PeakMeter()
        quiet.add([Float](repeating: 1e-4, count: 5000))
        #expect(!quiet.isClipped)
        quiet.add([Float](repeating: 1.01e-4, count: 21))
        #expect(quiet.isClipped)
        var loud = PeakMeter()
        loud.add([Float](repeating: 10, count: 1990))
        loud.add([Float](repeating: 100, count: 10))
        #expect(loud.isClipped)
    }

    @Test("every fault has a text and a step of its own")
    func texts() {
        #expect(Set(LineFault.allCases.map(\.text)).count == 5)
        #expect(Set(LineFault.allCases.map(\.nextStep)).count == 5)
    }
}
