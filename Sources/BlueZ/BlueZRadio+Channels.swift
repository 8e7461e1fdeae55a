package import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc

/// A credit-based channel on a kernel socket; the send queue of the socket is the queue of the
/// channel.
package final class BlueZChannel: ChannelBearer {
    package let bearer: SocketBearer
    package let largestPacketOut: Int

    /// - Parameter file: The connected socket; the channel owns it.
    init(file: CInt) {
        var (incoming, outgoing) = (UInt16(23), UInt16(23))
        _ = acc_bluez_packet_sizes(file, &incoming, &outgoing)
        largestPacketOut = Int(outgoing)
        bearer = SocketBearer(file: file, largestPacket: Int(incoming))
    }

    /// Opens a channel over an established link.
    ///
    /// - Parameter failure: Converts a socket error.
    package static func open(
        from local: KernelAddress,
        to device: KernelAddress,
        psm: UInt16,
        mtu: Int,
        failure: (CInt) -> RadioError
    ) async throws(RadioError) -> BlueZChannel {
        try ChannelParameters.check(psm: psm, mtu: mtu)
        var (local, peer) = (local.c, device.c)
        let file = acc_bluez_channel_connect(&local, &peer, psm, UInt16(mtu))
        if file < 0 { throw failure(file) }
        let error = await SocketWait.connected(file)
        guard error == 0 else {
            Glibc.close(file)
            throw error == -ECANCELED ? .cancelled : failure(error)
        }
        return BlueZChannel(file: file)
    }

    package func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        bearer.start(onPacket: onPacket, onEnd: onEnd)
    }

    package func send(_ packet: [UInt8]) { bearer.send(packet) }
    package func drained() async { await bearer.drained() }
    package func close() { bearer.close() }
}

extension BlueZRadio {
    func openChannel(
        to device: KernelAddress,
        psm: UInt16,
        mtu: Int
    ) async throws(RadioError) -> BlueZChannel {
        try await BlueZChannel.open(
            from: KernelAddress(ownAddress),
            to: device,
            psm: psm,
            mtu: mtu,
            failure: failure
        )
    }

    func incomingChannels(
        of connection: BlueZConnection,
        psm: UInt16,
        mtu: Int
    ) throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        try channelListeners.incoming(
            psm: psm,
            mtu: mtu,
            of: connection.link,
            connection.device,
            local: KernelAddress(ownAddress),
            failure: failure
        )
    }
}
