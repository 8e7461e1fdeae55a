extension Announcement {
    /// - Parameter value: The UUID, little-endian, and the data.
    init?(serviceData value: [UInt8]) {
        guard value.count >= 2 else { return nil }
        let data = value[2...]
        let fields: [Field]?
        let kind: Kind
        switch UInt16(value[0]) | UInt16(value[1]) << 8 {
        case 0x1852: (kind, fields) = (.audioBroadcast, Self.audioBroadcast(data))
        case 0x1856: (kind, fields) = (.publicBroadcast, Self.publicBroadcast(data))
        case 0x4677: (kind, fields) = (.improv, Self.improv(data))
        case 0xFCB2: (kind, fields) = (.unwantedTracker, Self.unwantedTracker(data))
        case 0xFCC6, 0xFDAF: (kind, fields) = (.wiliot, Self.opaque(data))
        case 0xFD5A: (kind, fields) = (.smartTag, Self.smartTag(data))
        case 0xFE33: (kind, fields) = (.chipolo, Self.opaque(data))
        case 0xFEAA: (kind, fields) = (.findHub, Self.findHub(data))
        case 0xFFF6: (kind, fields) = (.matter, Self.matter(data))
        default: return nil
        }
        guard let fields else { return nil }
        self.init(kind, fields)
    }

    private static func opaque(_ data: ArraySlice<UInt8>) -> [Field]? {
        data.isEmpty ? nil : [Field("data", .bytes(Array(data)))]
    }

    // MARK: - Audio

    private static func audioBroadcast(_ data: ArraySlice<UInt8>) -> [Field]? {
        data.count < 3 ? nil : [Field("id", .init(littleEndian: data.prefix(3)))]
    }

    /// Features, and metadata: structures of a length, a type and a value.
    private static func publicBroadcast(_ data: ArraySlice<UInt8>) -> [Field]? {
        guard data.count >= 2, let features = data.first else { return nil }
        var fields = [
            Field("encrypted", .flag(features & 1 != 0)),
            Field("standard quality", .flag(features & 2 != 0)),
            Field("high quality", .flag(features & 4 != 0)),
        ]
        var metadata = data.dropFirst(2).prefix(Int(data[data.startIndex + 1]))
        while let length = metadata.popFirst(), length > 0, metadata.count >= length {
            let entry = metadata.prefix(Int(length))
            metadata = metadata.dropFirst(Int(length))
            // Assigned Numbers, section 6.12.6
            switch entry.first {
            case 3: fields.append(Field("program", .text(text(entry.dropFirst()))))
            case 4: fields.append(Field("language", .text(text(entry.dropFirst()))))
            default: break
            }
        }
        return fields
    }

    // MARK: - Trackers

    /// The frame's number, an identifier of 20 or 32 bytes, and hashed flags, which may be absent.
    private static func findHub(_ data: ArraySlice<UInt8>) -> [Field]? {
        guard let frame = data.first, frame == 0x40 || frame == 0x41 else { return nil }
        let size = data.count >= 33 ? 32 : 20
        let id = data.dropFirst().prefix(size)
        guard id.count == size, data.count <= size + 2 else { return nil }
        return [
            Field("id", .bytes(Array(id))),
            Field("unwanted tracking protection", .flag(frame == 0x41)),
        ]
    }

    private static let networks: [UInt8: String] = [1: "Apple", 2: "Google"]

    private static func unwantedTracker(_ data: ArraySlice<UInt8>) -> [Field]? {
        guard data.count >= 2, let network = data.first else { return nil }
        return [
            Field("network", networks[network].map { .text($0) } ?? .number(Double(network))),
            Field("near owner", .flag(data[data.startIndex + 1] & 1 != 0)),
            Field("data", .bytes(Array(data.dropFirst(2)))),
        ]
    }

    private static let tagStates: [UInt8: String] = [
        1: "premature offline", 2: "offline", 3: "overmature offline",
    ]

    /// Version, type and state; a counter that grows every 15 minutes; an identifier that changes with it.
    private static func smartTag(_ data: ArraySlice<UInt8>) -> [Field]? {
        guard data.count == 20, let first = data.first else { return nil }
        let state = first & 7
        return [
            Field("state", tagStates[state].map { .text($0) } ?? .number(Double(state))),
            Field("counter", .bytes(Array(data.dropFirst().prefix(3)))),
            Field("id", .bytes(Array(data.dropFirst(4).prefix(8)))),
        ]
    }

    // MARK: - Setup

    /// Opcode 0; a discriminator of 12 bits; vendor and product; flags.
    private static func matter(_ data: ArraySlice<UInt8>) -> [Field]? {
        guard data.count == 8, data.first == 0 else { return nil }
        let at = data.startIndex
        let discriminator = UInt16(data[at + 1]) | UInt16(data[at + 2] & 0x0F) << 8
        return [
            Field("discriminator", .number(Double(discriminator))),
            Field("vendor", .init(littleEndian: data[at + 3..<at + 5])),
            Field("product", .init(littleEndian: data[at + 5..<at + 7])),
            Field("additional data", .flag(data[at + 7] & 1 != 0)),
        ]
    }

    private static let improvStates: [UInt8: String] = [
        1: "needs authorization", 2: "authorized", 3: "provisioning", 4: "provisioned",
    ]

    private static func improv(_ data: ArraySlice<UInt8>) -> [Field]? {
        guard data.count == 6, let state = data.first.flatMap({ improvStates[$0] }) else {
            return nil
        }
        return [
            Field("state", .text(state)),
            Field("identify", .flag(data[data.startIndex + 1] & 1 != 0)),
        ]
    }
}
