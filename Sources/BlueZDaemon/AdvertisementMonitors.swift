/// The monitors of a passive scan, as objects that bluetoothd reads (BlueZ, doc/org.bluez.AdvertisementMonitor.rst).
/// A monitor reports an advertisement that matches one of its patterns. No pattern matches every advertisement,
/// so these match the fields that nearly every one has: flags, manufacturer data or a service UUID.
enum AdvertisementMonitors {
    /// The interface for registering monitors. bluetoothd exports it with its option `--experimental`.
    static let manager = "org.bluez.AdvertisementMonitorManager1"
    static let interface = "org.bluez.AdvertisementMonitor1"

    struct Pattern: Sendable, Hashable {
        /// The AD type (Bluetooth Assigned Numbers, section 2.3).
        let type: UInt8
        /// Offset in the AD structure's data of the byte that must equal `value`.
        let position: UInt8
        let value: UInt8
    }

    /// Maximum patterns of one monitor. The kernel accepts 16, but more than 7 overrun a buffer of bluetoothd
    /// 5.66, which then aborts (`malloc(): invalid size`): it stores the request's size, 34 bytes a pattern,
    /// in 8 bits.
    private static let patternsPerMonitor = 7

    /// The patterns of each monitor. Few monitors, because all programs share the kernel's 32.
    static let all: [[Pattern]] = {
        // all values of the five assigned flags
        let flags = (0...0x1F).map { Pattern(type: 0x01, position: 0, value: $0) }
        // the high byte of the company identifier: twice the assigned range, and 0xFFFF for tests
        let companies = (Array(0...0x1E) + [0xFF]).map {
            Pattern(type: 0xFF, position: 1, value: $0)
        }
        // the high byte of a 16-bit service UUID: the standard's, the members' and unassigned ones
        let services = [0x16, 0x02, 0x03].flatMap { type in
            [0x18, 0xFC, 0xFD, 0xFE, 0xFF].map { Pattern(type: type, position: 1, value: $0) }
        }
        return [flags, companies, services].flatMap { patterns in
            stride(from: 0, to: patterns.count, by: patternsPerMonitor).map {
                Array(patterns[$0..<min($0 + patternsPerMonitor, patterns.count)])
            }
        }
    }()

    /// The monitors' object paths below `root`.
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
