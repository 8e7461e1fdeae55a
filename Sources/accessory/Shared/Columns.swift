/// Texts in columns of a terminal. All widths are in columns.
enum Columns {
    /// A sparkline with one of eight heights for each value, -100 to -40 dBm.
    static func sparkline(_ values: [Int]) -> String {
        let heights = Array("▁▂▃▄▅▆▇█")
        return String(values.map { heights[max(0, min(7, ($0 + 100) * 8 / 60))] })
    }

    /// A sparkline with one of eight heights for each value, from minimum to maximum.
    static func sparkline(_ values: [Double]) -> String {
        guard values.count > 1, let least = values.min(), let most = values.max() else { return "" }
        let heights = Array("▁▂▃▄▅▆▇█")
        let span = most - least
        return String(
            values.map { heights[span > 0 ? Int((($0 - least) / span * 7).rounded()) : 3] }
        )
    }

    /// A text filled or cut to a width.
    static func fit(_ text: String, _ width: Int) -> String {
        let shown = count(text) > width ? cut(text, width - 1) + "…" : text
        return shown + String(repeating: " ", count: max(0, width - count(shown)))
    }

    /// The beginning of a text, limited to a number of columns.
    static func cut(_ text: String, _ width: Int) -> String {
        var left = width
        return String(
            text.prefix {
                left -= count($0)
                return left >= 0
            }
        )
    }

    /// Splits a text into lines of at most `width` columns (at least 2), at spaces if possible.
    static func wrap(_ text: String, _ width: Int) -> [String] {
        let width = max(2, width)
        var (lines, rest) = ([String](), Substring(text))
        while count(String(rest)) > width {
            let piece = cut(String(rest), width)
            let line = piece.lastIndex(of: " ").map { piece[...$0] } ?? piece[...]
            lines.append(String(line))
            rest = rest.dropFirst(line.count)
        }
        return lines + [String(rest)]
    }

    /// The number of terminal columns of a text.
    static func count(_ text: String) -> Int { text.reduce(0) { $0 + count($1) } }

    /// East Asian wide characters (Unicode Annex 11) and emoji take two.
    private static func count(_ character: Character) -> Int {
        let wide: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F000...0x1FAFF, 0x20000...0x3FFFD,
        ]
        return character.unicodeScalars.contains { scalar in
            scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation
                || wide.contains { $0.contains(scalar.value) }
        } ? 2 : 1
    }

    /// A text at the right end of a width.
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
