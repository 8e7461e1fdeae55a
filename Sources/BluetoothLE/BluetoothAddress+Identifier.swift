extension BluetoothAddress {
    private static let kinds: [(Kind, String)] = [
        (.random, "/random"), (.publicIdentity, "/public-identity"),
        (.randomIdentity, "/random-identity"),
    ]

    /// Parses an identifier; nil when it is invalid.
    public init?(identifier: String) {
        let end = identifier.firstIndex(of: "/") ?? identifier.endIndex
        let suffix = identifier[end...]
        guard let kind = suffix.isEmpty ? .public : Self.kinds.first(where: { $0.1 == suffix })?.0
        else { return nil }
        self.init(identifier[..<end], kind: kind)
    }

    /// The address, with a suffix for its kind when it is not public: `C0:DE:00:00:00:02/random`.
    public var identifier: String {
        description + (Self.kinds.first { $0.0 == kind }?.1 ?? "")
    }
}
