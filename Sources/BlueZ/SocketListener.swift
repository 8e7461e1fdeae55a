package import BluetoothLE
package import CAccessoryBlueZ

/// A listening socket of the adapter.
package typealias SocketListener = ListeningSocket<KernelAddress>

extension SocketListener {
    /// - Parameter accept: Accepts the next connection; by default on L2CAP.
    package convenience init(
        file: CInt,
        accept: @escaping @Sendable (CInt, UnsafeMutablePointer<acc_bluez_address>) -> CInt =
            acc_bluez_accept,
        onSocket: @escaping @Sendable (CInt, KernelAddress) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.init(
            file: file,
            accept: { file in
                var peer = acc_bluez_address()
                let socket = accept(file, &peer)
                return (socket, KernelAddress(peer))
            },
            onSocket: onSocket,
            onEnd: onEnd
        )
    }
}
