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

    /// Reads a saved filter. A missing key keeps its default; a name that is there filters, unless
    /// `filtersByName` says otherwise.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decodeIfPresent(String.self, forKey: .name) ?? ""
        filtersByName =
            try values.decodeIfPresent(Bool.self, forKey: .filtersByName) ?? !name.isEmpty
        minimumRSSI = try values.decodeIfPresent(Int.self, forKey: .minimumRSSI) ?? -127
    }

    /// The filter that a file holds; nil when there is no file.
    public static func load(from file: URL) throws(BrowserFilterError) -> BrowserFilter? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do {
            return try JSONDecoder().decode(BrowserFilter.self, from: Data(contentsOf: file))
        } catch {
            throw .unreadable(file, reason: "\(error)")
        }
    }

    /// The same; nil also when the file cannot be read.
    public static func saved(at file: URL) -> BrowserFilter? { (try? load(from: file)) ?? nil }

    /// Saves the filter; a new browser that is given the same file starts with it. The file appears
    /// whole or not at all.
    public func save(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}
