internal import AccessoryBase
internal import AirBroker
internal import BlueZ
internal import BlueZDaemon
public import BluetoothLE

/// The implementation that opens an adapter.
public enum RadioChoice: String, Sendable, CaseIterable {
    /// `kernel` for a process with both capabilities, otherwise `daemon`. With neither capabilities nor
    /// bluetoothd, a powered adapter can still connect, listen and open channels.
    case automatic
    /// `BlueZRadio`: the kernel's sockets only. Needs CAP_NET_ADMIN and CAP_NET_RAW.
    case kernel
    /// `DaemonRadio`: bluetoothd, and the kernel's sockets for unprivileged users.
    case daemon
}

/// The adapter of programs that name none: that of the environment variable `ACCESSORY_ADAPTER`, else `hci0`.
public var defaultAdapter: String {
    UserFolders.environment("ACCESSORY_ADAPTER").flatMap { $0.isEmpty ? nil : $0 } ?? "hci0"
}

/// Opens an adapter with an implementation that this process has the privileges for.
///
/// - Parameters:
///   - adapter: `hci0` and so on, as listed by `BluetoothSurvey`; `virtual`: a new adapter on the air that
///     this user's programs share, which `accessory air` serves. Without it, `ACCESSORY_ADAPTER` names the adapter, else it is `hci0`.
///   - choice: The implementation; `automatic` uses the first that works.
/// - Throws: `noAdapter` without such an adapter, or if no program serves the virtual air;
///   `notPermitted`, naming both remedies, when neither implementation can work; otherwise the
///   errors of the chosen one.
public func openRadio(
    _ adapter: String = defaultAdapter,
    _ choice: RadioChoice = .automatic
) async throws(RadioError) -> any Radio {
    if adapter == "virtual" { return try await virtualRadio() }
    switch choice {
    case .kernel: return try await BlueZRadio(adapter)
    case .daemon: return try await DaemonRadio(adapter)
    case .automatic: break
    }
    let missing = BluetoothSurvey.missingRights
    if missing.isEmpty { return try await BlueZRadio(adapter) }
    do throws(RadioError) {
        return try await DaemonRadio(adapter)
    } catch {
        guard case .failed(let reason) = error else { throw error }
        if let radio = try? await DaemonRadio(withoutDaemon: adapter) { return radio }
        throw .notPermitted(
            DaemonRadio.orRights(
                reason,
                missing: "\(missing.joined(separator: " and ")) missing, and "
            )
        )
    }
}

/// A new adapter on the air that this user's programs share.
private func virtualRadio() async throws(RadioError) -> any Radio {
    do throws(RadioError) {
        return try await BrokerRadio.connect(to: VirtualAirBroker.userPath)
    } catch {
        guard case .noAdapter = error else { throw error }
        // by the name that the caller knows, instead of the socket's path
        throw .noAdapter("virtual")
    }
}
