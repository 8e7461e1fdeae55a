import AccessoryLink
import AudioJack
import GatewayConfiguration
import GatewayCore
import GatewayJack
import Logging
import Testing

/// Readers on virtual cables.
@Suite(.timeLimit(.minutes(5))) struct JackReaderTests {
    @Test func aReadersMessagesArriveInOrder() async throws {
        let cable = VirtualCable()
        var options = AudioJackOptions(.reader)
        options.link.mode = .duplex
        let device = DeviceLink(over: cable.accessory, options: options)
        try await device.start()
        let (messages, entry) = AsyncStream.makeStream(of: ReaderMessage.self)
        let metrics = Metrics()
        let reader = JackReader(
            ReaderSettings.Reader(name: "door"),
            metrics: metrics,
            log: Logger(label: "readers") { _ in SwiftLogNoOpLogHandler() },
            open: { cable.host },
            deliver: { entry.yield($0) }
        )
        let opened = device.events
        let task = Task { await reader.run() }
        for await case .opened in opened { break }
        let sent = [Array("card 1".utf8), Array("card 2".utf8), [UInt8](0...200)]
        for message in sent { try await device.send(message) }
        var received: [[UInt8]] = []
        for await message in messages {
            #expect(message.reader == "door")
            received.append(message.bytes)
            if received.count == sent.count { break }
        }
        #expect(received == sent)
        #expect(metrics.text.contains(#"reader_messages_total{reader="door"} 3"#))
        task.cancel()
        await task.value
        await device.stop()
    }

    @Test func theReasonOfALostCardIsLogged() async throws {
        let cable = VirtualCable()
        var options = AudioJackOptions(.reader)
        options.link.mode = .duplex
        let device = DeviceLink(over: cable.accessory, options: options)
        try await device.start()
        let opened = device.events
        let (lines, entry) = AsyncStream.makeStream(of: String.self)
        let reader = JackReader(
            ReaderSettings.Reader(name: "door"),
            metrics: Metrics(),
            log: Logger(label: "readers") { _ in LineHandler(entry: entry) },
            open: { cable.host },
            deliver: { _ in }
        )
        let task = Task { await reader.run() }
        for await case .opened in opened { break }
        cable.host.fail(with: .deviceLost("card", reason: "no sound for 9 s"))
        for await line in lines where line.contains("retrying") {
            #expect(line.hasPrefix("reader door: audio device \"card\" was lost: no sound for 9 s"))
            break
        }
        task.cancel()
        await task.value
        await device.stop()
    }

    @Test func theSectionIsCheckedWithLines() {
        func lines(_ yaml: String) -> [Int] {
            do {
                _ = try Configuration(yaml: yaml, sections: [ReaderSettings.self])
                return []
            } catch {
                return error.faults.map(\.line)
            }
        }
        #expect(lines("readers:\n  door: {play: \"hw:1,0\"}\n  gate: {profile: bell202}\n") == [])
        #expect(lines("readers:\n  door:\n    profile: none\n") == [3])
        #expect(lines("readers:\n  door: {card: 1}\n") == [2])
    }
}

private struct LineHandler: LogHandler {
    let entry: AsyncStream<String>.Continuation
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { entry.yield("\(event.message)") }
}
