/// The line being typed on a terminal, with the history of earlier lines. Input: the bytes of keys.
/// Output: actions.
struct LineEditor {
    /// The action for a key.
    enum Action: Equatable {
        /// The line has changed.
        case redraw
        /// The line is complete.
        case line(String)
        /// Ctrl-D on an empty line.
        case end
    }

    /// Maximum number of lines in the history.
    static let historyLimit = 1000

    /// The lines that the text before the cursor may become when Tab is pressed.
    var complete: (String) -> [String] = { _ in [] }
    private(set) var text: [Character] = []
    /// The cursor position, as the index of a character.
    private(set) var cursor = 0
    private var history: [[Character]] = []
    /// The shown line of the history; its count for the new line.
    private var place = 0
    private var draft: [Character] = []
    private var pending: [UInt8] = []

    /// Handles one byte.
    mutating func type(_ byte: UInt8) -> Action? {
        pending.append(byte)
        switch pending[0] {
        case 0x1B: return escape()
        case 0x20..<0x7F, 0xC2..<0xF5: return character()
        default:
            pending = []
            return control(byte)
        }
    }

    private mutating func character() -> Action? {
        let lengths: [Int] = [0xC2, 0xE0, 0xF0].map { pending[0] >= $0 ? 1 : 0 }
        guard pending.count > lengths.reduce(0, +) else { return nil }
        defer { pending = [] }
        text.insert(contentsOf: String(decoding: pending, as: UTF8.self), at: cursor)
        cursor = min(cursor + 1, text.count)
        return .redraw
    }

    /// Handles keys of several bytes: ESC [ or ESC O, parameters, a final byte (ECMA-48, 5.4).
    private mutating func escape() -> Action? {
        guard pending.count > 1 else { return nil }
        guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
            pending = []
            return nil
        }
        guard pending.count > 2, let final = pending.last, (0x40..<0x7F).contains(final) else {
            if pending.count > 16 { pending = [] }
            return nil
        }
        let keys = String(decoding: pending.dropFirst(2), as: UTF8.self)
        pending = []
        switch keys {
        case "A": return recall(place - 1)
        case "B": return recall(place + 1)
        case "C": return move(to: cursor + 1)
        case "D": return move(to: cursor - 1)
        case "H", "1~", "7~": return move(to: 0)
        case "F", "4~", "8~": return move(to: text.count)
        case "3~": return delete(at: cursor)
        default: return nil
        }
    }

    /// Handles control keys, as in Emacs and most shells.
    private mutating func control(_ byte: UInt8) -> Action? {
        switch byte {
        case 0x0A, 0x0D: return finish()
        case 0x7F, 0x08: return delete(at: cursor - 1)
        case 0x09: return completeText()
        case control("D"): return text.isEmpty ? .end : delete(at: cursor)
        case control("A"): return move(to: 0)
        case control("E"): return move(to: text.count)
        case control("B"): return move(to: cursor - 1)
        case control("F"): return move(to: cursor + 1)
        case control("P"): return recall(place - 1)
        case control("N"): return recall(place + 1)
        case control("U"):
            text.removeFirst(cursor)
            return move(to: 0)
        case control("K"):
            text.removeLast(text.count - cursor)
            return .redraw
        default: return nil
        }
    }

    /// Completes the text before the cursor as far as all candidates agree.
    private mutating func completeText() -> Action? {
        let candidates = complete(String(text[..<cursor])).map(Array.init)
        guard let first = candidates.first else { return nil }
        let common = first.indices.first { at in
            candidates.contains { !$0.indices.contains(at) || $0[at] != first[at] }
        }
        let completed = first[..<(common ?? first.count)]
        guard completed.count > cursor else { return nil }
        text.replaceSubrange(..<cursor, with: completed)
        return move(to: completed.count)
    }

    private func control(_ letter: Unicode.Scalar) -> UInt8 { UInt8(ascii: letter) & 0x1F }

    private mutating func move(to place: Int) -> Action {
        cursor = min(max(place, 0), text.count)
        return .redraw
    }

    private mutating func delete(at place: Int) -> Action? {
        guard text.indices.contains(place) else { return nil }
        text.remove(at: place)
        return move(to: place)
    }

    private mutating func recall(_ wanted: Int) -> Action? {
        guard wanted >= 0, wanted <= history.count else { return nil }
        if place == history.count { draft = text }
        place = wanted
        text = place == history.count ? draft : history[place]
        return move(to: text.count)
    }

    private mutating func finish() -> Action {
        let line = text
        if !line.isEmpty, line != history.last { history.append(line) }
        if history.count > Self.historyLimit { history.removeFirst() }
        (text, cursor, draft, place) = ([], 0, [], history.count)
        return .line(String(line))
    }

    /// The bytes that redraw the terminal's current line. A line that is too long shows the part
    /// around the cursor.
    ///
    /// - Parameter width: Columns.
    func drawing(prompt: String, width: Int) -> String {
        let room = max(width - prompt.count - 1, 1)
        let first = max(0, cursor - room)
        let shown = text[first..<min(text.count, first + room)]
        let back = first + shown.count - cursor
        return "\r\u{1B}[K" + prompt + String(shown) + (back > 0 ? "\u{1B}[\(back)D" : "")
    }
}
