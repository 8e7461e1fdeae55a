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
