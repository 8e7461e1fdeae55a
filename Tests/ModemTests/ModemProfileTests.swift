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
