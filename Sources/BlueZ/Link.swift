internal import AccessoryConcurrency
import BluetoothLE
internal import CAccessoryBlueZ
import Synchronization

/// What is known of one connection of the controller.
final class Link: Sendable {
    private struct State {
        var peer: KernelAddress?
        var parameters: LinkParameters?
        var isEncrypted = false
        var endReason: DisconnectReason?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let handle: UInt16
    let changes = Broadcaster<ConnectionSecurity>(replaying: ConnectionSecurity())
    private let state = Mutex(State())

    init(handle: UInt16) {
        self.handle = handle
    }

    var parameters: LinkParameters? { state.withLock { $0.parameters } }
    var endReason: DisconnectReason? { state.withLock { $0.endReason } }

    /// The other end, once its socket is there.
    var peer: KernelAddress? {
        get { state.withLock { $0.peer } }
        set { state.withLock { $0.peer = newValue } }
    }

    var isEncrypted: Bool {
        get { state.withLock { $0.isEncrypted } }
        set { state.withLock { $0.isEncrypted = newValue } }
    }

    /// Takes in what an event says of timing, physical layer and payload.
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

    /// The first reason counts.
    func end(_ reason: DisconnectReason) {
        let waiters = state.withLock { state in
            if state.endReason == nil { state.endReason = reason }
            defer { state.waiters = [] }
            return state.waiters
        }
        changes.finish()
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when the connection has ended.
    func ended() async {
        await withCheckedContinuation { waiter in
            let hasEnded = state.withLock { state in
                if state.endReason == nil { state.waiters.append(waiter) }
                return state.endReason != nil
            }
            if hasEnded { waiter.resume() }
        }
    }
}
