import Modem
import ModemTestSupport
import Testing

@testable import AudioJack

/// LINE frames and session signals (docs/link.md).
@Suite struct CableMessageTests {
    @Test("a word is decoded by the other end only")
    func words() throws {
        let report = CableReport.flat(id: 9)
        for isHost in [true, false] {
            let type: UInt8 = isHost ? 0x24 : 0x2C
            let again = CableDialog.Word.soundAgain.payload(isHost: isHost)
            #expect(again == [type, 1])
            guard case .soundAgain = CableDialog.Word(again, isHost: !isHost) else {
                Issue.record("no word")
                continue
            }
            #expect(CableDialog.Word(again, isHost: isHost) == nil)
            let sent = CableDialog.Word.report(report).payload(isHost: isHost)
            #expect(sent == [type, 0] + report.bytes && sent.count == 67)
            guard case .report(let received) = CableDialog.Word(sent, isHost: !isHost) else {
                Issue.record("no report")
                continue
            }
            #expect(received == report)
            var damaged = sent
            damaged[40] ^= 1
            #expect(CableDialog.Word(damaged, isHost: !isHost) == nil)
            #expect(CableDialog.Word([type, 2], isHost: !isHost) == nil)
            #expect(CableDialog.Word([type], isHost: !isHost) == nil)
        }
    }

    @Test(
        "a LINE frame is one from either end",
        arguments: [
            ([0x24, 0], true), ([0x2C, 7], true), ([0x24], false), ([], false), ([0x25, 0], false),
            ([0x64, 0], false), ([0x34, 0], false),
        ] as [([UInt8], Bool)]
    )
    func isWord(payload: [UInt8], isWord: Bool) {
        #expect(CableDialog.Word.isWord(payload) == isWord)
    }

    @Test("session signals are recognized with any flags")
    func signals() {
        for flags in [0, 0x40, 0x80, 0xC0] as [UInt8] {
            #expect(SessionSignal([0x30 | flags]) == .hello)
            #expect(SessionSignal([0x31 | flags, 1]) == .ready)
            #expect(SessionSignal([0x39 | flags]) == .readyAnswered)
            for type in [0x2F, 0x32, 0x38, 0x3A] {
                #expect(SessionSignal([UInt8(type) | flags]) == nil)
            }
        }
        #expect(SessionSignal([]) == nil)
    }

    @Test(
        "requests and the host's signals want an answer",
        arguments: [
            ([], false), ([0x80], true), ([0x85, 1], true), ([0x05], false), ([0x2F], false),
            ([0x30], true), ([0x34], true), ([0x35], false), ([0x74], true), ([0x7F], false),
        ] as [([UInt8], Bool)]
    )
    func wantsAnswer(payload: [UInt8], wants: Bool) {
        #expect(SessionSignal.wantsAnswer(payload) == wants)
    }
}
