internal import AccessoryBase
package import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc

extension RadioError {
    /// Converts the status of a management command.
    init(managementStatus status: UInt8, adapter: String) {
        switch Int(status) {
        case ACC_MGMT_STATUS_INVALID_INDEX: self = .noAdapter(adapter)
        case ACC_MGMT_STATUS_NOT_POWERED: self = .poweredOff
        case ACC_MGMT_STATUS_RFKILLED: self = .blocked
        case ACC_MGMT_STATUS_PERMISSION_DENIED: self = .notPermitted("CAP_NET_ADMIN is missing")
        case ACC_MGMT_STATUS_BUSY: self = .busy
        case ACC_MGMT_STATUS_UNKNOWN_COMMAND:
            self = .notSupported(FailureReason("this", nextStep: "use a newer kernel"))
        case ACC_MGMT_STATUS_NOT_SUPPORTED: self = .notSupported("this")
        case ACC_MGMT_STATUS_INVALID_PARAMETERS:
            self = .invalidParameters("the kernel refuses the parameters")
        case ACC_MGMT_STATUS_TIMEOUT: self = .timedOut
        case ACC_MGMT_STATUS_CANCELLED: self = .cancelled
        case ACC_MGMT_STATUS_NOT_CONNECTED, ACC_MGMT_STATUS_DISCONNECTED:
            self = .disconnected(.localHost)
        case ACC_MGMT_STATUS_CONNECT_FAILED: self = .disconnected(.notEstablished)
        case ACC_MGMT_STATUS_AUTHENTICATION_FAILED:
            self = .pairingFailed("the devices do not agree, or one of them refused")
        default:
            self = .failed(
                "the kernel's status 0x\(Hexadecimal.text(status, digits: 1, uppercase: false))"
            )
        }
    }

    /// Converts the error of opening or connecting a socket. `code` is a negative errno.
    package init(socketError code: CInt, adapter: String) {
        switch -code {
        case EAFNOSUPPORT, EPROTONOSUPPORT: self = .noAdapter(adapter)
        case ENODEV, EADDRNOTAVAIL: self = .noAdapter(adapter)
        case EPERM, EACCES: self = .notPermitted("CAP_NET_ADMIN and CAP_NET_RAW are needed")
        case ENETDOWN: self = .poweredOff
        case EBUSY, EALREADY: self = .busy
        case ETIMEDOUT: self = .timedOut
        case ECONNREFUSED, EHOSTUNREACH, EHOSTDOWN: self = .disconnected(.notEstablished)
        case ECONNRESET: self = .disconnected(.remoteUser)
        case ECONNABORTED: self = .disconnected(.localHost)
        default: self = .failed("\(systemMessage(-code))")
        }
    }
}
