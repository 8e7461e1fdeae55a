/// Splits a text into lines, which end with LF, CRLF or CR. A byte order mark at its start is no part of it.
public struct LineSplitter: Sendable {
    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D
    /// U+FEFF in UTF-8.
    public static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var line: [UInt8] = []
    private var isFirst = true
    private var endsWithReturn = false

    public init() {}

    /// Adds the next bytes, and passes each line to `take` when it ends. A CR ends a line at once. Bytes that are not UTF-8
    /// become U+FFFD.
    public mutating func add(_ bytes: some Sequence<UInt8>, _ take: (String) -> Void) {
        for byte in bytes {
            defer { endsWithReturn = byte == Self.carriageReturn }
            switch byte {
            case Self.lineFeed where endsWithReturn: continue
            case Self.lineFeed, Self.carriageReturn: take(next())
            default: line.append(byte)
            }
        }
    }

    /// The last line, if it has no end; nil if it is empty.
    public mutating func finish() -> String? {
        let last = next()
        return last.isEmpty ? nil : last
    }

    private mutating func next() -> String {
        let skipped = isFirst && line.starts(with: Self.byteOrderMark) ? 3 : 0
        defer {
            line.removeAll(keepingCapacity: true)
            isFirst = false
        }
        return String(decoding: line[skipped...], as: UTF8.self)
    }

    /// The lines of a whole text.
    public static func lines(of text: some Sequence<UInt8>) -> [String] {
        var (splitter, lines) = (LineSplitter(), [String]())
        splitter.add(text) { lines.append($0) }
        if let last = splitter.finish() { lines.append(last) }
        return lines
    }
}
