import Testing

@testable import BlueZDaemon
@testable import BluetoothLE

/// A program's attributes as objects for bluetoothd.
@Suite struct BusApplicationTests {
    private static func application(
        _ characteristics: [CharacteristicDefinition],
        isPrimary: Bool = true
    ) throws -> BusApplication {
        var table = AttributeTable()
        _ = try table.add(ServiceDefinition(0x1800))
        _ = try table.add(ServiceDefinition(0x1801))
        _ = try table.add(
            ServiceDefinition(0xFFE0, isPrimary: isPrimary, characteristics: characteristics)
        )
        return BusApplication(table)
    }

    private static func flags(
        _ properties: CharacteristicProperties,
        _ permissions: AttributePermissions = [.readable, .writeable],
        extended: UInt8? = nil
    ) throws -> [String] {
        let descriptors = extended.map { [DescriptorDefinition(0x2900, value: [$0, 0])] } ?? []
        let application = try application([
            CharacteristicDefinition(
                0xFFE1,
                properties: properties,
                permissions: permissions,
                descriptors: descriptors
            )
        ])
        let object = try #require(
            application.objects.first { $0.interface == BusApplication.characteristic }
        )
        return object.properties.first { $0.0 == "Flags" }?.1.elements?.compactMap(\.text) ?? []
    }

    @Test("flags follow the properties and the permissions")
    func flags() throws {
        for (properties, permissions, flags) in [
            (.read, .readable, ["read"]), (.read, [], []),
            (.read, .readAuthorizationRequired, ["read"]),
            (.read, .readEncryptionRequired, ["encrypt-read"]),
            (
                .read, [.readEncryptionRequired, .readAuthenticationRequired],
                ["encrypt-authenticated-read"]
            ),
            (.write, .writeable, ["write"]), (.write, .readable, []),
            (.write, .writeAuthorizationRequired, ["write"]),
            (.write, .writeEncryptionRequired, ["encrypt-write"]),
            (
                .write, [.writeEncryptionRequired, .writeAuthenticationRequired],
                ["encrypt-authenticated-write"]
            ),
            (.writeWithoutResponse, .writeable, ["write-without-response"]),
            (.writeWithoutResponse, .readable, []),
            (
                .writeWithoutResponse, .writeEncryptionRequired,
                ["write-without-response", "encrypt-write"]
            ),
            (
                [.write, .writeWithoutResponse], .writeEncryptionRequired,
                ["encrypt-write", "write-without-response"]
            ),
            (.notify, [], ["notify"]), (.indicate, [], ["indicate"]),
            ([.notify, .indicate], [], ["notify", "indicate"]),
            ([.notify, .notifyEncryptionRequired], [], ["notify", "encrypt-notify"]),
            ([.indicate, .indicateEncryptionRequired], [], ["indicate", "encrypt-indicate"]),
            (.broadcast, [], ["broadcast"]),
            (.authenticatedSignedWrites, [], ["authenticated-signed-writes"]),
        ] as [(CharacteristicProperties, AttributePermissions, [String])] {
            #expect(try Self.flags(properties, permissions) == flags)
        }
        for (extended, flags) in [
            (0, []), (1, ["reliable-write"]), (2, ["writable-auxiliaries"]),
            (3, ["reliable-write", "writable-auxiliaries"]),
        ] as [(UInt8, [String])] {
            #expect(try Self.flags([], extended: extended) == flags)
        }
    }

    @Test("paths end with handles; the descriptors that bluetoothd adds are left out")
    func objects() throws {
        let application = try Self.application([
            CharacteristicDefinition(
                0xFFE1,
                properties: [.read, .notify],
                descriptors: [
                    DescriptorDefinition(0x2900, value: [0, 0]),
                    DescriptorDefinition(0x2901, value: [0x61]),
                    DescriptorDefinition(
                        0xFFE9,
                        permissions: [.writeable, .readEncryptionRequired],
                        value: []
                    ),
                ]
            ),
            CharacteristicDefinition(0xFFE2, properties: .read),
        ])
        // 1 and 2: the services 1800 and 1801; 3: the service, 4 and 5: the characteristic and its value
        let service = "/accessory/attributes/service0003"
        let char = service + "/char0005"
        let paths = application.objects.map(\.path)
        #expect(paths.prefix(2) == [service, char] && paths.count == 5)
        #expect(application.objects.map(\.handle).prefix(2) == [0, 5])
        let descriptors = application.objects.filter { $0.interface == "org.bluez.GattDescriptor1" }
        #expect(
            descriptors.allSatisfy { $0.path.hasPrefix(char + "/desc") } && descriptors.count == 2
        )
        let flags = descriptors.map { object in
            object.properties.first { $0.0 == "Flags" }?.1.elements?.compactMap(\.text)
        }
        #expect(flags == [["read"], ["encrypt-read", "write"]])
        let last = try #require(application.objects.last)
        #expect(application.path(of: 5) == char && application.path(of: last.handle) == last.path)
        #expect(
            application.path(of: descriptors[0].handle) == nil && application.path(of: 0) == nil
        )
        let properties = application.objects[0].properties
        #expect(properties.first { $0.0 == "Primary" }?.1.isOn == true)
        #expect(
            properties.first { $0.0 == "UUID" }?.1.text == "0000ffe0-0000-1000-8000-00805f9b34fb"
        )
        #expect(application.tree.entries?.compactMap(\.key.text) == paths)
        let secondary = try Self.application([], isPrimary: false).objects
        #expect(
            secondary.count == 1
                && secondary[0].properties.first { $0.0 == "Primary" }?.1.isOn == false
        )
    }

    @Test("an included service is named by its path")
    func includes() throws {
        var table = AttributeTable()
        let first = try table.add(ServiceDefinition(0xFFE0, isPrimary: false))
        _ = try table.add(ServiceDefinition(0xFFE1), included: [first.range])
        let objects = BusApplication(table).objects
        let included = objects.map { object in
            object.properties.first { $0.0 == "Includes" }?.1.elements?.compactMap(\.text)
        }
        #expect(included == [[], ["/accessory/attributes/service0001"]])
    }
}

/// Attributes of a connected device, from bluetoothd's objects.
@Suite struct BusAttributeValueTests {
    private static func attribute(
        _ kind: String,
        _ properties: [String: DBusValue]
    ) -> DaemonObjects.Attribute {
        DaemonObjects.Attribute(interface: "org.bluez.Gatt\(kind)1", properties: properties)
    }

    @Test(
        "the MTU is the first that is in range",
        arguments: [(22, nil), (23, 23), (517, 517), (518, nil)] as [(UInt16, Int?)]
    )
    func mtu(number: UInt16, mtu: Int?) {
        let device = "/org/bluez/hci0/dev_1/service0001"
        let tree = BusAttributes([
            device: Self.attribute("Service", ["MTU": .uint16(100)]),
            device + "/char0002": Self.attribute("Characteristic", [:]),
            device + "/char0004": Self.attribute("Characteristic", ["MTU": .uint16(number)]),
        ])
        #expect(tree.mtu == mtu)
    }

    @Test("handles are 1 to FFFE, in four digits after a known name")
    func handles() {
        for (name, isThere) in [
            ("service0001", true), ("servicefffe", true), ("service0000", false),
            ("serviceffff", false),
            ("service001", false), ("service00001", false), ("servicezzzz", false),
            ("other0001", false),
        ] {
            let tree = BusAttributes([
                "/d/\(name)": Self.attribute("Service", ["UUID": .string("1809")])
            ])
            #expect((tree.services.count == 1) == isThere, "\(name)")
        }
        let nameless = BusAttributes([
            "/d/service0001": Self.attribute("Service", ["UUID": .string("odd")])
        ])
        #expect(nameless.services.isEmpty)
    }

    @Test("descriptors lie between a value and the next declaration")
    func descriptorRange() {
        let service = "/d/service0010"
        let uuid: [String: DBusValue] = ["UUID": .string("2a00")]
        let tree = BusAttributes([
            service: Self.attribute("Service", ["UUID": .string("1809")]),
            service + "/char0011": Self.attribute("Characteristic", uuid),
            service + "/char0013": Self.attribute("Characteristic", uuid),
            service + "/char0013/desc0015": Self.attribute("Descriptor", uuid),
            service + "/char0016": Self.attribute("Characteristic", uuid),
            service + "/char0016/desc0018": Self.attribute("Descriptor", uuid),
            "/d/service0019": Self.attribute("Service", ["UUID": .string("1809")]),
            "/d/service0019/char001a": Self.attribute("Characteristic", uuid),
        ])
        #expect(tree.services.map(\.handles) == [0x10...0x18, 0x19...0xFFFF])
        let characteristics = tree.characteristics(of: tree.services[0])
        #expect(characteristics.map(\.valueHandle) == [0x12, 0x14, 0x17])
        #expect(characteristics.map(\.descriptorHandles) == [nil, 0x15...0x15, 0x18...0x18])
        #expect(
            characteristics.map { tree.descriptors(of: $0).map(\.handle) } == [[], [0x15], [0x18]]
        )
        #expect(tree.characteristics(of: tree.services[1]).map(\.valueHandle) == [0x1B])
    }

    @Test("flags are properties, unknown ones are ignored")
    func flags() {
        let names = [
            "broadcast", "read", "write-without-response", "write", "notify", "indicate",
            "authenticated-signed-writes",
            "extended-properties", "reliable-write",
        ]
        let attribute = Self.attribute("Characteristic", ["Flags": .strings(names)])
        #expect(attribute.flags.rawValue == 0xFF)
        #expect(Self.attribute("Characteristic", ["Flags": .string("read")]).flags == [])
    }
}
