internal import AccessoryBase
internal import AccessoryConcurrency
package import BluetoothLE
internal import Foundation
package import FoundationEssentials
internal import Radios
import Synchronization

/// What the managers of a process share: the radio, its scan, links and server.
package final class Host: Sendable {
    struct Opened: Sendable {
        let radio: any Radio
        let central: Central
        let server: @Sendable (PeripheralManager.Options) -> PeripheralManager

        init(_ radio: any Radio, _ clock: some Clock<Duration> = ContinuousClock()) {
            self.radio = radio
            central = Central(radio: radio, clock: clock)
            server = { PeripheralManager(radio: radio, clock: clock, options: $0) }
        }
    }

    private struct Closing {
        let id: Int
        let task: Task<Void, Never>
    }

    private struct WeakManager {
        weak var manager: CBPeripheralManager?
    }

    private struct State {
        /// The objects that use the link to a device.
        var users: [BluetoothAddress: Set<ObjectIdentifier>] = [:]
        var closing: [BluetoothAddress: Closing] = [:]
        var count = 0
        var server: PeripheralManager?
        var managers: [ObjectIdentifier: WeakManager] = [:]
        var psms: Set<CBL2CAPPSM> = []
    }

    /// The host of the managers that a test creates in a task.
    @TaskLocal package static var ofTask: Host?
    private static let ofProcess = Mutex<Host?>(nil)

    static var current: Host {
        if let ofTask { return ofTask }
        return ofProcess.withLock { known in
            if let known { return known }
            let host = Host()
            known = host
            return host
        }
    }

    let time: TimeSource
    /// The folder for what outlives the process; nil: nothing does.
    let folder: URL?
    let identifiers: DeviceIdentifiers
    let opened: @Sendable () async throws(RadioError) -> Opened
    private let state = Mutex(State())

    /// The radio of `ACCESSORY_ADAPTER`.
    private init() {
        time = TimeSource(ContinuousClock())
        let folder = URL(filePath: UserFolders.state() + "/swift-accessories/CoreBluetooth")
        self.folder = folder
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            identifiers = try DeviceIdentifiers(file: folder.appending(path: "identifiers"))
        } catch {
            warn("identifiers change with the next start: \(error)")
            identifiers = DeviceIdentifiers(key: (.random(in: 0...(.max)), .random(in: 0...(.max))))
        }
        let opening = Task { () async -> Result<Opened, RadioError> in
            do throws(RadioError) {
                return .success(Opened(try await openRadio()))
            } catch {
                warn(error.description)
                return .failure(error)
            }
        }
        opened = { () async throws(RadioError) in try await opening.value.get() }
    }

    /// The radio of a test.
    package init(_ radio: any Radio, clock: some Clock<Duration>, folder: URL?) {
        time = TimeSource(clock)
        self.folder = folder
        identifiers = DeviceIdentifiers(key: (1, 2))
        let opened = Opened(radio, clock)
        self.opened = { () async throws(RadioError) in opened }
    }

    /// Makes this the host of the managers that the process creates from now on, outside of a test's task.
    package func becomeDefault() { Self.ofProcess.withLock { $0 = self } }

    // MARK: Links

    /// Adds a user of the link to a device. Returns when an earlier link has ended.
    func use(_ address: BluetoothAddress, by user: AnyObject) -> Task<Void, Never>? {
        state.withLock { state in
            state.users[address, default: []].insert(ObjectIdentifier(user))
            return state.closing[address]?.task
        }
    }

    /// Removes a user. Ends the link after the last one, and returns this as a task.
    @discardableResult
    func leave(
        _ address: BluetoothAddress,
        by user: ObjectIdentifier,
        _ central: Central
    ) -> Task<Void, Never>? {
        state.withLock { state in
            guard state.users[address]?.remove(user) != nil, state.users[address]!.isEmpty else {
                return nil
            }
            state.users[address] = nil
            state.count += 1
            let id = state.count
            let task = time.task { [self] in
                await central.forget(central.peripheral(address))
                self.state.withLock { state in
                    if state.closing[address]?.id == id { state.closing[address] = nil }
                }
            }
            state.closing[address] = Closing(id: id, task: task)
            return task
        }
    }

    // MARK: Server

    /// The server of all peripheral managers. Each of them receives its activity.
    func server(for manager: CBPeripheralManager, _ opened: Opened) -> PeripheralManager {
        state.withLock { state in
            state.managers[ObjectIdentifier(manager)] = WeakManager(manager: manager)
            if let server = state.server { return server }
            let server = opened.server(
                PeripheralManager.Options { options in
                    options.onActivity = { [weak self] in self?.passOn($0) }
                }
            )
            state.server = server
            return server
        }
    }

    func remove(_ manager: ObjectIdentifier) {
        state.withLock { $0.managers[manager] = nil }
    }

    private func passOn(_ activity: PeripheralActivity) {
        let managers = state.withLock { $0.managers.values.compactMap(\.manager) }
        for manager in managers {
            manager.lane.perform { [weak manager] in manager?.receive(activity) }
        }
    }

    /// Reserves a free PSM for a channel; nil when there is none.
    func reservePSM() -> CBL2CAPPSM? {
        state.withLock { state in
            // the dynamic range (Core 5.4, Vol 3, Part A, section 4.22)
            let free = (0x80...0xFF).first { !state.psms.contains($0) }
            if let free { state.psms.insert(free) }
            return free
        }
    }

    func release(_ psm: CBL2CAPPSM) { state.withLock { _ = $0.psms.remove(psm) } }
}
