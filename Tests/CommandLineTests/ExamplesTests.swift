import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import accessory

/// The examples at the end of each command's help.
@Suite struct ExamplesTests {
    /// The commands without subcommands, by their words.
    private static let commands = leaves(below: Accessory.configuration, after: [])

    private static func leaves(
        below configuration: CommandConfiguration,
        after words: [String]
    ) -> [String: any ParsableCommand.Type] {
        configuration.subcommands.reduce(into: [:]) { all, command in
            let words = words + [command._commandName]
            let below = leaves(below: command.configuration, after: words)
            all.merge(below.isEmpty ? [words.joined(separator: " "): command] : below) { $1 }
        }
    }

    @Test func everyCommandHasOne() {
        #expect(Self.commands.count > 50)
        #expect(Set(Examples.all.map(\.command)) == Set(Self.commands.keys))
    }

    /// A line of a text in the source that continues ends with one backslash, not two.
    @Test func helpHasNoStrayBackslash() {
        for (words, command) in Self.commands {
            let configuration = command.configuration
            #expect(!(configuration.abstract + configuration.discussion).contains("\\"), "\(words)")
        }
    }

    @Test(arguments: Examples.all.map(\.line))
    func theParserAcceptsIt(line: String) throws {
        let example = try #require(Examples.all.first { $0.line == line })
        // the shell resolves quotes and wildcards
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(filePath: "/bin/sh")
        let script = line.replacing("| accessory", with: "| cat >/dev/null; accessory")
            .replacing("arecord", with: "true")
        shell.arguments = ["-c", "accessory() { printf '%s\\0' \"$@\"; }\n" + script]
        shell.standardOutput = output
        try shell.runWithLimit()
        let words = try output.fileHandleForReading.readToEnd().map {
            $0.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
        shell.waitForEnd()
        let arguments = try #require(words)
        // the default command may be omitted
        let command = example.command.replacing("gatt device", with: "gatt")
        #expect(arguments.joined(separator: " ").hasPrefix(command))
        do {
            let rest = arguments.dropFirst(command.split(separator: " ").count)
            _ = try Self.commands[example.command]?.parseAsRoot(Array(rest))
        } catch {
            Issue.record("\(line): \(Accessory.message(for: error))")
        }
    }

    @Test func helpShowsThem() throws {
        for words in [
            ["jack", "encode", "--help"], ["help", "jack", "encode"], ["jack", "encode", "-h"],
        ] {
            let result = try CommandLineTool.run(words)
            #expect(result.status == 0)
            #expect(result.output.contains("EXAMPLES:"))
            #expect(
                result.output.contains(
                    "accessory jack encode --profile reader --fec letter.bin letter.wav"
                )
            )
        }
        #expect(try !CommandLineTool.run(["jack", "--help"]).output.contains("EXAMPLES:"))
    }

    /// The examples that need only files, one after the other in an empty folder.
    @Test func examplesWithFilesRun() throws {
        let scratch = try Scratch()
        try Data((0..<200).map { UInt8($0) }).write(to: scratch.url("letter.bin"))
        try Data((0..<4096).map { UInt8(truncatingIfNeeded: $0) }).write(
            to: scratch.url("program.bin")
        )
        try FileManager.default.createDirectory(
            at: scratch.url("images"),
            withIntermediateDirectories: true
        )
        let tried = [
            "jack encode", "jack sounding", "jack report", "jack decode", "jack scope",
            "advert decode", "sensors list",
            "sensors show", "sensors quantities", "suota make", "suota inspect", "suota list",
        ]
        var count = 0
        for example in Examples.all
        where (tried.contains(example.command) || example.command.hasPrefix("advert build"))
            && !example.line.contains("--device") && !example.line.contains("btsnoop")
        {
            let program = CommandLineTool.program.path
            let line =
                "cd '\(scratch.url("").path)' && accessory() { '\(program)' \"$@\"; }\n\(example.line)"
            let result = try CommandLineTool.run(URL(filePath: "/bin/sh"), ["-c", line])
            #expect(result.status == 0, "\(example.line): \(result.errors)")
            count += 1
        }
        #expect(count > 12)
        #expect(
            try Data(contentsOf: scratch.url("copy.bin"))
                == Data(contentsOf: scratch.url("letter.bin"))
        )
    }
}
