import Foundation
import Testing

/// The line faults that `jack probe`, `report` and `decode` print.
@Suite struct CableFaultTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    func path(_ name: String) -> String { scratch.url(name).path }

    struct Line: Decodable {
        let snrDecibels: [Double?]
        let bits: [Double]
        let limits, faults: [String]
    }

    struct Probe: Decodable {
        let line: Line?
    }

    /// Samples of a sounding, -1 to 1.
    func sounding(rate: Int = 48_000) throws -> [Double] {
        let result = try CommandLineTool.run([
            "jack", "sounding", "--quiet", "--rate", "\(rate)", path("sounding.wav"),
        ])
        #expect(result.status == 0, "\(result.errors)")
        return WAVBytes.samples(try Data(contentsOf: scratch.url("sounding.wav")))
            .map { Double($0) / 32_768 }
    }

    func write(_ samples: [Double]) throws {
        let samples = samples.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
        try WAVBytes.make(samples).write(to: scratch.url("line.wav"))
    }

    func probe(_ samples: [Double]) throws -> Line? {
        try write(samples)
        let result = try CommandLineTool.run(["jack", "probe", "--json", path("line.wav")])
        #expect(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(Probe.self, from: result.data).line
    }

    /// Band-limited to `share` of the spectrum by a windowed sinc, as a resampler does.
    func filtered(_ samples: [Double], to share: Double) -> [Double] {
        let reach = 96
        let taps = (-reach...reach).map { i -> Double in
            let x = Double(i)
            let sinc = i == 0 ? share : sin(.pi * share * x) / (.pi * x)
            return sinc * (0.54 + 0.46 * cos(.pi * x / Double(reach + 1)))
        }
        return samples.indices.map { at in
            taps.indices.reduce(0) { sum, tap in
                let from = at + tap - reach
                return samples.indices.contains(from) ? sum + taps[tap] * samples[from] : sum
            }
        }
    }

    @Test("a clean sounding: SNR and bits by band, noise limits, no fault")
    func clean() throws {
        let line = try #require(try probe(sounding()))
        #expect(line.snrDecibels.count == 63 && line.bits.count == 63)
        #expect(line.bits[10] > 15 && line.snrDecibels[10] ?? 0 > 50)
        #expect(line.limits == ["noise"] && line.faults.isEmpty)
    }

    @Test("a line at 44.1 kHz ends at 22 kHz without a conversion")
    func ownRate() throws {
        _ = try sounding(rate: 44_100)
        let result = try CommandLineTool.run(["jack", "probe", "--json", path("sounding.wav")])
        #expect(try JSONDecoder().decode(Probe.self, from: result.data).line?.faults == [])
    }

    @Test("clipping, moving gain and conversion are named")
    func faults() throws {
        let sound = try sounding()
        let clipped = try #require(try probe(sound.map { max(-0.4, min(0.4, $0)) }))
        #expect(clipped.faults == ["clipping"] && clipped.limits.first == "clipping")
        let pumped = sound.indices.map { sound[$0] * (1 - 0.5 * Double($0) / Double(sound.count)) }
        let gain = try #require(try probe(pumped))
        #expect(gain.faults.contains("movingGain") && gain.limits.contains("agc"))
        // beyond its band, the filter's output is below the noise
        var seed: UInt32 = 1
        func noisy(_ sample: Double) -> Double {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return sample + 0.002 * (Double(seed >> 8) / 8_388_608 - 1)
        }
        let converted = try #require(try probe(filtered(sound, to: 21.5 / 24).map(noisy)))
        #expect(converted.faults == ["rateConversion"])
        let telephone = try #require(try probe(filtered(sound, to: 0.37).map(noisy)))
        #expect(telephone.limits == ["band", "noise"] && telephone.faults.isEmpty)
    }

    @Test("report and decode print the fault and the setting to change")
    func warnings() throws {
        let sound = try sounding()
        try write(sound.map { max(-0.4, min(0.4, $0)) })
        let report = try CommandLineTool.run(["jack", "report", path("line.wav"), path("report")])
        #expect(report.status == 0)
        #expect(report.errors.contains("warning: the signal is clipped; turn"))
        let encode = try CommandLineTool.run(
            ["jack", "encode", "--profile", "cable:100000", "-", "-"],
            input: JackCodecTests.payload(20_000)
        )
        var samples = WAVBytes.samples(encode.data)
        for index in samples.count / 3..<samples.count { samples[index] /= 2 }
        let decode = try CommandLineTool.run(
            ["jack", "decode", "--profile", "cable", "-", path("out")],
            input: WAVBytes.make(samples)
        )
        #expect(decode.errors.contains("Auto Gain Control"), "\(decode.errors)")
    }

    @Test("without a terminal, a probe draws bars in ASCII; a device has both directions")
    func bars() throws {
        try write(sounding())
        let file = try CommandLineTool.run(["jack", "probe", path("line.wav")])
        let lines = file.output.split(separator: "\n")
        #expect(lines.count { $0.hasSuffix("######") } == 16)
        #expect(file.output.utf8.allSatisfy { $0 < 128 })
        #expect(lines.last?.hasPrefix("limited by noise (") == true)
        let device = try CommandLineTool.run(["jack", "probe", "--device", "virtual"])
        #expect(device.status == 0, "\(device.errors)")
        #expect(
            device.output.contains("\nreceiving  SNR ") && device.output.contains("\nsending    ")
        )
    }

    struct Scope: Decodable {
        struct Constellation: Decodable {
            let bits: Int
            let points: [[Double]]
        }
        let profile: String?
        let line: Line?
        let constellation: Constellation?
    }

    @Test("scope draws the constellation of data and of a sounding, and lists its points")
    func constellation() throws {
        let encode = try CommandLineTool.run(
            ["jack", "encode", "--profile", "cable:200000", "-", path("line.wav")],
            input: JackCodecTests.payload(20_000)
        )
        #expect(encode.status == 0, "\(encode.errors)")
        for (isSounding, levels) in [(false, 64), (true, 2)] {
            if isSounding { try write(sounding()) }
            let result = try CommandLineTool.run(
                ["jack", "scope", "--json", path("line.wav"), "--out", path("scope.svg")])
            #expect(result.status == 0, "\(result.errors)")
            let scope = try JSONDecoder().decode(Scope.self, from: result.data)
            let seen = try #require(scope.constellation)
            #expect(scope.profile == "cable" && scope.line?.faults == [])
            #expect(1 << (seen.bits / 2) == levels && seen.points.count > 1000)
            // on a clean line the points fill few places of an axis
            let places = Set(seen.points.map { ($0[0] * 100).rounded() })
            #expect(places.count <= 2 * levels && places.count >= levels, "\(places.count)")
            let picture = try String(contentsOf: scratch.url("scope.svg"), encoding: .utf8)
            #expect(picture.contains("constellation, \(seen.bits) bits a carrier"))
        }
    }
}
