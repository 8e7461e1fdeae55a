import AccessoryLink
import AudioJack
import Foundation

/// Messages in both directions at once by the cable modem, over a virtual cable with white noise and
/// silences of 5 ms.
enum CableWalk {
    /// Mean power of the modem's sound, dB of full scale.
    private static let power = -14.4

    /// - Parameters:
    ///   - size: Bytes each way.
    ///   - decibels: SNR over 0 to 24 kHz.
    static func run(size: Int, decibels: Int) async throws {
        let cable = VirtualCable(seed: 3)
        let line = Impairments {
            $0.noise = .level(decibels: power - Double(decibels))
            $0.dropouts = .init(perSecond: 0.2, duration: .milliseconds(5))
        }
        for way in VirtualCable.Direction.allCases { cable.impair(way, with: line) }
        var options = AudioJackOptions()
        options.offersCable = true
        options.link.mode = .duplex
        let host = HostLink(cable.host, options: options)
        let device = DeviceLink(cable.accessory, options: options)
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

    /// When `message` has arrived, in time of sound.
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
