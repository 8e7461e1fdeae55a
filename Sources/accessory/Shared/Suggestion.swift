/// The known word that is most similar to `typed`; nil if none is similar. Ignores case.
func nearest(_ typed: String, of words: some Sequence<String>) -> String? {
    let typed = Array(typed.lowercased().utf8)
    let scored = words.map { ($0, distance(typed, Array($0.lowercased().utf8))) }
    // up to a third of the letters may differ
    return scored.filter { $0.1 <= max(1, typed.count / 3) }.min { $0.1 < $1.1 }?.0
}

/// The edit distance: letters to insert, remove or replace, or neighbours to swap.
private func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    guard !one.isEmpty && !other.isEmpty else { return max(one.count, other.count) }
    var rows = [Array(0...other.count)]
    for i in 1...one.count {
        var row = [i]
        for j in 1...other.count {
            let replaced = rows[i - 1][j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1)
            row.append(min(replaced, rows[i - 1][j] + 1, row[j - 1] + 1))
            if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
                row[j] = min(row[j], rows[i - 2][j - 2] + 1)
            }
        }
        rows.append(row)
    }
    return rows[one.count][other.count]
}

extension String {
    /// "; did you mean X?", or the alternative text.
    static func advice(for typed: String, of words: some Sequence<String>, else other: String)
        -> String
    {
        nearest(typed, of: words).map { "did you mean \($0)?" } ?? other
    }
}
