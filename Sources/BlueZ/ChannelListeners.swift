package import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc
internal import Synchronization

/// The listening sockets of credit-based channels. The kernel has one socket per PSM for all
/// connections of the adapter.
package final class ChannelListeners: Sendable {
    typealias Entry = AsyncThrowingStream<any ChannelBearer, any Error>.Continuation

    struct Listening {
        let socket: SocketListener
        let mtu: Int
        var entries: [KernelAddress: (entry: Entry, link: Link)]
    }

    private let state = Mutex<[UInt16: Listening]>([:])

    package init() {}

    /// Returns the channels that the peer of a link opens to a PSM.
    ///
    /// - Parameters:
    ///   - local: The adapter.
    ///   - failure: Converts a socket error.
    /// - Throws: `busy` when these channels are already accepted, or the PSM is in use with another
    ///   MTU.
    package func incoming(
        psm: UInt16,
        mtu: Int,
        of link: Link,
        _ peer: KernelAddress,
        local: KernelAddress,
        failure: (CInt) -> RadioError
    ) throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        try ChannelParameters.check(psm: psm, mtu: mtu)
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: (any ChannelBearer).self,
            throwing: (any Error).self
        )
        let error = state.withLock { state -> RadioError? in
            if let listening = state[psm] {
                guard listening.entries[peer] == nil, listening.mtu == mtu else { return .busy }
                state[psm]?.entries[peer] = (entry, link)
                return nil
            }
            var address = local.c
            let file = acc_bluez_channel_listen(&address, psm, UInt16(mtu))
            if file < 0 { return file == -EADDRINUSE ? .busy : failure(file) }
            state[psm] = Listening(
                socket: listen(file, psm),
                mtu: mtu,
                entries: [peer: (entry, link)]
            )
            return nil
        }
        if let error { throw error }
        entry.onTermination = { [weak self] _ in self?.end(psm, peer) }
        return stream
    }

    func insert(_ listening: Listening, psm: UInt16) {
        state.withLock { $0[psm] = listening }
    }

    private func listen(_ file: CInt, _ psm: UInt16) -> SocketListener {
        SocketListener(file: file) { [weak self] socket, peer in
            guard let (entry, link) = self?.state.withLock({ $0[psm]?.entries[peer] }) else {
                close(socket)
                return
            }
            let channel = BlueZChannel(file: socket)
            link.add(channel.bearer)
            entry.yield(channel)
        } onEnd: {
        }
    }

    /// Ends the streams of incoming channels from a device whose link has ended.
    package func end(_ peer: KernelAddress) {
        let entries = state.withLock { state in
            state.values.compactMap { $0.entries[peer]?.entry }
        }
        for entry in entries { entry.finish() }
    }

    private func end(_ psm: UInt16, _ peer: KernelAddress) {
        let unused = state.withLock { state -> SocketListener? in
            state[psm]?.entries[peer] = nil
            guard state[psm]?.entries.isEmpty == true else { return nil }
            return state.removeValue(forKey: psm)?.socket
        }
        unused?.close()
    }
}
