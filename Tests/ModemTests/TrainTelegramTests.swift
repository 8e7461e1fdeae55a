import Modem
import Testing

@Suite struct TrainTelegramTests {
    @Test func fields() throws {
        let telegram = try #require(TrainTelegram("123456 0A", from: .train))
        #expect(telegram.train == "123456" && telegram.code == 10 && telegram.sender == .train)
        #expect(telegram.meaning == "order acknowledged")
        #expect(telegram.description == "train 123456, code 0A: order acknowledged")
        let unknown = try #require(TrainTelegram("12345F 0A", from: .ground))
        #expect(unknown.meaning == nil && unknown.description == "train 12345F, code 0A: unknown")
        #expect(
            TrainTelegram("000000 55", from: .ground)?.description == "train 000000, code 55: idle"
        )
    }

    @Test(arguments: [
        "", "020045", "020045 8", "020045 080", "02004 08", "0200455 08", "020045  08",
        " 020045 08",
        "020045 08 ", "02004G 08", "020045 +8", "-20045 08", "02004５ 08",
    ]) func otherTextsAreNone(_ text: String) {
        #expect(TrainTelegram(text, from: .ground) == nil)
    }

    @Test func decoderCountsOtherLines() throws {
        var decoder = CharacterDecoder(try ModemProfile("uic-ground"))
        let (bytes, messages) = decoder.decode(Array("020045 08\n?\n020045 0".utf8))
        #expect(
            bytes.isEmpty && messages == [.telegram(TrainTelegram("020045 08", from: .ground)!)]
        )
        #expect(decoder.damagedMessages == 1)
        #expect(decoder.decode(Array("9\n".utf8)).messages.count == 1)
    }
}
