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
        /// The source ended here, inside a frame or before the end that its tag or container
        /// states.
        public var isAtEnd: Bool
    }

    /// Sample rate of the first frame, Hz.
    public var sourceRate: Int
    /// The largest number of channels in the source, 1 or 2.
    public var sourceChannels: Int
    /// Whether encoder delay and padding were stated and removed.
    public var isGapless: Bool
    /// Samples per channel, decoded and kept.
    public var sourceFrames: Int
    /// Samples per channel, written: sourceFrames · rate / sourceRate, rounded.
    public var frames: Int
    /// Bytes written, including the header.
    public var bytes: Int
    /// Samples beyond full scale, set to it.
    public var clippedSamples: Int
    /// Changes of rate or number of channels inside the source.
    public var formatChanges: Int
    /// Number of damaged places; `damage` describes the first 16.
    public var damageCount: Int
    public var damage: [Damage]
    /// MP3 frames silenced or omitted, in total.
    public var framesLost: Int
    /// Whether the source ended inside a frame, or before the end that its tag or container states.
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
        isCut = report.is_cut
        duration = .seconds(Double(report.frames) / Double(rate))
        // 576 samples at MPEG-2's rates, 1152 at MPEG-1's
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
