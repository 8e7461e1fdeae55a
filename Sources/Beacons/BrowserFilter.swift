public import FoundationEssentials

/// Which devices a browser lets in.
public struct BrowserFilter: Sendable, Hashable, Codable {
    /// Only devices whose displayed name contains `name`.
    public var filtersByName: Bool
    /// Part of a name, in any case of letters.
    public var name: String
    /// Devices weaker than this are left out, dBm.
    public var minimumRSSI: Int

    public init(filtersByName: Bool = false, name: String = "", minimumRSSI: Int = -127) {
        self.filtersByName = filtersByName
        self.name = name
        self.minimumRSSI = minimumRSSI
    }

    /// Lets everything in.
    public static let everything = BrowserFilter()

    /// Whether a device may be added. One whose RSSI is unknown is weak.
    public func admits(name displayedName: String, rssi: Int?) -> Bool {
        guard (rssi ?? -127) >= minimumRSSI else { return false }
        guard filtersByName, !name.isEmpty else { return true }
        return displayedName.lowercased().contains(name.lowercased())
    }

    /// The filter saved under a name, or nil when there is none that can be read.
    public static func saved(at file: URL) -> BrowserFilter? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try? JSONDecoder().decode(BrowserFilter.self, from: data)
    }

    /// Saves the filter; a new browser that is given the same file starts with it. The file appears
    /// whole or not at all.
    public func save(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}
