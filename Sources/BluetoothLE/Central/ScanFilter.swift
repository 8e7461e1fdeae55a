/// Which advertisers a scan reports. Filters combine by `&&`, `||` and `!`:
///
///     .services(0x180D) && .rssi(atLeast: -70) && !.name(matching: "test*")
///
/// A name or a service counts whether it stands in the advertisement or in the scan response: a
/// device that fits is reported by both.
public struct ScanFilter: Sendable {
    /// A report, and all that its sender has advertised of late: the last advertisement and the last
    /// scan response in one.
    typealias Test =
        @Sendable (_ report: AdvertisementReport, _ sender: () -> Advertisement) -> Bool

    let admits: Test

    /// Every report.
    public static let all = ScanFilter { _, _ in true }

    /// What `admits` lets through.
    public static func reports(
        _ admits: @escaping @Sendable (AdvertisementReport) -> Bool
    ) -> ScanFilter {
        ScanFilter { report, _ in admits(report) }
    }

    /// Devices that advertise any of these services.
    public static func services(_ uuids: BluetoothUUID...) -> ScanFilter { services(uuids) }

    /// Devices that advertise any of these services.
    public static func services(_ uuids: [BluetoothUUID]) -> ScanFilter {
        let wanted = Set(uuids)
        return ScanFilter { _, sender in !wanted.isDisjoint(with: sender().serviceUUIDs) }
    }

    /// Devices of this name.
    public static func name(_ name: String) -> ScanFilter {
        ScanFilter { _, sender in sender().name == name }
    }

    /// Devices whose name fits a pattern: `*` stands for any characters, `?` for one; upper and
    /// lower case differ.
    public static func name(matching pattern: String) -> ScanFilter {
        let pattern = Array(pattern)
        return ScanFilter { _, sender in
            sender().name.map { fits(Array($0)[...], pattern[...]) } ?? false
        }
    }

    /// Devices that are heard at least this strong, dBm. Reports without a strength do not count.
    public static func rssi(atLeast least: Int) -> ScanFilter {
        ScanFilter { report, _ in report.rssi.map { $0 >= least } ?? false }
    }

    /// Devices with one of these addresses.
    public static func addresses(_ addresses: Set<BluetoothAddress>) -> ScanFilter {
        ScanFilter { report, _ in addresses.contains(report.address) }
    }

    /// Devices that take connections.
    public static let connectable = ScanFilter { report, _ in report.isConnectable }

    /// Devices with an AD structure of a type (Assigned Numbers, section 2.3) whose value begins
    /// with these bytes, such as a company's number in type 0xFF, least significant byte first.
    public static func structure(_ type: UInt8, beginsWith prefix: [UInt8] = []) -> ScanFilter {
        ScanFilter { _, sender in
            sender().structures.contains { $0.type == type && $0.value.starts(with: prefix) }
        }
    }

    public static func && (left: ScanFilter, right: ScanFilter) -> ScanFilter {
        ScanFilter { left.admits($0, $1) && right.admits($0, $1) }
    }

    public static func || (left: ScanFilter, right: ScanFilter) -> ScanFilter {
        ScanFilter { left.admits($0, $1) || right.admits($0, $1) }
    }

    public static prefix func ! (filter: ScanFilter) -> ScanFilter {
        ScanFilter { !filter.admits($0, $1) }
    }
}

/// Whether a name fits a pattern. On a mismatch only the last `*` takes one character more: what the
/// earlier ones took cannot be the reason.
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
