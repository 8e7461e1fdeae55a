/// Up to 20 bytes of an identifier in place, without an allocation; the bytes after them are 0.
struct IdentifierBytes: Sendable, Hashable {
    private var words: (UInt64, UInt64, UInt32)

    init() { words = (0, 0, 0) }

    /// - Parameter array: A C array of at most 20 bytes.
    @inline(__always)
    init<CArray: BitwiseCopyable>(of array: CArray) {
        self.init()
        withUnsafeMutableBytes(of: &words) { words in
            withUnsafeBytes(of: array) { words.copyMemory(from: $0) }
        }
    }

    /// The bytes of a range below 20. A new value is truncated or zero-padded to it.
    subscript(range: Range<Int>) -> [UInt8] {
        get { withUnsafeBytes(of: words) { Array($0[range]) } }
        set {
            withUnsafeMutableBytes(of: &words) {
                for (place, at) in range.enumerated() {
                    $0[at] = place < newValue.count ? newValue[place] : 0
                }
            }
        }
    }

    /// Whether the first 16 bytes are equal.
    func beginsLike(_ other: Self) -> Bool {
        words.0 == other.words.0 && words.1 == other.words.1
    }

    static func == (one: Self, other: Self) -> Bool { one.words == other.words }

    func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
    }
}
