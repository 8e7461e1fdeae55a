import Modem
import ModemTestSupport
import Testing

@testable import AudioJack

/// The dialogue about a cable modem's line, without sound.
@Suite struct CableDialogTests {
    /// A short name for what this end does, and the time or id of it.
    private static func text(_ dialog: CableDialog) -> String {
        switch dialog.sending {
        case .modem(nil): "modem"
        case .modem(let retry?): "modem until \(retry)"
        case .due(let isPolite): isPolite ? "due politely" : "due"
        case .sounding: "sounding"
        case .waiting(let until): "waiting until \(until)"
        case .loaded(let report): "loaded \(report.measured.id)"
        }
    }

    private static func word(_ dialog: CableDialog) -> String {
        switch dialog.word {
        case nil: "none"
        case .report(let report): "report \(report.measured.id)"
        case .soundAgain: "sound again"
        }
    }

    /// A session in which this end waits for the report of its first sounding, which ended at `now`.
    private static func waiting(isHost: Bool = true, at now: Duration = .zero) -> CableDialog {
        var dialog = CableDialog(isHost: isHost)
        dialog.begin(isPolite: false)
        _ = dialog.startSounding()
        dialog.soundingLeft(at: now)
        return dialog
    }

    private static func loaded() -> CableDialog {
        var dialog = waiting()
        dialog.take(.report(.flat(id: 2)), at: .zero)
        return dialog
    }

    @Test("a session begins with a sounding, and its report loads the bursts")
    func sounding() {
        var dialog = CableDialog(isHost: true)
        #expect(Self.text(dialog) == "modem" && !dialog.isActive && !dialog.isBusy)
        dialog.begin(isPolite: true)
        #expect(Self.text(dialog) == "due politely" && dialog.isActive && dialog.isBusy)
        dialog.yielded()
        #expect(Self.text(dialog) == "due")
        #expect(dialog.startSounding() == 2)
        #expect(Self.text(dialog) == "sounding" && dialog.isBusy)
        dialog.yielded()
        #expect(Self.text(dialog) == "sounding")
        dialog.soundingLeft(at: .seconds(5))
        #expect(Self.text(dialog) == "waiting until 7.0 seconds" && dialog.isBusy)
        dialog.take(.report(.flat(id: 2)), at: .seconds(6))
        #expect(Self.text(dialog) == "loaded 2" && !dialog.isBusy)
        // READY again does not restart the session
        dialog.begin(isPolite: true)
        #expect(Self.text(dialog) == "loaded 2")
    }

    @Test("the host counts even soundings, the accessory odd ones, across sessions")
    func ids() {
        let rows: [(Bool, [UInt8])] = [(true, [2, 4, 6]), (false, [3, 5, 7])]
        for (isHost, ids) in rows {
            var dialog = CableDialog(isHost: isHost)
            #expect(dialog.id == (isHost ? 0 : 1))
            #expect((0..<2).map { _ in dialog.startSounding() } == Array(ids.dropLast()))
            dialog.reset()
            #expect(Self.text(dialog) == "modem" && !dialog.isActive)
            #expect(dialog.startSounding() == ids.last)
        }
        var last = CableDialog(isHost: true)
        for _ in 0..<128 { _ = last.startSounding() }
        #expect(last.id == 0)
    }

    @Test("only the report of the last sounding counts, and only while it is awaited")
    func otherReports() {
        var dialog = Self.waiting()
        dialog.take(.report(.flat(id: 0)), at: .zero)
        #expect(Self.text(dialog) == "waiting until 2.0 seconds")
        dialog.step(to: .seconds(2), isLinkBusy: true)
        dialog.take(.report(.flat(id: 2)), at: .seconds(2))
        #expect(Self.text(dialog) == "due")
    }

    @Test("three soundings without a report, then a pause of 10 s")
    func missingReports() {
        var dialog = Self.waiting()
        dialog.step(to: .milliseconds(1999), isLinkBusy: true)
        #expect(Self.text(dialog) == "waiting until 2.0 seconds")
        for number in 2...3 {
            dialog.step(to: .seconds(2), isLinkBusy: true)
            #expect(Self.text(dialog) == "due", "before sounding \(number)")
            _ = dialog.startSounding()
            dialog.soundingLeft(at: .zero)
        }
        dialog.step(to: .seconds(2), isLinkBusy: true)
        #expect(Self.text(dialog) == "modem until 12.0 seconds")
        dialog.step(to: .seconds(13), isLinkBusy: false)
        #expect(Self.text(dialog) == "modem until 12.0 seconds")
        dialog.step(to: .milliseconds(11_999), isLinkBusy: true)
        #expect(Self.text(dialog) == "modem until 12.0 seconds")
        dialog.step(to: .seconds(12), isLinkBusy: true)
        #expect(Self.text(dialog) == "due")
        // the tries begin again
        _ = dialog.startSounding()
        dialog.soundingLeft(at: .zero)
        dialog.step(to: .seconds(2), isLinkBusy: true)
        #expect(Self.text(dialog) == "due")
    }

    @Test("a line that is at most twice as fast as the modem is left to it for 10 s")
    func slowLine() {
        // 7 bands: 7 * 375 * log2(1 + 10^((9 - 3) / 10)) * 1024 / 1056 = 5896 bit/s; 11 bands: 9265; twice the modem's
        // rate is 7350
        #expect(!CableReport.flat(snr: 9, bands: 7).isWorthwhile)
        #expect(CableReport.flat(snr: 9, bands: 11).isWorthwhile)
        var dialog = Self.waiting()
        dialog.take(.report(.flat(id: 2, snr: 9, bands: 7)), at: .seconds(1))
        #expect(Self.text(dialog) == "modem until 11.0 seconds" && !dialog.isBusy)
    }

    @Test("a peer that asks for a sounding also gets more margin, up to 12 dB")
    func soundAgain() {
        var dialog = Self.loaded()
        #expect(dialog.margin == 1)
        for margin in [5, 9, 13, 17, 21, 24, 24] as [UInt8] {
            dialog.take(.soundAgain, at: .zero)
            #expect(dialog.margin == margin && Self.text(dialog) == "due")
            // while a sounding is due, under way or awaited, nothing changes
            dialog.take(.soundAgain, at: .zero)
            let id = dialog.startSounding()
            dialog.take(.soundAgain, at: .zero)
            #expect(Self.text(dialog) == "sounding")
            dialog.soundingLeft(at: .zero)
            dialog.take(.soundAgain, at: .zero)
            #expect(Self.text(dialog) == "waiting until 2.0 seconds" && dialog.margin == margin)
            dialog.take(.report(.flat(id: id)), at: .zero)
        }
        var modem = Self.waiting()
        modem.take(.report(.flat(id: 2, snr: 9, bands: 7)), at: .zero)
        modem.take(.soundAgain, at: .zero)
        #expect(Self.text(modem) == "due" && modem.margin == 5)
    }

    @Test("a peer that owes an answer for more than 2.5 s gets a new sounding")
    func silence() {
        var dialog = Self.loaded()
        dialog.asked(at: .seconds(1))
        dialog.asked(at: .seconds(3))
        dialog.step(to: .milliseconds(3500), isLinkBusy: true)
        #expect(Self.text(dialog) == "loaded 2")
        dialog.step(to: .milliseconds(3501), isLinkBusy: true)
        #expect(Self.text(dialog) == "due")

        var answered = Self.loaded()
        answered.asked(at: .seconds(1))
        answered.receivedFrame()
        answered.step(to: .seconds(9), isLinkBusy: true)
        #expect(Self.text(answered) == "loaded 2")

        var idle = Self.loaded()
        idle.asked(at: .seconds(1))
        idle.step(to: .seconds(2), isLinkBusy: false)
        idle.step(to: .seconds(9), isLinkBusy: true)
        #expect(Self.text(idle) == "loaded 2")
    }

    @Test("a report ends what the peer owes")
    func owedAfterASounding() {
        var dialog = Self.loaded()
        dialog.asked(at: .zero)
        dialog.take(.soundAgain, at: .zero)
        let id = dialog.startSounding()
        dialog.soundingLeft(at: .seconds(3))
        dialog.asked(at: .seconds(3))
        dialog.take(.report(.flat(id: id)), at: .seconds(3))
        dialog.step(to: .seconds(9), isLinkBusy: true)
        #expect(Self.text(dialog) == "loaded \(id)")
    }

    @Test("without a session no time counts, and giving up ends it")
    func giveUp() {
        var dialog = Self.waiting()
        dialog.measured(.flat(id: 1))
        dialog.giveUp()
        #expect(Self.text(dialog) == "modem" && Self.word(dialog) == "none" && !dialog.isActive)
        // a later session has all its tries
        for _ in 0..<3 { _ = dialog.startSounding() }
        dialog.begin(isPolite: false)
        _ = dialog.startSounding()
        dialog.soundingLeft(at: .zero)
        dialog.step(to: .seconds(2), isLinkBusy: true)
        #expect(Self.text(dialog) == "due")

        var passive = CableDialog(isHost: true)
        _ = passive.startSounding()
        passive.soundingLeft(at: .zero)
        passive.step(to: .seconds(9), isLinkBusy: true)
        #expect(Self.text(passive) == "waiting until 2.0 seconds")
    }

    @Test("a measured sounding is reported once")
    func measured() {
        var dialog = Self.loaded()
        #expect(dialog.soundings == 0)
        dialog.measured(.flat(id: 1))
        #expect(Self.word(dialog) == "report 1" && dialog.isBusy && dialog.soundings == 1)
        dialog.measured(.flat(id: 3))
        #expect(Self.word(dialog) == "report 3" && dialog.soundings == 2)
        dialog.wordLeft()
        #expect(Self.word(dialog) == "none" && !dialog.isBusy)
    }

    @Test(
        "six lost blocks in a row, or eight among 24, request a sounding",
        arguments: [
            ("-----", false), ("------", true), ("+-----", false), ("+------", true),
            ("-----+--", false), ("-----+---", true), ("----+--+-", false), ("----+--+--", true),
            // the first of 24 blocks counts, the first of 25 does not
            ("-+++++++++++++++----+---", true), ("-++++++++++++++++----+---", false),
        ]
    )
    func losses(blocks: String, isRequested: Bool) {
        var dialog = Self.loaded()
        for (index, block) in blocks.enumerated() {
            #expect(Self.word(dialog) == "none", "before block \(index)")
            dialog.count(isGood: block == "+", at: .zero)
        }
        #expect((Self.word(dialog) == "sound again") == isRequested)
    }

    @Test("a sounding is requested at most every two seconds, and not beside another word")
    func requests() {
        var dialog = Self.loaded()
        func lose(_ count: Int, at now: Duration) {
            for _ in 0..<count { dialog.count(isGood: false, at: now) }
        }
        lose(6, at: .seconds(1))
        #expect(Self.word(dialog) == "sound again")
        dialog.wordLeft()
        // the losses before the request do not count again
        lose(5, at: .seconds(9))
        #expect(Self.word(dialog) == "none")
        lose(1, at: .milliseconds(2999))
        #expect(Self.word(dialog) == "none")
        lose(1, at: .seconds(3))
        #expect(Self.word(dialog) == "sound again")
        dialog.wordLeft()

        dialog.measured(.flat(id: 1))
        lose(20, at: .seconds(20))
        #expect(Self.word(dialog) == "report 1")
        // a sounding measures the line anew
        dialog.measured(.flat(id: 3))
        dialog.wordLeft()
        lose(5, at: .seconds(20))
        #expect(Self.word(dialog) == "none")
        lose(1, at: .seconds(20))
        #expect(Self.word(dialog) == "sound again")
    }
}
