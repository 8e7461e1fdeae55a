package import Modem

/// The state of the cable modem's line at one end.
package struct CableState: Sendable, Equatable {
    /// Whether this end sends a sounding or waits for its report.
    package var isMeasuring = false
    /// This end's report of the peer's last sounding.
    package var received: CableReport?
    /// The peer's report of this end's sounding; nil while the other modem sends the frames.
    package var sent: CableReport?
}
