/// The monitors of a passive scan, as objects that bluetoothd reads (BlueZ, doc/org.bluez.AdvertisementMonitor.rst).
/// A monitor matches advertisements with one of its patterns. There is none for all advertisements, so these
/// match what nearly every advertisement has: flags, data of a company, or a service.
enum AdvertisementMonitors {
    /// Offered by bluetoothd with its option `--experimental`.
    static let manager = "org.bluez.AdvertisementMonitorManager1"
    static let interface = "org.bluez.AdvertisementMonitor1"

    struct Pattern: Sendable, Hashable {
        /// The AD type (Bluetooth Assigned Numbers, section 2.3).
        let type: UInt8
        /// The byte of the structure's data that `value` is compared with.
        let position: UInt8
        let value: UInt8
    }

    /// The kernel takes 16 a monitor, but more than 7 overrun a buffer of bluetoothd 5.66, which then aborts
    /// (`malloc(): invalid size`): it keeps the size of the request, 34 bytes a pattern, in 8 bits.
    private static let patternsPerMonitor = 7

    /// The patterns of each monitor. Few: the kernel has room for 32 monitors of all programs.
    static let all: [[Pattern]] = {
        // the five flags that are assigned
        let flags = (0...0x1F).map { Pattern(type: 0x01, position: 0, value: $0) }
        // the high byte of the company's number: all that are assigned, twice as many, and 0xFFFF for tests
        let companies = (Array(0...0x1E) + [0xFF]).map {
            Pattern(type: 0xFF, position: 1, value: $0)
        }
        // the high byte of a 16-bit service UUID: the standard's, members', and those of no one
        let services = [0x16, 0x02, 0x03].flatMap { type in
            [0x18, 0xFC, 0xFD, 0xFE, 0xFF].map { Pattern(type: type, position: 1, value: $0) }
        }
        return [flags, companies, services].flatMap { patterns in
            stride(from: 0, to: patterns.count, by: patternsPerMonitor).map {
                Array(patterns[$0..<min($0 + patternsPerMonitor, patterns.count)])
            }
        }
    }()

    /// The objects' paths below `root`.
    static func paths(below root: String) -> [String] { all.indices.map { "\(root)/monitor\($0)" } }

    /// The reply to `GetManagedObjects`.
    static func tree(below root: String) -> DBusValue {
        .dictionary(
            zip(paths(below: root), all).map { path, patterns in
                let properties = DBusValue.properties([
                    ("Type", .string("or_patterns")),
                    ("Patterns", .array(patterns.map(\.structure), of: "(yyay)")),
                ])
                let interfaces = [(key: DBusValue.string(interface), value: properties)]
                return (.path(path), .dictionary(interfaces, of: "sa{sv}"))
            },
            of: "oa{sa{sv}}"
        )
    }
}

extension AdvertisementMonitors.Pattern {
    fileprivate var structure: DBusValue {
        .structure([.byte(position), .byte(type), .bytes([value])])
    }
}
