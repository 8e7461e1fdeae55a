import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc
import Synchronization

/// A listening socket.
final class SocketListener: Sendable {
    private let file: CInt
    private let isOpen = Mutex(true)
    private let onEnd: @Sendable () -> Void

    /// - Parameters:
    ///   - file: The socket; the listener owns and closes it.
    ///   - accept: What takes the next socket from it; L2CAP's unless told otherwise.
    ///   - onSocket: Gets each socket that is accepted, and owns it.
    ///   - onEnd: Called once it is closed.
    init(
        file: CInt,
        accept: @escaping @Sendable (CInt, UnsafeMutablePointer<acc_bluez_address>) -> CInt =
            acc_bluez_accept,
        onSocket: @escaping @Sendable (CInt, KernelAddress) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.file = file
        self.onEnd = onEnd
        EventLoop.shared.watch(file, for: .readable) { [weak self] _ in
            self?.take(by: accept, onSocket)
        }
    }

    deinit {
        close()
    }

    private func take(
        by accept: (CInt, UnsafeMutablePointer<acc_bluez_address>) -> CInt,
        _ onSocket: (CInt, KernelAddress) -> Void
    ) {
        var peer = acc_bluez_address()
        while let socket = isOpen.withLock({ $0 ? accept(file, &peer) : nil }),
            socket >= 0
        {
            onSocket(socket, KernelAddress(peer))
        }
    }

    func close() {
        let hasClosed = isOpen.withLock { isOpen in
            guard isOpen else { return false }
            isOpen = false
            EventLoop.shared.forget(file)
            _ = Glibc.close(file)
            return true
        }
        if hasClosed { onEnd() }
    }
}
