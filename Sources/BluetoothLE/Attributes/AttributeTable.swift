/// The attributes of a server in the order of their handles (Core 5.4, Vol 3, Part G, section 3).
///
/// Handles of a removed service are reused only after all other handles. A client that missed the
/// change therefore reads an error instead of another value.
package struct AttributeTable: Sendable {
    /// An attribute.
    package struct Attribute: Sendable {
        package let handle: UInt16
        package let type: BluetoothUUID
        package var value: [UInt8]
        package var permissions: AttributePermissions
        package var role: Role
        /// Last handle of the service declared by this attribute.
        package var groupEnd: UInt16?
        /// A value's kinds of writes; empty: the permissions alone decide.
        var writes: CharacteristicProperties = []
        /// The smallest encryption key in bytes, for operations that need an encrypted link.
        package var minimumKeySize = KeySize.range.lowerBound
    }

    /// The source of an attribute's value.
    package enum Role: Sendable, Equatable {
        /// Fixed; part of the structure.
        case declaration
        /// Kept in the table; writes go through the application.
        case stored
        /// Provided by the application at each read.
        case onDemand
        /// A client characteristic configuration: one value per link, kept by the link's server.
        case configuration(of: UInt16, CharacteristicProperties)
    }

    package private(set) var attributes: [Attribute] = []
    private var nextHandle: UInt16 = 1

    package static let primaryService: BluetoothUUID = 0x2800
    package static let secondaryService: BluetoothUUID = 0x2801
    package static let include: BluetoothUUID = 0x2802
    package static let characteristic: BluetoothUUID = 0x2803
    package static let clientConfiguration: BluetoothUUID = 0x2902
    static let genericAttribute: BluetoothUUID = 0x1801
    static let serviceChanged: BluetoothUUID = 0x2A05
    static let databaseHash: BluetoothUUID = 0x2B2A

    /// The handles of an added service.
    package struct Placement: Sendable {
        package let range: ClosedRange<UInt16>
        /// For each characteristic, the handles of its value and of its descriptors.
        package let characteristics: [(value: UInt16, descriptors: [UInt16])]
    }

    /// Adds a service after all others, or in a gap if no handles are left after them.
    ///
    /// - Parameter handle: The required first handle; nil: any.
    /// - Throws: `insufficientResources` when there is no space.
    mutating func add(
        _ service: ServiceDefinition,
        included: [ClosedRange<UInt16>] = [],
        at handle: UInt16? = nil
    ) throws(ATTError) -> Placement {
        let size = service.handleCount + included.count
        guard let first = handle ?? room(for: size), isFree(first, size) else {
            throw .insufficientResources
        }
        let last = first + UInt16(size - 1)
        // attributes appended from here on are inserted before the services after the gap
        let behind = attributes[firstIndex(atLeast: first)...]
        attributes.removeLast(behind.count)
        let highest = max(Int(nextHandle), Int(last) + 1)
        nextHandle = first
        defer {
            attributes += behind
            nextHandle = UInt16(min(highest, 0xFFFF))
        }
        append(
            service.isPrimary ? Self.primaryService : Self.secondaryService,
            service.uuid.littleEndian,
            groupEnd: last
        )
        for range in included {
            append(
                Self.include,
                littleEndian(range.lowerBound) + littleEndian(range.upperBound)
                    + includedUUID(at: range.lowerBound)
            )
        }
        let placed = service.characteristics.map { append($0) }
        return Placement(range: first...last, characteristics: placed)
    }

    /// The first handle for `size` attributes: after all handles ever used, or else in the first
    /// gap.
    private func room(for size: Int) -> UInt16? {
        if size <= 0xFFFF - Int(nextHandle) { return nextHandle }
        var start = 1
        for attribute in attributes {
            if Int(attribute.handle) - start >= size { return UInt16(start) }
            start = Int(attribute.handle) + 1
        }
        return size <= 0xFFFF - start ? UInt16(start) : nil
    }

    private func isFree(_ first: UInt16, _ size: Int) -> Bool {
        guard first > 0, Int(first) + size <= 0xFFFF else { return false }
        let next = firstIndex(atLeast: first)
        return next == attributes.count || Int(attributes[next].handle) >= Int(first) + size
    }

    /// Removes the service declared at `handle`.
    mutating func remove(serviceAt handle: UInt16) {
        guard let index = index(of: handle), let end = attributes[index].groupEnd else { return }
        attributes.removeAll { $0.handle >= handle && $0.handle <= end }
    }

    func index(of handle: UInt16) -> Int? {
        let index = firstIndex(atLeast: handle)
        return index < attributes.count && attributes[index].handle == handle ? index : nil
    }

    /// The attributes with handles in the range.
    package func slice(_ range: ClosedRange<UInt16>) -> ArraySlice<Attribute> {
        let start = firstIndex(atLeast: range.lowerBound)
        var end = start
        while end < attributes.count, attributes[end].handle <= range.upperBound { end += 1 }
        return attributes[start..<end]
    }

    package subscript(handle: UInt16) -> Attribute? {
        index(of: handle).map { attributes[$0] }
    }

    /// Whether a link is secure enough for subscriptions to the value at `handle`.
    func canSubscribe(to handle: UInt16, over security: ConnectionSecurity) -> Bool {
        let configuration = attributes[firstIndex(atLeast: handle)...].first {
            if case .configuration(handle, _) = $0.role { true } else { false }
        }
        guard let configuration, let level = configuration.permissions.level(for: .write) else {
            return false
        }
        return security.level >= level
            && (level == .none || security.keySize >= configuration.minimumKeySize)
    }

    mutating func setValue(_ value: [UInt8], of handle: UInt16) {
        if let index = index(of: handle) { attributes[index].value = value }
    }

    private func firstIndex(atLeast handle: UInt16) -> Int {
        var low = 0
        var high = attributes.count
        while low < high {
            let middle = (low + high) / 2
            if attributes[middle].handle < handle { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The UUID in an include declaration: 16-bit UUIDs are part of it, 128-bit UUIDs are not
    /// (section 3.2).
    private func includedUUID(at handle: UInt16) -> [UInt8] {
        guard let value = self[handle]?.value, value.count == 2 else { return [] }
        return value
    }

    @discardableResult
    private mutating func append(
        _ type: BluetoothUUID,
        _ value: [UInt8],
        permissions: AttributePermissions = .readable,
        role: Role = .declaration,
        groupEnd: UInt16? = nil,
        minimumKeySize: Int = KeySize.range.lowerBound
    ) -> UInt16 {
        defer { nextHandle += 1 }
        attributes.append(
            Attribute(
                handle: nextHandle,
                type: type,
                value: value,
                permissions: permissions,
                role: role,
                groupEnd: groupEnd,
                minimumKeySize: minimumKeySize
            )
        )
        return nextHandle
    }

    private mutating func append(_ definition: CharacteristicDefinition) -> (
        value: UInt16, descriptors: [UInt16]
    ) {
        append(
            Self.characteristic,
            [definition.properties.declared] + littleEndian(nextHandle + 1)
                + definition.uuid.littleEndian
        )
        let value = append(
            definition.uuid,
            definition.value ?? [],
            permissions: definition.permissions,
            role: definition.value == nil ? .onDemand : .stored,
            minimumKeySize: definition.minimumKeySize
        )
        attributes[attributes.count - 1].writes = definition.properties
            .intersection([.write, .writeWithoutResponse])
        let descriptors = definition.descriptors.map {
            append(
                $0.uuid,
                $0.value,
                permissions: $0.permissions,
                role: .stored,
                minimumKeySize: definition.minimumKeySize
            )
        }
        if definition.hasConfiguration {
            append(
                Self.clientConfiguration,
                [0, 0],
                permissions: definition.configurationPermissions,
                role: .configuration(of: value, definition.properties),
                minimumKeySize: definition.minimumKeySize
            )
        }
        return (value, descriptors)
    }
}

/// One write to one attribute.
package struct AttributeWrite: Equatable, Sendable {
    package let handle: UInt16
    /// Offset in the value; nonzero only in a prepared write.
    package let offset: Int
    package let value: [UInt8]

    package init(handle: UInt16, offset: Int, value: [UInt8]) {
        self.handle = handle
        self.offset = offset
        self.value = value
    }
}
