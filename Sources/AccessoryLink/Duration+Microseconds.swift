extension Duration {
    /// The duration in whole microseconds, limited to the range of the type.
    var microseconds: Int64 {
        let part = components.attoseconds / 1_000_000_000_000
        return Int64(clamping: Int128(components.seconds) * 1_000_000 + Int128(part))
    }
}
