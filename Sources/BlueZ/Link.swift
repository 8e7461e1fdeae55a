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
        var pairedLevel: LinkSecurity?
        var hasSocket = false
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

    /// What pairing on this link was worth; nil: there was none.
    var pairedLevel: LinkSecurity? {
        get { state.withLock { $0.pairedLevel } }
        set { state.withLock { $0.pairedLevel = newValue } }
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
            return Self.takeWaiters(&state)
        }
        changes.finish()
        for waiter in waiters { waiter.resume() }
    }

    /// A socket rests on the link from now on.
    func openSocket() {
        state.withLock { $0.hasSocket = true }
    }

    /// The socket is closed, and with that the link ends if it has not.
    func closeSocket() {
        state.withLock { $0.hasSocket = false }
        end(.localHost)
    }

    private static func takeWaiters(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        guard state.endReason != nil, !state.hasSocket else { return [] }
        defer { state.waiters = [] }
        return state.waiters
    }

    /// Returns when the connection has ended and its socket is closed.
    func ended() async {
        await withCheckedContinuation { waiter in
            let waiters = state.withLock { state in
                state.waiters.append(waiter)
                return Self.takeWaiters(&state)
            }
            for waiter in waiters { waiter.resume() }
        }
    }
}
