internal import BluetoothLE

/// A service as sent to clients; the handles of characteristics are those of their values.
struct ProxyService: Equatable {
    struct Characteristic: Equatable {
        var uuid: BluetoothUUID
        var handle: UInt16
        var properties: Int
        var descriptors: [Descriptor] = []
    }

    struct Descriptor: Equatable {
        var uuid: BluetoothUUID
        var handle: UInt16
    }

    var uuid: BluetoothUUID
    var handle: UInt16
    var characteristics: [Characteristic] = []

    var encoded: [UInt8] {
        var writer = ProtobufWriter(capacity: 256)
        writer.uuid(uuid, short: 4)
        writer.field(2, UInt64(handle))
        for characteristic in characteristics { writer.field(3, bytes: characteristic.encoded) }
        return writer.bytes
    }
}

extension ProxyService.Characteristic {
    fileprivate var encoded: [UInt8] {
        var writer = ProtobufWriter(capacity: 64)
        writer.uuid(uuid, short: 5)
        writer.field(2, UInt64(handle))
        writer.field(3, properties)
        for descriptor in descriptors {
            var nested = ProtobufWriter()
            nested.uuid(descriptor.uuid, short: 3)
            nested.field(2, UInt64(descriptor.handle))
            writer.field(4, bytes: nested.bytes)
        }
        return writer.bytes
    }
}

extension ProtobufWriter {
    /// Writes a UUID: its two halves in field 1, or its 16 bits in the field for short UUIDs.
    fileprivate mutating func uuid(_ uuid: BluetoothUUID, short number: UInt8) {
        if let short = uuid.short, short != 0 { return field(number, UInt64(short)) }
        let bytes = uuid.littleEndian128
        func half(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        field(1, packed: [half(bytes[8...]), half(bytes[..<8])])
    }
}

extension BluetoothAddress {
    /// `001a7dda7113`
    var plainDigits: String { description.filter { $0 != ":" }.lowercased() }
}
