internal import CAccessory

/// A small 256-colour picture as a PNG file, for the spectrogram (PNG specification, 3rd edition).
/// Its data is stored without compression.
struct PNGImage {
    let width: Int
    let height: Int
    /// One byte per pixel, rows from the top.
    var pixels: [UInt8]
    /// The palette: red, green and blue of 256 colours.
    let palette: [UInt8]

    var bytes: [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)  // no filter
            rows += pixels[y * width..<(y + 1) * width]
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // 8 bits per pixel, palette colours
        file += Self.chunk(
            "IHDR",
            Self.big(UInt32(width)) + Self.big(UInt32(height)) + [8, 3, 0, 0, 0]
        )
        file += Self.chunk("PLTE", palette)
        file += Self.chunk("IDAT", Self.stored(rows))
        file += Self.chunk("IEND", [])
        return file
    }

    /// The file in base64, to embed in an SVG file.
    var base64: String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bytes = bytes
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for i in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - i)
            var group = 0
            for k in 0..<3 { group = group << 8 | (k < count ? Int(bytes[i + k]) : 0) }
            for k in 0..<4 {
                text.append(k <= count ? digits[group >> (18 - 6 * k) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return big(UInt32(data.count)) + body + big(acc_crc32(0, body, body.count))
    }

    /// Stores data in the zlib format (RFC 1950) with uncompressed blocks (RFC 1951, 3.2.4).
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in data {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        for start in stride(from: 0, to: data.count, by: 65535) {
            let end = min(start + 65535, data.count)
            let size = UInt16(end - start)
            out.append(end == data.count ? 1 : 0)
            for word in [size, ~size] { out += [UInt8(word & 255), UInt8(word >> 8)] }
            out += data[start..<end]
        }
        return out + big(b << 16 | a)
    }
}
