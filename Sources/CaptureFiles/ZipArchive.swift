internal import CZlib

/// Reads a zip archive in memory by minizip.
struct ZipArchive {
    /// The most entries that are looked at; a bug report has some thousands.
    private static let entryLimit = 20_000
    private static let nameSize = 512
    /// Bytes by which a capture is recognised.
    private static let headSize = 64

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The captures in the archive, joined; those in the text of a bug report, if there are no others.
    func capture() throws(CaptureFileError) -> [UInt8] {
        guard czlib_has_zip() != 0 else { throw .libraryMissing("libminizip1") }
        let limit = CaptureFile.limit(for: bytes.count)
        var found: [(name: String, bytes: [UInt8])] = []
        var (report, failure): ([UInt8]?, CaptureFileError?) = (nil, nil)
        let isOpen = forEachEntry { name, archive in
            do throws(CaptureFileError) {
                let head = try Self.read(archive, Self.headSize)
                if CaptureFile.isCapture(head) {
                    found.append((name, try Self.readAll(archive, limit)))
                } else if name.hasSuffix(".txt"), name.contains("bugreport"), report == nil {
                    report = try Self.readAll(archive, limit)
                }
            } catch {
                failure = failure ?? error
            }
        }
        guard isOpen else { throw .damaged }
        if let joined = Self.joined(found) { return joined }
        if let report, let capture = try Btsnooz.capture(in: report) { return capture }
        throw failure ?? .noCapture
    }

    /// Android keeps the capture before a restart of Bluetooth as `.last`. btsnoop files with the same header are joined;
    /// of others the first counts.
    private static func joined(_ found: [(name: String, bytes: [UInt8])]) -> [UInt8]? {
        let isOlder = { (name: String) in name.contains(".last") }
        let ordered = found.filter { isOlder($0.name) } + found.filter { !isOlder($0.name) }
        guard let first = ordered.first?.bytes else { return nil }
        let header = first.prefix(16)
        guard header.starts(with: Array("btsnoop\0".utf8)) else { return first }
        return ordered.dropFirst().reduce(into: first) { joined, next in
            if next.bytes.starts(with: header) { joined += next.bytes.dropFirst(16) }
        }
    }

    /// Calls `body` with each entry; returns whether the archive could be read.
    private func forEachEntry(_ body: (String, unzFile) -> Void) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var memory = czlib_memory(
                bytes: bytes.baseAddress,
                count: ZPOS64_T(bytes.count),
                at: 0
            )
            return withUnsafeMutablePointer(to: &memory) { memory in
                guard let archive = czlib_zip_open(memory) else { return false }
                defer { _ = czlib_zip_close(archive) }
                var (status, entries) = (czlib_zip_first(archive), 0)
                while status == UNZ_OK, entries < Self.entryLimit {
                    if let name = Self.name(archive) { body(name, archive) }
                    (status, entries) = (czlib_zip_next(archive), entries + 1)
                }
                return true
            }
        }
    }

    private static func name(_ archive: unzFile) -> String? {
        var name = [UInt8](repeating: 0, count: nameSize)
        let status = name.withUnsafeMutableBytes {
            czlib_zip_name(archive, $0.baseAddress, UInt($0.count - 1))
        }
        return status == UNZ_OK ? String(decoding: name.prefix { $0 != 0 }, as: UTF8.self) : nil
    }

    /// The first bytes of an entry.
    private static func read(_ archive: unzFile, _ count: Int) throws(CaptureFileError) -> [UInt8] {
        guard czlib_zip_open_entry(archive) == UNZ_OK else { throw .damaged }
        defer { _ = czlib_zip_close_entry(archive) }
        var head = [UInt8](repeating: 0, count: count)
        let read = czlib_zip_read(archive, &head, UInt32(count))
        guard read >= 0 else { throw .damaged }
        return Array(head[..<Int(read)])
    }

    private static func readAll(_ archive: unzFile, _ limit: Int) throws(CaptureFileError)
        -> [UInt8]
    {
        guard czlib_zip_open_entry(archive) == UNZ_OK else { throw .damaged }
        var all: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        var count: Int32
        repeat {
            count = czlib_zip_read(archive, &block, UInt32(block.count))
            all += block[..<Int(max(0, count))]
        } while count > 0 && all.count <= limit
        let isChecked = czlib_zip_close_entry(archive) == UNZ_OK
        guard all.count <= limit else { throw .tooLarge(limit: limit) }
        guard count == 0, isChecked else { throw .damaged }
        return all
    }
}
