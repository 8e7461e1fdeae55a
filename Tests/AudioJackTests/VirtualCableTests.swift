import AccessoryConcurrency
import AccessoryLink
import Foundation
import Synchronization
import Testing

@testable import AudioJack

/// Plays `samples` on a started port, stops it, and returns the captured samples.
private func render(
    _ samples: [Float],
    on port: VirtualCableEnd
) async throws -> [Float] {
    defer { port.stop() }
    var captured: [Float] = []
    for start in stride(from: 0, to: samples.count, by: port.blockSize) {
        captured += try await port.transfer(
            Array(samples[start..<start + port.blockSize]),
            isBusy: true
        )
    }
    return captured
}

/// Plays on one end.
private func play(_ samples: [Float], on port: VirtualCableEnd) async throws -> [Float] {
    try port.start()
    return try await render(samples, on: port)
}

/// Plays on both ends at once and returns the samples captured at each end.
private func play(
    fromHost: [Float],
    fromAccessory: [Float],
    on cable: VirtualCable
) async throws -> (host: [Float], accessory: [Float]) {
    try cable.host.start()
    try cable.accessory.start()
    async let host = render(fromHost, on: cable.host)
    async let accessory = render(fromAccessory, on: cable.accessory)
    return try await (host, accessory)
}

private func sine(_ frequency: Double, count: Int, rate: Double = 48_000) -> [Float] {
    (0..<count).map { Float(sin(2 * .pi * frequency * Double($0) / rate)) }
}

private func power(_ samples: some Collection<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
}

/// Frequency of a clean sine by the angle between its zero crossings, in cycles a sample.
private func frequency(_ samples: [Float]) -> Double {
    let crossings = samples.indices.dropLast().compactMap { index -> Double? in
        guard samples[index] <= 0, samples[index + 1] > 0 else { return nil }
        return Double(index) - Double(samples[index] / (samples[index + 1] - samples[index]))
    }
    return Double(crossings.count - 1) / (crossings.last! - crossings.first!)
}

/// The tasks in which one end of a link receives frames.
private final class TaskLog: Sendable {
    private let seen = Mutex<Set<Int>>([])

    var tasks: Set<Int> { seen.withLock { $0 } }

    var tap: LinkTap {
        LinkTap { [self] direction, _ in
            let task = withUnsafeCurrentTask { $0.hashValue }
            if direction == .incoming { seen.withLock { _ = $0.insert(task) } }
            return .pass
        }
    }
}

private let silence = [Float](repeating: 0, count: 48_000)

@Suite("Virtual cable", .timeLimit(.minutes(20)))
struct VirtualCableTests {
    @Test("A perfect cable only delays the signal, in both directions, for any block size")
    func perfect() async throws {
        for blockSize in [16, 100, 480, 1000, 4096] {
            let cable = VirtualCable(blockSize: blockSize)
            let count = 20_000 / blockSize * blockSize
            let up = sine(1000, count: count)
            let down = sine(440, count: count)
            let heard = try await play(fromHost: up, fromAccessory: down, on: cable)
            let delay = ImpairedPath.delay
            #expect(Array(heard.accessory[delay...]) == Array(up[..<(count - delay)]))
            #expect(Array(heard.host[delay...]) == Array(down[..<(count - delay)]))
            #expect(heard.host[..<delay].allSatisfy { $0 == 0 })
        }
    }

    @Test("An end without a peer receives silence, and time advances")
    func alone() async throws {
        let cable = VirtualCable()
        let heard = try await play(sine(1000, count: 48_000), on: cable.host)
        #expect(heard.allSatisfy { $0 == 0 })
        #expect(cable.elapsed == .seconds(1))
    }

    @Test("The same seed produces the same samples, another seed different ones")
    func deterministic() async throws {
        let spoil = Impairments {
            $0.noise = .level(decibels: -30)
            $0.dropouts = .init(perSecond: 5, duration: .milliseconds(7))
            $0.slips = .init(perSecond: 5, range: 20)
        }
        var results: [[Float]] = []
        for seed: UInt64 in [7, 7, 8] {
            let cable = VirtualCable(clockOffset: 150, seed: seed)
            cable.impair(.towardsAccessory, with: spoil)
            let heard = try await play(
                fromHost: sine(1000, count: 48_000),
                fromAccessory: silence,
                on: cable
            )
            results.append(heard.accessory)
        }
        #expect(results[0] == results[1])
        #expect(results[0] != results[2])
    }

    @Test("Noise has the requested power", arguments: [0.0, 8, 25])
    func noise(decibels: Double) async throws {
        let cable = VirtualCable()
        cable.impair(
            .towardsAccessory,
            with: Impairments { $0.noise = .signalToNoise(decibels: decibels) }
        )
        cable.impair(.towardsHost, with: Impairments { $0.noise = .level(decibels: -decibels) })
        let tone = sine(1000, count: 48_000)
        let heard = try await play(fromHost: tone, fromAccessory: silence, on: cable)
        let noise = zip(heard.accessory[ImpairedPath.delay...], tone).map { $0 - $1 }
        #expect(abs(10 * log10(0.5 / power(noise)) - decibels) < 0.3)
        #expect(abs(10 * log10(power(heard.host)) + decibels) < 0.3)
    }

    @Test(
        "An accessory with a faster clock receives lower tones",
        arguments: [-20_000.0, -30, 30, 20_000]
    )
    func clockOffset(partsPerMillion: Double) async throws {
        let cable = VirtualCable(clockOffset: partsPerMillion)
        let tone = sine(1000, count: 480_000)
        let heard = try await play(fromHost: tone, fromAccessory: tone, on: cable)
        let pace = 1 + partsPerMillion * 1e-6
        let settled = 9600..<460_000
        #expect(abs(frequency(Array(heard.accessory[settled])) * 48 * pace - 1) < 1e-6)
        #expect(abs(frequency(Array(heard.host[settled])) * 48 / pace - 1) < 1e-6)
        #expect(abs(power(heard.accessory[settled]) - 0.5) < 0.005)
    }

    @Test("Gain, polarity, DC and clipping are exact")
    func arithmetic() async throws {
        let cable = VirtualCable()
        let spoil = Impairments {
            $0.gain = 20 * log10(0.5)
            $0.invertsPolarity = true
            $0.dcOffset = 0.25
            $0.clipping = 0.6
        }
        cable.impair(.towardsAccessory, with: spoil)
        let tone = sine(700, count: 9600)
        let heard = try await play(
            fromHost: tone,
            fromAccessory: Array(silence[..<9600]),
            on: cable
        )
        for (got, sent) in zip(heard.accessory[ImpairedPath.delay...], tone) {
            #expect(abs(got - min(max(-0.5 * sent + 0.25, -0.6), 0.6)) < 1e-6)
        }
    }

    @Test("Filters pass their band and stop the rest")
    func filters() async throws {
        for (tone, stays) in [(50.0, false), (1000, true), (15_000, false)] {
            let cable = VirtualCable()
            cable.impair(
                .towardsAccessory,
                with: Impairments {
                    $0.highPass = 300
                    $0.lowPass = 4000
                }
            )
            let heard = try await play(
                fromHost: sine(tone, count: 48_000),
                fromAccessory: silence,
                on: cable
            )
            let level = 10 * log10(power(heard.accessory[4800...]) / 0.5)
            #expect(stays ? abs(level) < 0.2 : level < -20)
        }
    }

    @Test("Echo and crosstalk have the requested delay and level")
    func echo() async throws {
        let cable = VirtualCable()
        cable.impair(
            .towardsAccessory,
            with: Impairments {
                $0.echo = .init(delay: .milliseconds(10), decibels: -20)
                $0.crosstalk = -40
            }
        )
        var click = [Float](repeating: 0, count: 4800)
        click[100] = 1
        var own = [Float](repeating: 0, count: 4800)
        own[2000] = 1
        let heard = try await play(fromHost: click, fromAccessory: own, on: cable)
        #expect(heard.accessory[ImpairedPath.delay + 100] == 1)
        #expect(abs(heard.accessory[ImpairedPath.delay + 580] - 0.1) < 1e-6)
        #expect(abs(heard.accessory[2000] - 0.01) < 1e-6)
    }

    @Test("Dropouts have the requested number and length")
    func dropouts() async throws {
        let cable = VirtualCable(seed: 3)
        cable.impair(
            .towardsAccessory,
            with: Impairments { $0.dropouts = .init(perSecond: 10, duration: .milliseconds(5)) }
        )
        let ones = [Float](repeating: 1, count: 480_000)
        let heard = try await play(
            fromHost: ones,
            fromAccessory: [Float](repeating: 0, count: 480_000),
            on: cable
        )
        let silent = heard.accessory[ImpairedPath.delay...].count { $0 == 0 }
        #expect((70...130).contains(Double(silent) / 240))
    }

    @Test("Slips change the delay and nothing else")
    func slips() async throws {
        let cable = VirtualCable(seed: 3)
        cable.impair(
            .towardsAccessory,
            with: Impairments { $0.slips = .init(perSecond: 20, range: 24) }
        )
        let ramp = (0..<48_000).map { Float($0) }
        let heard = try await play(fromHost: ramp, fromAccessory: silence, on: cable)
        let delays = zip(heard.accessory.indices, heard.accessory).dropFirst(100).map {
            $0 - Int($1)
        }
        #expect(
            delays.allSatisfy { (ImpairedPath.delay - 24...ImpairedPath.delay + 24).contains($0) }
        )
        #expect((10...30).contains(zip(delays, delays.dropFirst()).count { $0 != $1 }))
    }

    @Test("Time does not advance while neither end is busy")
    func idle() async throws {
        let cable = VirtualCable()
        try cable.host.start()
        try cable.accessory.start()
        let block = [Float](repeating: 0, count: 480)
        let loops = [cable.host, cable.accessory].map { port in
            Task { while true { _ = try await port.transfer(block, isBusy: false) } }
        }
        await cable.advance(by: .seconds(2))
        #expect(cable.elapsed == .seconds(2))
        cable.host.wake()
        await cable.advance(by: .zero)
        #expect(cable.elapsed <= .seconds(2) + .milliseconds(10))
        for port in [cable.host, cable.accessory] { port.stop() }
        for loop in loops {
            await #expect(throws: AudioPortError.stopped) { try await loop.value }
        }
    }

    @Test("Time does not advance while a caller holds it")
    func hold() async throws {
        let cable = VirtualCable()
        try cable.host.start()
        let block = [Float](repeating: 0, count: 480)
        let loop = Task { while true { _ = try await cable.host.transfer(block, isBusy: true) } }
        let (before, after) = await cable.at(.milliseconds(50)) {
            let before = cable.elapsed
            for _ in 0..<100 { await Task.yield() }
            return (before, cable.elapsed)
        }
        #expect(before == .milliseconds(50))
        #expect(after == before)
        cable.host.stop()
        await #expect(throws: AudioPortError.stopped) { try await loop.value }
    }

    @Test("An end without a peer leaves its task's executor at each block")
    func aloneOnAClock() async throws {
        let clock = VirtualClock()
        let end = VirtualCable().host
        try await clock.run {
            try end.start()
            let sound = Task<Void, any Error>(executorPreference: clock) {
                let block = AudioBlock(count: end.blockSize)
                while true { try await end.transfer(block, isBusy: true) }
            }
            // the clock's time passes only while no task is at work on it
            try await clock.sleep(for: .seconds(1))
            end.stop()
            await #expect(throws: AudioPortError.stopped) { try await sound.value }
        }
    }

    @Test("One task transfers the blocks of both ends while both have a link")
    func oneTask() async throws {
        let cable = VirtualCable()
        let (host, device) = (TaskLog(), TaskLog())
        let accessory = DeviceLink(over: cable.accessory, tap: device.tap)
        let link = HostLink(over: cable.host, tap: host.tap)
        let requests = accessory.events
        try await accessory.start()
        try await link.open()
        async let answer = link.exchange([UInt8](repeating: 0x5A, count: 4000))
        for await case .received(let request) in requests {
            try await accessory.respond(request)
            break
        }
        #expect(try await answer.count == 4000)
        await link.close()
        await accessory.stop()
        // with a task for each end, no task would receive at both
        #expect(!host.tasks.isDisjoint(with: device.tasks))
    }

    @Test("A link at one end and transfers at the other end stay in step")
    func mixed() async throws {
        let cable = VirtualCable()
        try cable.accessory.start()
        let silence = Task {
            let block = AudioBlock(count: 480)
            while true { try await cable.accessory.transfer(block, isBusy: false) }
        }
        let host = HostLink(over: cable.host)
        await #expect(throws: LinkError.handshakeFailed) { try await host.open() }
        cable.accessory.stop()
        await #expect(throws: AudioPortError.stopped) { try await silence.value }
    }

    @Test("Opening fails for a host that is alone, and the clock advances meanwhile")
    func hostAloneOnAClock() async throws {
        let (clock, cable) = (VirtualClock(), VirtualCable())
        let host = HostLink(over: cable.host)
        await clock.run {
            let opening = Task(executorPreference: clock) { try await host.open() }
            try? await clock.sleep(for: .seconds(1))
            await #expect(throws: LinkError.handshakeFailed) { try await opening.value }
        }
        #expect(cable.elapsed > .milliseconds(100))
    }

    @Test("A device that is alone and idle uses no CPU time")
    func deviceAlone() async throws {
        let cable = VirtualCable()
        let device = DeviceLink(over: cable.accessory)
        try await device.start()
        await cable.advance(by: .seconds(1))
        let before = cable.elapsed
        for _ in 0..<100 { await Task.yield() }
        #expect(cable.elapsed == before)
        await cable.advance(by: .seconds(1))
        #expect(cable.elapsed - before < .seconds(1.011))
        await device.stop()
    }

    @Test("A link ends when its port fails; the peer's link continues")
    func failureOfALink() async throws {
        let cable = VirtualCable()
        let device = DeviceLink(over: cable.accessory)
        let host = HostLink(over: cable.host)
        try await device.start()
        for _ in 0..<2 {
            try await host.open()
            let states = host.states
            cable.host.fail(with: .deviceLost("virtual", reason: "gone"))
            for await state in states where ![.idle, .dataExchange].contains(state) { break }
            cable.host.fail(with: nil)
        }
        await device.stop()
    }

    @Test("Unplugging silences both directions and is an event at both ends")
    func unplug() async throws {
        let cable = VirtualCable()
        let tone = sine(1000, count: 4800)
        cable.unplug()
        cable.unplug()
        #expect(cable.host.isPlugged == false)
        let heard = try await play(fromHost: tone, fromAccessory: tone, on: cable)
        #expect(heard.accessory.allSatisfy { $0 == 0 } && heard.host.allSatisfy { $0 == 0 })
        cable.plug()
        let again = try await play(fromHost: tone, fromAccessory: tone, on: cable)
        #expect(power(again.accessory) > 0.4)
        var events = cable.host.events.makeAsyncIterator()
        #expect(await events.next() == .plugged)
        #expect(await events.next() == .unplugged)
        #expect(await events.next() == .plugged)
    }

    @Test("A port set to fail throws from start and from a waiting transfer")
    func failure() async throws {
        let cable = VirtualCable()
        let refused = AudioPortError.deviceBusy("virtual")
        cable.host.fail(with: refused)
        #expect(throws: refused) { try cable.host.start() }
        cable.host.fail(with: nil)
        try cable.host.start()
        let waiting = Task {
            try await cable.host.transfer([Float](repeating: 0, count: 480), isBusy: false)
        }
        await Task.yield()
        cable.host.fail(with: .deviceLost("virtual", reason: "gone"))
        let lost = AudioPortError.deviceLost("virtual", reason: "gone")
        await #expect(throws: lost) { try await waiting.value }
        #expect(cable.host.failure == lost && cable.accessory.failure == nil)
        #expect("\(lost)".hasPrefix("audio device \"virtual\" was lost: gone; check its plug"))
    }
}
