internal import AudioConversion

/// One file's result, as a line and as JSON.
struct ConversionRecord: Encodable {
    struct Place: Encodable {
        let offset, bytes, framesLost: Int
        let seconds: Double
        let atEnd: Bool
    }

    let source, target: String
    let sourceRate, sourceChannels, sourceFrames, frames, bytes: Int
    let clippedSamples, formatChanges, damageCount, framesLost, framesOmitted, framesFilled: Int
    let gapless, isCut: Bool
    let seconds: Double
    let damage: [Place]

    init(_ source: String, _ target: String, _ report: ConversionReport) {
        self.source = source
        self.target = target
        sourceRate = report.sourceRate
        sourceChannels = report.sourceChannels
        sourceFrames = report.sourceFrames
        frames = report.frames
        bytes = report.bytes
        clippedSamples = report.clippedSamples
        formatChanges = report.formatChanges
        damageCount = report.damageCount
        framesLost = report.framesLost
        framesOmitted = report.framesOmitted
        framesFilled = report.framesFilled
        gapless = report.isGapless
        isCut = report.isCut
        seconds = report.duration / .seconds(1)
        damage = report.damage.map {
            Place(
                offset: $0.offset,
                bytes: $0.bytes,
                framesLost: $0.framesLost,
                seconds: $0.position / .seconds(1),
                atEnd: $0.isAtEnd
            )
        }
    }

    var line: String {
        var parts = ["\(target): \(frames) frames, \(seconds.formatted(2)) s"]
        if clippedSamples > 0 { parts.append("\(clippedSamples) samples clipped") }
        if let first = damage.first {
            parts.append(
                "\(damageCount) damaged, first at \(first.seconds.formatted(2)) s "
                    + "(byte \(first.offset)), \(framesLost) MP3 frames lost"
            )
        }
        if framesFilled > 0 {
            parts.append("\(framesFilled) replaced by silence")
        } else if framesOmitted > 0 {
            parts.append("\(framesOmitted) left out, which moves later sound forward")
        }
        if isCut { parts.append("the source is truncated") }
        return parts.joined(separator: ", ")
    }
}
