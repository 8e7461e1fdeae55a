import Testing

@testable import Modem

@Suite struct ModemProfileTests {
    @Test(
        "a profile that fits no sample rate states the limit",
        arguments: [
            ("fsk:9.9,1200,2200", "BAUD is 10 to 48000"),
            ("manchester:49.9", "BAUD is 50 to 48000"),
            ("fsk:10,1200,86401", "a tone is at most 86400 Hz"),
            ("fsk:48001,1200,2200", "BAUD is 10 to 48000"),
            ("manchester:60000", "BAUD is 50 to 48000"),
            ("fsk:48000,70000,20000", "the lower tone is at least half of BAUD"),
            ("fsk:1200,2200,599", "the lower tone is at least half of BAUD"),
            ("fsk:1200,600,700", "the tones are at least 0.4 of BAUD apart"),
            ("fsk:1200,86400,86401", "a tone is at most 86400 Hz"),
            ("fsk:1200,86400,86399", "the tones are at least 0.4 of BAUD apart"),
        ]
    )
    func limits(name: String, limit: String) {
        let failure = ModemProfile.Failure.outOfRange(name)
        #expect("\(failure)" == "'\(name)' fits no sample rate; \(limit)")
        #expect(throws: failure) { try ModemProfile(name) }
    }

    @Test("unknown names are refused, known ones keep their name and rate")
    func names() throws {
        #expect(throws: ModemProfile.Failure.unknown("fsk")) { try ModemProfile("fsk") }
        #expect(throws: ModemProfile.Failure.unknown("")) { try ModemProfile("") }
        #expect(try ModemProfile("manchester:4410").baud == 4410)
        #expect(ModemProfile.reader.baud == 3675 && ModemProfile.reader.name == "reader")
        #expect(ModemProfile.bell202.baud == 1200 && ModemProfile.bell202.name == "bell202")
    }

    @Test("a mode has tones, format and code, and no frames")
    func modes() throws {
        #expect(ModemProfile.modes.contains("rtty") && ModemProfile.modes.contains("callerid"))
        for name in ModemProfile.modes {
            let mode = try ModemProfile(name)
            #expect(mode.name == name && !mode.hasFrames && mode.hasCharacters)
            #expect(mode.isFSK == mode.canSend)
        }
        #expect(try ModemProfile("uic-train").code == .telegrams(from: .train))
        #expect(try ModemProfile("uic-ground").code == .telegrams(from: .ground))
        let rtty = try ModemProfile("rtty")
        #expect(rtty.format.name == "5N1.5" && rtty.format.dataBits == 5 && rtty.code == .ita2)
        #expect(try ModemProfile("hart").format.name == "8O1")
        #expect(try ModemProfile("tdd").code == .tdd && ModemProfile("kcs").format.name == "8N2")
        #expect(try ModemProfile("callerid").code == .callerID)
        let rate = try ModemProfile("600")
        #expect(rate.baud == 600 && rate.format.name == "8N1" && !rate.hasFrames)
        #expect(ModemProfile.bell202.hasFrames && ModemProfile.bell202.code == .bytes)
        #expect(throws: ModemProfile.Failure.outOfRange("9")) { try ModemProfile("9") }
        #expect("\(ModemProfile.Failure.outOfRange("9"))".hasSuffix("BAUD is 10 to 48000"))
        #expect(throws: ModemProfile.Failure.unknown("v22")) { try ModemProfile("v22") }
    }

    @Test(
        "formats of characters",
        arguments: ["8N1", "7E1", "8O2", "5N1.5", "6M1", "7S1", "8N1msb"]
    )
    func formats(name: String) throws {
        let format = try #require(CharacterFormat(name))
        #expect(format.name == name && CharacterFormat(format.parameters).name == name)
        #expect(format.dataBits == Int(name.prefix(1))!)
        #expect(format.hasParity == !name.contains("N"))
        for text in ["", "8", "9N1", "8X1", "8N3", "8n1", name + " "] {
            #expect(CharacterFormat(text) == nil)
        }
        var profile = ModemProfile.bell202
        profile.format = format
        let bytes: [UInt8] = [0x11, 0x0A, 0x15, 0x1F, 0x00, 0x0E, 0x1B, 0x05, 0x12, 0x08]
        var modulator = try Modulator(profile, rate: 48_000)
        #expect(try modulator.send(characters: bytes[...]) == bytes.count)
        let sound = modulator.render()
        var demodulator = try Demodulator(profile, rate: 48_000, mode: .characters)
        let events = demodulator.push(sound) + demodulator.finish()
        let received = events.flatMap { event -> [UInt8] in
            if case .characters(let characters) = event { characters } else { [] }
        }
        let (quality, unread) = (demodulator.quality, demodulator.unread)
        #expect(received == bytes && quality.parityErrors == 0 && unread == nil)
    }

    @Test("wrong parity bits are counted")
    func parity() throws {
        var profile = ModemProfile.bell202
        profile.format = try #require(CharacterFormat("7O1"))
        var modulator = try Modulator(profile, rate: 48_000)
        _ = try modulator.send(characters: Array("odd parity".utf8)[...])
        profile.format = try #require(CharacterFormat("7E1"))
        var demodulator = try Demodulator(profile, rate: 48_000, mode: .characters)
        _ = demodulator.push(modulator.render()) + demodulator.finish()
        let errors = demodulator.quality.parityErrors
        #expect(errors == 10)
    }

    @Test("text of teleprinters", arguments: ["rtty", "tdd"])
    func teleprinter(name: String) throws {
        let profile = try ModemProfile(name)
        var encoder = CharacterEncoder(profile)
        var decoder = CharacterDecoder(profile)
        // in two parts: the shift remains
        let parts = try ["cq de k1abc 5", "99\r\nok?"].map { try encoder.encode($0.utf8) }
        #expect(parts.joined().allSatisfy { $0 < 32 } && parts[1].first != 27)
        let text = parts.flatMap { decoder.decode($0).bytes }
        #expect(String(decoding: text, as: UTF8.self) == "CQ DE K1ABC 599\r\nOK?")
        #expect(throws: ModemError.character(0x7B, of: name)) { try encoder.encode("{".utf8) }
        var seven = ModemProfile.bell202
        seven.format = try #require(CharacterFormat("7E1"))
        var bytes = CharacterEncoder(seven)
        #expect(try bytes.encode([0, 0x7F]) == [0, 0x7F])
        #expect(throws: ModemError.character(0x80, of: "7E1")) { try bytes.encode([0x80]) }
        let words = "\(ModemError.character(0x0B, of: "rtty"))"
        #expect(words == "0xB is no character of rtty; remove it, or choose another format or mode")
    }

    @Test("messages of caller ID")
    func callerID() throws {
        var decoder = CharacterDecoder(try ModemProfile("callerid"))
        func message(_ fields: [(UInt8, String)]) -> [UInt8] {
            let body = fields.flatMap { [$0.0, UInt8($0.1.utf8.count)] + Array($0.1.utf8) }
            let head = [0x80, UInt8(body.count)] + body
            return head + [0 &- head.reduce(0, &+)]
        }
        let known = message([(1, "11270830"), (2, "5551234"), (7, "J DOE")])
        let (bytes, messages) = decoder.decode([0x55, 0x55] + known)
        #expect(bytes.isEmpty && messages.count == 1)
        #expect(messages.first?.description == "date 11-27 08:30, number 5551234, name J DOE")
        let hidden = decoder.decode(message([(1, "0101"), (4, "P"), (8, "O")])).messages
        #expect(hidden.map(\.description) == ["date 0101, number withheld, name out of area"])
        guard case .caller(let caller)? = hidden.first else { return }
        #expect(caller.number == nil && caller.numberAbsence == .withheld)
        #expect(decoder.damagedMessages == 0)
        #expect(decoder.decode(known.dropLast() + [1]).messages.isEmpty)
        #expect(decoder.damagedMessages == 1)
    }

    @Test("characters of another bit rate are counted and measured")
    func unread() throws {
        var modulator = try Modulator(ModemProfile("fsk:1000,1200,2200"), rate: 48_000)
        _ = try modulator.send(
            characters: (0..<250).map { UInt8(truncatingIfNeeded: $0 &* 37) }[...]
        )
        var demodulator = try Demodulator(.bell202, rate: 48_000, mode: .characters)
        _ = demodulator.push(modulator.render()) + demodulator.finish()
        let measured = demodulator.unread
        let unread = try #require(measured)
        #expect(unread.count > 20 && (950...1050).contains(unread.baud ?? 0))
        #expect((1150...1250).contains(unread.mark ?? 0))
        #expect((2150...2250).contains(unread.space ?? 0) && unread.coherence > 0)
    }

    @Test(
        "the range of rates is where the check passes",
        arguments: ["reader", "bell202", "manchester:9600"]
    )
    func rates(name: String) throws {
        let profile = try ModemProfile(name)
        let rates = profile.rates
        #expect(rates.upperBound == 192_000 && rates.lowerBound >= 8000)
        for rate in [rates.lowerBound, 48_000, 192_000] { try profile.check(rate: rate) }
        for rate in [rates.lowerBound - 1, 192_001, -1, 1 << 40] {
            #expect(throws: ModemProfile.Failure.unsuitableRate(profile: name, rate: rate)) {
                try profile.check(rate: rate)
            }
        }
        let text = "\(ModemProfile.Failure.unsuitableRate(profile: name, rate: 1))"
        #expect(text.hasSuffix("use \(rates.lowerBound) to 192000"))
    }
}
