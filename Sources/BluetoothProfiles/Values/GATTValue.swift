public import BluetoothLE
internal import CAccessory

/// What the meaning of a value may depend on besides its bytes.
public struct GATTContext: Sendable, Hashable {
    /// The value of Characteristic User Description (0x2901): the name of a vendor's characteristic.
    public var name: String?
    /// The value of Characteristic Presentation Format (0x2904), 7 bytes: the type and the unit of a vendor's
    /// characteristic.
    public var presentation: [UInt8]?
    /// The value of Valid Range (0x2906). Numbers outside it are out of range.
    public var range: [UInt8]?
    /// The value of the service's feature characteristic: whether values end with a CRC. Without it, a CRC is recognised by
    /// the length.
    public var features: UInt64?

    public init(
        name: String? = nil,
        presentation: [UInt8]? = nil,
        range: [UInt8]? = nil,
        features: UInt64? = nil
    ) {
        (self.name, self.presentation, self.range, self.features) = (
            name, presentation, range, features
        )
    }

    /// Takes the value of a descriptor, if the meaning of a characteristic's value depends on it.
    public mutating func use(_ value: [UInt8], of descriptor: BluetoothUUID) {
        switch descriptor {
        case 0x2901: name = String(validating: value, as: UTF8.self)
        case 0x2904: presentation = value
        case 0x2906: range = value
        default: break
        }
    }

    func withC<Result>(_ body: (UnsafePointer<acc_gatt_context>) -> Result) -> Result {
        let presentation = presentation.flatMap { $0.count == 7 ? $0 : nil }
        let range = range.flatMap { $0.isEmpty ? nil : $0 }
        return (presentation ?? [0]).withUnsafeBufferPointer { format in
            (range ?? [0]).withUnsafeBufferPointer { limits in
                var context = acc_gatt_context(
                    presentation: presentation == nil ? nil : format.baseAddress,
                    range: range == nil ? nil : limits.baseAddress,
                    range_length: range?.count ?? 0,
                    features: features ?? 0,
                    has_features: features != nil
                )
                return withUnsafePointer(to: &context, body)
            }
        }
    }
}

/// The value of a characteristic in fields, with units, names and states.
///
///     let value = try GATTValue(0x2A37, bytes: [0x06, 0x48])
///     value["Heart Rate Measurement Value"]  // 72 bpm
///     try GATTValue(0x2A06, ["Alert Level": "high"]).bytes  // [2]
///
/// One table has all characteristics of the Bluetooth SIG; see `docs/gatt-values.md`.
public struct GATTValue: Sendable, Hashable {
    /// The characteristic.
    public let uuid: BluetoothUUID
    /// The fields in the order of the bytes.
    public let fields: [GATTField]
    /// Whether the bytes end inside a field, which is not in the list.
    public let isPartial: Bool
    /// The encoded value.
    public let bytes: [UInt8]

    /// Decodes a value.
    public init(
        _ uuid: BluetoothUUID,
        bytes: [UInt8],
        context: GATTContext = GATTContext()
    ) throws(GATTValueError) {
        (self.uuid, self.bytes) = (uuid, bytes)
        var capacity = Int(ACC_GATT_FIELDS_MAX)
        var (status, found) = Self.read(uuid, bytes, context, capacity)
        while status == .noRoom {
            capacity *= 4
            (status, found) = Self.read(uuid, bytes, context, capacity)
        }
        guard status != .unsupported else { throw .unknownCharacteristic(uuid) }
        guard status == .ok || !found.isEmpty else { throw .truncated(uuid) }
        fields = found
        isPartial = status != .ok
    }

    /// The first field with this name; case does not matter.
    public subscript(name: String) -> GATTField? {
        fields.first { $0.name.lowercased() == name.lowercased() }
    }

    /// All fields with this name; case does not matter.
    public func all(_ name: String) -> [GATTField] {
        fields.filter { $0.name.lowercased() == name.lowercased() }
    }

    /// The characteristics whose values have known fields, in rising order.
    public static var characteristics: [BluetoothUUID] {
        var list: [BluetoothUUID] = []
        while case let uuid = acc_gatt_uuid_at(list.count), uuid != 0 {
            list.append(BluetoothUUID(uuid))
        }
        return list
    }

    private static func read(
        _ uuid: BluetoothUUID,
        _ bytes: [UInt8],
        _ context: GATTContext,
        _ capacity: Int
    ) -> (Status, [GATTField]) {
        let name = context.name ?? "Value"
        return context.withC { context in
            withUnsafeTemporaryAllocation(of: acc_gatt_field.self, capacity: capacity) { list in
                // an empty array has no address
                (bytes.isEmpty ? [0] : bytes).withUnsafeBufferPointer { data in
                    var count = 0
                    let status = acc_gatt_read(
                        uuid.short ?? 0,
                        data.baseAddress!,
                        bytes.count,
                        context,
                        list.baseAddress!,
                        capacity,
                        &count
                    )
                    return (status, list[..<count].map { GATTField($0, in: bytes, name: name) })
                }
            }
        }
    }
}

extension GATTValue: CustomStringConvertible {
    /// The fields in one line: the content of a single field, else "Name 72 bpm, Other Name high". The characteristic's own
    /// name is not repeated, nor are parts of a choice that has a name, and flags whose parts say the same.
    public var description: String {
        let title = uuid.assignedName ?? ""
        let text = fields.filter { !isSaid($0, in: title) }.map { field in
            let content =
                if case .text(let text)? = field.value { "\"\(text)\"" } else { "\(field)" }
            return field.name == title || fields.count == 1
                ? content : "\(field.shortName(in: title)) \(content)"
        }.joined(separator: ", ")
        return isPartial ? text + " (incomplete)" : text
    }

    /// Whether other fields of the same bytes have the field's words.
    private func isSaid(_ field: GATTField, in title: String) -> Bool {
        let others = fields.filter(field.sharesBytes)
        if case .flags(1..., names: [])? = field.value { return !others.isEmpty }
        return others.contains {
            if case .choice(_, .some)? = $0.value { $0.name == title } else { false }
        }
    }
}

extension GATTField {
    /// Whether one is a part of the other, or both are parts of a third one.
    fileprivate func sharesBytes(_ other: GATTField) -> Bool {
        place != other.place && place.uuid == other.place.uuid && offset == other.offset
            && size == other.size && size > 0
    }

    /// The name without the characteristic's, such as "Light / Moderate Limit".
    fileprivate func shortName(in title: String) -> Substring {
        name.hasPrefix(title + " - ") ? name.dropFirst(title.count + 3) : name[...]
    }
}
