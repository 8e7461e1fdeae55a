internal import FoundationEssentials
internal import Glibc

/// Notes of what this process has in the kernel, a small file each, so that the next start can take
/// back what a process that died has left there. What other programs have is in no note.
///
/// The folder is emptied by each boot, as the kernel is. A folder that cannot be written to holds no
/// notes: all works, but for the taking back.
struct KernelNotes: Sendable {
    /// Who made a note, and when.
    private struct Note: Codable {
        let process: Int32
        /// When the process began, and when the note was made: clock ticks since the boot.
        let start: UInt64
        let time: UInt64
        /// The adapter's, which another that is plugged in later and gets the same name has not.
        let adapter: UInt64
    }

    private let folder: String
    private let adapter: String

    init(folder: String, adapter: String) {
        self.folder = folder
        self.adapter = adapter
    }

    /// `$XDG_RUNTIME_DIR/accessory`, or `/run/accessory`.
    static var defaultFolder: String {
        let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        return (folder.isEmpty ? "/run" : folder) + "/accessory"
    }

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
        // whole or not at all
        let draft = "\(path).\(getpid())"
        if (try? data.write(to: URL(filePath: draft))) != nil { rename(draft, path) }
    }

    func remove(_ item: KernelItem) {
        unlink(path(of: item))
    }

    /// Takes the notes of processes that died: the caller removes what they name.
    ///
    /// - Parameter daemonStart: When bluetoothd began; then it removed what it found.
    func takeRemains(daemonStart: UInt64?) -> [KernelItem] {
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { return [] }
        defer { close(lock) }
        // one process at a time: a number that is free again may be a living one's
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

    /// Clock ticks since the boot; nil where there is no such process (proc_pid_stat(5), field 22).
    static func startTime(of process: Int32) -> UInt64? {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
            return nil
        }
        // the second field, in parentheses, may hold anything
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

    /// The inode of the adapter's folder in sysfs: a new one each time an adapter is plugged in.
    private static func identity(of adapter: String) -> UInt64 {
        var facts = stat()
        return stat("/sys/class/bluetooth/\(adapter)", &facts) == 0 ? UInt64(facts.st_ino) : 0
    }
}
