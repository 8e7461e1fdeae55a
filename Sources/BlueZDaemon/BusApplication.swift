internal import AccessoryBase
internal import BluetoothLE

/// A program's attributes as the objects that bluetoothd reads: one for each service, characteristic and
/// descriptor (BlueZ, doc/org.bluez.GattManager.rst and the related files). Paths end with the handles of
/// this program's table; bluetoothd assigns the handles that peers see.
struct BusApplication: Sendable {
    struct Object: Sendable {
        let path: String
        let interface: String
        /// The handle of the value; 0 for a service.
        let handle: UInt16
        var properties: [(String, DBusValue)]
    }

    /// Path of the root object, which lists all other objects.
    static let root = "/accessory/attributes"

    private(set) var objects: [Object] = []

    /// - Parameter table: The program's attributes. Its services 1800 and 1801 are left out, because
    ///   bluetoothd has its own.
    init(_ table: AttributeTable) {
        for (index, attribute) in table.attributes.enumerated() {
            guard let last = attribute.groupEnd else { continue }
            let service = BluetoothUUID(littleEndian: attribute.value[...])
            guard let service, service != 0x1800, service != 0x1801 else { continue }
            let content = table.attributes[(index + 1)...].prefix { $0.handle <= last }
            add(service, attribute, content)
        }
    }

    /// The reply to `GetManagedObjects`.
    var tree: DBusValue {
        .dictionary(
            objects.map { object in
                let interfaces = [
                    (
                        key: DBusValue.string(object.interface),
                        value: DBusValue.properties(object.properties)
                    )
                ]
                return (.path(object.path), .dictionary(interfaces, of: "sa{sv}"))
            },
            of: "oa{sa{sv}}"
        )
    }

    /// The path of the characteristic whose value has this handle.
    func path(of handle: UInt16) -> String? {
        objects.first { $0.handle == handle && $0.interface == Self.characteristic }?.path
    }

    // MARK: Objects

    static let characteristic = "org.bluez.GattCharacteristic1"

    private mutating func add(
        _ uuid: BluetoothUUID,
        _ service: AttributeTable.Attribute,
        _ content: ArraySlice<AttributeTable.Attribute>
    ) {
        let path = Self.path(of: service.handle)
        let included = content.filter { $0.type == AttributeTable.include }.map {
            DBusValue.path(Self.path(of: UInt16($0.value[0]) | UInt16($0.value[1]) << 8))
        }
        objects.append(
            Object(
                path: path,
                interface: "org.bluez.GattService1",
                handle: 0,
                properties: [
                    ("UUID", .string(uuid.full)),
                    ("Primary", .bool(service.type == AttributeTable.primaryService)),
                    ("Includes", .array(included, of: "o")),
                ]
            )
        )
        var rest = content.drop { $0.type != AttributeTable.characteristic }
        while let declaration = rest.popFirst(), let value = rest.popFirst() {
            let descriptors = rest.prefix { $0.type != AttributeTable.characteristic }
            rest = rest.dropFirst(descriptors.count)
            add(declaration, value, descriptors, of: path)
        }
    }

    private static func path(of service: UInt16) -> String {
        root + "/service" + Hexadecimal.text(service, digits: 4)
    }

    private mutating func add(
        _ declaration: AttributeTable.Attribute,
        _ value: AttributeTable.Attribute,
        _ descriptors: ArraySlice<AttributeTable.Attribute>,
        of service: String
    ) {
        let path = service + "/char" + Hexadecimal.text(value.handle, digits: 4)
        let properties = CharacteristicProperties(rawValue: UInt16(declaration.value.first ?? 0))
        let flags = Self.flags(properties, value.permissions, descriptors)
        objects.append(
            Object(
                path: path,
                interface: Self.characteristic,
                handle: value.handle,
                properties: [
                    ("UUID", .string(value.type.full)), ("Service", .path(service)),
                    ("Flags", .strings(flags)),
                ]
            )
        )
        // bluetoothd adds the two descriptors that it interprets: 2900 and 2902
        for descriptor in descriptors
        where descriptor.type != AttributeTable.clientConfiguration && descriptor.type != 0x2900 {
            let flags =
                [Self.access("read", descriptor.permissions.level(for: .read))].compactMap(\.self)
                + [Self.access("write", descriptor.permissions.level(for: .write))].compactMap(
                    \.self
                )
            objects.append(
                Object(
                    path: path + "/desc" + Hexadecimal.text(descriptor.handle, digits: 4),
                    interface: "org.bluez.GattDescriptor1",
                    handle: descriptor.handle,
                    properties: [
                        ("UUID", .string(descriptor.type.full)), ("Characteristic", .path(path)),
                        ("Flags", .strings(flags)),
                    ]
                )
            )
        }
    }

    // MARK: Flags

    /// The flag of one operation at its level; nil: nobody may perform it.
    private static func access(_ verb: String, _ level: LinkSecurity?) -> String? {
        switch level {
        case nil: nil
        case LinkSecurity.none?: verb
        case .encrypted: "encrypt-\(verb)"
        case .authenticated: "encrypt-authenticated-\(verb)"
        case .secureConnections: "secure-\(verb)"
        }
    }

    private static func flags(
        _ properties: CharacteristicProperties,
        _ permissions: AttributePermissions,
        _ descriptors: ArraySlice<AttributeTable.Attribute>
    ) -> [String] {
        var flags: [String] = []
        if properties.contains(.read), let flag = access("read", permissions.level(for: .read)) {
            flags.append(flag)
        }
        let write = permissions.level(for: .write)
        if properties.contains(.write), let flag = access("write", write) { flags.append(flag) }
        if properties.contains(.writeWithoutResponse), write != nil {
            flags.append("write-without-response")
            // the permission needs its own flag, which also allows writes with a response
            if write != LinkSecurity.none, !properties.contains(.write),
                let flag = access("write", write)
            {
                flags.append(flag)
            }
        }
        let configuration = descriptors.first { $0.type == AttributeTable.clientConfiguration }
        let subscribing = configuration?.permissions.level(for: .write)
        for (property, name) in [
            (CharacteristicProperties.notify, "notify"), (.indicate, "indicate"),
        ]
        where properties.contains(property) {
            flags.append(name)
            if let subscribing, subscribing > .none, let flag = access(name, subscribing) {
                flags.append(flag)
            }
        }
        if properties.contains(.broadcast) { flags.append("broadcast") }
        if properties.contains(.authenticatedSignedWrites) {
            flags.append("authenticated-signed-writes")
        }
        let extended = descriptors.first { $0.type == 0x2900 }?.value.first ?? 0
        if extended & 1 != 0 { flags.append("reliable-write") }
        if extended & 2 != 0 { flags.append("writable-auxiliaries") }
        return flags
    }
}
