internal import CAccessoryBlueZ

/// An item in the kernel that outlives the process that created it.
enum KernelItem: Hashable, Sendable {
    case advertisement(UInt8)
    case monitor(UInt16)

    /// The command that removes the item.
    var removal: (opcode: Int, parameters: [UInt8]) {
        switch self {
        case .advertisement(let instance): return (ACC_MGMT_OP_REMOVE_ADVERTISING, [instance])
        case .monitor(let handle):
            var writer = ByteWriter()
            writer.write(handle)
            return (ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR, writer.bytes)
        }
    }

    var name: String {
        switch self {
        case .advertisement(let instance): "advertisement-\(instance)"
        case .monitor(let handle): "monitor-\(handle)"
        }
    }

    init?(name: some StringProtocol) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "advertisement":
            guard let instance = UInt8(parts[1]) else { return nil }
            self = .advertisement(instance)
        case "monitor":
            guard let handle = UInt16(parts[1]) else { return nil }
            self = .monitor(handle)
        default: return nil
        }
    }
}
