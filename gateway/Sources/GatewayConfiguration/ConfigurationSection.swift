/// A section of the file that another module decodes. The service lists the types; for a file
/// without the section there is no instance.
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
    /// The section's name in the file: "proxy".
    static var name: String { get }

    /// Decodes the section. Errors are reported to the section, which adds the line numbers.
    init(_ section: Section, _ files: Files)
}

extension ConfigurationSection {
    /// Whether another section has the same type and the same settings.
    package func isSame(as other: any ConfigurationSection) -> Bool { self == other as? Self }
}

extension Configuration {
    /// The settings of a module; nil if the file has no such section.
    public func section<Settings: ConfigurationSection>(_ type: Settings.Type) -> Settings? {
        sections[type.name] as? Settings
    }
}
