import BluetoothLE
internal import CAccessoryBlueZ

/// A message from the kernel's management channel.
enum ManagementEvent: Sendable, Equatable {
    /// A command has completed. `status` is `ACC_MGMT_STATUS_*`.
    case answer(opcode: UInt16, status: UInt8, [UInt8])
    /// The adapter was removed.
    case adapterRemoved
    /// The adapter's settings: bits of `ACC_MGMT_SETTING_*`.
    case settings(UInt32)
    /// Pairing created a key. `isKept`: the devices are bonded.
    case key(LongTermKey, isKept: Bool)
    /// Pairing has revealed the identity of the device with the address `from`. The kernel names the device
    /// by its identity from now on.
    case identity(IdentityKey, from: KernelAddress, isKept: Bool)
    /// A device requests pairing. `number` is the number to compare; nil: only consent is needed.
    case confirm(KernelAddress, number: UInt32?)
    case enterPasskey(KernelAddress)
    case showPasskey(KernelAddress, UInt32)
    case pairingFailed(KernelAddress, status: UInt8)
    case unpaired(KernelAddress)
    case discovering(Bool)
    /// Another program removed an advertising instance.
    case advertisingRemoved(instance: UInt8)

    /// Decodes one packet; nil if it is irrelevant or malformed.
    static func read(_ packet: [UInt8]) -> (index: UInt16, event: ManagementEvent)? {
        packet.withUnsafeBufferPointer { bytes in
            var event = acc_mgmt_event()
            guard let start = bytes.baseAddress,
                acc_mgmt_read(start, bytes.count, &event) == .ok,
                let meaning = ManagementEvent(event)
            else { return nil }
            return (event.index, meaning)
        }
    }

    private init?(_ event: acc_mgmt_event) {
        let device = KernelAddress(event.address)
        switch Int(event.code) {
        case ACC_MGMT_EV_COMMAND_COMPLETE, ACC_MGMT_EV_COMMAND_STATUS:
            let data = UnsafeBufferPointer(start: event.data, count: event.length)
            self = .answer(opcode: event.opcode, status: event.status, Array(data))
        case ACC_MGMT_EV_INDEX_REMOVED: self = .adapterRemoved
        case ACC_MGMT_EV_NEW_SETTINGS: self = .settings(event.settings)
        case ACC_MGMT_EV_NEW_LTK: self = .key(LongTermKey(event.ltk), isKept: event.is_kept)
        case ACC_MGMT_EV_NEW_IRK:
            self = .identity(IdentityKey(event.irk), from: device, isKept: event.is_kept)
        case ACC_MGMT_EV_CONFIRM_REQUEST:
            self = .confirm(device, number: event.has_number ? event.number : nil)
        case ACC_MGMT_EV_PASSKEY_REQUEST: self = .enterPasskey(device)
        case ACC_MGMT_EV_PASSKEY_NOTIFY: self = .showPasskey(device, event.number)
        case ACC_MGMT_EV_AUTHENTICATION_FAILED:
            self = .pairingFailed(device, status: event.status)
        case ACC_MGMT_EV_DEVICE_UNPAIRED: self = .unpaired(device)
        case ACC_MGMT_EV_DISCOVERING: self = .discovering(event.is_on)
        case ACC_MGMT_EV_ADVERTISING_REMOVED:
            self = .advertisingRemoved(instance: event.instance)
        default: return nil
        }
    }
}
