import AccessoryLink
import AudioJack
import Foundation
import ReaderSimulators

/// Messages in both directions at once by the cable modem, over a virtual cable with white noise and
/// silences of 5 ms.
enum CableWalk {
    /// Mean power of the modem's sound, dB relative to full scale.
    private static let power = -14.4

    /// - Parameters:
    ///   - size: Bytes each way.
    ///   - decibels: SNR over 0 to 24 kHz.
    static func run(size: Int, decibels: Int) async throws {
        let cable = cable(at: 48_000, decibels) {
            $0.dropouts = .init(perSecond: 0.2, duration: .milliseconds(5))
        }
        var options = options
        options.link.mode = .duplex
        let host = HostLink(over: cable.host, options: options)
        let device = DeviceLink(over: cable.accessory, options: options)
        try await device.start()
        try await host.open()
        // the line is measured while the first messages wait
        try await host.send([1])
        try await device.send([1])
        let message = payload(size)
        async let there = arrival(of: message, in: device.events, on: cable)
        async let back = arrival(of: message, in: host.events, on: cable)
        let (began, spent) = (cable.elapsed, Usage.now)
        async let sent: Void = host.send(message)
        try await device.send(message)
        try await sent
        let ends = try await [there, back].map { ($0 - began) / .seconds(1) }
        let cpu = (Usage.now - spent).cpu
        await host.close()
        let limit = 24_000 * log2(1 + pow(10, Double(decibels) / 10))
        let rates = ends.map { 8 * Double(size) / $0 }
        print(
            "{\"snr\":\(decibels),\"bytes\":\(size),\"bit_s\":[\(rates[0]),\(rates[1])],"
                + "\"of_shannon\":[\(rates[0] / limit),\(rates[1] / limit)],"
                + "\"cpu_ms_per_s\":\(1e3 * cpu / (ends.max() ?? 1))}"
        )
    }

    /// Measures a request and an answer of the same size in an open session, in the cable's time.
    ///
    /// - Parameters:
    ///   - size: Bytes each way.
    ///   - decibels: SNR up to half the sample rate.
    ///   - rate: Samples per second.
    ///   - blockSize: Samples in a block; each end plays one block late, as a sound card does.
    static func exchange(size: Int, decibels: Int, rate: Int, blockSize: Int) async throws {
        let cable = cable(at: rate, blockSize: blockSize, decibels) { _ in }
        let reader = ReaderSimulator(cable.accessory, options: options) { request, _ in request }
        try await reader.start()
        let jack = HostLink(over: cable.host, options: options)
        try await jack.open()
        let began = cable.elapsed
        let answer = try await jack.exchange(payload(size))
        let seconds = (cable.elapsed - began) / .seconds(1)
        guard answer == payload(size) else { throw LinkError.decodingFailed }
        await jack.close()
        await reader.stop()
        print(
            "{\"rate\":\(rate),\"block\":\(blockSize),\"snr\":\(decibels),\"bytes\":\(size),"
                + "\"seconds\":\(seconds),\"bit_s\":\(16 * Double(size) / seconds)}"
        )
    }

    private static func cable(
        at rate: Int,
        blockSize: Int = 480,
        _ decibels: Int,
        with more: (inout Impairments) -> Void
    ) -> VirtualCable {
        let cable = VirtualCable(sampleRate: rate, blockSize: blockSize, seed: 3)
        let line = Impairments {
            $0.noise = .level(decibels: power - Double(decibels))
            more(&$0)
        }
        for way in VirtualCable.Direction.allCases { cable.impair(way, with: line) }
        return cable
    }

    private static var options: AudioJackOptions {
        var options = AudioJackOptions()
        options.offersCable = true
        return options
    }

    /// The cable's time when `message` arrives.
    private static func arrival(
        of message: [UInt8],
        in events: AsyncStream<LinkEvent>,
        on cable: VirtualCable
    ) async throws -> Duration {
        for await event in events {
            guard case .received(let bytes) = event, bytes.count > 1 else { continue }
            guard bytes == message else { throw LinkError.decodingFailed }
            return cable.elapsed
        }
        throw LinkError.cancelled
    }

    private static func payload(_ count: Int) -> [UInt8] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }
}
