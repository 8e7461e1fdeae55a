/// An AltBeacon 1.0 frame.
public struct AltBeacon: Sendable, Hashable {
    /// The manufacturer's company number.
    public var company: UInt16
    /// The identifier, 20 bytes: by convention a 16-byte organisation id and two big-endian 16-bit
    /// numbers.
    public var id: [UInt8]
    /// Power received at 1 m, dBm, -128 to 127.
    public var measuredPower: Int
    /// A byte for the manufacturer's use.
    public var reserved: UInt8

    /// - Parameters:
    ///   - company: The company identifier.
    ///   - id: Truncated or zero-padded to 20 bytes.
    ///   - measuredPower: The RSSI at 1 m, in dBm.
    ///   - reserved: The byte for the manufacturer's use.
    public init(company: UInt16, id: [UInt8], measuredPower: Int = -59, reserved: UInt8 = 0) {
        self.company = company
        self.id = fit(id, 20)
        self.measuredPower = measuredPower
        self.reserved = reserved
    }
}
