import Foundation

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

    /// The program's path, next to the test bundle.
    static let program = URL(filePath: CommandLine.arguments[0])
        .deletingLastPathComponent().appending(path: "accessory")

    /// Runs `accessory` with these arguments to its end.
    static func run(
        _ arguments: [String],
        input: Data = Data(),
        interruptedAfter seconds: Double? = nil,
        by signal: Int32 = SIGINT
    ) throws -> Result {
        try run(program, arguments, input: input, interruptedAfter: seconds, by: signal)
    }

    /// Runs any program to its end. With `seconds`, sends it Ctrl-C or another signal after that time. Output is
    /// written to files, so that no pipe fills up. `environment` adds to that of the tests.
    static func run(
        _ program: URL,
        _ arguments: [String],
        input: Data = Data(),
        environment: [String: String]? = nil,
        interruptedAfter seconds: Double? = nil,
        by signal: Int32 = SIGINT
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
        if let seconds {
            Thread.sleep(forTimeInterval: seconds)
            kill(process.processIdentifier, signal)
        }
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            data: try Data(contentsOf: files[1]),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
        )
    }
}
