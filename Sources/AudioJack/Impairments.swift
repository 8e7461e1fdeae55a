/// How one direction of a virtual cable spoils the sound it carries.
///
/// The order is that of a real jack: the sender's gain and polarity, echo and the leak of the
/// receiver's own output, filters, noise, dropouts, DC, and at last the receiver's clipping.
public struct Impairments: Sendable, Equatable {
    /// White Gaussian noise over the whole band from 0 to half the sample rate.
    public enum Noise: Sendable, Equatable {
        /// Root mean square in dBFS (0 dB = RMS 1), whether there is a signal or not.
        case level(decibels: Double)
        /// Decibels of the signal's mean power, taken while it sends, over the noise power. There is
        /// no noise before the first signal.
        case signalToNoise(decibels: Double)
    }

    /// A second, later copy of the signal.
    public struct Echo: Sendable, Equatable {
        /// Time after the direct sound, at most half a second.
        public var delay: Duration
        /// Level against the direct sound, decibels.
        public var decibels: Double

        public init(delay: Duration, decibels: Double) {
            self.delay = delay
            self.decibels = decibels
        }
    }

    /// Times without any sound, at random moments.
    public struct Dropouts: Sendable, Equatable {
        /// Mean number in a second.
        public var perSecond: Double
        /// Length of each.
        public var duration: Duration

        public init(perSecond: Double, duration: Duration) {
            self.perSecond = perSecond
            self.duration = duration
        }
    }

    /// Samples lost or repeated at random moments: the delay jumps.
    public struct Slips: Sendable, Equatable {
        /// Mean number in a second.
        public var perSecond: Double
        /// The delay moves to any value within this many samples of the middle, 1 to 24.
        public var range: Int

        public init(perSecond: Double, range: Int) {
            self.perSecond = perSecond
            self.range = range
        }
    }

    /// Amplification, decibels.
    public var gain = 0.0
    /// Whether plus and minus change places.
    public var invertsPolarity = false
    /// Added to every sample, full scale = 1.
    public var dcOffset = 0.0
    /// White noise, or none.
    public var noise: Noise?
    /// Corner of a second-order Butterworth low-pass, hertz.
    public var lowPass: Double?
    /// Corner of a second-order Butterworth high-pass, hertz.
    public var highPass: Double?
    /// One echo, or none.
    public var echo: Echo?
    /// Level at which the receiver hears its own output, decibels.
    public var crosstalk: Double?
    /// Times without sound, or none.
    public var dropouts: Dropouts?
    /// Lost and repeated samples, or none.
    public var slips: Slips?
    /// The largest magnitude that arrives, full scale = 1.
    public var clipping: Double?

    /// A perfect wire.
    public init() {}

    /// A wire changed by `change`, so that a set of impairments is one expression.
    public init(_ change: (inout Impairments) -> Void) {
        change(&self)
    }

    /// What a cheap headset cable and a phone-grade codec do: 25 dB over the noise, AC coupling,
    /// a leak of 40 dB from the earphone into the microphone.
    public static let headset = Impairments {
        $0.gain = -12
        $0.noise = .signalToNoise(decibels: 25)
        $0.highPass = 60
        $0.lowPass = 16_000
        $0.crosstalk = -40
    }
}
