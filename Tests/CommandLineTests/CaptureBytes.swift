import Foundation

/// Captures in memory, of legacy advertisements.
enum CaptureBytes {
    /// One received advertisement.
    struct Heard {
        var address: UInt8
        var rssi: Int
        var data: [UInt8]
        /// Since 1970, milliseconds.
        var time: Int
    }

    enum Form: String, CaseIterable {
        case btsnoopHCI, btsnoopH4, btsnoopMonitor
        case pcapH4, pcapH4Direction, pcapMonitor, pcapLinkLayer, pcapLinkLayerHeader, pcapng
        case pcapLinkLayerExtended

        /// Whether packets come with their signal strength.
        var hasRSSI: Bool { self != .pcapLinkLayer && self != .pcapLinkLayerExtended }
    }

    static func make(_ form: Form, _ heard: [Heard]) -> Data {
        let packets = heard.map { (time: $0.time, bytes: packet(form, $0)) }
        switch form {
        case .btsnoopHCI: return btsnoop(1001, flags: 3, packets)
        case .btsnoopH4: return btsnoop(1002, flags: 3, packets)
        case .btsnoopMonitor: return btsnoop(2001, flags: 3, packets)
        case .pcapH4: return pcap(187, packets)
        case .pcapH4Direction: return pcap(201, packets)
        case .pcapLinkLayer, .pcapLinkLayerExtended: return pcap(251, packets)
        case .pcapMonitor: return pcap(254, packets)
        case .pcapLinkLayerHeader: return pcap(256, packets)
        case .pcapng: return pcapng(201, packets)
        }
    }

    private static func packet(_ form: Form, _ heard: Heard) -> [UInt8] {
        let event = Self.event(heard)
        return switch form {
        case .btsnoopHCI, .btsnoopMonitor: event
        case .btsnoopH4, .pcapH4: [4] + event
        case .pcapH4Direction, .pcapng: [0, 0, 0, 1, 4] + event
        case .pcapMonitor: [0, 0, 0, 3] + event
        case .pcapLinkLayer: linkLayer(heard)
        case .pcapLinkLayerHeader:
            [37, UInt8(bitPattern: Int8(heard.rssi)), 0, 0, 0, 0, 0, 0, 2, 0] + linkLayer(heard)
        case .pcapLinkLayerExtended: linkLayerExtended(heard)
        }
    }

    private static func address(_ heard: Heard) -> [UInt8] { [heard.address, 0, 0, 0, 0, 0xC0] }

    /// LE Meta, LE Advertising Report, ADV_NONCONN_IND of a random address.
    private static func event(_ heard: Heard) -> [UInt8] {
        [0x3E, UInt8(12 + heard.data.count), 2, 1, 3, 1] + address(heard)
            + [UInt8(heard.data.count)] + heard.data + [UInt8(bitPattern: Int8(heard.rssi))]
    }

    /// ADV_NONCONN_IND on the air.
    private static func linkLayer(_ heard: Heard) -> [UInt8] {
        [0xD6, 0xBE, 0x89, 0x8E, 0x42, UInt8(6 + heard.data.count)] + address(heard) + heard.data
            + [1, 2, 3]
    }

    /// AUX_ADV_IND with address and set on the air.
    private static func linkLayerExtended(_ heard: Heard) -> [UInt8] {
        [0xD6, 0xBE, 0x89, 0x8E, 0x47, UInt8(10 + heard.data.count), 9, 0x09] + address(heard)
            + [0x12, 0x30] + heard.data + [1, 2, 3]
    }

    private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }

    private static func btsnoop(
        _ datalink: UInt32,
        flags: UInt32,
        _ packets: [(time: Int, bytes: [UInt8])]
    ) -> Data {
        let records = packets.flatMap { packet in
            big(UInt32(packet.bytes.count)) + big(UInt32(packet.bytes.count)) + big(flags)
                + big(UInt32(0)) + big(Int64(packet.time) * 1000 + 0x00DC_DDB3_0F2F_8000)
                + packet.bytes
        }
        return Data(Array("btsnoop\0".utf8) + big(UInt32(1)) + big(datalink) + records)
    }

    /// Big-endian, microseconds.
    private static func pcap(_ link: UInt32, _ packets: [(time: Int, bytes: [UInt8])]) -> Data {
        let records = packets.flatMap { packet in
            big(UInt32(packet.time / 1000)) + big(UInt32(packet.time % 1000 * 1000))
                + big(UInt32(packet.bytes.count)) + big(UInt32(packet.bytes.count)) + packet.bytes
        }
        return Data(
            big(UInt32(0xA1B2_C3D4)) + big(UInt32(0x0002_0004)) + big(UInt64(0))
                + big(UInt32(65535)) + big(link) + records
        )
    }

    /// Big-endian, microseconds: a section, an interface, and a block for each packet.
    private static func pcapng(_ link: UInt16, _ packets: [(time: Int, bytes: [UInt8])]) -> Data {
        func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
            let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
            let size = big(UInt32(padded.count + 12))
            return big(type) + size + padded + size
        }
        let section = big(UInt32(0x1A2B_3C4D)) + big(UInt32(0x0001_0000)) + big(Int64(-1))
        let interface = big(link) + [0, 0] + big(UInt32(0))
        return Data(
            block(0x0A0D_0D0A, section) + block(1, interface)
                + packets.flatMap { packet in
                    let size = big(UInt32(packet.bytes.count))
                    let time = big(UInt64(packet.time) * 1000)
                    return block(6, big(UInt32(0)) + time + size + size + packet.bytes)
                }
        )
    }
}
