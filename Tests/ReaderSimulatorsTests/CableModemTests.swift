import AccessoryLink
import AudioJack
import Glibc
import ReaderSimulators
import Testing

/// A link whose frames use the cable modem.
@Suite(.timeLimit(.minutes(20))) struct CableModemTests {
    private static func noise(_ decibels: Double) -> Impairments {
        // the modem's mean power is 14.4 dB under full scale
        Impairments { $0.noise = .level(decibels: -14.4 - decibels) }
    }

    private func bench(
        _ impairments: Impairments = noise(45),
        mode: LinkMode = .masterSlave
    ) async throws -> Bench {
        let bench = try await Bench(change: {
            $0.offersCable = true
            $0.link.mode = mode
        })
        for way in VirtualCable.Direction.allCases { bench.cable.impair(way, with: impairments) }
        return bench
    }

    @Test("Requests of every size return unchanged, and fast")
    func exchanges() async throws {
        let bench = try await bench()
        try await bench.jack.open()
        for (size, seconds) in [(0, 1.5), (1, 0.7), (16, 0.7), (500, 0.7), (65_536, 5.0)] {
            let request = pattern(size)
            let began = bench.cable.elapsed
            let answer = try await bench.jack.exchange(request, timeout: .seconds(120))
            #expect(answer == request)
            #expect(bench.cable.elapsed - began < .seconds(seconds), "\(size) bytes")
        }
        await bench.jack.close()
        #expect(await bench.reader.link.state == .deviceReady)
    }

    @Test(
        "An end without the cable modem receives its frames by the other modem",
        arguments: [true, false]
    )
    func oldPeer(isHost: Bool) async throws {
        let cable = VirtualCable()
        var (host, accessory) = (AudioJackOptions(), AudioJackOptions())
        host.offersCable = isHost
        accessory.offersCable = !isHost
        let jack = HostLink(over: cable.host, options: host)
        let reader = ReaderSimulator(cable.accessory, options: accessory) { request, _ in request }
        try await reader.start()
        try await jack.open()
        let began = cable.elapsed
        #expect(try await jack.exchange(pattern(20), timeout: .seconds(20)) == pattern(20))
        // no sounding is in between
        #expect(cable.elapsed - began < .milliseconds(500))
        await jack.close()
    }

    @Test("Silences of 5 ms every five seconds lose blocks, but no bytes")
    func dropouts() async throws {
        var line = Self.noise(30)
        line.dropouts = .init(perSecond: 0.2, duration: .milliseconds(5))
        let bench = try await bench(line)
        try await bench.jack.open()
        let request = pattern(150_000)
        let began = bench.cable.elapsed
        #expect(try await bench.jack.exchange(request, timeout: .seconds(300)) == request)
        #expect(bench.cable.elapsed - began < .seconds(20))
        await bench.jack.close()
    }

    @Test(
        "A line that degrades during an exchange is measured again; a line that is too bad uses the modem",
        arguments: [(25.0, 12.0), (8, 100)]
    )
    func worse(decibels: Double, seconds: Double) async throws {
        let bench = try await bench()
        try await bench.jack.open()
        async let change: Void = bench.cable.at(bench.cable.elapsed + .seconds(2)) {
            for way in VirtualCable.Direction.allCases {
                bench.cable.impair(way, with: Self.noise(decibels))
            }
        }
        let request = pattern(60_000)
        let began = bench.cable.elapsed
        #expect(try await bench.jack.exchange(request, timeout: .seconds(600)) == request)
        #expect(bench.cable.elapsed - began < .seconds(seconds))
        await change
        await bench.jack.close()
    }

    @Test("A returning host resumes the session and measures the line again")
    func resumes() async throws {
        let bench = try await bench()
        for round in UInt8(1)...3 {
            try await bench.jack.open()
            let request = pattern(2000, seed: UInt64(round))
            #expect(try await bench.jack.exchange(request, timeout: .seconds(60)) == request)
            await bench.jack.release()
        }
        try await bench.jack.open()
        await bench.jack.close()
        #expect(await bench.reader.link.state == .deviceReady)
    }

    @Test("64 KiB arrive in seconds over a cheap headset cable with a clock offset")
    func headset() async throws {
        var line = Impairments.headset
        line.dropouts = .init(perSecond: 0.2, duration: .milliseconds(5))
        let bench = try await Bench(seed: 7, clockOffset: 150, change: { $0.offersCable = true })
        for way in VirtualCable.Direction.allCases { bench.cable.impair(way, with: line) }
        try await bench.jack.open()
        let request = pattern(65_536)
        let began = bench.cable.elapsed
        #expect(try await bench.jack.exchange(request, timeout: .seconds(300)) == request)
        #expect(bench.cable.elapsed - began < .seconds(18))
        await bench.jack.close()
    }

    @Test("Both directions at once, near the Shannon limit", arguments: [(30.0, 0.65), (50, 0.5)])
    func atOnce(decibels: Double, least: Double) async throws {
        var line = Self.noise(decibels)
        line.dropouts = .init(perSecond: 0.2, duration: .milliseconds(5))
        let cable = VirtualCable(seed: 3)
        for way in VirtualCable.Direction.allCases { cable.impair(way, with: line) }
        var options = AudioJackOptions()
        options.offersCable = true
        options.link.mode = .duplex
        let host = HostLink(over: cable.host, options: options)
        let device = DeviceLink(over: cable.accessory, options: options)
        try await device.start()
        try await host.open()
        // the line is measured while the first message waits
        try await host.send(pattern(10))
        try await device.send(pattern(10))
        let message = pattern(200_000)
        let limit = 24_000 * log2(1 + pow(10, decibels / 10))
        let there = Task { await receives(message, from: device.events) }
        let back = Task { await receives(message, from: host.events) }
        // a fixed time, with the dropouts at the same places of the messages in each run; time is
        // stopped in both bodies, so the machine's load does not count
        let began = Duration.seconds(8)
        let starts = [host.progress, device.progress]
        let sent = await cable.at(began) {
            let sent = [
                Task { try await host.send(message) }, Task { try await device.send(message) },
            ]
            // both must have begun before time goes on
            for start in starts { _ = await start.first { $0.toSend == message.count } }
            return sent
        }
        let longest = Duration.seconds(Double(8 * message.count) / (least * limit))
        let areInTime = await cable.at(began + longest) {
            await end([there, back], within: .seconds(600))
        }
        #expect(areInTime)
        for task in sent { try await task.value }
        await host.close()
    }

    /// Whether `message` arrives before the events end.
    private func receives(_ message: [UInt8], from events: AsyncStream<LinkEvent>) async -> Bool {
        for await event in events {
            if case .received(let bytes) = event, bytes == message { return true }
        }
        return false
    }

    /// Whether the tasks end with true; cancels them after `limit`.
    private func end(_ tasks: [Task<Bool, Never>], within limit: Duration) async -> Bool {
        let guardian = Task {
            try await Task.sleep(for: limit)
            for task in tasks { task.cancel() }
        }
        defer { guardian.cancel() }
        for task in tasks {
            guard await task.value else { return false }
        }
        return true
    }

    @Test(
        "Another sample rate, and long blocks",
        arguments: [(44_100, 441), (48_000, 4096)]
    )
    func formats(rate: Int, blockSize: Int) async throws {
        let cable = VirtualCable(sampleRate: rate, blockSize: blockSize)
        for way in VirtualCable.Direction.allCases { cable.impair(way, with: Self.noise(35)) }
        var options = AudioJackOptions()
        options.offersCable = true
        let jack = HostLink(over: cable.host, options: options)
        let reader = ReaderSimulator(cable.accessory, options: options) { request, _ in request }
        try await reader.start()
        try await jack.open()
        let request = pattern(65_536)
        let began = cable.elapsed
        #expect(try await jack.exchange(request, timeout: .seconds(120)) == request)
        #expect(cable.elapsed - began < .seconds(10))
        await jack.close()
    }

    @Test("No exchange is lost when the line is silent for a second and returns at another volume")
    func volume() async throws {
        let bench = try await bench()
        try await bench.jack.open()
        async let change: Void = {
            for (seconds, gain) in [(2.0, -120.0), (1, -20)] {
                await bench.cable.at(bench.cable.elapsed + .seconds(seconds)) {
                    var line = Self.noise(60)
                    line.gain = gain
                    for way in VirtualCable.Direction.allCases {
                        bench.cable.impair(way, with: line)
                    }
                }
            }
        }()
        let request = pattern(100_000)
        let began = bench.cable.elapsed
        #expect(try await bench.jack.exchange(request, timeout: .seconds(120)) == request)
        #expect(bench.cable.elapsed - began < .seconds(20))
        await change
        await bench.jack.close()
    }

    @Test("Unplugging ends the exchange; the next session measures the line again")
    func unplugged() async throws {
        let bench = try await bench()
        try await bench.jack.open()
        async let change: Void = bench.cable.at(bench.cable.elapsed + .seconds(2)) {
            bench.cable.unplug()
        }
        await #expect(throws: LinkError.unplugged) {
            try await bench.jack.exchange(pattern(200_000), timeout: .seconds(120))
        }
        await change
        for await state in bench.jack.states where state == .waitingDevice { break }
        bench.cable.plug()
        for await state in bench.jack.states where state == .deviceDetected { break }
        try await bench.jack.open()
        let began = bench.cable.elapsed
        #expect(
            try await bench.jack.exchange(pattern(20_000), timeout: .seconds(60)) == pattern(20_000)
        )
        #expect(bench.cable.elapsed - began < .seconds(5))
        await bench.jack.close()
    }
}
