public import AccessoryLink
public import BluetoothLE

/// A device that a search has found.
public struct DeviceInfo: Sendable, Hashable {
    /// Where it was found.
    public let channel: LinkChannel
    /// The name that it advertises; nil on the audio jack, and for a device without one.
    public let name: String?
    /// What `openDevice` takes: the Bluetooth address, with its kind when that is not public, as in
    /// `C0:DE:00:00:00:02/random`; nil on the audio jack.
    public let identifier: String?
    /// Whether the device is known to offer one of the manager's serial lines: it advertises the
    /// service. One that does not may offer it all the same. Always true on the audio jack.
    public let advertisesProfile: Bool
}

extension BluetoothAddress {
    private static let kinds: [(Kind, String)] = [
        (.random, "/random"), (.publicIdentity, "/public-identity"),
        (.randomIdentity, "/random-identity"),
    ]

    /// The address that `DeviceInfo.identifier` names; nil when it names none.
    public init?(identifier: String) {
        let end = identifier.firstIndex(of: "/") ?? identifier.endIndex
        let suffix = identifier[end...]
        guard let kind = suffix.isEmpty ? .public : Self.kinds.first(where: { $0.1 == suffix })?.0
        else { return nil }
        self.init(identifier[..<end], kind: kind)
    }

    /// The address of a device of classic Bluetooth; nil for any other identifier.
    init?(classicIdentifier identifier: String) {
        guard identifier.hasSuffix(Self.classicSuffix) else { return nil }
        self.init(identifier.dropLast(Self.classicSuffix.count))
    }

    static let classicSuffix = "/classic"

    /// What `DeviceInfo.identifier` and `openDevice` call a device of this address.
    public var identifier: String {
        description + (Self.kinds.first { $0.0 == kind }?.1 ?? "")
    }
}
