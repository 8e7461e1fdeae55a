import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc

/// A connection of the adapter. The Attribute Protocol's socket is the bearer.
final class BlueZConnection: RadioConnection {
    let radio: BlueZRadio
    let link: Link
    let isCentral: Bool
    private let first: KernelAddress
    private let bearer: SocketBearer
    let largestPacket: Int
    private let readLevel: @Sendable (CInt) -> CInt

    /// - Parameters:
    ///   - file: The connected socket; the connection owns it.
    ///   - readLevel: Returns a socket's level (`ACC_BLUEZ_SECURITY_*`), or a negative errno.
    init(
        radio: BlueZRadio,
        link: Link,
        peer: KernelAddress,
        isCentral: Bool,
        file: CInt,
        readLevel: @escaping @Sendable (CInt) -> CInt = { acc_bluez_security($0) }
    ) {
        self.readLevel = readLevel
        self.radio = radio
        self.link = link
        first = peer
        self.isCentral = isCentral
        (bearer, largestPacket) = link.openAttributes(file) { [radio] in radio.events.drain() }
    }

    /// The address by which the kernel names the peer: pairing may reveal its identity address.
    var device: KernelAddress { link.peer ?? first }
    var peer: BluetoothAddress { device.address }
    var attributes: any PacketBearer { bearer }
    var parameters: LinkParameters? { link.endReason == nil ? link.parameters : nil }
    var security: AsyncStream<ConnectionSecurity> { link.changes.stream() }
    var securityNow: ConnectionSecurity? {
        radio.events.drain()
        radio.channel.drain()
        guard var security = radio.security(of: link) else { return nil }
        // a stranger who pairs with the address of a bonded device does not have its key
        if let level = bearer.withFile(readLevel), level >= 0 {
            security.level = min(security.level, LinkSecurity(kernel: Int(level)))
        }
        return security
    }
    var endReason: DisconnectReason? { link.endReason }

    func update(_ parameters: ConnectionParameters) async throws(RadioError) {
        try parameters.check()
        try checkLink()
        let status = radio.events.update(link.handle, parameters)
        if status < 0 { throw radio.failure(status) }
    }

    func readRSSI() async throws(RadioError) -> Int {
        try checkLink()
        var writer = ByteWriter()
        writer.write(device)
        let answer = try await radio.channel.send(
            ACC_MGMT_OP_GET_CONNECTION_INFO,
            writer.bytes
        )
        var reader = ByteReader(answer)
        guard reader.readAddress() != nil, let strength = reader.read(Int8.self) else {
            throw .failed("the kernel's answer is too short")
        }
        // 127: the controller cannot report the RSSI
        guard strength != 127 else { throw .notSupported("reporting a connection's RSSI") }
        return Int(strength)
    }

    func secure(to level: LinkSecurity) async throws(RadioError) {
        try await radio.secure(self, to: level)
    }

    /// Requests encryption of the link with the stored keys from the kernel. Returns false if the
    /// level is already reached.
    func encrypt(to level: LinkSecurity) throws(RadioError) -> Bool {
        let status = bearer.withFile { acc_bluez_set_security($0, level.kernel) }
        if status == -EINVAL { return false }
        if let status, status < 0 { throw radio.failure(status) }
        try checkLink()
        return true
    }

    func checkLink() throws(RadioError) {
        if let reason = link.endReason { throw .disconnected(reason) }
    }

    /// Requests the end of the link from the kernel, which would otherwise keep the link for some
    /// seconds after the sockets close.
    func disconnect() async {
        link.closeSockets()
        var writer = ByteWriter()
        writer.write(device)
        // a link that has already ended is not an error
        _ = try? await radio.channel.settle(ACC_MGMT_OP_DISCONNECT, writer.bytes)
        radio.events.drain()
    }

    func openChannel(psm: UInt16, mtu: Int) async throws(RadioError) -> any ChannelBearer {
        try checkLink()
        let channel = try await radio.openChannel(to: device, psm: psm, mtu: mtu)
        link.add(channel.bearer)
        return channel
    }

    func incomingChannels(
        psm: UInt16,
        mtu: Int
    ) async throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        try checkLink()
        return try radio.incomingChannels(of: self, psm: psm, mtu: mtu)
    }
}
