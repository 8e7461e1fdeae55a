/// The receiver of XMODEM-1K as a state machine. Inputs: bytes and the time. Outputs: actions and a
/// deadline. Times count from any fixed moment.
package struct XModemReceiver: Sendable {
    package enum Action: Sendable, Hashable {
        case send([UInt8])
        /// The transfer has ended, with its error; nil if `bytes` has all data.
        case finished(XModemError?)
    }

    private enum Phase { case starting, receiving, over }

    /// The received bytes, including the padding of the last packet.
    package private(set) var bytes: [UInt8] = []
    private let withCRC: Bool
    private let limit: Int
    private var phase = Phase.starting
    private var packet: [UInt8] = []
    private var expected: UInt8 = 1
    private var tries = 0
    /// Requests without an answer since the last byte arrived.
    private var silences = 0
    /// Number of bytes to drop, unless a silence comes first: a packet whose start is lost has bytes that look like
    /// another start, or the end.
    private var noise = 0
    private var cancels = 0
    private var queue: [Action] = []
    package private(set) var deadline: Duration?

    /// Requests the first packet.
    ///
    /// - Parameter limit: Maximum number of bytes to store.
    package init(withCRC: Bool = true, limit: Int, at now: Duration) {
        self.withCRC = withCRC
        self.limit = limit
        request(at: now)
    }

    package mutating func receive(_ input: some Sequence<UInt8>, at now: Duration) {
        let input = Array(input)
        for (place, byte) in input.enumerated() where phase != .over {
            silences = 0
            if noise > 0 {
                noise -= 1
                deadline = now + XModem.packetTimeout
            } else if packet.isEmpty {
                begin(byte, isLast: place == input.count - 1, at: now)
            } else {
                packet.append(byte)
                deadline = now + XModem.packetTimeout
                if packet.count == packetSize { end(at: now) }
            }
        }
    }

    package mutating func nextAction(at now: Duration) -> Action? {
        if let deadline, now >= deadline {
            packet = []
            noise = 0
            silences += 1
            request(at: now)
        }
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    private var dataSize: Int { packet[0] == XModem.stx ? XModem.size : XModem.shortSize }
    private var packetSize: Int { 3 + dataSize + (withCRC ? 2 : 1) }

    /// Handles a byte at which a packet may start.
    private mutating func begin(_ byte: UInt8, isLast: Bool, at now: Duration) {
        cancels = byte == XModem.can ? cancels + 1 : 0
        switch byte {
        case XModem.stx, XModem.soh:
            packet = [byte]
            deadline = now + XModem.packetTimeout
        case XModem.eot where phase == .receiving && isLast:
            queue.append(.send([XModem.ack]))
            finish(nil)
        case XModem.can where cancels == 2: finish(.cancelled)
        case XModem.can: break
        // before the first packet, it may be the end of a line
        default: if phase == .receiving { drop(at: now) }
        }
    }

    /// Drops what follows, up to the length of a packet.
    private mutating func drop(at now: Duration) {
        tries += 1
        guard tries <= XModem.tries else { return cancel(.tooManyTries) }
        noise = 3 + XModem.size + 2
        deadline = now + XModem.packetTimeout
    }

    private mutating func end(at now: Duration) {
        let whole = packet
        let body = whole[3..<3 + dataSize]
        packet = []
        guard whole[1] == ~whole[2],
            Array(whole[(3 + body.count)...]) == XModem.check(body, withCRC: withCRC)
        else { return request(at: now) }
        if whole[1] == expected {
            guard bytes.count + body.count <= limit else { return cancel(.tooLong) }
            bytes += body
            expected &+= 1
            phase = .receiving
            tries = 0
        } else if whole[1] != expected &- 1 || phase == .starting {
            return cancel(.outOfOrder)
        }
        queue.append(.send([XModem.ack]))
        deadline = now + XModem.timeout
    }

    /// Requests the expected packet, for the first time or again. The interval grows with the silence: a sender that
    /// pauses finds every request of its pause, and counts them as failures (lrzsz allows ten).
    private mutating func request(at now: Duration) {
        tries += 1
        let isStarting = phase == .starting
        guard tries <= XModem.tries, silences <= XModem.silences else {
            return isStarting ? finish(.noAnswer) : cancel(.tooManyTries)
        }
        queue.append(.send([isStarting && withCRC ? XModem.crcRequest : XModem.nak]))
        deadline = now + min(XModem.timeout * (1 << silences), XModem.longestInterval)
    }

    private mutating func cancel(_ error: XModemError) {
        queue.append(.send([XModem.can, XModem.can]))
        finish(error)
    }

    private mutating func finish(_ error: XModemError?) {
        phase = .over
        deadline = nil
        queue.append(.finished(error))
    }
}
