/// One connection between two adapters.
public protocol RadioConnection: AnyObject, Sendable {
    /// The peer's address, or its identity address once it is bonded.
    var peer: BluetoothAddress { get }

    /// Whether this end established the connection.
    var isCentral: Bool { get }

    /// The bearer of the Attribute Protocol, for the clients and servers of both ends. The
    /// connection ends with it.
    var attributes: any PacketBearer { get }

    /// Largest ATT packet that the bearer can receive in bytes, 23 to 517: the MTU to offer.
    var largestPacket: Int { get }

    /// The current parameters; nil where the system does not report them.
    var parameters: LinkParameters? { get }

    /// Requests other parameters; the peer may reject them.
    func update(_ parameters: ConnectionParameters) async throws(RadioError)

    /// The peer's RSSI in dBm, -127 to 20.
    func readRSSI() async throws(RadioError) -> Int

    /// The current security and whether there is a bond, then each change. Ends with the connection.
    var security: AsyncStream<ConnectionSecurity> { get }

    /// The security at this moment, if the system reports it at once: a request may arrive before
    /// `security` has reported the preceding encryption. Nil: use the last value of `security`.
    var securityNow: ConnectionSecurity? { get }

    /// Raises the security, with the keys of a bond or by pairing.
    func secure(to level: LinkSecurity) async throws(RadioError)

    /// Opens a credit-based channel (Core 5.4, Vol 3, Part A, section 10.1).
    ///
    /// - Parameters:
    ///   - psm: The peer's PSM, 1 to 255.
    ///   - mtu: Largest SDU to receive in bytes, 23 to 65535.
    func openChannel(psm: UInt16, mtu: Int) async throws(RadioError) -> any ChannelBearer

    /// Accepts the credit-based channels that the peer opens to a PSM, until the stream is released.
    func incomingChannels(
        psm: UInt16,
        mtu: Int
    ) async throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error>

    /// Ends the connection. Returns when it has ended.
    func disconnect() async

    /// The reason for the end of the connection; nil while connected.
    var endReason: DisconnectReason? { get }
}

extension RadioConnection {
    public var securityNow: ConnectionSecurity? { nil }
}

/// A credit-based channel.
public protocol ChannelBearer: PacketBearer {
    /// Largest SDU that the peer receives, in bytes.
    var largestPacketOut: Int { get }
}

package enum ChannelParameters {
    /// Throws when a value is invalid (Core 5.4, Vol 3, Part A, section 4.22).
    package static func check(psm: UInt16, mtu: Int) throws(RadioError) {
        guard (1...255).contains(psm), (23...65535).contains(mtu) else {
            throw .invalidParameters("a channel's PSM is 1 to 255, its MTU 23 to 65535")
        }
    }
}
