import Testing

@testable import FeasyBeacon

/// The bytes and times of XMODEM-1K, step by step.
@Suite struct XModemStepTests {
    private let second = Duration.seconds(1)

    private func actions(_ receiver: inout XModemReceiver, at now: Duration = .zero)
        -> [XModemReceiver.Action]
    {
        var list: [XModemReceiver.Action] = []
        while let action = receiver.nextAction(at: now) { list.append(action) }
        return list
    }

    private func actions(_ sender: inout XModemSender, at now: Duration = .zero)
        -> [XModemSender.Action]
    {
        var list: [XModemSender.Action] = []
        while let action = sender.nextAction(at: now) { list.append(action) }
        return list
    }

    /// A packet with 128 bytes.
    private func short(_ number: UInt8, _ byte: UInt8 = 7) -> [UInt8] {
        let body = [UInt8](repeating: byte, count: 128)
        return [0x01, number, ~number] + body + XModem.check(body, withCRC: true)
    }

    @Test func packetsHaveNumberPaddingAndCheck() {
        let digits = Array("123456789".utf8)
        // the check value of CRC-16/XMODEM
        #expect(XModem.check(digits, withCRC: true) == [0x31, 0xC3])
        // 0x31 + … + 0x39 = 0x1DD
        #expect(XModem.check(digits, withCRC: false) == [0xDD])
        let packet = XModem.packet(1, digits[...], withCRC: false)
        #expect(packet.count == 1028 && packet[..<3] == [0x02, 0x01, 0xFE])
        #expect(packet[3..<12] == digits[...] && packet[12] == 0x1A)
        #expect(packet[13..<1027].allSatisfy { $0 == 0 } && packet[1027] == 0xF7)
        let full = XModem.packet(256, [UInt8](repeating: 1, count: 1024)[...], withCRC: true)
        #expect(full.count == 1029 && full[..<3] == [0x02, 0x00, 0xFF])
        #expect(full[3..<1027].allSatisfy { $0 == 1 })
        let almost = XModem.packet(2, [UInt8](repeating: 1, count: 1023)[...], withCRC: true)
        #expect(almost.count == 1029 && almost[1026] == 0x1A)
    }

    /// Moments in seconds at which a receiver repeats its request into a silence.
    private let requests = [1, 3, 7, 11, 15, 19, 23]

    @Test func aReceiverAsksEightTimesForTheFirstPacket() {
        for (withCRC, request) in [(true, UInt8(ascii: "C")), (false, 0x15)] {
            var receiver = XModemReceiver(withCRC: withCRC, limit: 1024, at: .zero)
            #expect(actions(&receiver) == [.send([request])])
            for place in requests {
                #expect(receiver.deadline == second * place)
                #expect(actions(&receiver, at: second * place - .milliseconds(1)).isEmpty)
                #expect(actions(&receiver, at: second * place) == [.send([request])])
            }
            #expect(actions(&receiver, at: second * 27) == [.finished(.noAnswer)])
            #expect(receiver.deadline == nil)
        }
    }

    /// A sender like lrzsz's: each request that it finds where it awaits an ACK counts as a failed try, of which it
    /// allows ten.
    private struct Sender {
        let packets: [[UInt8]]
        var place = 0
        var failures = 0
        var gaveUp: Bool { failures > 10 }

        /// Its answers to the requests and ACKs that wait for it.
        mutating func answer(_ waiting: [UInt8]) -> [[UInt8]] {
            var answers: [[UInt8]] = []
            for byte in waiting where place < packets.count && !gaveUp {
                (place, failures) = byte == XModem.ack ? (place + 1, 0) : (place, failures + 1)
                if place < packets.count { answers.append(packets[place]) }
            }
            return answers
        }
    }

    @Test("a sender that pauses for 20 s continues", arguments: 0...4)
    func aSenderThatPausesContinues(_ pausing: Int) {
        let packets = (1...4).map { short(UInt8($0), UInt8($0)) }
        var sender = Sender(packets: packets + [[XModem.eot]])
        var receiver = XModemReceiver(limit: 1024, at: .zero)
        var now = Duration.zero
        var end: XModemError?? = nil
        while end == nil, now < second * 60 {
            var waiting: [UInt8] = []
            let wake = now + (sender.place == pausing && now < second * 20 ? second * 20 : .zero)
            while true {
                for action in actions(&receiver, at: now) {
                    switch action {
                    case .send(let bytes): waiting += bytes
                    case .finished(let error): end = error
                    }
                }
                guard let deadline = receiver.deadline, deadline < wake else { break }
                now = deadline
            }
            now = max(now, wake)
            for bytes in sender.answer(waiting) { receiver.receive(bytes, at: now) }
            if waiting.isEmpty { now = receiver.deadline ?? now }
        }
        #expect(end == .some(nil) && !sender.gaveUp)
        #expect(receiver.bytes == (1...4).flatMap { [UInt8](repeating: $0, count: 128) })
    }

    @Test("the rest of a packet whose start is lost is no end, no start and no cancellation")
    func aReceiverDropsTheRestOfAPacket() {
        for byte: UInt8 in [XModem.eot, XModem.can, XModem.stx, XModem.soh] {
            var receiver = XModemReceiver(limit: 2000, at: .zero)
            receiver.receive(short(1), at: .zero)
            _ = actions(&receiver)
            receiver.receive(short(2, byte)[2...], at: second)
            #expect(actions(&receiver, at: second).isEmpty)
            #expect(receiver.deadline == second + .milliseconds(700))
            #expect(actions(&receiver, at: second * 2) == [.send([0x15])])
            receiver.receive(short(2, byte), at: second * 2)
            receiver.receive([0x04], at: second * 2)
            #expect(
                actions(&receiver, at: second * 2)
                    == [.send([0x06]), .send([0x06]), .finished(nil)]
            )
            #expect(receiver.bytes.count == 256)
        }
        // an end with something behind it is the rest of a packet
        var receiver = XModemReceiver(limit: 2000, at: .zero)
        receiver.receive(short(1) + [0x04, 0x00], at: .zero)
        #expect(actions(&receiver).suffix(1) == [.send([0x06])])
        // noise without a silence has an end
        receiver.receive(repeatElement(0, count: 1028 + 24 * 1030), at: second)
        #expect(actions(&receiver, at: second).isEmpty)
        receiver.receive([0], at: second)
        #expect(actions(&receiver, at: second).last == .finished(.tooManyTries))
    }

    @Test func aReceiverStoresShortAndLongPackets() {
        var receiver = XModemReceiver(limit: 2000, at: .zero)
        _ = actions(&receiver)
        receiver.receive(short(1), at: second)
        #expect(actions(&receiver, at: second) == [.send([0x06])])
        #expect(receiver.bytes == [UInt8](repeating: 7, count: 128))
        #expect(receiver.deadline == second * 2)
        receiver.receive(XModem.packet(2, [1, 2, 3], withCRC: true), at: second)
        #expect(actions(&receiver, at: second) == [.send([0x06])])
        #expect(receiver.bytes.count == 1152 && receiver.bytes[128..<132] == [1, 2, 3, 0x1A])
        // a repeated packet is acknowledged, but not stored
        receiver.receive(short(2), at: second)
        #expect(actions(&receiver, at: second) == [.send([0x06])])
        #expect(receiver.bytes.count == 1152)
        receiver.receive([0x04], at: second)
        #expect(actions(&receiver, at: second) == [.send([0x06]), .finished(nil)])
        // nothing follows
        receiver.receive(short(3), at: second)
        #expect(actions(&receiver, at: second * 60).isEmpty && receiver.bytes.count == 1152)
    }

    @Test func aReceiverRefusesDamageAndDisorder() {
        var damaged = short(1)
        damaged[50] ^= 1
        var wrongNumber = short(1)
        wrongNumber[2] ^= 1
        for packet in [damaged, wrongNumber] {
            var receiver = XModemReceiver(limit: 2000, at: .zero)
            _ = actions(&receiver)
            receiver.receive(packet, at: second)
            #expect(actions(&receiver, at: second) == [.send([UInt8(ascii: "C")])])
            receiver.receive(short(1), at: second)
            receiver.receive(packet, at: second)
            #expect(actions(&receiver, at: second) == [.send([0x06]), .send([0x15])])
            #expect(receiver.deadline == second * 2 && receiver.bytes.count == 128)
        }
        for number: UInt8 in [0, 2, 200] {
            var receiver = XModemReceiver(limit: 2000, at: .zero)
            _ = actions(&receiver)
            receiver.receive(short(number), at: .zero)
            #expect(actions(&receiver) == [.send([0x18, 0x18]), .finished(.outOfOrder)])
            #expect(receiver.bytes.isEmpty)
        }
        var receiver = XModemReceiver(limit: 2000, at: .zero)
        receiver.receive(short(1) + short(3), at: .zero)
        #expect(actions(&receiver).suffix(2) == [.send([0x18, 0x18]), .finished(.outOfOrder)])
    }

    @Test func aReceiverStoresUpToItsLimit() {
        for (limit, error) in [(256, XModemError?.none), (255, .tooLong)] {
            var receiver = XModemReceiver(limit: limit, at: .zero)
            receiver.receive(short(1) + short(2) + [0x04], at: .zero)
            #expect(actions(&receiver).last == .finished(error))
            #expect(receiver.bytes.count == (error == nil ? 256 : 128))
        }
    }

    @Test func aReceiverWaitsWithinAPacketAndBetweenPackets() {
        var receiver = XModemReceiver(limit: 9999, at: .zero)
        _ = actions(&receiver)
        receiver.receive(short(1)[..<1], at: .zero)
        #expect(receiver.deadline == .milliseconds(700))
        receiver.receive(short(1)[1..<9], at: .milliseconds(600))
        #expect(receiver.deadline == .milliseconds(1300))
        #expect(actions(&receiver, at: .milliseconds(1299)).isEmpty)
        #expect(actions(&receiver, at: .milliseconds(1300)) == [.send([UInt8(ascii: "C")])])
        // the incomplete packet is dropped
        receiver.receive(short(1), at: second * 2)
        #expect(actions(&receiver, at: second * 2) == [.send([0x06])])
        for place in requests {
            #expect(actions(&receiver, at: second * (2 + place)) == [.send([0x15])])
        }
        #expect(
            actions(&receiver, at: second * 29)
                == [.send([0x18, 0x18]), .finished(.tooManyTries)]
        )
    }

    @Test func twoCancelBytesInARowEndBothEnds() {
        var receiver = XModemReceiver(limit: 999, at: .zero)
        _ = actions(&receiver)
        // an end before the first packet is noise
        receiver.receive([0x18, 0x04, 0x18], at: .zero)
        #expect(actions(&receiver).isEmpty)
        receiver.receive([0x18], at: .zero)
        #expect(actions(&receiver) == [.finished(.cancelled)])
        var sender = XModemSender([1], at: .zero)
        sender.receive([0x18, 0x00, 0x18], at: .zero)
        #expect(actions(&sender).isEmpty)
        sender.receive([0x18, 0x06], at: .zero)
        #expect(actions(&sender) == [.finished(.cancelled)] && sender.deadline == nil)
        // the end is final
        sender.cancel()
        sender.receive([0x18, 0x18], at: .zero)
        #expect(actions(&sender, at: second * 99).isEmpty)
    }

    @Test func aSenderWaitsSixteenTimes() {
        var sender = XModemSender([1], at: .zero)
        for place in 1..<16 {
            #expect(sender.deadline == .milliseconds(800) * place)
            #expect(actions(&sender, at: .milliseconds(800) * place).isEmpty)
        }
        #expect(actions(&sender, at: .milliseconds(12_799)).isEmpty)
        #expect(actions(&sender, at: .milliseconds(12_800)) == [.finished(.noAnswer)])
    }

    @Test func aSenderSendsThePacketsAndTheEnd() {
        let file = [UInt8](repeating: 5, count: 1500)
        for (start, withCRC) in [("C", true), ("S", true), ("\u{15}", false)] {
            var sender = XModemSender(file, at: .zero)
            // an answer to nothing
            sender.receive([0x06, 0x00], at: .zero)
            #expect(actions(&sender).isEmpty && !sender.isEnding)
            sender.receive(start.utf8, at: .zero)
            #expect(actions(&sender) == [.send(XModem.packet(1, file[..<1024], withCRC: withCRC))])
            #expect(sender.deadline == second)
            sender.sent(at: second)
            #expect(sender.deadline == second * 2)
            sender.receive([0x06], at: second)
            #expect(
                actions(&sender, at: second) == [
                    .progress(1024, of: 1500),
                    .send(XModem.packet(2, file[1024...], withCRC: withCRC)),
                ]
            )
            #expect(!sender.isEnding)
            sender.receive([0x06], at: second)
            #expect(actions(&sender, at: second) == [.progress(1500, of: 1500), .send([0x04])])
            #expect(sender.isEnding)
            sender.sent(at: second * 2)
            #expect(sender.deadline == second * 5)
            sender.receive([0x06], at: second * 2)
            #expect(actions(&sender, at: second * 2) == [.finished(nil)])
            #expect(!sender.isEnding && sender.deadline == nil)
        }
        var empty = XModemSender([], at: .zero)
        empty.receive([UInt8(ascii: "C")], at: .zero)
        #expect(actions(&empty) == [.send([0x04])])
    }

    @Test func aSenderRepeatsAfterATimeoutOrANAK() {
        let packet = XModem.packet(1, [1], withCRC: true)
        var sender = XModemSender([1], at: .zero)
        sender.receive([UInt8(ascii: "C")], at: .zero)
        #expect(actions(&sender) == [.send(packet)])
        // another request of the same packet
        sender.receive([UInt8(ascii: "C")], at: .zero)
        #expect(actions(&sender).isEmpty)
        #expect(actions(&sender, at: .milliseconds(999)).isEmpty)
        #expect(actions(&sender, at: second) == [.send(packet)])
        sender.receive([0x15], at: second)
        #expect(actions(&sender, at: second) == [.send(packet)])
        for place in 2...23 { #expect(actions(&sender, at: second * place) == [.send(packet)]) }
        #expect(
            actions(&sender, at: second * 24)
                == [.send([0x18, 0x18]), .finished(.tooManyTries)]
        )
    }

    @Test func theEndIsSentThreeTimes() {
        var sender = XModemSender([1], at: .zero)
        sender.receive([UInt8(ascii: "C"), 0x06], at: .zero)
        #expect(actions(&sender).last == .send([0x04]))
        #expect(actions(&sender, at: .milliseconds(2999)).isEmpty)
        #expect(actions(&sender, at: second * 3) == [.send([0x04])])
        sender.receive([0x15], at: second * 3)
        #expect(actions(&sender, at: second * 3) == [.send([0x04])])
        // a receiver that pauses may still acknowledge it
        #expect(actions(&sender, at: .milliseconds(28_999)).isEmpty)
        #expect(
            actions(&sender, at: second * 29)
                == [.send([0x18, 0x18]), .finished(.endNotAcknowledged)]
        )
    }

    @Test func theEndIsRepeatedForAReceiverThatAnswers() {
        var sender = XModemSender([1], at: .zero)
        sender.receive([UInt8(ascii: "C"), 0x06], at: .zero)
        #expect(actions(&sender).last == .send([0x04]))
        for place in 1..<25 {
            sender.receive([0x15], at: second * place)
            #expect(actions(&sender, at: second * place) == [.send([0x04])])
        }
        var acknowledged = sender
        acknowledged.receive([0x06], at: second * 25)
        #expect(actions(&acknowledged, at: second * 25) == [.finished(nil)])
        sender.receive([0x15], at: second * 25)
        #expect(
            actions(&sender, at: second * 25)
                == [.send([0x18, 0x18]), .finished(.endNotAcknowledged)]
        )
    }
}
