internal import BlueZ
public import BluetoothLE

/// Which radio opens an adapter.
public enum RadioChoice: String, Sendable, CaseIterable {
    /// The kernel's for a process with both rights, else bluetoothd's.
    case automatic
    /// `BlueZRadio`: the kernel's sockets alone. Needs CAP_NET_ADMIN and CAP_NET_RAW.
    case kernel
    /// `DaemonRadio`: bluetoothd, and the sockets of any user.
    case daemon
}

/// Opens an adapter with the radio that this process may use.
///
/// - Parameter adapter: `hci0` and so on, as `BluetoothSurvey` lists them.
/// - Throws: `notPermitted` with both remedies where neither radio can work; else as the chosen radio.
public func openRadio(
    _ adapter: String = "hci0",
    _ choice: RadioChoice = .automatic
) async throws(RadioError) -> any Radio {
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
        throw .notPermitted(
            "\(missing.joined(separator: " and ")) missing, and \(reason); or "
                + "`sudo setcap cap_net_admin,cap_net_raw+ep` the program"
        )
    }
}
