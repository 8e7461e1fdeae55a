/// The sender of XMODEM-1K as a value: bytes and the time go in, actions and a deadline come out.
/// Times are since any one moment.
public struct XModemSender: Sendable {
    public enum Action: Sendable, Hashable {
        case send([UInt8])
        /// So many bytes of the file are acknowledged.
        case progress(Int, of: Int)
        /// Over; nil when everything arrived.
        case finished(XModemError?)
    }

    private enum Phase: Equatable {
        case waiting(tries: Int)
        case sending(packet: Int, tries: Int)
        case ending(tries: Int)
        case over
    }

    private let bytes: [UInt8]
    private var phase = Phase.waiting(tries: 1)
    private var withCRC = true
    private var cancels = 0
    private var queue: [Action] = []
    public private(set) var deadline: Duration?

    /// Waits for the receiver's first byte from now on.
    public init(_ bytes: [UInt8], at now: Duration) {
        self.bytes = bytes
        deadline = now + XModem.startInterval
    }

    private var packets: Int { (bytes.count + XModem.size - 1) / XModem.size }

    public mutating func receive(_ input: some Sequence<UInt8>, at now: Duration) {
        for byte in input {
            cancels = byte == XModem.can ? cancels + 1 : 0
            if cancels == 2 { return finish(.cancelled) }
            take(byte, at: now)
        }
    }

    /// What was handed out last has left: the time for its answer counts from now on.
    public mutating func sent(at now: Duration) {
        switch phase {
        case .sending, .ending: deadline = now + XModem.timeout
        case .waiting, .over: break
        }
    }

    /// Tells the receiver, and ends.
    public mutating func cancel() {
        guard phase != .over else { return }
        queue.append(.send([XModem.can, XModem.can]))
        finish(.cancelled)
    }

    public mutating func nextAction(at now: Duration) -> Action? {
        if let deadline, now >= deadline { expire(at: now) }
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    private mutating func take(_ byte: UInt8, at now: Duration) {
        switch (phase, byte) {
        case (.waiting, XModem.crcRequest), (.waiting, XModem.otherCRCRequest),
            (.waiting, XModem.nak):
            withCRC = byte != XModem.nak
            send(packet: 1, tries: 1, at: now)
        case (.sending(let packet, _), XModem.ack):
            let done = min(packet * XModem.size, bytes.count)
            queue.append(.progress(done, of: bytes.count))
            send(packet: packet + 1, tries: 1, at: now)
        case (.sending(let packet, let tries), XModem.nak):
            send(packet: packet, tries: tries + 1, at: now)
        case (.ending, XModem.ack): finish(nil)
        case (.ending(let tries), XModem.nak): end(tries: tries + 1, at: now)
        default: break
        }
    }

    private mutating func expire(at now: Duration) {
        switch phase {
        case .waiting(let tries):
            guard tries < XModem.startTries else { return finish(.noAnswer) }
            phase = .waiting(tries: tries + 1)
            deadline = now + XModem.startInterval
        case .sending(let packet, let tries): send(packet: packet, tries: tries + 1, at: now)
        case .ending(let tries): end(tries: tries + 1, at: now)
        case .over: deadline = nil
        }
    }

    private mutating func send(packet: Int, tries: Int, at now: Duration) {
        guard packet <= packets else { return end(tries: 1, at: now) }
        guard tries <= XModem.tries else { return giveUp() }
        let start = (packet - 1) * XModem.size
        let data = bytes[start..<min(start + XModem.size, bytes.count)]
        phase = .sending(packet: packet, tries: tries)
        deadline = now + XModem.timeout
        queue.append(.send(XModem.packet(packet, data, withCRC: withCRC)))
    }

    private mutating func end(tries: Int, at now: Duration) {
        guard tries <= XModem.endTries else { return giveUp() }
        phase = .ending(tries: tries)
        deadline = now + XModem.timeout
        queue.append(.send([XModem.eot]))
    }

    private mutating func giveUp() {
        queue.append(.send([XModem.can, XModem.can]))
        finish(.tooManyTries)
    }

    private mutating func finish(_ error: XModemError?) {
        guard phase != .over else { return }
        phase = .over
        deadline = nil
        queue.append(.finished(error))
    }
}
