internal import AccessoryBase

/// Numbers with units as written in the file.
package enum Quantities {
    private static let times: [(String, Int64)] = [
        ("ms", 1), ("min", 60_000), ("s", 1000), ("m", 60_000), ("h", 3_600_000),
        ("d", 86_400_000),
    ]
    private static let sizes: [(String, Int64)] = [
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("kB", 1000), ("MB", 1_000_000),
        ("GB", 1_000_000_000), ("B", 1),
    ]

    /// Parses `500ms`, `10s`, `5min`, `2h`, `7d` to milliseconds; returns nil for anything else.
    static func milliseconds(_ text: String) -> Int64? { amount(text, times) }

    /// Parses `512MiB` to bytes; returns nil for anything else.
    static func bytes(_ text: String) -> Int64? { amount(text, sizes) }

    private static func amount(_ text: String, _ units: [(String, Int64)]) -> Int64? {
        guard let (unit, scale) = units.first(where: { text.hasSuffix($0.0) }) else {
            return text == "0" ? 0 : nil
        }
        let digits = text.dropLast(unit.count)
        guard let number = Double(digits), number >= 0, number * Double(scale) < 1e15 else {
            return nil
        }
        return Int64((number * Double(scale)).rounded())
    }

    /// Parses hexadecimal digits to bytes, with or without separators between pairs.
    package static func hex(_ text: String) -> [UInt8]? {
        Hexadecimal.bytes(text.filter { !":- ".contains($0) })
    }
}
