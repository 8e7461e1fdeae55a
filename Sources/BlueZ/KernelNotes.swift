internal import AccessoryBase
internal import FoundationEssentials
internal import Glibc

/// Notes of this process's items in the kernel, one small file for each item. The next start uses
/// them to remove the items of a terminated process. Items of other programs are not noted.
///
/// A reboot clears both the folder and the kernel's items. If the folder is not writable, there are
/// no notes, and all other functions work.
struct KernelNotes: Sendable {
    /// The creator and the time of a note.
    private struct Note: Codable {
        let process: Int32
        /// The start time of the process and the creation time of the note, in clock ticks since boot.
        let start: UInt64
        let time: UInt64
        /// The identity of the adapter. An adapter plugged in later under the same name has another
        /// identity.
        let adapter: UInt64
    }

    private let folder: String
    private let adapter: String

    init(folder: String, adapter: String) {
        self.folder = folder
        self.adapter = adapter
    }

    /// The default folder: `$XDG_RUNTIME_DIR/accessory`, or `/run/accessory`.
    static var defaultFolder: String { (UserFolders.runtime() ?? "/run") + "/accessory" }

    func add(_ item: KernelItem) {
        guard let start = Self.startTime(of: getpid()) else { return }
        let note = Note(
            process: getpid(),
            start: start,
            time: Self.now(),
            adapter: Self.identity(of: adapter)
        )
        guard let data = try? JSONEncoder().encode(note) else { return }
        let path = path(of: item)
        mkdir(folder, 0o700)
        // write the complete file or nothing
        let draft = "\(path).\(getpid())"
        if (try? data.write(to: URL(filePath: draft))) != nil { rename(draft, path) }
    }

    func remove(_ item: KernelItem) {
        unlink(path(of: item))
    }

    /// Deletes and returns the notes of terminated processes. The caller removes the items from the
    /// kernel.
    ///
    /// - Parameter daemonStart: The start time of bluetoothd, which removed all items that existed
    ///   then.
    func removeRemains(daemonStart: UInt64?) -> [KernelItem] {
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { return [] }
        defer { close(lock) }
        // one process at a time: a free number may meanwhile belong to a running process
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { name in
            guard name.hasPrefix(adapter + "-"),
                let item = KernelItem(name: name.dropFirst(adapter.count + 1)),
                let data = FileManager.default.contents(atPath: path(of: item)),
                let note = try? JSONDecoder().decode(Note.self, from: data),
                Self.startTime(of: note.process) != note.start
            else { return nil }
            remove(item)
            let isThere =
                note.adapter == Self.identity(of: adapter) && daemonStart ?? 0 < note.time
            return isThere ? item : nil
        }
    }

    private func path(of item: KernelItem) -> String { "\(folder)/\(adapter)-\(item.name)" }

    /// The start time of a process in clock ticks since boot; nil if there is no such process
    /// (proc_pid_stat(5), field 22).
    static func startTime(of process: Int32) -> UInt64? {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
            return nil
        }
        // the second field, in parentheses, may contain any character
        let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?
            .split(separator: " ")
        guard let fields, fields.count > 19 else { return nil }
        return UInt64(fields[19])
    }

    private static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        let ticks = UInt64(sysconf(CInt(_SC_CLK_TCK)))
        return UInt64(time.tv_sec) * ticks + UInt64(time.tv_nsec) * ticks / 1_000_000_000
    }

    /// The inode of the adapter's folder in sysfs, which is new each time an adapter is plugged in.
    private static func identity(of adapter: String) -> UInt64 {
        var facts = stat()
        return stat("/sys/class/bluetooth/\(adapter)", &facts) == 0 ? UInt64(facts.st_ino) : 0
    }
}
