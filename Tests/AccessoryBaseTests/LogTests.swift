import Synchronization
import Testing

@testable import AccessoryBase

/// The log of a program, which is one for the whole process: hence one test after the other.
@Suite(.serialized) struct LogTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }

        func add(_ message: LogMessage) {
            // other tests run at the same time
            if message.label == "accessory.test" {
                lines.withLock { $0.append(message.description) }
            }
        }
    }

    /// Writes one message of each level under its name.
    private func writeAll(to log: Log) {
        log.debug("d")
        log.info("i")
        log.notice("n")
        log.warning("w")
    }

    @Test(
        arguments: [
            (nil, []), (.warning, ["warning: accessory.test: w"]),
            (.notice, ["notice: accessory.test: n", "warning: accessory.test: w"]),
            (
                .debug,
                [
                    "debug: accessory.test: d", "info: accessory.test: i",
                    "notice: accessory.test: n", "warning: accessory.test: w",
                ]
            ),
        ] as [(LogLevel?, [String])]
    )
    func messagesOfALevelAndAboveArePrinted(level: LogLevel?, expected: [String]) {
        let lines = Lines()
        LogOutput.start(level) { lines.add($0) }
        writeAll(to: Log("test"))
        LogOutput.start(nil) { _ in }
        writeAll(to: Log("test"))
        #expect(lines.all == expected)
    }

    @Test func aMessageThatIsNotPrintedIsNotBuilt() {
        LogOutput.start(.warning) { _ in }
        defer { LogOutput.start(nil) { _ in } }
        var count = 0
        func text() -> String {
            count += 1
            return "x"
        }
        Log("test").debug(text())
        #expect(count == 0)
        Log("test").warning(text())
        #expect(count == 1)
    }
}
