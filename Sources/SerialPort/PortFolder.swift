internal import AccessoryConcurrency
internal import CInotify
internal import Glibc

/// The folder in which udev keeps a link to each port, watched by inotify(7). While it is not there, as
/// when no device is plugged in, the nearest folder above it is watched.
final class PortFolder: Sendable {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The names in the folder, in order; none while it is not there.
    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The names that are there, and each that comes while the stream is held.
    ///
    /// - Throws: The `errno` of inotify.
    func additions() throws(InotifyFailure) -> AsyncStream<String> {
        let file = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard file >= 0 else { throw InotifyFailure(number: errno) }
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

    private func additions(_ file: CInt, _ changes: AsyncStream<Void>) -> AsyncStream<String> {
        let (stream, entry) = AsyncStream.makeStream(of: String.self)
        let work = Task { [self] in
            var known: Set<String> = []
            for await _ in changes {
                // the watch first: what comes between the two is found by the next change
                watch(file)
                let present = names
                for name in present where !known.contains(name) { entry.yield(name) }
                known = Set(present)
            }
        }
        entry.onTermination = { _ in work.cancel() }
        return stream
    }

    /// Watches the folder, or the nearest above it that is there.
    private func watch(_ file: CInt) {
        let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF)
        var folder = path
        // again each time: a folder that went away and came back is another
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

/// inotify could not be had.
struct InotifyFailure: Error {
    let number: CInt
}
