import BluetoothLE
import Testing

@testable import BlueZDaemon

/// Services from the object tree of bluetoothd.
@Suite struct BusAttributesTests {
    private static let kinds = [
        "service": "Service", "char": "Characteristic", "desc": "Descriptor",
    ]

    private func tree(_ paths: [String]) -> BusAttributes {
        var attributes: [String: DaemonObjects.Attribute] = [:]
        for path in paths {
            let kind = Self.kinds.first {
                path.split(separator: "/").last?.hasPrefix($0.key) == true
            }
            attributes[path] = DaemonObjects.Attribute(
                interface: "org.bluez.Gatt\(kind?.value ?? "Service")1",
                properties: [
                    "UUID": .string("1809"), "Flags": .strings(["read", "notify", "odd"]),
                ]
            )
        }
        return BusAttributes(attributes)
    }

    @Test func handlesAreThoseOfThePaths() throws {
        let device = "/org/bluez/hci0/dev_1"
        let tree = tree([
            device + "/service0010", device + "/service0010/char0011",
            device + "/service0010/char0011/desc0013", device + "/service0010/char0014",
            device + "/service0020",
        ])
        #expect(tree.services.map(\.handles) == [0x10...0x1F, 0x20...0xFFFF])
        let characteristics = tree.characteristics(of: tree.services[0])
        #expect(characteristics.map(\.valueHandle) == [0x12, 0x15])
        #expect(characteristics[0].descriptorHandles == 0x13...0x13)
        #expect(characteristics[0].properties == [.read, .notify])
        #expect(tree.descriptors(of: characteristics[0]).map(\.handle) == [0x13])
        #expect(tree.object(0x12)?.path.hasSuffix("char0011") == true)
        #expect(tree.object(0x13)?.path.hasSuffix("desc0013") == true)
        #expect(tree.object(0x11) == nil && tree.mtu == nil)
    }

    @Test("a service is secondary only if bluetoothd lists it so and another service includes it")
    func primary() throws {
        let paths = (1...3).map { "/org/bluez/hci0/dev_1/service000\($0)" }
        var attributes: [String: DaemonObjects.Attribute] = [:]
        for path in paths {
            attributes[path] = DaemonObjects.Attribute(
                interface: "org.bluez.GattService1",
                properties: ["UUID": .string("1809"), "Primary": .bool(path == paths[0])]
            )
        }
        attributes[paths[0]]?.properties["Includes"] = .array([.path(paths[2])], of: "o")
        let tree = BusAttributes(attributes)
        #expect(tree.services.map(\.isPrimary) == [true, true, false])
        #expect(tree.includedServices(of: tree.services[0]) == [tree.services[2]])
    }

    @Test("random paths, most of them invalid, give consistent handles", arguments: 0..<50)
    func hostile(seed: UInt64) {
        var random = SplitMix(state: seed)
        let names = ["service", "char", "desc", "x", "", "service00"]
        let digits = ["0000", "ffff", "fffe", "0001", "0008", "0009", "zzzz", "8", "+001"]
        let paths = (0..<40).map { _ in
            "/d/" + names.randomElement(using: &random)! + digits.randomElement(using: &random)!
                + "/" + names.randomElement(using: &random)!
                + digits.randomElement(using: &random)!
        }
        let tree = tree(paths)
        for service in tree.services {
            #expect(tree.includedServices(of: service).isEmpty)
            for characteristic in tree.characteristics(of: service) {
                _ = tree.descriptors(of: characteristic)
                #expect(tree.object(characteristic.valueHandle) != nil)
            }
        }
    }
}

/// A small random generator, for runs that a seed repeats.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
