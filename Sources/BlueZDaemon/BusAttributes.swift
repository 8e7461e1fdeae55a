internal import BluetoothLE

/// The attributes of a connected device, from bluetoothd's objects (BlueZ, doc/org.bluez.GattService.rst
/// and the related files). Object paths end with the handles: `service0008`, `char0009`, `desc000b`.
/// bluetoothd leaves out the GAP service.
struct BusAttributes: Sendable {
    private let attributes: [(handle: UInt16, path: String, attribute: DaemonObjects.Attribute)]
    /// Indices of the objects with a value, by the value's handle.
    private var values: [UInt16: Int] = [:]

    init(_ attributes: [String: DaemonObjects.Attribute]) {
        self.attributes = attributes.compactMap { path, attribute in
            Self.handle(path).map { ($0, path, attribute) }
        }.sorted { $0.handle < $1.handle }
        for (index, item) in self.attributes.enumerated() {
            switch item.attribute.interface {
            case "org.bluez.GattDescriptor1": values[item.handle] = index
            // a characteristic's value follows its declaration
            case "org.bluez.GattCharacteristic1": values[item.handle + 1] = index
            default: break
            }
        }
    }

    /// The handle at the end of a path.
    private static func handle(_ path: String) -> UInt16? {
        let name = path.split(separator: "/").last ?? ""
        guard
            ["service", "char", "desc"].contains(where: {
                name.count == $0.count + 4 && name.hasPrefix($0)
            })
        else { return nil }
        return UInt16(name.suffix(4), radix: 16).flatMap { $0 > 0 && $0 < .max ? $0 : nil }
    }

    /// The attributes of one kind below a path, sorted by handle.
    private func all(
        _ kind: String,
        below path: String = ""
    ) -> [(handle: UInt16, path: String, attribute: DaemonObjects.Attribute)] {
        attributes.filter {
            $0.attribute.interface == "org.bluez.Gatt\(kind)1"
                && (path.isEmpty || $0.path.hasPrefix(path + "/"))
        }
    }

    // MARK: Discovery

    /// The services, sorted by handle. bluetoothd does not export a service's last handle, so it is set to the
    /// handle before the next service.
    var services: [RemoteService] {
        let services = all("Service")
        let included = Set(services.flatMap { Self.includes($0.attribute) })
        return services.indices.compactMap { index in
            let (first, path, attribute) = services[index]
            let last = index + 1 < services.count ? services[index + 1].handle - 1 : .max
            // paths of bluetoothd never have two services with the same handle; skip them
            guard let uuid = attribute.uuid, first <= last else { return nil }
            return RemoteService(
                uuid: uuid,
                handles: first...last,
                // BlueZ 5.66 lists a primary service that replaces a cached one as secondary; a real
                // secondary service is included by another service
                isPrimary: attribute.properties["Primary"]?.isOn ?? true || !included.contains(path)
            )
        }
    }

    func includedServices(of service: RemoteService) -> [RemoteService] {
        let including = all("Service").first { $0.handle == service.handles.lowerBound }
        let handles = including.map { Self.includes($0.attribute).compactMap(Self.handle) } ?? []
        return services.filter { handles.contains($0.handles.lowerBound) }
    }

    /// The paths of the services that a service includes.
    private static func includes(_ service: DaemonObjects.Attribute) -> [String] {
        (service.properties["Includes"]?.elements ?? []).compactMap(\.text)
    }

    func characteristics(of service: RemoteService) -> [RemoteCharacteristic] {
        let found = all("Characteristic").filter { service.handles.contains($0.handle) }
        return found.indices.compactMap { index in
            let (declaration, _, attribute) = found[index]
            guard let uuid = attribute.uuid else { return nil }
            let value = declaration + 1
            let last =
                index + 1 < found.count ? found[index + 1].handle - 1 : service.handles.upperBound
            return RemoteCharacteristic(
                uuid: uuid,
                properties: attribute.flags,
                valueHandle: value,
                descriptorHandles: value < last ? value + 1...last : nil
            )
        }
    }

    func descriptors(of characteristic: RemoteCharacteristic) -> [RemoteDescriptor] {
        guard let handles = characteristic.descriptorHandles else { return [] }
        return all("Descriptor").filter { handles.contains($0.handle) }.compactMap { item in
            item.attribute.uuid.map { RemoteDescriptor(uuid: $0, handle: item.handle) }
        }
    }

    // MARK: Objects

    /// The object that reads and writes the value with this handle.
    func object(_ handle: UInt16) -> (path: String, attribute: DaemonObjects.Attribute)? {
        values[handle].map { (attributes[$0].path, attributes[$0].attribute) }
    }

    /// The negotiated ATT MTU, from the first characteristic that reports it (BlueZ 5.62); nil: unknown.
    var mtu: Int? {
        all("Characteristic").lazy.compactMap { $0.attribute.properties["MTU"]?.number }
            .first { (23...517).contains($0) }
    }
}

extension DaemonObjects.Attribute {
    var uuid: BluetoothUUID? { properties["UUID"]?.text.flatMap { BluetoothUUID($0) } }

    var flags: CharacteristicProperties {
        let names: [String: CharacteristicProperties] = [
            "broadcast": .broadcast, "read": .read,
            "write-without-response": .writeWithoutResponse, "write": .write, "notify": .notify,
            "indicate": .indicate, "authenticated-signed-writes": .authenticatedSignedWrites,
            "extended-properties": .extendedProperties,
        ]
        let flags = properties["Flags"]?.elements ?? []
        return CharacteristicProperties(flags.compactMap { $0.text.flatMap { names[$0] } })
    }
}
