package import AccessoryConcurrency
import Glibc
import Synchronization

/// A listening socket on the event loop. While the process or the system is out of descriptors,
/// connections wait in the kernel's queue, without a busy loop.
package final class ListeningSocket<Peer: Sendable>: Sendable {
    /// Delay before the next attempt when descriptors run out. A connection waits for at least 2 s
    /// in the kernel's queue (L2CAP's shortest response timeout, Core 5.4, Vol 3, Part A, section
    /// 6.2.1).
    package static var rest: Duration { .seconds(1) }

    private let file: CInt
    private let time: TimeSource
    private let accept: @Sendable (CInt) -> (socket: CInt, peer: Peer)
    private let onSocket: @Sendable (CInt, Peer) -> Void
    private let onEnd: @Sendable () -> Void
    private let isOpen = Mutex(true)

    /// - Parameters:
    ///   - file: The socket; closed at the end.
    ///   - accept: Accepts the next connection and returns its socket or a negative errno.
    ///   - onSocket: Receives and owns each accepted socket. Called on the loop's thread.
    ///   - onEnd: Called after the listening socket is closed.
    package init(
        file: CInt,
        time: TimeSource = TimeSource(ContinuousClock()),
        accept: @escaping @Sendable (CInt) -> (socket: CInt, peer: Peer),
        onSocket: @escaping @Sendable (CInt, Peer) -> Void,
        onEnd: @escaping @Sendable () -> Void = {}
    ) {
        self.file = file
        self.time = time
        self.accept = accept
        self.onSocket = onSocket
        self.onEnd = onEnd
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
        EventLoop.shared.watch(file, for: .readable) { [weak self] _ in self?.acceptAll() }
    }

    deinit { close() }

    private func acceptAll() {
        // under the lock: the number of a closed socket may be reused
        while let (socket, peer) = isOpen.withLock({ $0 ? accept(file) : nil }) {
            switch socket {
            case 0...: onSocket(socket, peer)
            // the connection was aborted before it was accepted, or rejected; another may be queued
            case -ECONNABORTED, -EINTR, -EPERM: continue
            case -EMFILE, -ENFILE, -ENOBUFS, -ENOMEM: return pause()
            default: return
            }
        }
    }

    /// Pauses watching, because the socket stays readable.
    private func pause() {
        watch([])
        time.schedule(at: time.now() + Self.rest) { [weak self] in self?.watch(.readable) }
    }

    private func watch(_ events: EventLoop.Events) {
        isOpen.withLock { if $0 { EventLoop.shared.change(file, to: events) } }
    }

    package func close() {
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
