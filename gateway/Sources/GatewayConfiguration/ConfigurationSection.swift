/// A section of the file that a room reads by itself. The service lists the types; a file without
/// the section has none.
///
/// ```swift
/// package struct ProxySettings: ConfigurationSection {
///     package static let name = "proxy"
///     var port = 6053
///
///     package init(_ section: Section, _ files: Files) {
///         section.allow("port")
///         port = section.number("port", port, in: 1...65535)
///     }
/// }
/// ```
public protocol ConfigurationSection: Sendable, Hashable {
    /// The setting's name in the file: "proxy".
    static var name: String { get }

    /// Reads the section. Mistakes go to the section, which adds their lines.
    init(_ section: Section, _ files: Files)
}

extension ConfigurationSection {
    /// Whether another section is of the same type and has the same settings.
    package func isSame(as other: any ConfigurationSection) -> Bool { self == other as? Self }
}

extension Configuration {
    /// The settings of a room; nil when the file has no such section.
    public func section<Settings: ConfigurationSection>(_ type: Settings.Type) -> Settings? {
        sections[type.name] as? Settings
    }
}
