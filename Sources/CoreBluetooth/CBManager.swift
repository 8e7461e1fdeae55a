internal import BluetoothLE
public import Foundation

/// The common part of both managers.
open class CBManager: NSObject, @unchecked Sendable {
    let host: Host
    let lane: Lane
    @Locked private var storedState = CBManagerState.unknown
    @Locked private var watching: Task<Void, Never>?

    init(_ queue: DispatchQueue?) {
        host = Host.current
        lane = Lane(queue, host.time)
    }

    deinit { watching?.cancel() }

    public var state: CBManagerState { storedState }
    public class var authorization: CBManagerAuthorization { .allowedAlways }
    public var authorization: CBManagerAuthorization { .allowedAlways }

    /// Opens the radio, and reports its states.
    func start() {
        watching = lane.task { [weak self, host] in
            let opened: Host.Opened
            do throws(RadioError) {
                opened = try await host.opened()
            } catch {
                if case .notPermitted = error {
                    self?.change(to: .unauthorized)
                } else {
                    self?.change(to: .unsupported)
                }
                return
            }
            self?.open(opened)
            for await state in opened.radio.states { self?.change(to: CBManagerState(state)) }
            self?.change(to: .unsupported)
        }
    }

    private func change(to new: CBManagerState) {
        guard !Task.isCancelled else { return }
        let old = $storedState.change { state in
            defer { state = new }
            return state
        }
        if new != old { stateChanged(from: old) }
    }

    /// Called once, before the first change of the state.
    func open(_ opened: Host.Opened) {}
    func stateChanged(from old: CBManagerState) {}

    /// Whether a call may do anything.
    func isOn(_ call: String = #function) -> Bool {
        if state != .poweredOn { misuse("\(call) in state \(state): wait for poweredOn") }
        return state == .poweredOn
    }
}

/// A device at the other end.
open class CBPeer: NSObject, @unchecked Sendable {
    public let identifier: UUID

    init(_ identifier: UUID) { self.identifier = identifier }
}
