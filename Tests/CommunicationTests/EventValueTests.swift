import AccessoryLink
import Synchronization
import Testing

@testable import Communication

/// The conversion of link events to events and callbacks.
@Suite struct EventValueTests {
    @Test func linkEventsAreConverted() {
        let rows: [(LinkEvent, CommunicationEvent?)] = [
            (.sent, .sent), (.received([1]), .received([1])), (.timedOut, .timedOut),
            (.failed(.cancelled), .failed(.cancelled)), (.progress([2]), .progress([2])),
            (.fault(.focusLost), .disturbed(.focusLost)), (.dropped, .dropped),
            (.opened(resumed: true), nil), (.closed(.agreed), nil), (.asleep, nil),
        ]
        for (event, expected) in rows { #expect(CommunicationEvent(event) == expected) }
    }

    @Test func onlySomeEventsMayBelongToAnExchange() {
        let rows: [(CommunicationEvent, masterSlave: Bool, duplex: Bool)] = [
            (.sent, true, true), (.timedOut, true, true), (.failed(.cancelled), true, true),
            (.progress([]), true, true), (.received([]), true, false),
            (.disturbed(.unplugged), false, false), (.dropped, false, false),
            (.transport(TransportEvent(1)), false, false),
        ]
        for (event, masterSlave, duplex) in rows {
            #expect(event.isOfExchange(in: .masterSlave) == masterSlave)
            #expect(event.isOfExchange(in: .duplex) == duplex)
        }
    }

    private final class Notes: CommunicationCallBack {
        let lines = Mutex<[String]>([])

        func onSendOK() { note("sent") }
        func onReceive(_ data: [UInt8]) { note("received \(data)") }
        func onTimeout() { note("timeout") }
        func onError(_ code: Int, message: String) { note("error \(code) \(message)") }
        func onProgress(_ data: [UInt8]) { note("progress \(data)") }
        private func note(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test func eachEventHasItsCallBack() {
        let rows: [(CommunicationEvent, [String])] = [
            (.sent, ["sent"]), (.received([1]), ["received [1]"]), (.timedOut, ["timeout"]),
            (.failed(.deviceSilent), ["error 5 \(LinkError.deviceSilent)"]),
            (.disturbed(.unplugged), ["error 14 \(LinkError.unplugged)"]),
            // 8 is "unknown"
            (.failed(.tooLong), ["error 8 \(LinkError.tooLong)"]),
            (.progress([2]), ["progress [2]"]), (.dropped, []),
            (.transport(TransportEvent("x")), []),
        ]
        for (event, lines) in rows {
            let notes = Notes()
            notes.call(event)
            #expect(notes.lines.withLock { $0 } == lines)
        }
    }
}
