internal import CAccessoryMP3

/// The result of a conversion.
public struct ConversionReport: Sendable, Hashable {
    /// A place in the source that was not audio or could not be decoded.
    public struct Damage: Sendable, Hashable {
        /// Offset from the start of the source, bytes.
        public var offset: Int
        /// Bytes skipped.
        public var bytes: Int
        /// Time in the output.
        public var position: Duration
        /// MP3 frames that were silenced or omitted.
        public var framesLost: Int
        /// Whether the source ended here, inside a frame or before the end stated in its tag or
        /// container.
        public var isAtEnd: Bool
    }

    /// Sample rate of the first frame, Hz.
    public var sourceRate: Int
    /// The largest number of channels in the source, 1 or 2.
    public var sourceChannels: Int
    /// Whether encoder delay and padding were stated and removed.
    public var isGapless: Bool
    /// Samples per channel that were decoded and kept.
    public var sourceFrames: Int
    /// Samples per channel that were written: sourceFrames · rate / sourceRate, rounded.
    public var frames: Int
    /// Bytes written, including the header.
    public var bytes: Int
    /// Samples beyond full scale, which were clipped.
    public var clippedSamples: Int
    /// Number of changes of the rate or of the number of channels inside the source.
    public var formatChanges: Int
    /// Number of damaged places; `damage` describes the first 16.
    public var damageCount: Int
    /// The first 16 damaged places.
    public var damage: [Damage]
    /// MP3 frames silenced or omitted, in total.
    public var framesLost: Int
    /// MP3 frames omitted between others: by the count in the source's tag, or by their mean length.
    /// Later sound moves forward by their length, unless silence replaces them.
    public var framesOmitted: Int
    /// MP3 frames of silence in their place, with ``PCMFormat/keepsTimeline``.
    public var framesFilled: Int
    /// Whether the source ended inside a frame, or before the end stated in its tag or container.
    /// The part before that was converted.
    public var isCut: Bool
    /// Duration of the output.
    public var duration: Duration

    init(_ report: acc_mp3_report, rate: Int) {
        sourceRate = Int(report.source_rate)
        sourceChannels = Int(report.source_channels)
        isGapless = report.gapless
        sourceFrames = Int(report.source_frames)
        frames = Int(report.frames)
        bytes = Int(report.bytes)
        clippedSamples = Int(report.clipped)
        formatChanges = Int(report.format_changes)
        damageCount = Int(report.damage_count)
        framesLost = Int(report.frames_lost)
        framesOmitted = Int(report.frames_omitted)
        framesFilled = Int(report.frames_filled)
        isCut = report.is_cut
        duration = .seconds(Double(report.frames) / Double(rate))
        // 576 samples per frame at the rates of MPEG-2, 1152 at those of MPEG-1
        let length = report.source_layer == 3 && report.source_rate < 32000 ? 576.0 : 1152.0
        let seconds = length / Double(max(report.source_rate, 1))
        var report = report
        damage = withUnsafeBytes(of: &report.damage) { bytes in
            bytes.bindMemory(to: acc_mp3_damage.self).prefix(Int(report.damage_count)).map {
                Damage(
                    offset: Int($0.offset),
                    bytes: Int($0.bytes),
                    position: .seconds(Double($0.frame) * seconds),
                    framesLost: Int($0.frames),
                    isAtEnd: $0.at_end
                )
            }
        }
    }
}
