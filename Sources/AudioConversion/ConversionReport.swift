internal import CAccessoryMP3

/// What a conversion did.
public struct ConversionReport: Sendable, Hashable {
    /// A place in the source that was no sound or could not be decoded.
    public struct Damage: Sendable, Hashable {
        /// Where, in bytes from the start of the source.
        public var offset: Int
        /// Bytes passed over.
        public var bytes: Int
        /// The time in the output at which it is.
        public var position: Duration
        /// MP3 frames that were silenced or left out.
        public var framesLost: Int
        /// The source ended here, inside a frame or before all frames that its tag or container
        /// states had come.
        public var isAtEnd: Bool
    }

    /// Of the first frame, hertz.
    public var sourceRate: Int
    /// Most that the source had, 1 or 2.
    public var sourceChannels: Int
    /// Encoder delay and padding were stated and cut.
    public var isGapless: Bool
    /// Samples a channel that were decoded and kept.
    public var sourceFrames: Int
    /// Samples a channel that were written: sourceFrames · rate / sourceRate, rounded.
    public var frames: Int
    /// Written, header included.
    public var bytes: Int
    /// Samples beyond full scale, set to it.
    public var clippedSamples: Int
    /// Times the rate or the number of channels changed on the way.
    public var formatChanges: Int
    /// Places with damage in all; `damage` describes the first 16.
    public var damageCount: Int
    public var damage: [Damage]
    /// MP3 frames silenced or left out in all.
    public var framesLost: Int
    /// The source ended inside a frame, or before all that its tag or container states; what was
    /// there of it was converted.
    public var isCut: Bool
    /// The output's length.
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
