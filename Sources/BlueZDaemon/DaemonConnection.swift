internal import AccessoryBase
internal import AccessoryConcurrency
internal import BlueZ
internal import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc

/// A connection of this process on the kernel's ATT socket.
final class DaemonConnection: RadioConnection {
    let radio: DaemonRadio
    let link: DaemonLink
    let device: KernelAddress
    let isCentral: Bool
    let largestPacket: Int
    private let bearer: SocketBearer

    /// - Parameter file: The connected socket; the connection owns it.
    init(radio: DaemonRadio, link: DaemonLink, peer: KernelAddress, isCentral: Bool, file: CInt) {
        self.radio = radio
        self.link = link
        device = peer
        self.isCentral = isCentral
        (bearer, largestPacket) = link.link.openAttributes(file) { [radio] in radio.events?.drain()
        }
        announceSecurity()
    }

    var peer: BluetoothAddress { device.address }
    var attributes: any PacketBearer { bearer }
    /// Always nil: unprivileged users do not receive the events with the parameters.
    var parameters: LinkParameters? { nil }
    var security: AsyncStream<ConnectionSecurity> { link.link.changes.stream() }
    var endReason: DisconnectReason? { link.link.endReason }

    func update(_ parameters: ConnectionParameters) async throws(RadioError) {
        try parameters.check()
        try checkLink()
        throw .notSupported(
            FailureReason(
                "connection parameters for users without rights",
                nextStep: "set them for all devices in /etc/bluetooth/main.conf, section [LE]"
            )
        )
    }

    func readRSSI() async throws(RadioError) -> Int {
        try checkLink()
        let strength = try await RSSIRequest.send(adapter: radio.index, handle: link.link.handle) {
            radio.failure($0)
        }
        // 127: unknown to the controller
        guard strength != 127 else { throw .notSupported("reading a connection's RSSI") }
        return strength
    }

    var securityNow: ConnectionSecurity? {
        guard let level = bearer.withFile(radio.sockets.security), level >= 0 else { return nil }
        var security = ConnectionSecurity(
            level: LinkSecurity(kernel: Int(level)),
            isBonded: radio.objects.device(link.path)?.isBonded == true
        )
        if security.level > .none, let size = bearer.withFile(radio.sockets.keySize),
            KeySize.range.contains(Int(size))
        {
            security.keySize = Int(size)
        }
        return security
    }

    /// Reports the link's current security.
    func announceSecurity() {
        let isBonded = radio.objects.device(link.path)?.isBonded == true
        link.link.changes.send(securityNow ?? ConnectionSecurity(isBonded: isBonded))
    }

    func secure(to level: LinkSecurity) async throws(RadioError) {
        try await radio.secure(self, to: level)
        announceSecurity()
    }

    /// Encrypts the link with the keys stored by bluetoothd. Returns when the link is encrypted.
    func encrypt(to level: LinkSecurity) async throws(RadioError) {
        // the bearer watches the socket, so wait on a duplicate of the descriptor
        let started = bearer.withFile { file -> (status: CInt, copy: CInt) in
            let status = radio.sockets.setSecurity(file, level.kernel)
            return (status, status == 0 ? fcntl(file, F_DUPFD_CLOEXEC, 3) : -1)
        }
        guard let (status, copy) = started else { return try checkLink() }
        // the link already has the level
        if status == -EINVAL { return }
        if status < 0 { throw radio.failure(status) }
        defer { if copy >= 0 { close(copy) } }
        // the kernel reports the socket as unconnected while it encrypts the link
        let error = await SocketWait.connected(copy)
        guard error == 0 else { throw error == -ECANCELED ? .cancelled : radio.failure(error) }
    }

    func checkLink() throws(RadioError) {
        if let reason = link.link.endReason { throw .disconnected(reason) }
    }

    /// Closes the sockets; the kernel then disconnects the link after 2 s, on a peripheral after 4 s. If
    /// bluetoothd also uses the link, this calls its `Disconnect`.
    func disconnect() async {
        link.link.closeSockets()
        await radio.settle(link)
        guard radio.objects.device(link.path)?.isConnected == true, !radio.hasLink(link.path) else {
            return
        }
        _ = try? await radio.call(link.path, "org.bluez.Device1", "Disconnect", [], "to disconnect")
    }

    func openChannel(psm: UInt16, mtu: Int) async throws(RadioError) -> any ChannelBearer {
        try checkLink()
        let channel = try await BlueZChannel.open(
            from: radio.localAddress,
            to: device,
            psm: psm,
            mtu: mtu,
            failure: radio.failure
        )
        link.link.add(channel.bearer)
        return channel
    }

    func incomingChannels(
        psm: UInt16,
        mtu: Int
    ) async throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        try checkLink()
        // only CAP_NET_BIND_SERVICE allows an assigned PSM
        guard psm >= 0x80 else {
            throw .notPermitted("accepting channels on a PSM below 128 needs CAP_NET_BIND_SERVICE")
        }
        return try radio.channelListeners.incoming(
            psm: psm,
            mtu: mtu,
            of: link.link,
            device,
            local: radio.localAddress,
            failure: radio.failure
        )
    }
}
