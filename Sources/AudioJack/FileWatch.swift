import Dispatch
import Glibc

/// Calls a handler on a queue whenever a file descriptor is readable, for as long as it exists.
// a dispatch source may be used from any thread, which its type does not say
final class FileWatch: @unchecked Sendable {
    private let source: any DispatchSourceRead

    /// Watches a duplicate, so that the owner of `descriptor` may close it at any time.
    init?(_ descriptor: CInt, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: queue)
        source.setEventHandler(handler: handler)
        source.setCancelHandler { close(copy) }
        source.activate()
    }

    deinit {
        source.cancel()
    }
}
