internal import AudioJack

/// A report as JSON; levels in dB of full scale, the rest in hertz, ppm and dB.
struct SignalFigures: Encodable {
    let seconds, level, peak, noise, offset, bandLow, bandHigh: Double
    let clippedSamples, found, damaged: Int
    let profile: String?
    let snrDecibels, clockPPM: Double?
    let inverted: Bool?
    let recommendedProfile: String
    let fec: Bool

    init(_ report: SignalReport) {
        seconds = report.seconds
        level = report.level
        peak = report.peak
        noise = report.noise
        offset = report.offset
        bandLow = report.band.lowerBound
        bandHigh = report.band.upperBound
        clippedSamples = report.clipped
        found = report.found
        damaged = report.damaged
        profile = report.profile
        snrDecibels = report.snr
        clockPPM = report.clock
        inverted = report.isInverted
        recommendedProfile = String(report.recommendation.prefix { $0 != " " })
        fec = report.recommendation.hasSuffix("--fec")
    }
}

extension SignalReport {
    /// The report for a person at the terminal.
    var lines: [String] {
        let polarity = isInverted.map { $0 ? "inverted" : "upright" } ?? "not known"
        let seen = profile.map { "\($0), \(found) read, \(damaged) damaged" } ?? "no known signal"
        return [
            "heard      level \(level.formatted(1)) dBFS, peak \(peak.formatted(1)) dBFS, "
                + "noise at rest \(noise.formatted(1)) dBFS",
            "clipping   " + (clipped > 0 ? "\(clipped) samples: turn the level down" : "none"),
            "SNR        " + (snr.map { $0.formatted(1) + " dB" } ?? "not known"),
            "clock      " + (clock.map { $0.formatted(0) + " ppm" } ?? "not known"),
            "band       \(band.lowerBound.formatted(0)) to \(band.upperBound.formatted(0)) Hz",
            "polarity   \(polarity)",
            "found      \(seen)",
            "recommend  --profile \(recommendation) (\(reason))",
        ]
    }
}
