package import BluetoothLE

/// The filter's verdict on a device, from its address and name.
package enum FilterVerdict {
    case undecided
    case allowed
    case denied
    /// Depends on the kind of the device's data.
    case byKind
}

extension Configuration.Filter {
    package func verdict(_ address: BluetoothAddress, name: String?) -> FilterVerdict {
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

    /// Whether no data of the device passes.
    ///
    /// - Parameter kinds: The format and model id of each of its kinds of data.
    package func denies(_ address: BluetoothAddress, name: String?, kinds: [[String]]) -> Bool {
        switch verdict(address, name: name) {
        case .denied: true
        case .allowed, .undecided: false
        case .byKind: !kinds.contains { allows(address, name: name, kinds: $0) }
        }
    }

    /// The verdict for a device with known data.
    ///
    /// - Parameter kinds: Its format and its model id.
    package func allows(_ address: BluetoothAddress, name: String?, kinds: [String]) -> Bool {
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
