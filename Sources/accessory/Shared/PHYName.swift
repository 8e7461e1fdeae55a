internal import ArgumentParser
internal import BluetoothLE

/// A PHY by name.
enum PHYName: String, ExpressibleByArgument, CaseIterable {
    case le1M = "1M"
    case le2M = "2M"
    case coded

    var phy: PHY {
        switch self {
        case .le1M: .le1M
        case .le2M: .le2M
        case .coded: .coded
        }
    }
}
