internal import AccessoryBase
internal import BluetoothLE
internal import BluetoothProfiles

/// A device's attributes, as shown by `accessory gatt ADDRESS tree`.
struct GattTree {
    private let faults: FaultList
    private let readsValues: Bool
    private let printsJSON: Bool

    init(_ command: Gatt, _ faults: FaultList) {
        self.faults = faults
        readsValues = !command.noValues
        printsJSON = command.options.json
    }

    /// Prints each service as soon as it is read.
    func show() async throws {
        var shown: Set<Service> = []
        try await faults.peripheral.whileServicesChange {
            for service in try await faults.allServices() where !shown.contains(service) {
                let record = try await record(service)
                shown.insert(service)
                if printsJSON {
                    try Console.print(json: record)
                } else {
                    for line in record.lines { Console.print(line) }
                }
            }
        }
    }

    private func record(_ service: Service) async throws -> ServiceRecord {
        var characteristics: [CharacteristicRecord] = []
        for characteristic in try await faults.skipping(service, { try await $0.characteristics() })
        {
            characteristics.append(try await record(characteristic))
        }
        return ServiceRecord(
            uuid: service.uuid.description,
            name: service.uuid.assignedName,
            primary: service.isPrimary,
            firstHandle: service.handles.lowerBound,
            lastHandle: service.handles.upperBound,
            includes: try await faults.skipping(service) { try await $0.includedServices() }
                .map(\.handles.lowerBound),
            characteristics: characteristics
        )
    }

    private func record(_ characteristic: Characteristic) async throws -> CharacteristicRecord {
        var descriptors: [DescriptorRecord] = []
        var context = GATTContext()
        let found = try await faults.skipping(characteristic.service) { _ in
            try await characteristic.descriptors()
        }
        for descriptor in found {
            let value = try await value(of: .descriptor(descriptor), GATTContext())
            if let bytes = value?.bytes { context.use(bytes, of: descriptor.uuid) }
            descriptors.append(
                DescriptorRecord(
                    uuid: descriptor.uuid.description,
                    name: descriptor.uuid.assignedName,
                    handle: descriptor.handle,
                    value: value
                )
            )
        }
        let isReadable = characteristic.properties.contains(.read)
        return CharacteristicRecord(
            uuid: characteristic.uuid.description,
            name: characteristic.uuid.assignedName ?? context.vendorName,
            handle: characteristic.handle,
            properties: characteristic.properties.words,
            value: isReadable ? try await value(of: .characteristic(characteristic), context) : nil,
            descriptors: descriptors
        )
    }

    /// The value, or the server's error; nil if values are not requested.
    private func value(
        of attribute: FoundAttribute,
        _ context: GATTContext
    ) async throws -> TreeValue? {
        guard readsValues else { return nil }
        do {
            return TreeValue(try await attribute.read(), of: attribute.uuid, context)
        } catch GATTError.att(let error, _) {
            return TreeValue(error)
        } catch GATTError.endlessValue {
            return TreeValue(GATTError.endlessValue)
        }
    }
}

private struct TreeValue: Encodable {
    /// Hexadecimal digits.
    private(set) var value: String?
    private(set) var text: String?
    private(set) var fields: [FieldRecord]?
    private(set) var error: String?
    private(set) var bytes: [UInt8]?
    private var words: String?

    private enum CodingKeys: String, CodingKey {
        case value, text, fields, error
    }

    init(_ bytes: [UInt8], of uuid: BluetoothUUID, _ context: GATTContext) {
        self.bytes = bytes
        value = HexText.text(bytes)
        text = HexText.words(bytes)
        fields = FieldRecord.list(bytes, of: uuid, context)
        words = ValueText.words(bytes, of: uuid, context)
    }

    init(_ error: some AccessoryError) {
        self.error = error.cause
    }

    var line: String {
        if let error { return "(\(error))" }
        return (value.map { $0.isEmpty ? "(empty)" : $0 } ?? "")
            + (words.map { "  " + $0 } ?? "")
    }
}

private struct DescriptorRecord: Encodable {
    let uuid: String
    let name: String?
    let handle: UInt16
    let value: TreeValue?

    var line: String {
        "    Descriptor \(title(uuid, name)), handle \(HexText.handle(handle))"
            + (value.map { ": " + $0.line } ?? "")
    }
}

private struct CharacteristicRecord: Encodable {
    let uuid: String
    let name: String?
    /// The handle of the value.
    let handle: UInt16
    let properties: [String]
    let value: TreeValue?
    let descriptors: [DescriptorRecord]

    var lines: [String] {
        let head =
            "  Characteristic \(title(uuid, name)), handle \(HexText.handle(handle)): "
            + properties.joined(separator: ", ")
        return [head] + (value.map { ["    Value " + $0.line] } ?? []) + descriptors.map(\.line)
    }
}

private struct ServiceRecord: Encodable {
    let uuid: String
    let name: String?
    let primary: Bool
    let firstHandle: UInt16
    let lastHandle: UInt16
    /// The first handles of the included services.
    let includes: [UInt16]
    let characteristics: [CharacteristicRecord]

    var lines: [String] {
        let head =
            (primary ? "Service " : "Secondary service ") + title(uuid, name)
            + ", handles \(HexText.handle(firstHandle))-\(HexText.handle(lastHandle))"
        return [head] + includes.map { "  Includes \(HexText.handle($0))" }
            + characteristics.flatMap(\.lines)
    }
}

private func title(_ uuid: String, _ name: String?) -> String {
    [uuid, name].compactMap(\.self).joined(separator: " ")
}
