internal import AccessoryBase
internal import FoundationEssentials
internal import Glibc

/// A file of a fleet's finished modules, one line each. The next run skips them.
struct FleetJournal: ~Copyable {
    private struct Entry: Codable {
        let address: String
        /// The fingerprint of the state that was set.
        let fingerprint: String
    }

    let path: String
    private let descriptor: Int32
    private var done: [String: String] = [:]

    /// - Parameter again: Forgets the finished modules.
    init(_ path: String, again: Bool) throws {
        self.path = path
        descriptor = open(FileName.bytes(path), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failure.writing(path) }
        // two concurrent runs would configure a module twice
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(
                .deviceBusy,
                "\(path) is in use by another run",
                nextStep: "wait until it ends, or end it"
            )
        }
        let bytes = try InputFile(path).readAll(limit: 1 << 26)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // an interrupted run may leave a truncated line
            guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line)) else {
                let begins = Array("{\"address\":".utf8)
                guard line.starts(with: begins) || begins.starts(with: line) else {
                    throw Failure(
                        .badInput,
                        "\(path) is not a journal",
                        nextStep: "choose another file; the journal is removed at the end"
                    )
                }
                continue
            }
            done[entry.address] = entry.fingerprint
        }
        if again {
            guard ftruncate(descriptor, 0) == 0 else { throw Failure.writing(path) }
            done = [:]
            return
        }
        if let last = bytes.last, last != UInt8(ascii: "\n") { try write("\n") }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // a process that is being spawned may have inherited the descriptor, and with it the lock
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether an earlier run brought the module to its target state.
    func holds(_ module: FleetModule) -> Bool { done[module.key] == module.fingerprint }

    /// Records that the module is in its target state. On disk when this returns.
    mutating func add(_ module: FleetModule) throws {
        done[module.key] = module.fingerprint
        let entry = Entry(address: module.key, fingerprint: module.fingerprint)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try write(String(decoding: try encoder.encode(entry), as: UTF8.self) + "\n")
        guard fsync(descriptor) == 0 else { throw Failure.writing(path) }
    }

    /// Removes the journal once the whole fleet is finished.
    consuming func remove() { unlink(FileName.bytes(path)) }

    private func write(_ text: String) throws {
        guard writeAll(Array(text.utf8).span.bytes, to: descriptor) else {
            throw Failure.writing(path)
        }
    }
}
