internal import AccessoryBase
internal import AccessoryConcurrency
internal import CInotify
internal import Glibc

/// The folder in which udev keeps a link to each port, watched with inotify(7). While the folder is
/// missing, as without any plugged-in device, the nearest existing parent is watched.
final class PortFolder: Sendable {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The names in the folder, in order; empty while the folder is missing.
    var names: [String] { LocalFile.names(in: path)?.sorted() ?? [] }

    /// Returns a stream of the existing names, and of each new one while the stream is retained.
    ///
    /// - Throws: The `errno` of inotify, or of a folder that exists and cannot be listed.
    func additions() throws(PortFolderFailure) -> AsyncStream<String> {
        if let fault { throw PortFolderFailure(number: fault) }
        let file = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard file >= 0 else { throw PortFolderFailure(number: errno) }
        let (changes, change) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        change.yield()
        EventLoop.shared.watch(file, for: .readable) { _ in
            Self.drain(file)
            change.yield()
        }
        change.onTermination = { _ in
            EventLoop.shared.forget(file)
            close(file)
        }
        return additions(file, changes)
    }

    /// Why the folder cannot be listed; nil if it can, or is missing.
    private var fault: CInt? {
        guard let folder = opendir(path) else { return errno == ENOENT ? nil : errno }
        closedir(folder)
        return nil
    }

    private func additions(_ file: CInt, _ changes: AsyncStream<Void>) -> AsyncStream<String> {
        let (stream, entry) = AsyncStream.makeStream(of: String.self)
        let work = Task { [self] in
            var known: Set<String> = []
            for await _ in changes {
                // watch first, then list: the next change reports a name that appears between the
                // two calls
                watch(file)
                let present = names
                for name in present where !known.contains(name) { entry.yield(name) }
                known = Set(present)
            }
        }
        entry.onTermination = { _ in work.cancel() }
        return stream
    }

    /// Watches the folder, or its nearest existing parent.
    private func watch(_ file: CInt) {
        let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF)
        var folder = path
        // renewed at each change: a folder that was removed and created again needs a new watch
        while inotify_add_watch(file, folder, mask) < 0, folder.contains("/"), folder != "/" {
            folder = String(folder[..<folder.lastIndex(of: "/")!])
            if folder.isEmpty { folder = "/" }
        }
    }

    private static func drain(_ file: CInt) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(file, &buffer, buffer.count) > 0 {}
    }
}

/// Why a folder cannot be searched or watched.
struct PortFolderFailure: Error {
    let number: CInt
}
