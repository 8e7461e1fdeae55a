import Foundation
import TestSupport
import Testing

@testable import accessory

/// Compares docs/cli.md with the program's own description of its commands.
@Suite struct ManualTests {
    private struct Dump: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// This command and its subcommands, with their words on the command line.
        func all(after words: [String] = []) -> [(words: [String], command: Command)] {
            let words = words + [commandName]
            let below = (subcommands ?? []).filter { $0.commandName != "help" }
            return [(words, self)] + below.flatMap { $0.all(after: words) }
        }
    }

    private struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: String
        let shouldDisplay: Bool
        let names: [Name]?

        var option: String? {
            guard shouldDisplay, kind != "positional" else { return nil }
            return names?.first { $0.kind == "long" }.map { "--" + $0.name }
        }
    }

    /// A part of the manual under one heading.
    private struct Section {
        let title: String
        let text: String

        /// The heading's anchor in links.
        var anchor: String {
            let letters = title.lowercased().filter { $0.isLetter || $0 == " " || $0 == "-" }
            return letters.replacing(" ", with: "-")
        }

        func says(_ words: String) -> Bool {
            text.ranges(of: words).contains { range in
                guard let next = text[range.upperBound...].first else { return true }
                return !next.isLetter && !next.isNumber && next != "-"
            }
        }
    }

    private let sections: [Section]

    init() throws {
        let manual = try Repository.text("docs/cli.md")
        sections = manual.components(separatedBy: "\n## ").map { part in
            Section(title: String(part.prefix { $0 != "\n" }), text: part)
        }
    }

    /// The sections that name the command, the sections that these refer to, and the general ones.
    private func sections(about command: String) -> [Section] {
        let own = sections.filter { $0.says(command) }
        let others = sections.filter { other in
            own.contains { $0.text.contains("](#\(other.anchor))") }
        }
        return own.isEmpty ? [] : own + others + Array(sections.prefix(2))
    }

    @Test func everyCommandAndOptionIsThere() throws {
        let output = try CommandLineTool.run(["--experimental-dump-help"]).output
        let dump = try JSONDecoder().decode(Dump.self, from: Data(output.utf8))
        let commands = dump.command.all()
        #expect(commands.count > 50)
        for (words, command) in commands {
            let name = words.joined(separator: " ")
            let places = sections(about: name)
            #expect(!places.isEmpty, "\(name) is not in docs/cli.md")
            for option in (command.arguments ?? []).compactMap(\.option) {
                #expect(
                    places.contains { $0.says(option) },
                    "docs/cli.md says nothing of \(option) of \(name)"
                )
            }
        }
    }

    @Test func theReadMeNamesEveryCommand() throws {
        let rows = try Repository.text("README.md").components(separatedBy: "\n")
            .filter { $0.hasPrefix("| `") }
        for command in Accessory.configuration.subcommands {
            let name = command._commandName
            #expect(rows.contains { $0.contains("`\(name)`") }, "\(name)")
        }
    }

    @Test func everyLinkInsideLeadsSomewhere() throws {
        let anchors = sections.map(\.anchor)
        for section in sections {
            for link in section.text.components(separatedBy: "](#").dropFirst() {
                let anchor = String(link.prefix { $0 != ")" })
                #expect(anchors.contains(anchor), "\(section.title) refers to \(anchor)")
            }
        }
    }
}
