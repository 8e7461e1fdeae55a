/// Impairments of the sound in one direction of a virtual cable.
///
/// They apply in the order of a real jack: the sender's gain and polarity; echo, and crosstalk from
/// the receiver's own output; filters; noise; dropouts; automatic gain; DC; and finally the
/// receiver's clipping.
public struct Impairments: Sendable, Equatable {
    /// White Gaussian noise over the whole band from 0 to half the sample rate.
    public enum Noise: Sendable, Equatable {
        /// RMS in dBFS (0 dB = RMS 1), with or without a signal.
        case level(decibels: Double)
        /// Ratio in dB of the signal's mean power to the noise power, where the mean power is
        /// measured while the signal is sent. There is no noise before the first signal.
        case signalToNoise(decibels: Double)
    }

    /// A second, delayed copy of the signal.
    public struct Echo: Sendable, Equatable {
        /// Delay after the direct sound, at most half a second.
        public var delay: Duration
        /// Level relative to the direct sound, dB.
        public var decibels: Double

        /// Creates an echo.
        public init(delay: Duration, decibels: Double) {
            self.delay = delay
            self.decibels = decibels
        }
    }

    /// Gaps without sound, at random times.
    public struct Dropouts: Sendable, Equatable {
        /// Mean number per second.
        public var perSecond: Double
        /// Length of each dropout.
        public var duration: Duration

        /// Creates dropouts.
        public init(perSecond: Double, duration: Duration) {
            self.perSecond = perSecond
            self.duration = duration
        }
    }

    /// Samples lost or repeated at random times: each changes the delay.
    public struct Slips: Sendable, Equatable {
        /// Mean number per second.
        public var perSecond: Double
        /// Largest deviation from the mean delay in samples, 1 to 24: each slip changes the delay
        /// to any value in this range.
        public var range: Int

        /// Creates slips.
        public init(perSecond: Double, range: Int) {
            self.perSecond = perSecond
            self.range = range
        }
    }

    /// Automatic gain control of the receiver's card.
    public struct AutomaticGain: Sendable, Equatable {
        /// Target RMS of the gain control, full scale = 1.
        public var target: Double
        /// Time constant of the gain.
        public var time: Duration

        /// Creates a gain control.
        public init(target: Double, time: Duration) {
            self.target = target
            self.time = time
        }
    }

    /// Gain, dB.
    public var gain = 0.0
    /// Whether the polarity is inverted.
    public var invertsPolarity = false
    /// Offset added to every sample, full scale = 1.
    public var dcOffset = 0.0
    /// White noise; nil for none.
    public var noise: Noise?
    /// Corner frequency of a second-order Butterworth low-pass, Hz.
    public var lowPass: Double?
    /// Corner frequency of a second-order Butterworth high-pass, Hz.
    public var highPass: Double?
    /// One echo; nil for none.
    public var echo: Echo?
    /// Level of crosstalk from the receiver's own output, dB.
    public var crosstalk: Double?
    /// Dropouts; nil for none.
    public var dropouts: Dropouts?
    /// Lost and repeated samples; nil for none.
    public var slips: Slips?
    /// Automatic gain control, by at most 20 dB up or down; nil for none.
    public var automaticGain: AutomaticGain?
    /// Largest magnitude that passes, full scale = 1.
    public var clipping: Double?

    /// Creates a perfect wire.
    public init() {}

    /// Creates a wire with the impairments set by `change`.
    public init(_ change: (inout Impairments) -> Void) {
        change(&self)
    }

    /// The impairments of a cheap headset cable and a phone-grade codec: SNR of 25 dB, AC coupling,
    /// crosstalk of -40 dB from the earphone into the microphone.
    public static let headset = Impairments {
        $0.gain = -12
        $0.noise = .signalToNoise(decibels: 25)
        $0.highPass = 60
        $0.lowPass = 16_000
        $0.crosstalk = -40
    }
}
