import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc
import Synchronization

/// A listening L2CAP socket.
final class SocketListener: Sendable {
    private let file: CInt
    private let isOpen = Mutex(true)
    private let onEnd: @Sendable () -> Void

    /// - Parameters:
    ///   - file: The socket; the listener owns and closes it.
    ///   - onSocket: Gets each socket that is accepted, and owns it.
    ///   - onEnd: Called once it is closed.
    init(
        file: CInt,
        onSocket: @escaping @Sendable (CInt, KernelAddress) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.file = file
        self.onEnd = onEnd
        EventLoop.shared.watch(file, for: .readable) { [weak self] _ in self?.accept(onSocket) }
    }

    deinit {
        close()
    }

    private func accept(_ onSocket: (CInt, KernelAddress) -> Void) {
        var peer = acc_bluez_address()
        while let socket = isOpen.withLock({ $0 ? acc_bluez_accept(file, &peer) : nil }),
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
