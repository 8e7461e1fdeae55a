public import Foundation
public import Testing

/// The checkout that contains the tests.
public enum Repository {
    public static let top = URL(filePath: #filePath).appending(path: "../../..").standardized
    /// The folder of the public test vectors, next to the checkout. It may be missing.
    public static let sharedVectors = top.appending(path: "../shared/facts/vectors")
        .standardizedFileURL

    /// - Parameter path: From the top.
    public static func text(_ path: String) throws -> String {
        try String(contentsOf: top.appending(path: path), encoding: .utf8)
    }

    /// The file's text without the indentation of its lines.
    public static func flatText(_ path: String) throws -> String { flat(try text(path)) }

    /// Expects that `sources` contains every Swift example of `article`, except for indentation and imports.
    public static func expectExamples(
        of article: String,
        in sources: [String],
        location: SourceLocation = #_sourceLocation
    ) throws {
        let examples = try text(article).components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
        #expect(!examples.isEmpty, "\(article) has examples", sourceLocation: location)
        let source = try sources.map(flatText).joined(separator: "\n")
        for example in examples {
            let code = example.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
            #expect(
                source.contains(flat(code).trimmingCharacters(in: .newlines)),
                sourceLocation: location
            )
        }
    }

    private static func flat(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }
}
