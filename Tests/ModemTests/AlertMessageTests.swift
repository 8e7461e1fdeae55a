import Foundation
import Modem
import Testing

/// Emergency messages (47 CFR 11.31): their fields, and the way through modulator and demodulator.
@Suite struct AlertMessageTests {
    private static let tornado = "ZCZC-WXR-TOR-039173-039051+0030-1051700-KLWX/NWS-"

    @Test func fieldsAreRead() throws {
        let message = try #require(AlertMessage(Self.tornado))
        #expect(!message.isEnd && message.originator == "WXR" && message.event == "TOR")
        #expect(message.areas == ["039173", "039051"] && message.validMinutes == 30)
        #expect(message.day == 105 && message.hour == 17 && message.minute == 0)
        #expect(message.station == "KLWX/NWS")
        #expect(
            message.description
                == "event TOR by WXR for 039173, 039051, 30 minutes from day 105 17:00 UTC, station KLWX/NWS"
        )
        let padded = try #require(AlertMessage("ZCZC-CIV-CEM-048000+0130-3312145-KDLH/FM -"))
        #expect(padded.station == "KDLH/FM" && padded.validMinutes == 90 && padded.minute == 45)
        let end = try #require(AlertMessage("NNNN"))
        #expect(end.isEnd && end.event == nil && end.description == "end of the alert")
        #expect(end.burst == Array(repeating: 0xAB, count: 16) + Array("NNNN".utf8))
    }

    @Test(arguments: [
        "", "NNN", "NNNNN", "ZCZC", String(tornado.dropLast()), tornado + "x", "X" + tornado,
        "ZCZC-WXR-TOR+0030-1051700-KLWX/NWS-", "ZCZC-WX-TOR-039173+0030-1051700-KLWX/NWS-",
        "ZCZC-WXR-TORN-039173+0030-1051700-KLWX/NWS-", "ZCZC-WXR-TOR-39173+0030-1051700-KLWX/NWS-",
        "ZCZC-WXR-TOR-039173+030-1051700-KLWX/NWS-", "ZCZC-WXR-TOR-039173+0030-105170-KLWX/NWS-",
        "ZCZC-WXR-TOR-039173+0030-105170O-KLWX/NWS-", "ZCZC-WXR-TOR-039173+0030-1051700-KLWX/NWS9-",
        "ZCZC-WXR-TOR-039173+0030-1051700--", "ZCZC-WXR-TÖR-039173+0030-1051700-KLWX/NWS-",
    ]) func otherTextsAreNone(_ text: String) {
        #expect(AlertMessage(text) == nil)
    }

    @Test(arguments: [0, 1]) func mostAreasAre31(_ more: Int) {
        let areas = Array(repeating: "-039173", count: 31 + more).joined()
        let message = AlertMessage("ZCZC-WXR-TOR\(areas)+0030-1051700-KLWX/NWS-")
        #expect((message == nil) == (more == 1) && message?.areas.count ?? 31 == 31)
    }

    @Test func messagesPassThroughTheAir() throws {
        let profile = try ModemProfile("same")
        #expect(profile.code == .alerts && !profile.hasFrames && profile.canSend)
        var modulator = try Modulator(profile, rate: 22_050, level: 0.5)
        var demodulator = try Demodulator(profile, rate: 22_050, mode: .characters)
        var decoder = CharacterDecoder(profile)
        var found: [DecodedMessage] = []
        func take(_ events: [Demodulator.Event]) {
            for case .characters(let characters) in events {
                found += decoder.decode(characters).messages
            }
        }
        for text in [Self.tornado, "NNNN"] {
            let message = try #require(AlertMessage(text))
            for _ in 0..<AlertMessage.repeats {
                #expect(try modulator.send(characters: message.burst[...]) == message.burst.count)
                take(demodulator.push(modulator.render()))
                take(demodulator.push([Float](repeating: 0, count: 22_050)))
            }
            // it follows its third repeat at once
            #expect(found.last == .alert(message))
        }
        take(demodulator.finish())
        #expect(found.count == 2 && decoder.damagedMessages == 0)
        let json = String(decoding: try JSONEncoder().encode(found[1]), as: UTF8.self)
        #expect(json.contains(#""isEnd":true"#) && json.contains(#""text":"NNNN""#))
        #expect(decoder.decode(Array("ZCZC-?\n".utf8)).messages.isEmpty)
        #expect(decoder.damagedMessages == 1)
    }
}
