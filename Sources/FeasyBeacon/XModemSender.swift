/// The sender of XMODEM-1K as a state machine. Inputs: bytes and the time. Outputs: actions and a
/// deadline. Times count from any fixed moment.
///
/// An ACK has no packet number. A packet that was sent twice may be acknowledged twice, and the
/// second ACK must not count for the next packet. After a resend, the sender therefore waits until
/// every copy is answered, or until no answer can be in flight.
package struct XModemSender: Sendable {
    package enum Action: Sendable, Hashable {
        case send([UInt8])
        /// Number of acknowledged bytes of the file.
        case progress(Int, of: Int)
        /// The transfer has ended, with its error; nil if the receiver has all data.
        case finished(XModemError?)
    }

    private enum Phase: Equatable {
        case waiting(tries: Int)
        case sending(packet: Int)
        /// The packet has arrived; ACKs of its other copies may follow.
        case settling(packet: Int)
        case ending(tries: Int)
        case over
    }

    /// The copies of the current packet, and their answers.
    private struct Copies {
        var sent = 0
        var acknowledged = 0
        var first = Duration.zero
        var last = Duration.zero
    }

    private let bytes: [UInt8]
    private var phase = Phase.waiting(tries: 1)
    private var copies = Copies()
    /// The shortest and longest measured delay of an ACK whose copy is known.
    private var (fastest, slowest) = (Duration.zero, Duration.zero)
    /// The longest possible ACK delay of the last packet, if it is unknown which copy was
    /// acknowledged.
    private var patience = Duration.zero
    /// The longest possible ACK delay so far.
    private var worst = Duration.zero
    private var withCRC = true
    private var cancels = 0
    private var queue: [Action] = []
    package private(set) var deadline: Duration?

    /// Creates a sender that waits for the receiver's first byte.
    package init(_ bytes: [UInt8], at now: Duration) {
        self.bytes = bytes
        deadline = now + XModem.startInterval
    }

    private var packets: Int { (bytes.count + XModem.size - 1) / XModem.size }

    /// Whether every packet is acknowledged and EOT was sent.
    var isEnding: Bool { if case .ending = phase { true } else { false } }

    /// The timeout of an answer. It grows with the measured delays, which avoids resends.
    private var timeout: Duration { XModem.timeout + max(slowest, patience) }

    /// Whether a NAK that arrives now, faster than every answer so far, was sent before the last copy arrived: as the
    /// answer to an earlier copy, or because answers take so long that the receiver asked again meanwhile.
    private func isStale(at now: Duration) -> Bool {
        (copies.sent > 1 || fastest >= XModem.timeout) && now < copies.last + fastest
    }

    package mutating func receive(_ input: some Sequence<UInt8>, at now: Duration) {
        for byte in input where phase != .over {
            cancels = byte == XModem.can ? cancels + 1 : 0
            if cancels == 2 { return finish(.cancelled) }
            handle(byte, at: now)
        }
    }

    /// Records that the bytes of the last `send` were sent; the timeout of their answer starts now.
    package mutating func sent(at now: Duration) {
        switch phase {
        case .sending:
            if copies.sent == 1 { copies.first = now }
            copies.last = now
            deadline = now + timeout
        case .settling:
            copies.last = max(copies.last, now)
            deadline = settled
        case .ending(let tries):
            copies.last = now
            deadline = endDeadline(tries, at: now)
        case .waiting, .over: break
        }
    }

    /// Cancels the transfer at both ends.
    package mutating func cancel() {
        guard phase != .over else { return }
        queue.append(.send([XModem.can, XModem.can]))
        finish(.cancelled)
    }

    package mutating func nextAction(at now: Duration) -> Action? {
        if let deadline, now >= deadline { expire(at: now) }
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    private mutating func handle(_ byte: UInt8, at now: Duration) {
        switch (phase, byte) {
        case (.waiting, XModem.crcRequest), (.waiting, XModem.otherCRCRequest),
            (.waiting, XModem.nak):
            withCRC = byte != XModem.nak
            begin(packet: 1, at: now)
        case (.sending(let packet), XModem.ack):
            let done = min(packet * XModem.size, bytes.count)
            queue.append(.progress(done, of: bytes.count))
            acknowledged(packet, at: now)
        case (.settling(let packet), XModem.ack): acknowledged(packet, at: now)
        case (.sending(let packet), XModem.nak):
            if !isStale(at: now) { send(packet, at: now) }
        case (.ending, XModem.ack): finish(nil)
        case (.ending(let tries), XModem.nak):
            // a receiver that answers is there, so the number of ends without an answer is no limit
            if !isStale(at: now) { end(tries: min(tries + 1, XModem.endTries), at: now) }
        default: break
        }
    }

    private mutating func expire(at now: Duration) {
        switch phase {
        case .waiting(let tries):
            guard tries < XModem.startTries else { return finish(.noAnswer) }
            phase = .waiting(tries: tries + 1)
            deadline = now + XModem.startInterval
        case .sending(let packet): send(packet, at: now)
        case .settling(let packet): begin(packet: packet + 1, at: now)
        case .ending(let tries): end(tries: tries + 1, at: now)
        case .over: deadline = nil
        }
    }

    private mutating func begin(packet: Int, at now: Duration) {
        copies = Copies(first: now)
        guard packet <= packets else { return end(tries: 1, at: now) }
        send(packet, at: now)
    }

    private mutating func send(_ packet: Int, at now: Duration) {
        guard copies.sent < XModem.tries else { return cancel(.tooManyTries) }
        let start = (packet - 1) * XModem.size
        let data = bytes[start..<min(start + XModem.size, bytes.count)]
        copies.sent += 1
        copies.last = now
        phase = .sending(packet: packet)
        deadline = now + timeout
        queue.append(.send(XModem.packet(packet, data, withCRC: withCRC)))
    }

    private mutating func acknowledged(_ packet: Int, at now: Duration) {
        copies.acknowledged += 1
        if copies.acknowledged == copies.sent {
            learn(now - copies.last)
            return begin(packet: packet + 1, at: now)
        }
        if copies.acknowledged == 1 {
            patience = min(max(slowest, now - copies.first), XModem.latest)
            worst = max(worst, patience)
        }
        phase = .settling(packet: packet)
        deadline = settled
    }

    /// The time from which no ACK can be in flight: twice the longest delay after the last copy,
    /// because the next delay may be longer.
    private var settled: Duration {
        copies.last + XModem.timeout + min(worst * 2, XModem.latest)
    }

    /// Records the ACK delay of a known copy.
    private mutating func learn(_ delay: Duration) {
        fastest = slowest == .zero ? delay : min(fastest, delay)
        slowest = min(max(slowest, delay), XModem.latest)
        patience = .zero
    }

    private mutating func end(tries: Int, at now: Duration) {
        guard tries <= XModem.endTries, copies.sent < XModem.tries else {
            return cancel(.endNotAcknowledged)
        }
        phase = .ending(tries: tries)
        copies.sent += 1
        copies.last = now
        deadline = endDeadline(tries, at: now)
        queue.append(.send([XModem.eot]))
    }

    private func endDeadline(_ tries: Int, at now: Duration) -> Duration {
        now + timeout + (tries < XModem.endTries ? XModem.endPause : XModem.lastEndPause)
    }

    private mutating func cancel(_ error: XModemError) {
        queue.append(.send([XModem.can, XModem.can]))
        finish(error)
    }

    private mutating func finish(_ error: XModemError?) {
        guard phase != .over else { return }
        phase = .over
        deadline = nil
        queue.append(.finished(error))
    }
}
