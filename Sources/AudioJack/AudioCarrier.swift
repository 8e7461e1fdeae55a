internal import AccessoryBase
package import AccessoryConcurrency
package import AccessoryLink
package import Modem
import Synchronization

private let log = Log("jack")

/// Opens and closes an audio port for a link. While the port is open, an `AudioEnd` moves the
/// frames.
package final class AudioCarrier: LinkCarrier {
    package let port: any AudioPort
    /// Port events other than jack events.
    package let portEvents = Broadcaster<AudioPortEvent>()
    /// The state of the cable modem's line, the current one first.
    package let cableStates = Broadcaster<CableState>(replaying: CableState())
    private let options: AudioJackOptions
    private let virtualTime: (any VirtualTimePort)?
    private let lastQuality = Mutex(SignalQuality())
    private let holds = Mutex(0)

    package init(_ port: any AudioPort, options: AudioJackOptions) {
        self.port = port
        virtualTime = port as? any VirtualTimePort
        self.options = options
    }

    package var kind: TransportKind { .audioJack }

    package var isPresent: Bool? {
        get async { await port.isPlugged }
    }

    /// Always nil: the time advances with each block of sound, by `LinkCore.step`.
    package var now: Duration? { nil }

    /// Signal quality of the received sound; the last value once the port is stopped.
    package var quality: SignalQuality { lastQuality.withLock { $0 } }

    package func start(as role: LinkRole) async throws(LinkError) -> CarrierProperties {
        lastQuality.withLock { $0.lostSamples = 0 }
        do {
            try await port.start()
        } catch {
            throw LinkError(opening: error)
        }
        do {
            var properties = try await properties()
            properties.latency += await port.latency
            properties.detectsPlug = await port.isPlugged != nil
            return properties
        } catch {
            await port.stop()
            throw .outputFailed(FailureReason(error))
        }
    }

    private func makeModulator(rate: Int) throws(ModemError) -> Modulator {
        try Modulator(
            options.sends,
            rate: rate,
            level: options.level,
            correctsErrors: options.correctsErrors
        )
    }

    private var receivingProfile: ModemProfile { options.receives ?? options.sends }

    /// The carrier's properties. They are measured with the modulator itself, so they apply to
    /// every profile, with or without error correction.
    private func properties() async throws(ModemError) -> CarrierProperties {
        let (rate, blockSize) = (await port.sampleRate, await port.blockSize)
        _ = try Demodulator(receivingProfile, rate: rate)
        var modulator = try makeModulator(rate: rate)
        let payload = Modulator.maximumPayload
        let empty = try modulator.airTime(payload: 0)
        let whole = try modulator.airTime(payload: payload)
        let bytesPerSecond = Double(payload) / (whole - empty)
        var properties = CarrierProperties(.audioJack)
        properties.payload = payload
        properties.frameOverhead = Int((empty * bytesPerSecond).rounded(.up))
        properties.sendRate = Int(bytesPerSecond * 8)
        properties.receiveRate = Int(
            bytesPerSecond * 8 * receivingProfile.baud / options.sends.baud
        )
        // a frame waits for up to a block at each end, and its last bits are decoded late
        properties.latency = .seconds(
            2 * Double(blockSize) / Double(rate) + 0.01 + 72 / receivingProfile.baud
        )
        properties.wakesByTone = true
        properties.features = options.offersCable ? AudioEnd.cableFeature : 0
        // a round trip of bursts takes half a second; at 400 kbit/s this is 50 sub-packets
        if options.offersCable { properties.window = 64 }
        return properties
    }

    package func run(_ core: isolated LinkCore) async throws(LinkError) {
        let (rate, blockSize) = (await port.sampleRate, await port.blockSize)
        let end: AudioEnd
        do {
            let isHost = core.role == .host
            end = AudioEnd(
                port,
                rate: rate,
                blockSize: blockSize,
                latency: await port.latency,
                modulator: try makeModulator(rate: rate),
                demodulator: try Demodulator(receivingProfile, rate: rate),
                line: options.offersCable
                    ? CableLine(isHost: isHost, level: options.level, rate: rate) : nil,
                report: makeReport()
            )
        } catch {
            throw .unknown
        }
        defer { cableStates.send(CableState()) }
        try await end.run(core)
    }

    /// Keeps the last quality, and sends each change of the cable modem's state.
    private func makeReport() -> (SignalQuality, CableState) -> Void {
        var lastState = CableState()
        return { [self] quality, state in
            lastQuality.withLock { last in
                let lost = last.lostSamples
                last = quality
                last.lostSamples = lost
            }
            if state != lastState {
                cableStates.send(state)
                lastState = state
            }
        }
    }

    package func wake() {
        port.wake()
    }

    package func stop() async {
        // releases the remaining holds; a later `releaseTime` has no effect
        let left = holds.withLock { holds in
            defer { holds = 0 }
            return holds
        }
        for _ in 0..<left { virtualTime?.releaseTime() }
        await port.stop()
    }

    package func watch(_ core: LinkCore) async {
        for await event in port.events {
            portEvents.send(event)
            switch event {
            case .plugged: await core.detect()
            case .unplugged: await core.lost()
            case .focusLost: await core.fault(.focusLost)
            case .serverEnded: await core.fault(.serviceEnded)
            case .interrupted, .routeChanged: await core.fault(.interrupted)
            case .xrun(let lost):
                lastQuality.withLock { $0.lostSamples += lost }
                log.warning("the sound card lost \(lost) samples and continues")
            }
        }
    }

    package func holdTime() {
        holds.withLock { $0 += 1 }
        virtualTime?.holdTime()
    }

    package func releaseTime() {
        let isHeld = holds.withLock { holds in
            defer { holds = max(0, holds - 1) }
            return holds > 0
        }
        if isHeld { virtualTime?.releaseTime() }
    }
}

extension LinkError {
    /// Maps a port error while opening.
    init(opening error: AudioPortError) {
        switch error {
        case .inputFailed: self = .inputFailed(FailureReason(error))
        case .noSuchDevice, .permissionDenied, .deviceBusy, .outputFailed, .deviceLost, .stopped:
            self = .outputFailed(FailureReason(error))
        }
    }

    /// Maps a port error while running.
    init(running error: AudioPortError) {
        switch error {
        case .deviceLost: self = .unplugged
        case .outputFailed: self = .writeFailed
        case .noSuchDevice, .permissionDenied, .deviceBusy, .inputFailed: self = .readFailed
        case .stopped: self = .cancelled
        }
    }
}
