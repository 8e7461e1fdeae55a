/// One connection between two adapters.
public protocol RadioConnection: AnyObject, Sendable {
    /// The other end; its identity, once bonded.
    var peer: BluetoothAddress { get }

    /// Whether this end made the connection.
    var isCentral: Bool { get }

    /// Carries the Attribute Protocol, of both ends' clients and servers. Its end is the connection's
    /// end.
    var attributes: any PacketBearer { get }

    /// Largest ATT packet that the bearer takes in, bytes, 23 to 517: what to offer as MTU.
    var largestPacket: Int { get }

    /// What it works with now; nil where the system does not tell.
    var parameters: LinkParameters? { get }

    /// Asks for others; the other end may refuse.
    func update(_ parameters: ConnectionParameters) async throws(RadioError)

    /// How strong the other end is heard, dBm, -127 to 20.
    func readRSSI() async throws(RadioError) -> Int

    /// How well it is protected, whether a bond stands behind it, and each change after that. Ends
    /// with the connection.
    var security: AsyncStream<ConnectionSecurity> { get }

    /// How well it is protected at this moment, where the system tells that at once: a request may be
    /// there before `security` has told of the encryption that came before it. Nil: as `security` told.
    var securityNow: LinkSecurity? { get }

    /// Raises the protection, by the keys of a bond or by pairing.
    func secure(to level: LinkSecurity) async throws(RadioError)

    /// Opens a credit-based channel (Core 5.4, Vol 3, Part A, section 10.1).
    ///
    /// - Parameters:
    ///   - psm: The other end's protocol number, 1 to 255.
    ///   - mtu: Largest SDU to take in, bytes, 23 to 65535.
    func openChannel(psm: UInt16, mtu: Int) async throws(RadioError) -> any ChannelBearer

    /// Accepts the credit-based channels that the other end opens to a PSM, until the stream is no
    /// longer held.
    func incomingChannels(
        psm: UInt16,
        mtu: Int
    ) async throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error>

    /// Ends the connection. Returns when it has ended.
    func disconnect() async

    /// Why it ended; nil while it stands.
    var endReason: DisconnectReason? { get }
}

extension RadioConnection {
    public var securityNow: LinkSecurity? { nil }
}

/// A credit-based channel.
public protocol ChannelBearer: PacketBearer {
    /// Largest SDU that the other end takes, bytes.
    var largestPacketOut: Int { get }
}

package enum ChannelParameters {
    /// Throws where Core 5.4, Vol 3, Part A, section 4.22 allows no such value.
    package static func check(psm: UInt16, mtu: Int) throws(RadioError) {
        guard (1...255).contains(psm), (23...65535).contains(mtu) else {
            throw .invalidParameters("a channel's PSM is 1 to 255, its MTU 23 to 65535")
        }
    }
}

/// How a connection is protected.
public struct ConnectionSecurity: Sendable, Hashable, Codable {
    /// What the link's encryption is worth.
    public var level: LinkSecurity
    /// Whether the keys are kept for the next connection.
    public var isBonded: Bool

    public init(level: LinkSecurity = .none, isBonded: Bool = false) {
        self.level = level
        self.isBonded = isBonded
    }
}
