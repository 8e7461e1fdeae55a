import Foundation
import TestSupport
import Testing

/// Every Swift example of the documents and doc comments is in a test, so it compiles. Most run in the
/// tests of their module; `Examples.swift` compiles the others.
@Suite struct CodeTests {
    private static let documents = [
        "README.md", "CONTRIBUTING.md", "docs", "Sources", "lab", "benchmarks/README.md",
    ]

    private static func files(_ path: String, _ suffixes: Set<String>) -> [URL] {
        let start = Repository.top.appending(path: path)
        guard start.pathExtension.isEmpty else { return [start] }
        let files = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).filter { suffixes.contains($0.pathExtension) }
    }

    /// A file's examples; in a source file those of its doc comments.
    private static func examples(in file: URL, language: String = "swift") throws -> [String] {
        var text = try String(contentsOf: file, encoding: .utf8)
        if file.pathExtension == "swift" {
            text = text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.drop { $0 == " " } }
                .map { $0.hasPrefix("/// ") ? $0.dropFirst(4) : $0.hasPrefix("///") ? "" : $0 }
                .joined(separator: "\n")
        }
        return text.components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }

    /// Code without imports, comments and whitespace.
    private static func bare(_ code: some StringProtocol) -> String {
        code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.hasPrefix("import ") && !$0.hasPrefix("//") }
            .map { $0.components(separatedBy: " //")[0] }
            .joined().filter { !$0.isWhitespace }
    }

    @Test func everyExampleIsCompiled() throws {
        let compiled = try ["Tests", "Examples"].flatMap { Self.files($0, ["swift"]) }
            .map { Self.bare(try String(contentsOf: $0, encoding: .utf8)) }
            .joined()
        var count = 0
        for file in Self.documents.flatMap({ Self.files($0, ["md", "swift"]) }) {
            for example in try Self.examples(in: file) {
                count += 1
                if !compiled.contains(Self.bare(example)) {
                    Issue.record("\(file.lastPathComponent): no test has this code: \(example)")
                }
            }
        }
        #expect(count > 45)
    }

    /// The first page of the site states what README.md states.
    @Test func theSiteHasTheFiguresOfTheReadme() throws {
        let pages = try ["README.md", "docs/site/landing.md"].map(Repository.text)
        let speeds = pages.map { $0.firstMatch(of: /(\d+) kbit\/s/)?.1 }
        let limits = pages.map { $0.firstMatch(of: /(\d+) % of the Shannon/)?.1 }
        #expect(speeds[0] != nil && speeds[0] == speeds[1], "\(speeds)")
        #expect(limits[0] != nil && limits[0] == limits[1], "\(limits)")
        let tutorials = try FileManager.default.contentsOfDirectory(
            atPath: Repository.top.appending(path: "docs/tutorials").path
        )
        let words = ["six", "seven", "eight", "nine", "ten"]
        #expect(pages[1].contains("begin with \(words[tutorials.count - 6]) tutorials"))
    }

    /// A tutorial names the product of each module that its code imports.
    @Test func theTutorialsStateTheirProducts() throws {
        let systems: Set = ["Dispatch", "Foundation", "Glibc"]
        for file in Self.files("docs/tutorials", ["md"]) {
            let examples = try Self.examples(in: file)
            let modules = Set(
                examples.flatMap { $0.split(separator: "\n") }
                    .filter { $0.hasPrefix("import ") }.map { String($0.dropFirst(7)) }
            ).subtracting(systems)
            guard !modules.isEmpty else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            let start = try #require(
                text.firstRange(of: "Add the product"),
                "\(file.lastPathComponent)"
            )
            let stated = text[start.lowerBound...].components(separatedBy: "\n\n")[0]
            for module in modules where !stated.contains("`\(module)`") {
                Issue.record("\(file.lastPathComponent) does not state the product \(module)")
            }
        }
    }

    /// The C code of the tutorials is that of the firmware example.
    @Test func theTutorialsShowTheFirmware() throws {
        let firmware = try Self.files("Examples/firmware", ["c"])
            .map { Self.bare(try String(contentsOf: $0, encoding: .utf8)) }
            .joined()
        let examples = try Self.files("docs/tutorials", ["md"])
            .flatMap { try Self.examples(in: $0, language: "c") }
        #expect(examples.count == 5)
        for example in examples where !firmware.contains(Self.bare(example)) {
            Issue.record("Examples/firmware lacks this code: \(example)")
        }
    }
}
