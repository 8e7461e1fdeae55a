/// What moves the frames of a link: sound, or a stream of bytes.
///
/// `LinkCore` starts a carrier, lets it `run`, and stops it. While it runs, the carrier hands in
/// what arrives, takes what is to be sent, and says what time it is.
package protocol LinkCarrier: Sendable {
    /// What losses and failed openings are called.
    var kind: TransportKind { get }

    /// Whether a device is there; nil where only its answer can tell.
    var isPresent: Bool? { get async }

    /// The present time, where it goes on by itself; nil where `LinkCore.step` alone tells it.
    var now: Duration? { get }

    /// Where the link's tasks have to run for a virtual clock to wait for them; nil: anywhere.
    var executor: (any TaskExecutor)? { get }

    /// Makes the carrier ready to move frames.
    func start(as role: LinkRole) async throws(LinkError) -> CarrierProperties

    /// Moves frames until `core.isFinished`. Throws when the carrier breaks.
    func run(_ core: isolated LinkCore) async throws(LinkError)

    /// Makes `run` look at `core` again soon.
    func wake()

    /// Releases what `start` took.
    func stop() async

    /// Tells `core` of plugs and faults, for as long as the carrier exists.
    func watch(_ core: LinkCore) async

    /// Keeps virtual time still while a handler works.
    func holdTime()

    /// Undoes one `holdTime`.
    func releaseTime()
}

extension LinkCarrier {
    package var executor: (any TaskExecutor)? { nil }
}

/// Which end of a link.
package enum LinkRole: Sendable {
    case host, accessory
}

/// What a link must know of its carrier.
package struct CarrierProperties: Sendable {
    /// What losses and failed openings are called.
    package var kind: TransportKind
    /// Largest payload of a frame, bytes, 32 to 512.
    package var payload = 512
    /// What a frame costs beside its payload, bytes.
    package var frameOverhead = 8
    /// Bits a second out and in; 0: frames take no time.
    package var sendRate = 0
    package var receiveRate = 0
    /// From a frame's last bit handed over here to its arrival there.
    package var latency = Duration.zero
    package var isFullDuplex = true
    /// Frames are never lost or changed, only late.
    package var isReliable = false
    /// A sleeping device is woken by a tone.
    package var wakesByTone = false
    /// The carrier reports plugs, so that an opening without a device is refused at once.
    package var detectsPlug = false
    /// What the carrier can besides, 7 bits, as `acc_link_carrier` has them; both ends' are in `LinkCore.features`.
    package var features: UInt8 = 0

    package init(_ kind: TransportKind) {
        self.kind = kind
    }
}

/// What a link wants its carrier to send next.
package enum LinkOutput: Sendable {
    /// One frame of this payload. `isDamaged`: with a wrong check, because a tap wants it so.
    case frame([UInt8], isDamaged: Bool)
    /// The wake tone.
    case tone(Duration)
}
