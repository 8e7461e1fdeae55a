import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc

/// A credit-based channel on the kernel's socket; its send queue is the socket's.
final class BlueZChannel: ChannelBearer {
    let bearer: SocketBearer
    let largestPacketOut: Int

    /// - Parameter file: The connected socket, which the channel owns.
    init(file: CInt) {
        var (incoming, outgoing) = (UInt16(23), UInt16(23))
        _ = acc_bluez_packet_sizes(file, &incoming, &outgoing)
        largestPacketOut = Int(outgoing)
        bearer = SocketBearer(file: file, largestPacket: Int(incoming))
    }

    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        bearer.start(onPacket: onPacket, onEnd: onEnd)
    }

    func send(_ packet: [UInt8]) { bearer.send(packet) }
    func drained() async { await bearer.drained() }
    func close() { bearer.close() }
}

/// The listening socket of one PSM: the kernel has one for all connections of the adapter.
struct ChannelListener {
    typealias Entry = AsyncThrowingStream<any ChannelBearer, any Error>.Continuation

    let listener: SocketListener
    let mtu: Int
    var entries: [KernelAddress: Entry]
}

extension BlueZRadio {
    func openChannel(
        to device: KernelAddress,
        psm: UInt16,
        mtu: Int
    ) async throws(RadioError) -> BlueZChannel {
        try ChannelParameters.check(psm: psm, mtu: mtu)
        var (local, peer) = (KernelAddress(ownAddress).c, device.c)
        let file = acc_bluez_channel_connect(&local, &peer, psm, UInt16(mtu))
        if file < 0 { throw failure(file) }
        let error = await SocketWait.connected(file)
        guard error == 0 else {
            close(file)
            throw error == -ECANCELED ? .cancelled : failure(error)
        }
        return BlueZChannel(file: file)
    }

    func incomingChannels(
        of connection: BlueZConnection,
        psm: UInt16,
        mtu: Int
    ) throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        try ChannelParameters.check(psm: psm, mtu: mtu)
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: (any ChannelBearer).self,
            throwing: (any Error).self
        )
        let peer = connection.device
        let known = state.withLock { state -> RadioError?? in
            guard let listener = state.channelListeners[psm] else { return nil }
            guard listener.entries[peer] == nil, listener.mtu == mtu else { return .some(.busy) }
            state.channelListeners[psm]?.entries[peer] = entry
            return .some(nil)
        }
        if let known {
            if let error = known { throw error }
        } else {
            try listen(psm, mtu, [peer: entry])
        }
        entry.onTermination = { [weak self] _ in self?.endChannels(psm, of: peer) }
        return stream
    }

    private func listen(
        _ psm: UInt16,
        _ mtu: Int,
        _ entries: [KernelAddress: ChannelListener.Entry]
    ) throws(RadioError) {
        var local = KernelAddress(ownAddress).c
        let file = acc_bluez_channel_listen(&local, psm, UInt16(mtu))
        if file == -EADDRINUSE { throw .busy }
        if file < 0 { throw failure(file) }
        let listener = SocketListener(file: file) { [weak self] socket, peer in
            let (entry, link) =
                self?.state.withLock { state in
                    let link = state.links.values.first { $0.peer == peer }
                    return (state.channelListeners[psm]?.entries[peer], link)
                } ?? (nil, nil)
            guard let entry else {
                close(socket)
                return
            }
            let channel = BlueZChannel(file: socket)
            link?.add(channel.bearer)
            entry.yield(channel)
        } onEnd: {
        }
        state.withLock {
            $0.channelListeners[psm] = ChannelListener(
                listener: listener,
                mtu: mtu,
                entries: entries
            )
        }
    }

    /// The link to a device has ended, and with it what it might open.
    func endChannels(of peer: KernelAddress) {
        let entries = state.withLock { state in
            state.channelListeners.values.compactMap { $0.entries[peer] }
        }
        for entry in entries { entry.finish() }
    }

    private func endChannels(_ psm: UInt16, of peer: KernelAddress) {
        let unused = state.withLock { state -> SocketListener? in
            state.channelListeners[psm]?.entries[peer] = nil
            guard state.channelListeners[psm]?.entries.isEmpty == true else { return nil }
            return state.channelListeners.removeValue(forKey: psm)?.listener
        }
        unused?.close()
    }
}
