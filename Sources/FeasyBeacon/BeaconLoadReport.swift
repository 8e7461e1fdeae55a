/// The values that `loadParameters` could not load.
public struct BeaconLoadReport: Sendable, Hashable {
    /// The name of the module's advertisements in a report.
    static let beacons = "beacons"

    /// Parameters whose query the module refused, by name; `beacons` for its advertisements.
    public var refused: [String] = []
    /// Parameters whose value is out of the parameter's range, with the module's text.
    public var unreadable: [String: String] = [:]

    /// Whether all values were loaded.
    public var isWhole: Bool { refused.isEmpty && unreadable.isEmpty }
}

extension BeaconLoadReport: CustomStringConvertible {
    public var description: String {
        let bad = unreadable.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        return [("refused by the module", refused), ("not understood", bad)]
            .filter { !$0.1.isEmpty }
            .map { "\($0.0): \($0.1.joined(separator: ", "))" }
            .joined(separator: "; ")
    }
}
