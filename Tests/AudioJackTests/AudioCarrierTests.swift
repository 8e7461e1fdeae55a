import AccessoryLink
import Foundation
import Modem
import Synchronization
import Testing

@testable import AudioJack

/// A port that captures silence and counts its calls.
private final class SilentPort: VirtualTimePort {
    struct Calls: Equatable {
        var starts = 0, stops = 0, wakes = 0, holds = 0, releases = 0
    }

    let sampleRate: Int
    let blockSize = 480
    let latency = Duration.milliseconds(30)
    let isPlugged: Bool?
    let failure: AudioPortError?
    let (events, feed) = AsyncStream.makeStream(of: AudioPortEvent.self)
    private let counts = Mutex(Calls())

    init(rate: Int = 48_000, isPlugged: Bool? = nil, failure: AudioPortError? = nil) {
        (sampleRate, self.isPlugged, self.failure) = (rate, isPlugged, failure)
    }

    var calls: Calls { counts.withLock { $0 } }

    func start() throws(AudioPortError) {
        counts.withLock { $0.starts += 1 }
        if let failure { throw failure }
    }

    func transfer(_ output: [Float], isBusy: Bool) async throws(AudioPortError) -> [Float] {
        await Task.yield()
        return output.map { _ in 0 }
    }

    func wake() { counts.withLock { $0.wakes += 1 } }
    func holdTime() { counts.withLock { $0.holds += 1 } }
    func releaseTime() { counts.withLock { $0.releases += 1 } }
    func stop() { counts.withLock { $0.stops += 1 } }
}

/// One end of a virtual cable whose events are the test's.
private struct EventfulPort: AudioPort {
    let end: VirtualCableEnd
    let events: AsyncStream<AudioPortEvent>
    let feed: AsyncStream<AudioPortEvent>.Continuation

    init(end: VirtualCableEnd) {
        self.end = end
        (events, feed) = AsyncStream.makeStream(of: AudioPortEvent.self)
    }

    var sampleRate: Int { end.sampleRate }
    var blockSize: Int { end.blockSize }
    var latency: Duration { end.latency }

    func start() throws(AudioPortError) { try end.start() }

    func transfer(_ output: [Float], isBusy: Bool) async throws(AudioPortError) -> [Float] {
        try await end.transfer(output, isBusy: isBusy)
    }

    func wake() { end.wake() }
    func stop() { end.stop() }
}

/// Fails after some blocks.
private final class BreakingPort: AudioPort, @unchecked Sendable {
    let events = AsyncStream<AudioPortEvent> { _ in }
    private var blocks: Int

    init(blocks: Int) { self.blocks = blocks }

    var sampleRate: Int { 48_000 }
    var blockSize: Int { 480 }
    var latency: Duration { .zero }

    func start() throws(AudioPortError) {}

    func transfer(_ output: [Float], isBusy: Bool) async throws(AudioPortError) -> [Float] {
        blocks -= 1
        guard blocks > 0 else { throw .inputFailed(device: "d", reason: "r") }
        return output
    }

    func wake() {}
    func stop() {}
}

@Suite(.timeLimit(.minutes(20))) struct AudioCarrierTests {
    private static func properties(
        _ port: SilentPort = SilentPort(),
        change: (inout AudioJackOptions) -> Void = { _ in }
    ) async throws -> CarrierProperties {
        var options = AudioJackOptions()
        change(&options)
        return try await AudioCarrier(port, options: options).start(as: .host)
    }

    @Test("a carrier's rates and latency follow the profiles")
    func properties() async throws {
        let reader = try await Self.properties()
        #expect(reader.kind == .audioJack && reader.payload == 512 && reader.wakesByTone)
        // one bit of a symbol, less the rounding to samples
        #expect(abs(reader.sendRate - 3675) <= 2 && reader.receiveRate == reader.sendRate)
        // the port's 30 ms, two blocks, 10 ms and 72 bits
        #expect(abs(reader.latency / .seconds(1) - (0.03 + 0.02 + 0.01 + 72 / 3675)) < 1e-9)
        #expect(reader.features == 0 && reader.window == nil && !reader.detectsPlug)

        let mixed = try await Self.properties { $0.receives = .bell202 }
        #expect(mixed.sendRate == reader.sendRate && mixed.frameOverhead == reader.frameOverhead)
        #expect(abs(mixed.receiveRate - reader.sendRate * 1200 / 3675) <= 1)
        #expect(abs(mixed.latency / .seconds(1) - (0.03 + 0.02 + 0.01 + 72 / 1200)) < 1e-9)

        // docs/modem.md, forward error correction: 12987 symbols for 520 bytes, 1107 for 8
        let corrected = try await Self.properties { $0.correctsErrors = true }
        #expect(abs(corrected.sendRate - 512 * 8 * 3675 / (12_987 - 1107)) <= 2)

        let cable = try await Self.properties { $0.offersCable = true }
        #expect(cable.features == 1 && cable.window == 64)
        for isPlugged in [true, false] {
            #expect(try await Self.properties(SilentPort(isPlugged: isPlugged)).detectsPlug)
        }
    }

    @Test("a frame's overhead is the time of an empty frame, rounded up to bytes")
    func overhead() async throws {
        for name in ["reader", "bell202", "manchester:9600"] {
            let profile = try ModemProfile(name)
            let properties = try await Self.properties { $0.sends = profile }
            var modulator = try Modulator(profile, rate: 48_000)
            let bytes = try modulator.airTime(payload: 0) * Double(properties.sendRate) / 8
            #expect(abs(Double(properties.frameOverhead) - bytes - 0.5) <= 0.52, "\(name)")
        }
    }

    @Test("a port that does not start, or not with the profile's rate, is not left open")
    func failures() async throws {
        let busy = SilentPort(failure: .deviceBusy("hw:1"))
        await #expect(throws: LinkError(opening: .deviceBusy("hw:1"))) {
            try await Self.properties(busy)
        }
        #expect(busy.calls == .init(starts: 1))
        let slow = SilentPort(rate: 8000)
        await #expect {
            try await Self.properties(slow) { $0.sends = try! ModemProfile("manchester:9600") }
        } throws: { error in
            if case LinkError.outputFailed(let reason) = error {
                reason.description.contains("8000")
            } else {
                false
            }
        }
        #expect(slow.calls == .init(starts: 1, stops: 1))
        let receiver = SilentPort(rate: 8000)
        await #expect(throws: LinkError.self) {
            try await Self.properties(receiver) {
                $0.receives = try! ModemProfile("manchester:9600")
            }
        }
        #expect(receiver.calls == .init(starts: 1, stops: 1))
    }

    @Test("holds of time are released once, the remaining ones when the port stops")
    func holds() async {
        let port = SilentPort()
        let carrier = AudioCarrier(port, options: AudioJackOptions())
        carrier.releaseTime()
        #expect(port.calls == .init())
        for _ in 0..<3 { carrier.holdTime() }
        carrier.releaseTime()
        #expect(port.calls == .init(holds: 3, releases: 1))
        await carrier.stop()
        #expect(port.calls == .init(stops: 1, holds: 3, releases: 3))
        carrier.releaseTime()
        await carrier.stop()
        #expect(port.calls == .init(stops: 2, holds: 3, releases: 3))
        carrier.wake()
        #expect(port.calls.wakes == 1)
    }

    @Test("lost samples are counted since the port was opened")
    func lostSamples() async throws {
        let port = SilentPort()
        let carrier = AudioCarrier(port, options: AudioJackOptions())
        let core = LinkCore(role: .host, carrier: carrier, options: LinkOptions())
        var events = carrier.portEvents.stream().makeAsyncIterator()
        let watch = core.watchCarrier()
        for event in [.xrun(lostFrames: 5), .xrun(lostFrames: 7), .routeChanged] as [AudioPortEvent]
        {
            port.feed.yield(event)
            #expect(await events.next() == event)
        }
        #expect(carrier.quality.lostSamples == 12)
        _ = try await carrier.start(as: .host)
        #expect(carrier.quality.lostSamples == 0)
        watch.cancel()
    }

    @Test("events of the port are events of the link")
    func events() async throws {
        let cable = VirtualCable()
        let device = DeviceLink(over: cable.accessory)
        try await device.start()
        let port = EventfulPort(end: cable.host)
        let jack = HostLink(over: port)
        try await jack.open()
        for (event, error) in [
            (.focusLost, .focusLost), (.serverEnded, .serviceEnded), (.interrupted, .interrupted),
            (.routeChanged, .interrupted), (.unplugged, .unplugged),
        ] as [(AudioPortEvent, LinkError)] {
            var events = jack.events.makeAsyncIterator()
            port.feed.yield(event)
            #expect(await events.next() == .fault(error), "\(event)")
        }
        for await state in jack.states where state == .waitingDevice { break }
        port.feed.yield(.plugged)
        for await state in jack.states where state != .waitingDevice { break }
        await jack.close()
        await device.stop()
    }

    @Test("the end of a device's link is the failure of its port, or its stop")
    func endOfALink() async throws {
        let broken = DeviceLink(over: BreakingPort(blocks: 5))
        // before its start a link is at its end
        try await broken.end()
        try await broken.start()
        await #expect(throws: LinkError.readFailed) { try await broken.end() }
        // once more: a stopped link does not wait
        await #expect(throws: LinkError.readFailed) { try await broken.end() }

        let cable = VirtualCable(seed: 1)
        let device = DeviceLink(over: cable.accessory)
        try await device.start()
        let end = Task { try await device.end() }
        await device.stop()
        try await end.value
    }

    @Test("errors of a port are errors of the link")
    func errors() {
        for (error, running) in [
            (.noSuchDevice("d"), .readFailed), (.permissionDenied("d"), .readFailed),
            (.deviceBusy("d"), .readFailed),
            (.outputFailed(device: "d", reason: "r"), .writeFailed),
            (.inputFailed(device: "d", reason: "r"), .readFailed),
            (.deviceLost("d", reason: "r"), .unplugged),
            (.stopped, .cancelled),
        ] as [(AudioPortError, LinkError)] {
            #expect(LinkError(running: error) == running)
            let isInput = if case .inputFailed = error { true } else { false }
            #expect(
                LinkError(opening: error)
                    == (isInput ? .inputFailed("\(error)") : .outputFailed("\(error)"))
            )
        }
    }

    @Test func everyNameIsAProfile() throws {
        let numbers = ["BAUD": "1200", "MARK": "1200", "SPACE": "2200"]
        for name in ModemProfile.modes {
            #expect(throws: Never.self) { try ModemProfile(name) }
        }
        for name in ModemProfile.names {
            let given = numbers.reduce(name) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
            #expect(throws: Never.self) { try ModemProfile(given) }
            let refused = ModemProfile.Failure.unknown("x").nextStep
            #expect(refused?.contains(name) == true)
        }
    }

    @Test("a device in use is shared by name, a format is converted by name")
    func advice() {
        #expect(AudioPortError.deviceBusy("hw:1").nextStep?.contains("share the card") == true)
        #expect(AudioPortError.deviceBusy("plughw:1").nextStep == "close that program")
        for error in [
            AudioPortError.outputFailed(device: "hw:1", reason: "r"),
            .inputFailed(device: "hw:1", reason: "r"),
        ] {
            #expect(error.nextStep == "try \"plughw:1\", which converts")
        }
        let other = AudioPortError.inputFailed(device: "pulse", reason: "r")
        #expect(other.nextStep == "try another device or sample rate")
    }
}
