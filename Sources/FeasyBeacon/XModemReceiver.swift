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
        for byte in input where phase != .over {
            if packet.isEmpty {
                begin(byte, at: now)
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
            request(at: now)
        }
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    private var dataSize: Int { packet[0] == XModem.stx ? XModem.size : XModem.shortSize }
    private var packetSize: Int { 3 + dataSize + (withCRC ? 2 : 1) }

    /// Handles a byte at which a packet may start.
    private mutating func begin(_ byte: UInt8, at now: Duration) {
        cancels = byte == XModem.can ? cancels + 1 : 0
        switch byte {
        case XModem.stx, XModem.soh:
            packet = [byte]
            deadline = now + XModem.packetTimeout
        case XModem.eot where phase == .receiving:
            queue.append(.send([XModem.ack]))
            finish(nil)
        case XModem.can where cancels == 2: finish(.cancelled)
        default: break
        }
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

    /// Requests the expected packet, for the first time or again.
    private mutating func request(at now: Duration) {
        tries += 1
        let isStarting = phase == .starting
        guard tries <= (isStarting ? XModem.startTries : XModem.tries) else {
            return isStarting ? finish(.noAnswer) : cancel(.tooManyTries)
        }
        queue.append(.send([isStarting && withCRC ? XModem.crcRequest : XModem.nak]))
        deadline = now + (isStarting ? XModem.startInterval : XModem.timeout)
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
