/// The capture in the text of Android's bug report: packets without most of their data, compressed by zlib, in base64
/// (packages/modules/Bluetooth, `system/gd/hal/snoop_logger` and `tools/scripts/btsnooz.py`).
enum Btsnooz {
    private static let begin = Array("--- BEGIN:BTSNOOP_LOG_SUMMARY".utf8)
    private static let end = Array("--- END:BTSNOOP_LOG_SUMMARY".utf8)

    /// The capture as a btsnoop file; nil if the text has none.
    static func capture(in text: [UInt8]) throws(CaptureFileError) -> [UInt8]? {
        guard let start = find(begin, in: text, from: 0),
            let line = text[start...].firstIndex(of: 0x0A)
        else { return nil }
        guard let stop = find(end, in: text, from: line), let packed = base64(text[line..<stop]),
            packed.count > 9, packed[0] == 1 || packed[0] == 2
        else { throw .damaged }
        // the version, and the time of the last packet, µs since 1970
        let last = packed[1..<9].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let plain = try Inflater.inflate(packed[9...], .zlib)
        guard let packets = packets(plain, version: packed[0]) else { throw .damaged }
        return btsnoop(packets, last)
    }

    private static func find(_ word: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        var at = start
        while let next = text[at...].firstIndex(of: word[0]) {
            if text[next...].starts(with: word) { return next }
            at = next + 1
        }
        return nil
    }

    /// The bytes; nil if there are other characters than digits and white space.
    private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
        for character in text {
            let digit: UInt8
            switch character {
            case 0x41...0x5A: digit = character - 0x41
            case 0x61...0x7A: digit = character - 0x61 + 26
            case 0x30...0x39: digit = character - 0x30 + 52
            case 0x2B: digit = 62
            case 0x2F: digit = 63
            case 0x09, 0x0A, 0x0D, 0x20, 0x3D: continue
            default: return nil
            }
            (bits, count) = (bits << 6 | UInt32(digit), count + 6)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return bytes
    }

    private struct Packet {
        /// µs since the packet before.
        let delay: UInt64
        let type: UInt8
        /// Bytes on the line, with the type.
        let length: Int
        let data: ArraySlice<UInt8>
    }

    /// A packet's stored bytes with the type, in version 2 also those on the line; the delay; the type; the data.
    private static func packets(_ plain: [UInt8], version: UInt8) -> [Packet]? {
        var packets: [Packet] = []
        let headSize = version == 1 ? 7 : 9
        var at = 0
        func number(_ offset: Int, _ count: Int) -> Int {
            plain[at + offset..<at + offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        while at < plain.count {
            guard plain.count - at >= headSize else { return nil }
            let stored = number(0, 2)
            let end = at + headSize + stored - 1
            guard stored > 0, end <= plain.count else { return nil }
            packets.append(
                Packet(
                    delay: UInt64(number(headSize - 5, 4)),
                    type: plain[at + headSize - 1],
                    length: max(stored, version == 1 ? stored : number(2, 2)),
                    data: plain[at + headSize..<end]
                )
            )
            at = end
        }
        return packets
    }

    /// HCI's packet types by the upper and lower half of the byte: 1x is received, 2x sent.
    private static let types: [UInt8: UInt8] = [
        0x10: 4, 0x11: 2, 0x12: 3, 0x17: 5, 0x20: 1, 0x21: 2, 0x22: 3, 0x2D: 5,
    ]

    /// A btsnoop file of H4 packets. Times are µs since the year 0 (RFC 1761 and btsnoop's epoch).
    private static func btsnoop(_ packets: [Packet], _ last: UInt64) -> [UInt8] {
        var file = Array("btsnoop\0".utf8) + bigEndian(UInt32(1)) + bigEndian(UInt32(1002))
        var time = last &+ 0x00DC_DDB3_0F2F_8000
        for packet in packets { time &-= packet.delay }
        for packet in packets {
            time &+= packet.delay
            guard let type = types[packet.type] else { continue }
            let direction: UInt32 = packet.type & 0xF0 == 0x10 ? 1 : 0
            let isCommand: UInt32 = type == 1 || type == 4 ? 2 : 0
            file += bigEndian(UInt32(packet.length)) + bigEndian(UInt32(packet.data.count + 1))
            file += bigEndian(direction | isCommand) + bigEndian(UInt32(0)) + bigEndian(time)
            file.append(type)
            file += packet.data
        }
        return file
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
