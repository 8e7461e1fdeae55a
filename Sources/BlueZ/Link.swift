package import AccessoryConcurrency
package import BluetoothLE
internal import CAccessoryBlueZ
import Synchronization

/// The state of one connection of the controller.
package final class Link: Sendable {
    private struct State {
        var peer: KernelAddress?
        package var parameters: LinkParameters?
        var isEncrypted = false
        var pairedKey: (level: LinkSecurity, size: Int)?
        var endReason: DisconnectReason?
    }

    package let handle: UInt16
    package let changes = Broadcaster<ConnectionSecurity>(replaying: ConnectionSecurity())
    private let state = Mutex(State())
    private let sockets = Mutex<[WeakSocket]>([])

    package init(handle: UInt16) {
        self.handle = handle
    }

    package var parameters: LinkParameters? { state.withLock { $0.parameters } }
    package var endReason: DisconnectReason? { state.withLock { $0.endReason } }

    /// The peer, once its socket exists.
    package var peer: KernelAddress? {
        get { state.withLock { $0.peer } }
        set { state.withLock { $0.peer = newValue } }
    }

    package var isEncrypted: Bool {
        get { state.withLock { $0.isEncrypted } }
        set { state.withLock { $0.isEncrypted = newValue } }
    }

    /// The key of the pairing on this link, with its size in bytes; nil before pairing.
    package var pairedKey: (level: LinkSecurity, size: Int)? {
        get { state.withLock { $0.pairedKey } }
        set { state.withLock { $0.pairedKey = newValue } }
    }

    /// Updates timing, physical layer and payload from an event.
    func update(by event: acc_hci_link_event) {
        state.withLock { state in
            var parameters = state.parameters ?? LinkParameters(interval: .zero)
            switch event.kind {
            case ACC_HCI_LINK_CONNECTED, ACC_HCI_LINK_PARAMETERS:
                parameters.interval = .microseconds(1250) * Int(event.interval)
                parameters.latency = Int(event.latency)
                parameters.supervisionTimeout = .milliseconds(10) * Int(event.timeout)
            case ACC_HCI_LINK_PHY: parameters.phy = PHY(rawValue: event.tx_phy) ?? .le1M
            case ACC_HCI_LINK_DATA_LENGTH: parameters.dataLength = Int(event.tx_length)
            default: break
            }
            state.parameters = parameters
        }
    }

    /// Adds a socket that uses the link.
    package func add(_ socket: SocketBearer) {
        sockets.withLock { sockets in
            sockets.removeAll { $0.bearer == nil }
            sockets.append(WeakSocket(bearer: socket))
        }
    }

    /// Makes the connected socket of the Attribute Protocol the link's bearer, which owns it.
    ///
    /// - Parameter drain: Handles what the controller has reported. Called when the socket has ended.
    /// - Returns: The bearer, and the largest packet of the socket in bytes.
    package func openAttributes(
        _ file: CInt,
        drain: @escaping @Sendable () -> Void
    ) -> (bearer: SocketBearer, largestPacket: Int) {
        var (incoming, outgoing) = (UInt16(0), UInt16(0))
        let status = acc_bluez_packet_sizes(file, &incoming, &outgoing)
        let largestPacket = status == 0 ? max(23, min(517, Int(incoming))) : 517
        // the kernel drops packets of channel 4 when the buffer is full
        let bearer = SocketBearer(file: file, readsAhead: true) { [self] in
            // if the peer or the controller ended the link, the controller has reported the reason by now
            drain()
            end(.localHost)
        }
        add(bearer)
        return (bearer, largestPacket)
    }

    /// Closes the link's sockets before the link ends: Linux 6.1.192 crashes when a socket is closed
    /// after its link.
    package func closeSockets() {
        let open = sockets.withLock { sockets in
            defer { sockets = [] }
            return sockets.compactMap(\.bearer)
        }
        for socket in open.reversed() { socket.close() }
    }

    /// Ends the link. Only the first reason is kept.
    package func end(_ reason: DisconnectReason) {
        state.withLock { if $0.endReason == nil { $0.endReason = reason } }
        changes.finish()
    }
}

private struct WeakSocket {
    weak var bearer: SocketBearer?
}
