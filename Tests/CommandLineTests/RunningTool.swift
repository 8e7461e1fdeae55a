import CInotify
import Foundation
import TestSupport
import Testing

/// The running `accessory` program on the test's own air, and its lines as they arrive.
final class RunningTool {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private let errorFile: Scratch
    private var heard = Data()

    /// - Parameters:
    ///   - air: The folder with the air's socket; nil: the machine's.
    ///   - input: Whether lines are typed in.
    init(_ arguments: [String], air: Scratch? = nil, input: Bool = false) throws {
        errorFile = try Scratch()
        try Data().write(to: errorFile.url("err"))
        process.executableURL = CommandLineTool.program
        process.arguments = arguments
        if let air {
            process.environment = air.asRuntimeFolder
        }
        process.standardInput = input ? self.input : FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errorFile.url("err"))
        try process.runWithLimit()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// The next line of standard output; nil at its end.
    func line() -> String? {
        while true {
            if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
                defer { heard = Data(heard[(end + 1)...]) }
                return String(decoding: heard[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            heard += more
        }
    }

    /// The first of the next lines that matches; nil when there is none.
    func line(where fits: (String) throws -> Bool) rethrows -> String? {
        while let line = line() {
            if try fits(line) { return line }
        }
        return nil
    }

    /// The next line with this text.
    func line(with text: String) -> String? { line { $0.contains(text) } }

    /// Types a line.
    func type(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Kills the program.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitForEnd()
    }

    /// Presses Ctrl-C, or sends another signal.
    func interrupt(by signal: Int32 = SIGINT) {
        Foundation.kill(process.processIdentifier, signal)
    }

    /// Returns when the folder has a file whose name has this prefix, or when the program has ended.
    func waitForFile(_ prefix: String, in folder: URL) throws {
        let watch = inotify_init1(CInt(IN_CLOEXEC))
        defer { close(watch) }
        try #require(inotify_add_watch(watch, folder.path, UInt32(IN_CREATE)) > 0)
        // without events: its end is always reported
        let end = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: 0, revents: 0)
        var waits = [pollfd(fd: watch, events: Int16(POLLIN), revents: 0), end]
        var events = [UInt8](repeating: 0, count: 4096)
        while try !FileManager.default.contentsOfDirectory(atPath: folder.path)
            .contains(where: { $0.hasPrefix(prefix) })
        {
            poll(&waits, 2, -1)
            guard waits[1].revents == 0 else { return }
            read(watch, &events, events.count)
        }
    }

    /// All further lines until the program ends, and its exit status.
    func finish() throws -> (lines: [String], status: Int32, errors: String) {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        let status = process.waitForEnd()
        let errors = try Data(contentsOf: errorFile.url("err"))
        return (lines, status, String(decoding: errors, as: UTF8.self))
    }
}

/// An air for the programs of one test, in its own folder.
final class TestAir {
    private let scratch: Scratch
    private let broker: RunningTool

    init() throws {
        scratch = try Scratch()
        broker = try RunningTool([
            "air", "--socket", scratch.url("swift-accessories-air").path,
        ])
        _ = broker.line(with: "listening")
    }

    deinit {
        broker.interrupt()
        _ = try? broker.finish()
    }

    /// The environment with which a program finds this air.
    var environment: [String: String] { scratch.asRuntimeFolder }

    /// Starts a command on this air.
    ///
    /// - Parameter input: Whether lines are typed in.
    func start(_ arguments: [String], input: Bool = false) throws -> RunningTool {
        try RunningTool(arguments + ["--adapter", "virtual"], air: scratch, input: input)
    }

    /// Runs a command on this air at a separate terminal and types `lines` there.
    func runAtTerminal(
        _ arguments: [String],
        typing lines: [String]
    ) throws -> CommandLineTool.Result {
        let words = [CommandLineTool.program.path] + arguments + ["--adapter", "virtual"]
        let command = words.map { "'\($0)'" }.joined(separator: " ")
        return try CommandLineTool.run(
            URL(filePath: "/usr/bin/script"),
            ["--quiet", "--return", "--command", command, "/dev/null"],
            input: Data(lines.map { $0 + "\n" }.joined().utf8),
            environment: environment
        )
    }

    /// Runs a command on this air to its end.
    func run(_ arguments: [String]) throws -> (lines: [String], status: Int32, errors: String) {
        try start(arguments).finish()
    }
}

extension Scratch {
    /// The environment of programs that keep their sockets in this folder.
    var asRuntimeFolder: [String: String] {
        ProcessInfo.processInfo.environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }
    }
}
