internal import CAccessory

extension EddystoneURL {
    /// Compresses a web address to a scheme byte and bytes with the longest codes; scheme and host
    /// become lower case. Nil for a scheme other than http and https, and for characters that
    /// Eddystone reserves. The result may exceed the 18 bytes of a frame.
    public static func compress(_ url: String) -> [UInt8]? {
        let text = url.utf8.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: text.count + 1)
        var size = 0
        let status = acc_eddystone_url_encode(text, text.count, &bytes, bytes.count, &size)
        return status == .ok ? Array(bytes[..<size]) : nil
    }

    /// Expands a scheme byte and compressed bytes to a web address. Nil for a reserved byte.
    public static func expand(_ bytes: [UInt8]) -> String? {
        // a code expands to up to 6 characters, a scheme to up to 12
        var text = [CChar](repeating: 0, count: 6 * bytes.count + 12)
        var size = 0
        let status = acc_eddystone_url_decode(bytes, bytes.count, &text, text.count, &size)
        guard status == .ok else { return nil }
        return String(decoding: text[..<size].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
