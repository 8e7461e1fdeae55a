extension Double {
    /// The number with a fixed count of decimals.
    func formatted(_ digits: Int) -> String {
        guard isFinite else { return "-" }
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        let whole = Int((magnitude * scale).rounded())
        let sign = self < 0 && whole > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        let text = String(whole)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
    }
}

extension String {
    /// The text without terminal control characters, for showing external text.
    var printable: String {
        String(
            map {
                $0.unicodeScalars.contains { $0.value < 32 || (127..<160).contains($0.value) }
                    ? "?" : $0
            }
        )
    }
}
