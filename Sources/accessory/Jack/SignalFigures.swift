internal import AudioJack
internal import Modem

/// A signal report as JSON; levels in dB of full scale, the rest in hertz, ppm and dB.
struct SignalFigures: Encodable {
    let seconds, level, peak, offset, bandLow, bandHigh: Double
    let noise: Double?
    let clippedSamples, found, damaged: Int
    let profile: String?
    let snrDecibels, clockPPM: Double?
    let snrIsMinimum, inverted: Bool?
    let recommendedProfile: String
    let fec: Bool
    /// The line of the cable modem, if the recording has its signal.
    var line: LineFigures?
    /// The constellation of the cable modem, for `scope`.
    var constellation: ConstellationFigures?

    init(_ report: SignalReport) {
        seconds = report.seconds
        level = report.level
        peak = report.peak
        noise = report.hasPause ? report.noise : nil
        offset = report.offset
        bandLow = report.band.lowerBound
        bandHigh = report.band.upperBound
        clippedSamples = report.clipped
        found = report.found
        damaged = report.damaged
        profile = report.profile
        snrDecibels = report.snr
        snrIsMinimum = report.snrIsMinimum
        clockPPM = report.clock
        inverted = report.isInverted
        recommendedProfile = String(report.recommendation.prefix { $0 != " " })
        fec = report.recommendation.hasSuffix("--fec")
    }

    /// The SNR of a receiver as text.
    static func snr(_ decibels: Double, isMinimum: Bool) -> String {
        "SNR \(isMinimum ? ">= " : "")\(decibels.formatted(1)) dB"
    }
}

extension SignalReport {
    private var ratios: String {
        guard let snr else { return "not known" }
        let received = "\(snrIsMinimum == true ? ">= " : "")\(snr.formatted(1)) dB as received"
        // the SNR against the noise between signals
        let rest = level - noise
        return hasPause && rest > snr
            ? received + ", \(rest.formatted(1)) dB over the noise at rest" : received
    }

    /// The lines of the text output.
    var lines: [String] {
        let polarity = isInverted.map { $0 ? "inverted" : "upright" } ?? "not known"
        let seen = profile.map { "\($0), \(found) read, \(damaged) damaged" } ?? "no known signal"
        return [
            "signal     level \(level.formatted(1)) dBFS, peak \(peak.formatted(1)) dBFS, "
                + (hasPause
                    ? "noise at rest \(noise.formatted(1)) dBFS" : "no pause to measure noise in"),
            "clipping   " + (clipped > 0 ? "\(clipped) samples: turn the level down" : "none"),
            "SNR        " + ratios,
            "clock      " + (clock.map { $0.formatted(0) + " ppm" } ?? "not known"),
            "band       \(band.lowerBound.formatted(0)) to \(band.upperBound.formatted(0)) Hz",
            "polarity   \(polarity)",
            "found      \(seen)",
            "recommend  --profile \(recommendation) (\(reason))",
        ]
    }
}
