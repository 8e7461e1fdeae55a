internal import AccessoryBase
public import FoundationEssentials

/// The filter for the devices that a browser adds.
public struct BrowserFilter: Sendable, Hashable, Codable {
    /// Whether to admit only devices whose displayed name contains `name`.
    public var filtersByName: Bool
    /// Part of a name; case is ignored.
    public var name: String
    /// Minimum RSSI, dBm; weaker devices are not admitted.
    public var minimumRSSI: Int

    /// Creates a filter, by default one that admits every device.
    public init(filtersByName: Bool = false, name: String = "", minimumRSSI: Int = -127) {
        self.filtersByName = filtersByName
        self.name = name
        self.minimumRSSI = minimumRSSI
    }

    /// Admits every device.
    public static let everything = BrowserFilter()

    /// Whether a device may be added. An unknown RSSI counts as weak.
    public func admits(name displayedName: String, rssi: Int?) -> Bool {
        guard (rssi ?? -127) >= minimumRSSI else { return false }
        guard filtersByName, !name.isEmpty else { return true }
        return displayedName.lowercased().contains(name.lowercased())
    }

    /// Decodes a saved filter. A missing key has its default. A name without `filtersByName` is
    /// applied.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decodeIfPresent(String.self, forKey: .name) ?? ""
        filtersByName =
            try values.decodeIfPresent(Bool.self, forKey: .filtersByName) ?? !name.isEmpty
        minimumRSSI = try values.decodeIfPresent(Int.self, forKey: .minimumRSSI) ?? -127
    }

    /// Loads the filter from a file; nil if there is no file.
    public static func load(from file: URL) throws(BrowserFilterError) -> BrowserFilter? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do {
            return try JSONDecoder().decode(BrowserFilter.self, from: Data(contentsOf: file))
        } catch {
            throw .unreadable(file, reason: FailureReason(error))
        }
    }

    /// Loads the filter from a file; nil if there is no file or it cannot be read.
    public static func saved(at file: URL) -> BrowserFilter? { (try? load(from: file)) ?? nil }

    /// Saves the filter atomically. A new browser with the same file starts with it.
    ///
    /// - Throws: The error of encoding or of writing the file.
    public func save(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}
