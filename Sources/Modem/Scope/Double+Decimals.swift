extension Double {
    /// The number with a fixed count of decimals.
    package func formatted(_ digits: Int) -> String {
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
