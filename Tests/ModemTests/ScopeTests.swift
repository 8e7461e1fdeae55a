import CAccessory
import Foundation
import FoundationXML
import Testing

@testable import Modem

/// The report and the picture of recordings with known properties.
@Suite struct ScopeTests {
    private static func recording(
        _ name: String,
        rate: Int = 48000,
        gain: Float = 1,
        noise: Float = 0
    ) -> [Float] {
        var profile = try! ModemProfile(name).parameters
        var modulator = acc_modulator()
        #expect(acc_modulator_init(&modulator, &profile, UInt32(rate), 0.5) == .ok)
        let payload = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 167 + 13) }
        var frame = [UInt8](repeating: 0, count: Int(ACC_FRAME_MAX_SIZE))
        let size = acc_frame_write(0, payload, payload.count, &frame, frame.count)
        #expect(acc_modulator_send_frame(&modulator, frame, size) == .ok)
        var sound = [Float](repeating: 0, count: 3 * rate)
        let lead = rate / 4
        sound.withUnsafeMutableBufferPointer {
            _ = acc_modulator_render(&modulator, $0.baseAddress! + lead, $0.count - lead)
        }
        var seed: UInt32 = 1
        return sound.map { x in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return gain * x + noise * (Float(seed >> 8) / 8_388_608 - 1)
        }
    }

    @Test(
        "a clean frame is recognized with its level, clock and polarity",
        arguments: ["bell202", "reader"]
    )
    func recognised(name: String) {
        let report = SignalReport(samples: Self.recording(name, gain: -1, noise: 0.01), rate: 48000)
        #expect(report.profile == name)
        #expect(report.found == 1 && report.damaged == 0)
        #expect(abs(report.clock ?? 1e6) < 1000)
        #expect(report.isInverted == (name == "reader" ? true : nil))
        // 0.5 peak: a sine is 9 dB under full scale, a square wave 6
        #expect(report.level > -10 && report.level < -5)
        // uniform noise of 0.01
        #expect(abs(report.noise - -44.8) < 1.5)
        #expect(report.clipped == 0)
        #expect(report.band.upperBound > 2000)
    }

    @Test("DC is reported separately")
    func directCurrent() {
        let weak = Self.recording("reader", gain: 0.01, noise: 0.0001).map { $0 + 0.1 }
        let report = SignalReport(samples: weak, rate: 48000)
        #expect(abs(report.offset - 0.1) < 0.001)
        #expect(report.level < -40 && report.noise < -70)
        #expect(report.band.upperBound > 2000)
    }

    @Test("characters without a pause are not taken for noise")
    func unbroken() {
        var profile = try! ModemProfile("hijack").parameters
        var modulator = acc_modulator()
        #expect(acc_modulator_init(&modulator, &profile, 44100, 0.5) == .ok)
        #expect(acc_modulator_send_bytes(&modulator, [UInt8](1...20), 20) == 20)
        var sound = [Float](repeating: 0, count: 70000)
        #expect(acc_modulator_render(&modulator, &sound, sound.count) == sound.count)
        let report = SignalReport(samples: sound, rate: 44100)
        #expect(report.profile == "hijack" && report.found > 15)
        #expect(!report.hasPause && report.recommendation == "hijack")
    }

    @Test("clipping is counted, silence and noise are no signal")
    func extremes() {
        let loud = Self.recording("bell202", gain: 3).map { max(-1, min(1, $0)) }
        #expect(SignalReport(samples: loud, rate: 48000).clipped > 1000)
        let silence = SignalReport(samples: [Float](repeating: 0, count: 48000), rate: 48000)
        #expect(silence.profile == nil && silence.level == -120)
        let noise = SignalReport(
            samples: Self.recording("bell202", gain: 0, noise: 0.3),
            rate: 48000
        )
        #expect(noise.profile == nil)
        #expect(SignalReport(samples: [], rate: 8000).seconds == 0)
    }

    @Test("the picture is well-formed and shows the figures")
    func picture() throws {
        let picture = ScopePicture(
            samples: Self.recording("reader", noise: 0.02),
            rate: 48000,
            title: "a <b> & c"
        )
        let svg = picture.svg
        #expect(svg.contains("a &lt;b&gt; &amp; c"))
        #expect(svg.contains("found: reader"))
        #expect(svg.contains("SNR &gt;= "))
        let parser = XMLParser(data: Data(svg.utf8))
        #expect(parser.parse())
        // every trace of the eye diagram passes its middle at about 1 or -1
        let track = try #require(
            SymbolTrack(
                Self.recording("reader")[20000..<24000],
                rate: 48000,
                profile: ModemProfile.reader.parameters,
                clock: 0
            )
        )
        #expect(track.decisions.allSatisfy { abs(abs($0) - 1) < 0.35 })
    }
}
