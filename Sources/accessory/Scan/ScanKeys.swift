/// The keys of live views: decodes a terminal's bytes to keys.
struct ScanKeys {
    enum Key: Equatable {
        case up, down, enter, back
        case letter(Character)
    }

    /// The letters that are keys, besides j, k and q.
    private let letters: Set<Character>
    private var pending: [UInt8] = []

    init(letters: Set<Character> = []) {
        self.letters = letters
    }

    /// Decodes the bytes of one read from the terminal. An escape at the end is the Escape key.
    mutating func type(_ bytes: [UInt8]) -> [Key] {
        var (keys, rest) = ([Key](), bytes[...])
        while let key = next(of: &rest) { keys.append(key) }
        return keys
    }

    /// The next key of one read from the terminal; removes its bytes. Nil if there is no further one.
    mutating func next(of bytes: inout ArraySlice<UInt8>) -> Key? {
        while let byte = bytes.popFirst() {
            if let key = type(byte) { return key }
        }
        guard pending == [0x1B] else { return nil }
        pending = []
        return .back
    }

    private mutating func type(_ byte: UInt8) -> Key? {
        guard pending.isEmpty else { return escape(byte) }
        switch byte {
        case 0x1B:
            pending = [byte]
            return nil
        case UInt8(ascii: "k"): return .up
        case UInt8(ascii: "j"): return .down
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .enter
        case UInt8(ascii: "q"): return .back
        default:
            let letter = Character(UnicodeScalar(byte))
            return letters.contains(letter) ? .letter(letter) : nil
        }
    }

    /// ESC [ or ESC O, parameters, a final byte (ECMA-48, 5.4).
    private mutating func escape(_ byte: UInt8) -> Key? {
        pending.append(byte)
        guard pending.count > 2 else {
            if byte != UInt8(ascii: "["), byte != UInt8(ascii: "O") { pending = [] }
            return nil
        }
        guard (0x40..<0x7F).contains(byte) || pending.count > 16 else { return nil }
        pending = []
        switch byte {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        default: return nil
        }
    }
}
