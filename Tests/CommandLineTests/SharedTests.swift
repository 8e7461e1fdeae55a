import AccessoryBase
import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import AudioJack
import Foundation
import Testing

@testable import accessory

@Suite struct TimeSpanTests {
    @Test(
        "durations carry a unit, bare numbers are seconds",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("10s", .seconds(10)), ("2m", .seconds(120)),
            ("1h", .seconds(3600)), ("30", .seconds(30)), ("1.5s", .milliseconds(1500)),
            (".5", .milliseconds(500)), ("0", .zero),
        ]
    )
    func parses(text: String, duration: Duration) {
        #expect(TimeSpan(argument: text)?.duration == duration)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "s", "ms", "-1s", "1 s", "1x", "nan", "inf", "infs", "1e300", "0x", "1d",
        ]
    )
    func refuses(text: String) {
        #expect(TimeSpan(argument: text) == nil)
    }

    @Test("the default shown in help reads back", arguments: [1, 500, 1000, 90_000])
    func shows(milliseconds: Int) {
        let span = TimeSpan(.milliseconds(milliseconds))
        #expect(TimeSpan(argument: span.defaultValueDescription) == span)
    }
}

/// Commands on a sound device whose peer or card never answers.
@Suite struct LateEndTests {
    @Test("after a signal the port is stopped, then the process ends")
    func signal() async {
        let clock = VirtualClock()
        let (stopped, entry) = AsyncStream.makeStream(of: Void.self)
        let port = StoppedPort { entry.yield() }.stoppedAfterSignal()
        await clock.run {
            await LateEnd.run(on: clock) {
                #expect(clock.now.offset == .milliseconds(1800))
            }
        }
        for await _ in stopped { break }
        withExtendedLifetime(port) {}
    }

    @Test("an exchange has 15 s and three times the duration of request and answer")
    func exchange() async throws {
        let cable = VirtualCable()
        let reader = ReaderSimulator(cable.accessory) { _, _ in
            [UInt8](repeating: 1, count: 1 << 20)
        }
        try await reader.start()
        let link = HostLink(over: cable.host)
        try await link.open()
        let rate = Double(await link.core.properties.sendRate)
        let progress = link.progress
        let exchange = Task { try await link.exchange([UInt8](repeating: 0, count: 100)) }
        for await update in progress where update.toReceive > 0 { break }
        let clock = VirtualClock()
        let isOver = await clock.run { await link.endLate(request: 100, on: clock) }
        let seconds = 15 + 3 * Double(8 * (100 + (1 << 20))) / rate
        #expect(isOver && clock.now.offset == .seconds(seconds))
        await #expect(throws: LinkError.cancelled) { try await exchange.value }
        let task = Task { await link.endLate(request: 0) }
        task.cancel()
        #expect(await task.value == false)
        await reader.stop()
    }

    @Test("the error of a port replaces the link's")
    func reason() async throws {
        let cable = VirtualCable()
        let lost = AudioPortError.deviceLost("card", reason: "no sound for 9 s")
        await #expect(throws: LinkError.unplugged) {
            try await cable.host.explaining { throw LinkError.unplugged }
        }
        await #expect(throws: lost) {
            try await cable.host.explaining { throw LinkError.outputFailed(FailureReason(lost)) }
        }
        cable.host.fail(with: lost)
        await #expect(throws: lost) {
            try await cable.host.explaining { throw LinkError.unplugged }
        }
    }
}

private final class StoppedPort: AudioPort {
    private let stopped: @Sendable () -> Void
    let sampleRate = 48_000
    let blockSize = 480
    let latency = Duration.zero
    let events = AsyncStream<AudioPortEvent> { $0.finish() }

    init(stopped: @escaping @Sendable () -> Void) { self.stopped = stopped }

    func start() {}
    func transfer(_ output: [Float], isBusy: Bool) -> [Float] { output }
    func wake() {}
    func stop() { stopped() }
}

@Suite struct ProgressReportTests {
    @Test func line() {
        #expect(
            ProgressReport.line("exchange", done: 32768, total: 65536, after: .seconds(64))
                == "exchange 50 %, 32768 of 65536 bytes, 512 B/s, 1:04 left"
        )
        #expect(
            ProgressReport.line("exchange", done: 0, total: 10, after: .zero)
                == "exchange 0 %, 0 of 10 bytes"
        )
    }

    @Test func bar() {
        #expect(ProgressReport.bar(done: 0, total: 8, width: 4) == "[----]")
        #expect(ProgressReport.bar(done: 5, total: 8, width: 4) == "[##--]")
        #expect(ProgressReport.bar(done: 8, total: 8, width: 4) == "[####]")
    }

    @Test func progressBeyondTheTotal() {
        let line = ProgressReport.line("convert", done: 300, total: 100, after: .seconds(3))
        #expect(line == "convert 100 %, 300 of 300 bytes, 100 B/s, 0:00 left")
        let open = ProgressReport.line("convert", done: 300, total: 0, after: .seconds(3))
        #expect(open == "convert, 300 bytes, 100 B/s")
    }

    @Test(arguments: [(7, "0:07"), (750, "12:30"), (3600, "1:00:00"), (86_399, "23:59:59")])
    func clock(seconds: Int, text: String) {
        #expect(ProgressReport.clock(seconds) == text)
    }
}

@Suite struct OutputFileTests {
    @Test("a file appears under its name only when committed")
    func commit() throws {
        let scratch = try Scratch()
        let path = scratch.url("out").path
        let file = try OutputFile(path)
        try file.write([1, 2, 3])
        #expect(try scratch.contents.contains("out") == false)
        try file.rewriteStart([9])
        try file.commit()
        #expect(try scratch.contents == ["out"])
        #expect(try Data(contentsOf: scratch.url("out")) == Data([9, 2, 3]))
    }

    @Test("an uncommitted file leaves nothing and keeps the older file")
    func abandon() throws {
        let scratch = try Scratch()
        try Data([7]).write(to: scratch.url("out"))
        func attempt() throws {
            let file = try OutputFile(scratch.url("out").path)
            try file.write([1, 2, 3])
        }
        try attempt()
        #expect(try scratch.contents == ["out"])
        #expect(try Data(contentsOf: scratch.url("out")) == Data([7]))
    }

    private func replace(_ path: String) throws {
        let file = try OutputFile(path)
        try file.write([1, 2, 3])
        try file.commit()
    }

    @Test("a link stays a link; its target is rewritten with the same permissions")
    func link() throws {
        let scratch = try Scratch()
        let (file, link) = (scratch.url("file").path, scratch.url("link").path)
        try Data([7]).write(to: scratch.url("file"))
        #expect(chmod(file, 0o640) == 0 && symlink("file", link) == 0)
        try replace(link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "file")
        #expect(try Data(contentsOf: scratch.url("file")) == Data([1, 2, 3]))
        var facts = stat()
        #expect(stat(file, &facts) == 0 && facts.st_mode & 0o777 == 0o640)
        #expect(symlink("nowhere", scratch.url("lost").path) == 0)
        #expect(throws: Failure.self) { try replace(scratch.url("lost").path) }
        #expect(try scratch.contents == ["file", "link", "lost"])
    }

    @Test("a file name may have the maximum length")
    func longName() throws {
        let scratch = try Scratch()
        let name = String(repeating: "ä", count: 127)
        try replace(scratch.url(name).path)
        #expect(try scratch.contents == [name])
    }
}
