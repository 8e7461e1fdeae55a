import AccessoryBase
import ArgumentParser
import BluetoothLE
import Foundation
import Synchronization

@testable import accessory

/// A command that runs in the process of the tests, which takes a fraction of the time of another process. Its data is in
/// files: standard input and output are those of the tests.
final class LocalTool {
    /// The end of a command.
    struct End {
        let output: [String]
        let errors: [String]
        /// Nil: it has succeeded.
        let failure: Failure?
    }

    private final class Record: Sendable {
        private let bytes = Mutex<[CInt: [UInt8]]>([:])

        func add(_ new: [UInt8], to descriptor: CInt) {
            bytes.withLock { $0[descriptor, default: []] += new }
        }

        func text(of descriptor: CInt) -> String {
            String(decoding: bytes.withLock { $0[descriptor] ?? [] }, as: UTF8.self)
        }

        func lines(of descriptor: CInt) -> [String] {
            text(of: descriptor).split(separator: "\n").map(String.init)
        }
    }

    private let task: Task<Failure?, Never>
    private let record: Record
    private var arrivals: AsyncStream<String>.Iterator

    /// - Parameters:
    ///   - air: The air of `--adapter virtual`.
    ///   - isTerminal: Whether the output is a terminal of 80 columns and 24 rows.
    init(_ arguments: [String], on air: VirtualAir? = nil, isTerminal: Bool = false) {
        let (stream, entry) = AsyncStream.makeStream(of: String.self)
        let record = Record()
        (arrivals, self.record) = (stream.makeAsyncIterator(), record)
        let receiver = Console.Receiver(isTerminal: isTerminal) { bytes, descriptor in
            record.add(bytes, to: descriptor)
            guard descriptor == STDOUT_FILENO else { return }
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                entry.yield(String(decoding: line, as: UTF8.self))
            }
        }
        task = MachineAir.$own.withValue(air) {
            Console.$receiver.withValue(receiver) {
                Task {
                    let failure = await Self.perform(arguments)
                    entry.finish()
                    return failure
                }
            }
        }
    }

    deinit { task.cancel() }

    /// Runs a command to its end.
    static func run(_ arguments: [String], on air: VirtualAir? = nil) async -> End {
        await LocalTool(arguments, on: air).finish()
    }

    /// The standard error of `work`.
    static func errors(isTerminal: Bool, _ work: () throws -> Void) rethrows -> String {
        let record = Record()
        let receiver = Console.Receiver(isTerminal: isTerminal) { record.add($0, to: $1) }
        try Console.$receiver.withValue(receiver) { try work() }
        return record.text(of: STDERR_FILENO)
    }

    /// The lines of standard output and of standard error of `work`.
    static func lines(
        _ work: () async throws -> Void
    ) async rethrows -> (output: [String], errors: [String]) {
        let record = Record()
        let receiver = Console.Receiver { record.add($0, to: $1) }
        try await Console.$receiver.withValue(receiver) { try await work() }
        return (record.lines(of: STDOUT_FILENO), record.lines(of: STDERR_FILENO))
    }

    private static func perform(_ arguments: [String]) async -> Failure? {
        var words = arguments[...]
        var kind: any ParsableCommand.Type = Accessory.self
        while let next = kind.configuration.subcommands.first(where: {
            $0._commandName == words.first
        }) {
            kind = next
            words.removeFirst()
        }
        do {
            var command = try kind.parseAsRoot(Array(words))
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return nil
        } catch {
            if error is any AccessoryError || error is CancellationError { return Failure(error) }
            return Failure(.usage, kind.message(for: error), nextStep: "see --help")
        }
    }

    /// The next line of standard output with this text; nil at its end.
    func line(with text: String) async -> String? {
        while let line = await arrivals.next() {
            if line.contains(text) { return line }
        }
        return nil
    }

    /// Cancels it, as Ctrl-C does.
    func cancel() { task.cancel() }

    func finish() async -> End {
        let failure = await task.value
        return End(
            output: record.lines(of: STDOUT_FILENO),
            errors: record.lines(of: STDERR_FILENO),
            failure: failure
        )
    }
}
