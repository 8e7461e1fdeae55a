import Testing

@testable import Modem

/// Bytes to sound and back, by the public calls.
@Suite struct SoundRoundTripTests {
    private static let silence = [Float](repeating: 0, count: 4800)

    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 * 167 + $0 / 251) }
    }

    @Test(
        "frames arrive in order, whatever the size of the blocks",
        arguments: ["reader", "bell202", "manchester:1837.5"],
        [false, true]
    )
    func frames(profile: String, correctsErrors: Bool) throws {
        let profile = try ModemProfile(profile)
        var modulator = try Modulator(profile, rate: 48_000, correctsErrors: correctsErrors)
        var sound = Self.silence
        let payloads = [Self.bytes(3), [], Self.bytes(512)]
        for payload in payloads {
            try modulator.send(payload)
            let start = modulator.render(100)
            #expect(start.count == 100)
            let wasBusy = modulator.isBusy
            sound += start + modulator.render()
            let (isBusy, rest) = (modulator.isBusy, modulator.render(10))
            #expect(wasBusy && !isBusy && rest.isEmpty)
        }
        var demodulator = try Demodulator(profile, rate: 48_000)
        var found: [Demodulator.Event] = []
        for start in stride(from: 0, to: sound.count, by: 777) {
            found += demodulator.push(Array(sound[start..<min(start + 777, sound.count)]))
        }
        found += demodulator.finish()
        #expect(
            found.filter { $0 != .carrierOn && $0 != .carrierOff } == payloads.map { .frame($0) }
        )
        // the carrier is that of uncoded frames
        #expect(correctsErrors || (found.first == .carrierOn && found.last == .carrierOff))
        #expect(demodulator.quality.goodFrames == 3 && demodulator.quality.badFrames == 0)
        #expect(abs(demodulator.quality.level - 0.9) < 0.2)
    }

    @Test("a receiver of uncoded frames ignores coded ones", arguments: [false, true])
    func uncoded(correctsErrors: Bool) throws {
        var modulator = try Modulator(.reader, rate: 48_000, correctsErrors: correctsErrors)
        try modulator.send([1, 2, 3])
        var demodulator = try Demodulator(.reader, rate: 48_000, mode: .uncodedFrames)
        let found = demodulator.push(modulator.render() + Self.silence) + demodulator.finish()
        #expect(found.contains(.frame([1, 2, 3])) == !correctsErrors)
    }

    @Test("a sound that ends within a frame is a bad frame")
    func cut() throws {
        var modulator = try Modulator(.reader, rate: 48_000)
        try modulator.send(Self.bytes(100))
        var demodulator = try Demodulator(.reader, rate: 48_000)
        #expect(!demodulator.push(modulator.render(9000)).contains(.badFrame))
        #expect(demodulator.finish().contains(.badFrame))
    }

    @Test("characters arrive, also more than the queue holds", arguments: ["bell202", "hijack"])
    func characters(profile: String) throws {
        let profile = try ModemProfile(profile)
        var modulator = try Modulator(profile, rate: 48_000)
        let text = Self.bytes(profile.hasFrames ? 1000 : 30)
        var (rest, sound) = (text[...], Self.silence)
        while !rest.isEmpty {
            rest = rest.dropFirst(try modulator.send(characters: rest))
            if !rest.isEmpty { sound += modulator.render(4096) }
        }
        sound += modulator.render() + Self.silence
        var demodulator = try Demodulator(profile, rate: 48_000, mode: .characters)
        demodulator.learnHum(Array(sound.prefix(48_000)))
        var found: [UInt8] = []
        for case .characters(let bytes) in demodulator.push(sound) + demodulator.finish() {
            found += bytes
        }
        #expect(found == text)
    }

    @Test("a modulator refuses what the profile cannot send, and a second signal")
    func refusals() throws {
        #expect(throws: ModemError.unsupported(profile: "track2")) {
            _ = try Modulator(ModemProfile("track2"), rate: 48_000)
        }
        #expect(throws: ModemError.profile(.unsuitableRate(profile: "reader", rate: 7999))) {
            _ = try Modulator(.reader, rate: 7999)
        }
        var modulator = try Modulator(.reader, rate: 48_000)
        #expect(throws: ModemError.payload(count: 513, limits: 0...512)) {
            try modulator.send(Self.bytes(513))
        }
        #expect(throws: ModemError.unsupported(profile: "reader")) {
            _ = try modulator.send(characters: [1])
        }
        try modulator.send([1])
        #expect(throws: ModemError.busy) { try modulator.send([1]) }
        #expect(throws: ModemError.busy) { try modulator.sendWakeTone(.seconds(1)) }
        var hijack = try Modulator(ModemProfile("hijack"), rate: 48_000)
        #expect(throws: ModemError.unsupported(profile: "hijack")) { try hijack.send([1]) }
        var fsk = try Modulator(.bell202, rate: 48_000)
        try fsk.send([1])
        #expect(throws: ModemError.busy) { _ = try fsk.send(characters: [1]) }
        _ = fsk.render()
        // a full queue accepts the rest later
        #expect(try fsk.send(characters: Self.bytes(600)[...]) < 600)
        #expect(try fsk.send(characters: [1]) == 0)
        #expect(throws: ModemError.busy) { try fsk.send([1]) }
    }

    @Test("a demodulator refuses signals that the profile does not have")
    func modes() throws {
        for (name, mode) in [
            ("reader", .characters), ("hijack", .frames), ("track2", .uncodedFrames),
        ] as [(String, Demodulator.Mode)] {
            #expect(throws: ModemError.unsupported(profile: name)) {
                _ = try Demodulator(ModemProfile(name), rate: 48_000, mode: mode)
            }
        }
        #expect(throws: ModemError.profile(.unsuitableRate(profile: "reader", rate: 1))) {
            _ = try Demodulator(.reader, rate: 1)
        }
    }

    @Test("a burst for an unknown line")
    func bursts() throws {
        let payload = Self.bytes(3000)
        var sender = CableSender()
        try sender.start(payload)
        #expect(throws: ModemError.busy) { try sender.startSounding(id: 1) }
        #expect(throws: ModemError.busy) { try sender.start([1]) }
        let sound = sender.render(1000) + sender.render()
        var receiver = CableReceiver()
        let events = receiver.push(sound) + receiver.finish()
        #expect(events.first == .burst(length: 3000) && events.last == .end(isCut: false))
        var found = [UInt8](repeating: 0, count: 3000)
        for case .block(let block) in events {
            let offset = try #require(block.offset)
            found.replaceSubrange(offset..<offset + block.bytes.count, with: block.bytes)
        }
        #expect(found == payload && receiver.faults.isEmpty)
        #expect(receiver.quality.signalToNoise > 40 && receiver.quality.lostSymbols == 0)
        try sender.start(Self.bytes(20_000))
        let long = sender.render()
        let rest = receiver.push(Array(long.prefix(long.count / 3))) + receiver.finish()
        #expect(rest.contains(.lostBlock) && rest.last == .end(isCut: true))
    }

    /// A measured line, without noise.
    private func report() throws -> CableReport {
        var sender = CableSender(level: 0.5)
        try sender.startSounding(id: 7)
        var receiver = CableReceiver()
        for case .sounded(let report) in receiver.push(sender.render() + Self.silence)
            + receiver.finish()
        { return report }
        throw ModemError.noSignal
    }

    @Test("a sounding, its report, a burst for it, and the repetition of a lost block")
    func repetition() throws {
        let report = try report()
        #expect(report.id == 7)
        let payload = Self.bytes(60_000)
        var parts = PartialPayload(count: payload.count, report: report)
        try #require(parts.blocks > 3)
        var sender = CableSender(level: 0.5)
        try sender.start(payload, for: report)
        var receiver = CableReceiver()
        receiver.expect(report)
        for case .block(let block) in receiver.push(sender.render()) + receiver.finish()
        where block.number != 2 { parts.take(block) }
        #expect(parts.missingCount == 1 && parts.request.missing[0] == 4)
        parts.raiseMargin(sent: parts.blocks)
        let request = try #require(
            CableRepetition(bytes: parts.request.bytes, blocks: parts.blocks)
        )
        #expect(throws: ModemError.repetition) {
            try sender.start(Self.bytes(100), for: report, repeating: request)
        }
        try sender.start(payload, for: report, repeating: request)
        receiver.expect(report, missing: parts.missing)
        for case .block(let block) in receiver.push(sender.render()) + receiver.finish() {
            #expect(block.number == 2)
            parts.take(block)
        }
        #expect(parts.missingCount == 0 && parts.bytes == payload)
    }

    /// The bits of the blocks that a receiver expects may be fewer than the blocks of the burst that arrives.
    @Test("a burst with more blocks than the expected ones is read within the memory")
    func longer() throws {
        let report = try report()
        var sender = CableSender(level: 0.5)
        try sender.start(Self.bytes(60_000), for: report)
        var receiver = CableReceiver()
        receiver.expect(report, missing: [1])
        let events = receiver.push(sender.render()) + receiver.finish()
        for case .block(let block) in events { #expect(block.number == 0) }
    }

    @Test("bit rates and bands outside the ranges state the limits")
    func cableLimits() throws {
        var sender = CableSender()
        #expect(throws: ModemError.payload(count: 0, limits: 1...0xFF_FFFF)) {
            try sender.start([])
        }
        #expect(throws: ModemError.bitRate(400_000, limits: 3000...340_000)) {
            try sender.start([1], bitRate: 400_000)
        }
        #expect(throws: ModemError.band(999, limits: 1000...23_750)) {
            try sender.start([1], band: 999)
        }
        #expect(throws: ModemError.band(12_000, limits: 500...11_875)) {
            try sender.start([1], band: 12_000, rate: 24_000)
        }
        #expect(throws: ModemError.profile(.unsuitableRate(profile: "cable", rate: 7999))) {
            try sender.start([1], rate: 7999)
        }
        #expect(sender.render().isEmpty)
    }

    @Test("an error is its cause and the next step")
    func errors() {
        let errors: [ModemError] = [
            .profile(.unknown("x")), .unsupported(profile: "x"), .busy,
            .payload(count: 600, limits: 1...512), .bitRate(1, limits: 2...3),
            .band(1, limits: 2...3), .repetition, .noSignal,
        ]
        for error in errors { #expect("\(error)" == "\(error.cause); \(error.nextStep ?? "")") }
        #expect(
            ModemError.payload(count: 600, limits: 1...512).nextStep
                == "send 1 to 512 bytes at once"
        )
    }

    @Test("the cable modem is specified at 48000 Hz and scales with the rate")
    func scale() throws {
        let (half, own, double) = (
            try CableScale(rate: 24_000), try CableScale(rate: 48_000), try CableScale(rate: 96_000)
        )
        #expect(own.bitRate(111_000) == 111_000 && half.bitRate(111_000) == 222_000)
        #expect(double.bitRate(111_000) == 55_500 && double.bitRate(3) == 2)
        #expect(own.bitRate(.max) == .max && own.bitRate(.min) == 0)
        #expect(own.bitRates == 3000...340_000 && half.bitRates == 1500...170_000)
        #expect(try own.band(nil) == 0 && own.band(1000) == 1000 && own.band(23_750) == 23_750)
        #expect(try half.band(1000) == 2000 && double.band(2001) == 1000)
        for (scale, bands, limits) in [
            (own, [999, 23_751], 1000...23_750), (half, [499, 11_876], 500...11_875),
            (double, [1999, 47_501], 2000...47_500),
        ] {
            for band in bands {
                #expect(throws: ModemError.band(band, limits: limits)) { try scale.band(band) }
            }
        }
        for rate in [8000, 192_000] { _ = try CableScale(rate: rate) }
        for rate in [7999, 192_001] {
            #expect(throws: ModemError.self) { try CableScale(rate: rate) }
        }
    }
}
