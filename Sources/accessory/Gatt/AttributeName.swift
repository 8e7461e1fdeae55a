internal import ArgumentParser
internal import BluetoothLE
internal import BluetoothProfiles

/// An attribute as named on the command line.
enum AttributeName: ExpressibleByArgument, Equatable {
    case handle(UInt16)
    case uuid(BluetoothUUID)
    /// One of Bluetooth's assigned names as typed; case does not matter.
    case name(String)

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        if argument.hasPrefix("0x") {
            guard let handle = UInt16(argument.dropFirst(2), radix: 16), handle > 0 else {
                return nil
            }
            self = .handle(handle)
        } else {
            self = BluetoothUUID(argument).map(Self.uuid) ?? .name(argument)
        }
    }

    private func fits(_ uuid: BluetoothUUID, handle: UInt16) -> Bool {
        switch self {
        case .handle(let wanted): wanted == handle
        case .uuid(let wanted): wanted == uuid
        case .name(let wanted): wanted.lowercased() == uuid.assignedName?.lowercased()
        }
    }

    /// Finds the only attribute of a peripheral with this name: a characteristic, else a
    /// descriptor.
    func find(_ faults: FaultList, listedBy tree: String = "accessory gatt ADDRESS tree")
        async throws
        -> FoundAttribute
    {
        let characteristics = try await faults.allCharacteristics()
        var found = characteristics.filter { fits($0.uuid, handle: $0.handle) }
            .map(FoundAttribute.characteristic)
        if found.isEmpty {
            for characteristic in characteristics {
                let descriptors = try await faults.skipping(characteristic.service) { _ in
                    try await characteristic.descriptors()
                }
                found += descriptors.filter { fits($0.uuid, handle: $0.handle) }
                    .map(FoundAttribute.descriptor)
            }
        }
        guard let first = found.first else {
            throw Failure(
                .deviceError,
                "the device has no characteristic or descriptor \(self)",
                nextStep: advice(characteristics, tree)
            )
        }
        guard found.count == 1 else {
            throw Failure(
                .usage,
                "the device has \(found.count) attributes \(self)",
                nextStep: "name one by its handle: "
                    + found.map { HexText.handle($0.handle) }.joined(separator: ", ")
            )
        }
        return first
    }

    private func advice(_ offered: [Characteristic], _ tree: String) -> String {
        let other = "list its attributes: \(tree)"
        guard case .name(let typed) = self else { return other }
        return .advice(for: typed, of: offered.compactMap(\.uuid.assignedName), else: other)
    }
}

extension AttributeName: CustomStringConvertible {
    var description: String {
        switch self {
        case .handle(let handle): HexText.handle(handle)
        case .uuid(let uuid): uuid.description
        case .name(let name): name.printable
        }
    }
}

/// A characteristic or descriptor of a peripheral.
enum FoundAttribute: Sendable {
    case characteristic(Characteristic)
    case descriptor(Descriptor)

    var uuid: BluetoothUUID {
        switch self {
        case .characteristic(let characteristic): characteristic.uuid
        case .descriptor(let descriptor): descriptor.uuid
        }
    }

    var handle: UInt16 {
        switch self {
        case .characteristic(let characteristic): characteristic.handle
        case .descriptor(let descriptor): descriptor.handle
        }
    }

    /// What the meaning of a vendor's value depends on; nothing if the device does not say.
    func context() async throws -> GATTContext {
        guard case .characteristic(let characteristic) = self,
            GATTValue.fieldNames(of: characteristic.uuid).isEmpty
        else { return GATTContext() }
        do {
            return try await characteristic.valueContext()
        } catch let error where error is GATTError || error is CentralError {
            return GATTContext()
        }
    }

    func read() async throws -> [UInt8] {
        switch self {
        case .characteristic(let characteristic): try await characteristic.read()
        case .descriptor(let descriptor): try await descriptor.read()
        }
    }
}
