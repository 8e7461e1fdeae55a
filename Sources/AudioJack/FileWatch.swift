internal import AccessoryConcurrency
import Glibc

/// Calls a handler on the event loop's thread each time a file descriptor becomes readable, for as
/// long as the watch exists.
final class FileWatch: Sendable {
    private let copy: CInt

    /// Watches a duplicate, so that the owner of `descriptor` may close it at any time. The watch
    /// is edge-triggered: the handler need not read, and a removed device is reported once.
    init?(_ descriptor: CInt, handler: @escaping @Sendable () -> Void) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.copy = copy
        EventLoop.shared.watch(copy, for: [.readable, .edgeTriggered]) { _ in handler() }
    }

    deinit {
        EventLoop.shared.forget(copy)
        close(copy)
    }
}
