package import BluetoothLE
internal import CAccessoryBlueZ
internal import Synchronization

/// An adapter as seen by any user: address and power, from the read-only part of the management
/// channel.
package final class KernelAdapter: Sendable {
    package let address: BluetoothAddress
    private let channel: ManagementChannel?
    private let present: Mutex<RadioState>

    /// - Parameter onChange: Called after each change of `state`, on the event loop's thread.
    /// - Throws: `noAdapter`; also in a separate network namespace.
    package init(
        _ name: String,
        index: UInt16,
        onChange: @escaping @Sendable () -> Void
    ) async throws(RadioError) {
        let channel = try ManagementChannel(adapter: name, index: index)
        let early = Mutex<KernelAdapter.Relay?>(nil)
        self.channel = channel
        channel.start { event in early.withLock { $0 }?.adapter?.handle(event, onChange) }
        let information = try await AdapterInformation.read(channel)
        address = information.address
        present = Mutex(information.isPowered ? .poweredOn : .poweredOff)
        early.withLock { $0 = Relay(adapter: self) }
    }

    /// Creates an adapter that never changes, for tests.
    package init(_ address: BluetoothAddress, _ state: RadioState) {
        self.address = address
        channel = nil
        present = Mutex(state)
    }

    private struct Relay {
        weak var adapter: KernelAdapter?
    }

    deinit { channel?.end() }

    package var state: RadioState { present.withLock { $0 } }

    private func handle(_ event: ManagementEvent, _ onChange: @Sendable () -> Void) {
        switch event {
        case .adapterRemoved: present.withLock { $0 = .unsupported }
        case .settings(let settings):
            let isOn = settings & UInt32(ACC_MGMT_SETTING_POWERED) != 0
            present.withLock { $0 = isOn ? .poweredOn : .poweredOff }
        default: return
        }
        onChange()
    }
}
