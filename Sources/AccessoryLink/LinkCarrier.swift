/// The carrier of a link's frames: sound, or a byte stream.
///
/// `LinkCore` starts a carrier, calls `run`, and stops it. While running, the carrier delivers
/// received frames, sends the link's output, and supplies the time.
package protocol LinkCarrier: Sendable {
    /// The transport kind, which selects the errors for losses and failed openings.
    var kind: TransportKind { get }

    /// Whether a device is present; nil if only a device's answer can show it.
    var isPresent: Bool? { get async }

    /// The current time; nil if the time advances only by `LinkCore.step`.
    var now: Duration? { get }

    /// The executor that the link's tasks need for a virtual clock to wait for them; nil: any.
    var executor: (any TaskExecutor)? { get }

    /// Prepares the carrier for frames.
    func start(as role: LinkRole) async throws(LinkError) -> CarrierProperties

    /// Moves frames until `core.isFinished`. Throws when the carrier breaks.
    func run(_ core: isolated LinkCore) async throws(LinkError)

    /// Makes `run` check `core` again soon.
    func wake()

    /// Releases the resources taken by `start`.
    func stop() async

    /// Reports plug events and faults to `core`, for as long as the carrier exists.
    func watch(_ core: LinkCore) async

    /// Stops virtual time while a handler works.
    func holdTime()

    /// Undoes one `holdTime`.
    func releaseTime()
}

extension LinkCarrier {
    package var executor: (any TaskExecutor)? { nil }
}

/// The role of an end in a link.
package enum LinkRole: Sendable {
    case host, accessory
}

/// The properties of a carrier that affect the link.
package struct CarrierProperties: Sendable {
    /// The transport kind, which selects the errors for losses and failed openings.
    package var kind: TransportKind
    /// Largest payload of a frame, bytes, 32 to 512.
    package var payload = 512
    /// Frame overhead in bytes, in addition to the payload.
    package var frameOverhead = 8
    /// Bit rate for sending in bit/s; 0 means that frames take no time.
    package var sendRate = 0
    /// Bit rate for receiving in bit/s; 0 means that frames take no time.
    package var receiveRate = 0
    /// Time from handing over a frame's last bit to its arrival at the peer.
    package var latency = Duration.zero
    package var isFullDuplex = true
    /// Sub-packets in flight; nil selects 32, or 8 on half duplex.
    package var window: Int?
    /// Whether frames may be late, but are never lost or changed.
    package var isReliable = false
    /// Whether a tone wakes a sleeping device.
    package var wakesByTone = false
    /// Whether the carrier reports plug events, so that an opening without a device fails at once.
    package var detectsPlug = false
    /// Optional features of the carrier, 7 bits, as in `acc_link_carrier`; `LinkCore.features` has
    /// the features that both ends support.
    package var features: UInt8 = 0

    package init(_ kind: TransportKind) {
        self.kind = kind
    }
}

/// The next output of a link to its carrier.
package enum LinkOutput: Sendable {
    /// A frame with this payload. `isDamaged`: with a wrong checksum, as requested by a tap.
    case frame([UInt8], isDamaged: Bool)
    /// The wake tone.
    case tone(Duration)
}
