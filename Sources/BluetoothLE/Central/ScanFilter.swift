/// A filter for the advertisers that a scan reports. Combine filters with `&&`, `||` and `!`:
///
///     .services(0x180D) && .rssi(atLeast: -70) && !.name(matching: "test*")
///
/// Names and services may match in the advertisement or in the scan response; the scan then reports
/// both.
public struct ScanFilter: Sendable {
    /// A test of a report and of the sender's last advertisement and scan response, combined.
    typealias Test =
        @Sendable (_ report: AdvertisementReport, _ sender: () -> Advertisement) -> Bool

    /// The test; nil accepts every report.
    private let test: Test?
    /// Whether the test needs the sender's last advertisement and scan response.
    let readsSender: Bool

    private init(readsSender: Bool, _ test: @escaping Test) {
        (self.test, self.readsSender) = (test, readsSender)
    }

    private init() {
        (test, readsSender) = (nil, false)
    }

    /// A filter on the sender's last advertisement and scan response.
    private static func sender(_ admits: @escaping @Sendable (Advertisement) -> Bool) -> ScanFilter
    {
        ScanFilter(readsSender: true) { _, sender in admits(sender()) }
    }

    /// Whether every report is accepted.
    var isEmpty: Bool { test == nil }

    func admits(_ report: AdvertisementReport, _ sender: () -> Advertisement) -> Bool {
        test?(report, sender) ?? true
    }

    /// Every report.
    public static let all = ScanFilter()

    /// Reports accepted by `admits`.
    public static func reports(
        _ admits: @escaping @Sendable (AdvertisementReport) -> Bool
    ) -> ScanFilter {
        ScanFilter(readsSender: false) { report, _ in admits(report) }
    }

    /// Devices that advertise any of these services.
    public static func services(_ uuids: BluetoothUUID...) -> ScanFilter { services(uuids) }

    /// Devices that advertise any of these services.
    public static func services(_ uuids: [BluetoothUUID]) -> ScanFilter {
        let wanted = Set(uuids)
        return sender { !wanted.isDisjoint(with: $0.serviceUUIDs) }
    }

    /// Devices with this name.
    public static func name(_ name: String) -> ScanFilter {
        sender { $0.name == name }
    }

    /// Devices whose name matches a case-sensitive pattern: `*` matches any characters, `?` one.
    public static func name(matching pattern: String) -> ScanFilter {
        let pattern = Array(pattern)
        return sender { $0.name.map { fits(Array($0)[...], pattern[...]) } ?? false }
    }

    /// Devices with at least this RSSI in dBm. Reports without an RSSI do not match.
    public static func rssi(atLeast least: Int) -> ScanFilter {
        reports { $0.rssi.map { $0 >= least } ?? false }
    }

    /// Devices with one of these addresses.
    public static func addresses(_ addresses: Set<BluetoothAddress>) -> ScanFilter {
        reports { addresses.contains($0.address) }
    }

    /// Devices that accept connections.
    public static let connectable = reports(\.isConnectable)

    /// Devices with an AD structure of a type (Assigned Numbers, section 2.3) whose value begins with
    /// these bytes, such as a company identifier in type 0xFF, least significant byte first.
    public static func structure(_ type: UInt8, beginsWith prefix: [UInt8] = []) -> ScanFilter {
        sender {
            $0.structures.contains { $0.type == type && $0.value.starts(with: prefix) }
        }
    }

    /// Accepts reports that both filters accept.
    public static func && (left: ScanFilter, right: ScanFilter) -> ScanFilter {
        combine(left, right) { left.admits($0, $1) && right.admits($0, $1) }
    }

    /// Accepts reports that at least one of the filters accepts.
    public static func || (left: ScanFilter, right: ScanFilter) -> ScanFilter {
        combine(left, right) { left.admits($0, $1) || right.admits($0, $1) }
    }

    /// Accepts reports that the filter rejects.
    public static prefix func ! (filter: ScanFilter) -> ScanFilter {
        ScanFilter(readsSender: filter.readsSender) { !filter.admits($0, $1) }
    }

    private static func combine(
        _ left: ScanFilter,
        _ right: ScanFilter,
        _ test: @escaping Test
    ) -> ScanFilter {
        ScanFilter(readsSender: left.readsSender || right.readsSender, test)
    }
}

/// Whether a name matches a pattern. On a mismatch only the last `*` is extended by one character;
/// extending the earlier ones cannot help.
private func fits(_ name: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
    var (at, wanted) = (name.startIndex, pattern.startIndex)
    var star: (name: Int, pattern: Int)?
    while at < name.endIndex {
        if wanted < pattern.endIndex, pattern[wanted] == "*" {
            star = (at, wanted)
            wanted += 1
        } else if wanted < pattern.endIndex, pattern[wanted] == "?" || pattern[wanted] == name[at] {
            at += 1
            wanted += 1
        } else if let last = star {
            star = (last.name + 1, last.pattern)
            (at, wanted) = (last.name + 1, last.pattern + 1)
        } else {
            return false
        }
    }
    return pattern[wanted...].allSatisfy { $0 == "*" }
}
