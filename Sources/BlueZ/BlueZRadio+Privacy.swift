internal import AccessoryBase
public import BluetoothLE
internal import CAccessoryBlueZ

extension BlueZRadio {
    /// Whether the adapter uses private addresses: `setPrivacy`.
    public var hasPrivacy: Bool {
        state.withLock { $0.settings & UInt32(ACC_MGMT_SETTING_PRIVACY) != 0 }
    }

    /// Selects whether the adapter advertises, scans and connects with private addresses, which the kernel changes
    /// every 15 minutes. Devices bonded meanwhile recognize the adapter by its identity resolving key, which
    /// is stored with the bonds. The kernel keeps the setting until the adapter is unplugged:
    ///
    ///     if !radio.hasPrivacy {
    ///         try await radio.setPower(false)
    ///         try await radio.setPrivacy(true)
    ///         try await radio.setPower(true)
    ///     }
    ///
    /// - Throws: `failed` while the adapter is on, which the kernel does not allow; `owned` while bluetoothd
    ///   runs, which has its own key (`Privacy` in `main.conf`).
    public func setPrivacy(_ isOn: Bool) async throws(RadioError) {
        try checkOwner()
        guard isOn != hasPrivacy else { return }
        guard state.withLock({ $0.settings & UInt32(ACC_MGMT_SETTING_POWERED) == 0 }) else {
            throw .failed(
                FailureReason(
                    "the kernel changes privacy only while the adapter is off",
                    nextStep: "turn it off first"
                )
            )
        }
        let key = isOn ? try ownKey() : [UInt8](repeating: 0, count: IdentityKey.size)
        let answer = try await channel.send(ACC_MGMT_OP_SET_PRIVACY, [isOn ? 1 : 0] + key)
        var reader = ByteReader(answer)
        if let settings = reader.read(UInt32.self) { apply(settings: settings) }
    }

    /// The adapter's identity resolving key, created at first.
    private func ownKey() throws(RadioError) -> [UInt8] {
        if let key = state.withLock({ $0.bonds.ownKey }) { return key }
        let key = (0..<IdentityKey.size).map { _ in UInt8.random(in: 0...255) }
        try change { $0.ownKey = key }
        return key
    }
}
