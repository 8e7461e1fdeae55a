import Foundation
import TestSupport
import Testing

@testable import FeasyBeacon

/// XMODEM with lrzsz, other people's program, at the other end of a socket.
@Suite(
    .enabled(if: access("/usr/bin/rx", X_OK) == 0, "lrzsz is missing"),
    .timeLimit(.minutes(5))
) struct OtherProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Starts the program; returns it and the socket that it reads and writes.
    private func start(_ words: String...) throws -> (Process, Int32) {
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/" + words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let file = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        (process.standardInput, process.standardOutput) = (file, file)
        // it waits for silence by alarms, which this thread may have blocked
        var alarm = sigset_t()
        sigemptyset(&alarm)
        sigaddset(&alarm, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &alarm, nil)
        try process.runOnLeash()
        return (process, ends[0])
    }

    /// A pause of 20 s, twice the program's timeout.
    private enum Pause: CaseIterable {
        case none, here, there
        static var tested: [Pause] {
            ProcessInfo.processInfo.environment["LONG_SEEDS"] == nil ? [.none] : allCases
        }
    }

    /// Pauses this end, or the program at the other, when the transfer is under way.
    private func pause(_ pause: Pause, _ process: Process) {
        switch pause {
        case .none: break
        case .here: sleep(20)
        case .there:
            kill(process.processIdentifier, SIGSTOP)
            Thread.detachNewThread { [number = process.processIdentifier] in
                sleep(20)
                kill(number, SIGCONT)
            }
        }
    }

    /// Calls `step` with the bytes that arrive, and when the time comes that it returned, until it returns nil.
    private func converse(
        _ socket: Int32,
        _ step: (_ received: ArraySlice<UInt8>, _ now: Duration) -> (
            answer: [UInt8], deadline: Duration
        )?
    ) {
        let start = ContinuousClock.now
        var bytes = [UInt8](repeating: 0, count: 4096)
        var count = 0
        while let (answer, deadline) = step(bytes[..<count], .now - start) {
            if !answer.isEmpty { send(socket, answer, answer.count, Int32(MSG_NOSIGNAL)) }
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let rest = (deadline - (.now - start)) / .milliseconds(1)
            poll(&wait, 1, Int32(max(0, rest.rounded(.up))))
            count = max(0, recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT)))
        }
    }

    @Test(arguments: [1, 127, 128, 1024, 1025, 70_000], Pause.tested)
    private func itReceivesWhatIsSent(_ size: Int, _ pausing: Pause) throws {
        let file = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let (process, socket) = try start("rx", "-b", "-c", "file")
        var sender = XModemSender(file, at: .zero)
        var end: XModemError?? = nil
        var steps = 0
        converse(socket) { received, now in
            steps += received.isEmpty ? 0 : 1
            if steps == 2, !received.isEmpty { pause(pausing, process) }
            sender.receive(received, at: now)
            var answer: [UInt8] = []
            while let action = sender.nextAction(at: now) {
                switch action {
                case .send(let bytes):
                    answer += bytes
                    sender.sent(at: now)
                case .progress: break
                case .finished(let error): end = error
                }
            }
            return end == nil ? (answer, sender.deadline ?? now) : nil
        }
        #expect(end == .some(nil))
        close(socket)
        #expect(process.waitForEnd() == 0)
        let stored = try Data(contentsOf: URL(fileURLWithPath: folder.file("file")))
        #expect(stored.count == (size + 1023) / 1024 * 1024 && Array(stored.prefix(size)) == file)
    }

    @Test(arguments: ["-k", "-b"], Pause.tested)
    private func whatItSendsIsReceived(_ packets: String, _ pausing: Pause) throws {
        let file = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        try Data(file).write(to: URL(fileURLWithPath: folder.file("file")))
        let (process, socket) = try start("sx", "-b", packets, "file")
        var receiver = XModemReceiver(limit: 10_000, at: .zero)
        var end: XModemError?? = nil
        var steps = 0
        converse(socket) { received, now in
            steps += received.isEmpty ? 0 : 1
            if steps == 2, !received.isEmpty { pause(pausing, process) }
            receiver.receive(received, at: now)
            var answer: [UInt8] = []
            while let action = receiver.nextAction(at: now) {
                switch action {
                case .send(let bytes): answer += bytes
                case .finished(let error): end = error
                }
            }
            guard end == nil || !answer.isEmpty else { return nil }
            return (answer, end == nil ? receiver.deadline ?? now : now)
        }
        #expect(end == .some(nil))
        close(socket)
        #expect(process.waitForEnd() == 0)
        #expect(receiver.bytes.starts(with: file))
    }
}
