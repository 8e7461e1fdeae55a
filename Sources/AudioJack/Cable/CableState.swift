/// What one end knows of the cable modem's line.
package struct CableState: Sendable, Equatable {
    /// Whether this end sounds the line or waits for the report.
    package var isMeasuring = false
    /// This end's report of the peer's last sounding.
    package var received: CableReport?
    /// The peer's report of this end's sounding; nil while frames go by the other modem.
    package var sent: CableReport?
}

extension CableReport: Equatable {
    package static func == (a: CableReport, b: CableReport) -> Bool { a.bytes == b.bytes }
}
