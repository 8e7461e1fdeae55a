import Foundation
import TestSupport

/// The built `accessory` program, run as a child process.
struct CommandLineTool {
    /// The result of a finished run.
    struct Result {
        let status: Int32
        let data: Data
        let errors: String

        /// Standard output as text.
        var output: String { String(decoding: data, as: UTF8.self) }
    }

    /// The program's path: that of the environment, or next to the test bundle. scripts/test names the release build,
    /// since a debug build takes a second of CPU time to parse its arguments.
    static let program =
        ProcessInfo.processInfo.environment["ACCESSORY_PROGRAM"].map { URL(filePath: $0) }
        ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "accessory")

    /// Runs `accessory` with these arguments to its end.
    static func run(
        _ arguments: [String],
        input: Data = Data()
    ) throws -> Result {
        try run(program, arguments, input: input)
    }

    /// Runs any program to its end. Output is written to files, so that no pipe fills up. `environment` adds to that of
    /// the tests.
    static func run(
        _ program: URL,
        _ arguments: [String],
        input: Data = Data(),
        environment: [String: String]? = nil
    ) throws -> Result {
        let scratch = try Scratch()
        let files = ["in", "out", "err"].map(scratch.url)
        try input.write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment.map {
            ProcessInfo.processInfo.environment.merging($0) { $1 }
        }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.runWithLimit()
        return Result(
            status: process.waitForEnd(),
            data: try Data(contentsOf: files[1]),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
        )
    }

    /// The result of a command that searches for a limited time. Repeats it with a longer time until
    /// the result fits: on a busy machine the shorter times may be over before anything is found.
    static func search<Found>(
        until fits: (Found) -> Bool,
        _ run: (_ time: String) throws -> Found
    ) rethrows -> Found {
        for time in ["1s", "10s"] {
            let found = try run(time)
            if fits(found) { return found }
        }
        return try run("100s")
    }
}
