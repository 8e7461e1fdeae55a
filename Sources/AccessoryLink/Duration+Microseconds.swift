extension Duration {
    /// Whole microseconds, or the most there are.
    var microseconds: Int64 {
        let part = components.attoseconds / 1_000_000_000_000
        return Int64(clamping: Int128(components.seconds) * 1_000_000 + Int128(part))
    }
}
