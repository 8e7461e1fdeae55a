package import BluetoothLE
internal import CAccessoryBlueZ

extension LinkSecurity {
    /// The level of a socket (`ACC_BLUEZ_SECURITY_*`).
    package init(kernel level: Int) {
        switch level {
        case Int(ACC_BLUEZ_SECURITY_FIPS)...: self = .secureConnections
        case Int(ACC_BLUEZ_SECURITY_HIGH): self = .authenticated
        case Int(ACC_BLUEZ_SECURITY_MEDIUM): self = .encrypted
        default: self = .none
        }
    }

    /// The level to request of a socket (`ACC_BLUEZ_SECURITY_*`).
    package var kernel: UInt8 {
        switch self {
        case .none: UInt8(ACC_BLUEZ_SECURITY_LOW)
        case .encrypted: UInt8(ACC_BLUEZ_SECURITY_MEDIUM)
        case .authenticated: UInt8(ACC_BLUEZ_SECURITY_HIGH)
        case .secureConnections: UInt8(ACC_BLUEZ_SECURITY_FIPS)
        }
    }
}
