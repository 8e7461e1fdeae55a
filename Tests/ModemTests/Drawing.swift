import Foundation
import Testing

/// The elements of an SVG file.
struct Drawing {
    /// Attributes of each element by its name.
    var elements: [String: [[String: String]]] = [:]
    var texts: [String] = []

    init(_ svg: String) {
        for line in svg.split(separator: "\n") where line.hasPrefix("<") {
            guard let name = line.dropFirst().split(separator: " ").first, name != "svg" else {
                continue
            }
            var attributes: [String: String] = [:]
            for match in line.matches(of: /([\w:-]+)="([^"]*)"/) {
                attributes[String(match.1)] = String(match.2)
            }
            if let text = line.firstMatch(of: />([^<]*)<\/text>/) {
                attributes["body"] = String(text.1)
                texts.append("\(attributes["x"] ?? ""),\(attributes["y"] ?? "") \(text.1)")
            }
            elements[String(name), default: []].append(attributes)
        }
    }

    static func points(_ attributes: [String: String]?) -> [[Double]] {
        (attributes?["points"] ?? "").split(separator: " ").map {
            $0.split(separator: ",").compactMap { Double($0) }
        }
    }

    /// Lines other than the grey ones of a panel.
    var curves: [[[Double]]] {
        (elements["polyline"] ?? []).filter { $0["stroke"] != "#dddddd" }.map { Self.points($0) }
    }

    func images() throws -> [PNGPicture] {
        try (elements["image"] ?? []).map { try PNGPicture($0["xlink:href"] ?? "") }
    }
}

/// A decoded picture: palette colours, without compression (PNG specification, 3rd edition; RFC 1950, RFC 1951).
struct PNGPicture {
    var (width, height) = (0, 0)
    var palette: [UInt8] = []
    var rows: [[UInt8]] = []

    init(_ link: String) throws {
        let data = try #require(
            Data(base64Encoded: String(link.dropFirst("data:image/png;base64,".count)))
        )
        try self.init(bytes: [UInt8](data))
    }

    init(bytes: [UInt8]) throws {
        try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        var chunks: [(name: String, data: [UInt8])] = []
        var rest = bytes.dropFirst(8)
        while !rest.isEmpty {
            let size = Self.big(rest.prefix(4))
            let body = rest.dropFirst(4).prefix(4 + size)
            chunks.append(
                (String(decoding: body.prefix(4), as: UTF8.self), Array(body.dropFirst(4)))
            )
            #expect(Self.big(rest.dropFirst(8 + size).prefix(4)) == Self.check(body))
            rest = rest.dropFirst(12 + size)
        }
        try #require(chunks.map(\.name) == ["IHDR", "PLTE", "IDAT", "IEND"])
        let header = chunks[0].data
        (width, height) = (Self.big(header.prefix(4)), Self.big(header.dropFirst(4).prefix(4)))
        // 8 bits, palette, the only methods, not interlaced
        #expect(Array(header.dropFirst(8)) == [8, 3, 0, 0, 0])
        palette = chunks[1].data
        let raw = try Self.inflated(chunks[2].data)
        try #require(raw.count == (width + 1) * height)
        for y in 0..<height {
            #expect(raw[y * (width + 1)] == 0)
            rows.append(Array(raw[(y * (width + 1) + 1)..<((y + 1) * (width + 1))]))
        }
    }

    private static func big(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// CRC-32 by its definition (annex D of the PNG specification).
    private static func check(_ bytes: some Sequence<UInt8>) -> Int {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        return Int(~crc)
    }

    private static func inflated(_ data: [UInt8]) throws -> [UInt8] {
        // deflate, a check of the header that is a multiple of 31
        try #require(data[0] == 0x78 && (Int(data[0]) << 8 + Int(data[1])) % 31 == 0)
        var (out, at, isLast): ([UInt8], Int, Bool) = ([], 2, false)
        while !isLast {
            try #require(data[at] <= 1)
            isLast = data[at] == 1
            let size = Int(data[at + 1]) | Int(data[at + 2]) << 8
            #expect(size ^ 0xFFFF == Int(data[at + 3]) | Int(data[at + 4]) << 8)
            out += data[(at + 5)..<(at + 5 + size)]
            at += 5 + size
        }
        var (a, b) = (1, 0)
        for byte in out {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        #expect(big(data[at...]) == b << 16 | a && data.count == at + 4)
        return out
    }
}
