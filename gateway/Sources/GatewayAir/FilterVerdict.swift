internal import BluetoothLE
internal import GatewayConfiguration

/// The filter's verdict on a device, from its address and name.
enum FilterVerdict {
    case undecided
    case allowed
    case denied
    /// Depends on the kind of the device's data.
    case byKind
}

extension Configuration.Filter {
    func verdict(_ address: BluetoothAddress, name: String?) -> FilterVerdict {
        func matches(_ list: [Configuration.Match]) -> Bool {
            list.contains {
                switch $0 {
                case .address(let value): value == address.value
                case .name(let text): name?.contains(text) == true
                case .kind: false
                }
            }
        }
        if matches(deny) { return .denied }
        let hasKinds = (allow + deny).contains { if case .kind = $0 { true } else { false } }
        if hasKinds { return .byKind }
        return allow.isEmpty || matches(allow) ? .allowed : .denied
    }

    /// The verdict for a device with known data.
    ///
    /// - Parameter kinds: Its format and its model id.
    func allows(_ address: BluetoothAddress, name: String?, kinds: [String]) -> Bool {
        func isKind(_ match: Configuration.Match) -> Bool {
            if case .kind(let kind) = match { kinds.contains(kind) } else { false }
        }
        if deny.contains(where: isKind) { return false }
        if allow.isEmpty || allow.contains(where: isKind) { return true }
        return allow.contains {
            switch $0 {
            case .address(let value): value == address.value
            case .name(let text): name?.contains(text) == true
            case .kind: false
            }
        }
    }
}
