internal import BlueZ
internal import BluetoothLE
internal import CAccessoryBlueZ

/// The kernel's sockets for unprivileged users. Functions return a descriptor or value, or a negative errno.
/// Tests substitute their own.
struct UserSockets: Sendable {
    var connect: @Sendable (_ local: KernelAddress, _ peer: KernelAddress) -> CInt
    var listen: @Sendable (_ local: KernelAddress) -> CInt
    /// Opens the controller's events that an unprivileged user receives.
    var events: @Sendable () -> CInt
    /// Returns the connection handle of a socket.
    var handle: @Sendable (_ file: CInt) -> CInt
    var security: @Sendable (_ file: CInt) -> CInt
    var keySize: @Sendable (_ file: CInt) -> CInt
    var setSecurity: @Sendable (_ file: CInt, _ level: UInt8) -> CInt

    /// - Parameter index: The adapter's number.
    static func kernel(_ index: UInt16) -> UserSockets {
        UserSockets(
            connect: { local, peer in
                var (local, peer) = (local.c, peer.c)
                return acc_bluez_att_connect(&local, &peer)
            },
            listen: { local in
                var local = local.c
                return acc_bluez_att_listen(&local)
            },
            events: { acc_bluez_open_events(index) },
            handle: { acc_bluez_connection_handle($0) },
            security: { acc_bluez_security($0) },
            keySize: { acc_bluez_key_size($0) },
            setSecurity: { acc_bluez_set_security($0, $1) }
        )
    }
}
