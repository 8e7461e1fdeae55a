internal import AccessoryConcurrency
internal import DequeModule

/// A model of one connection's link layer. Its inputs are times, its outputs deliveries.
///
/// Once per interval, both ends exchange packets for as long as either has data and time is left
/// (Core 5.4, Vol 6, Part B, section 4.5.6).
struct LinkModel {
    /// An end of the connection.
    enum Side: Int, Sendable {
        case central = 0
        case peripheral = 1

        var other: Side { self == .central ? .peripheral : .central }
    }

    /// A pending upper-layer packet.
    struct Packet {
        /// The channel: 0 for attributes, otherwise a credit-based channel.
        let channel: Int
        let bytes: [UInt8]
        /// The earliest time at which the packet can be sent.
        let ready: Duration
        /// The length with the headers of L2CAP and, on a channel, of the SDU.
        var length: Int { bytes.count + (channel == 0 ? 4 : 6) }
    }

    /// The result of one exchange.
    struct Arrival {
        let to: Side
        let channel: Int
        let bytes: [UInt8]
    }

    private struct Queue {
        var packets: Deque<Packet> = []
        /// Bytes of the first packet that the peer has received.
        var sent = 0

        func isReady(at time: Duration) -> Bool {
            packets.first.map { $0.ready <= time } ?? false
        }

        func payload(at time: Duration, limit: Int) -> Int {
            guard isReady(at: time), let first = packets.first else { return 0 }
            return min(first.length - sent, limit)
        }

        /// Records `count` more bytes received by the peer. Returns the packet that they complete,
        /// if any.
        mutating func advance(_ count: Int) -> Packet? {
            guard count > 0, let first = packets.first else { return nil }
            sent += count
            guard sent >= first.length else { return nil }
            sent = 0
            return packets.popFirst()
        }
    }

    private struct Exchange {
        let begin: Duration
        /// Maximum payload from the central and from the peripheral in bytes.
        let payload: (central: Int, peripheral: Int)
        let end: Duration
    }

    var parameters: LinkParameters
    var isEncrypted = false
    /// The time of the first connection event.
    private let anchor: Duration
    private var queues = [Queue(), Queue()]
    private var event: Duration?
    private var exchange: Exchange?
    /// The time of the first lost packet since the last received one; nil while packets are
    /// received.
    private(set) var silentSince: Duration?

    init(_ parameters: LinkParameters, anchor: Duration) {
        self.parameters = parameters
        self.anchor = anchor
    }

    /// Number of packets queued at an end.
    func count(at side: Side) -> Int { queues[side.rawValue].packets.count }

    mutating func enqueue(_ packet: Packet, at side: Side) {
        queues[side.rawValue].packets.append(packet)
    }

    /// Drops an end's queued packets of a channel.
    mutating func drop(channel: Int, at side: Side) {
        queues[side.rawValue].packets.removeAll { $0.channel == channel }
    }

    // MARK: Events

    /// The time of the next call of `begin` or `finish`; nil while there is nothing to send.
    func next(after now: Duration) -> Duration? {
        if let exchange { return exchange.end }
        guard let ready = queues.compactMap({ $0.packets.first?.ready }).min() else { return nil }
        let time = max(ready, now)
        // a peripheral without data may skip events
        let isPeripheralAwake = queues[Side.peripheral.rawValue].packets.first != nil
        let events = isPeripheralAwake ? 1 : parameters.latency + 1
        return anchor + parameters.interval * events * stepsUp(to: time, step: events)
    }

    private func stepsUp(to time: Duration, step: Int) -> Int {
        let interval = parameters.interval * step
        let steps = max(Int((time - anchor) / interval), 0)
        return anchor + interval * steps < time ? steps + 1 : steps
    }

    /// Processes the time returned by `next`: either an exchange ends, or an event begins.
    ///
    /// - Parameter losses: Whether the central's and the peripheral's packets are lost.
    mutating func work(
        at now: Duration,
        losses: (central: Bool, peripheral: Bool)
    ) -> [Arrival] {
        guard exchange == nil else { return finish(losses: losses) }
        event = now
        exchange = exchange(from: now)
        return []
    }

    private func exchange(from begin: Duration) -> Exchange {
        let limit = parameters.dataLength
        let payload = (
            central: queues[0].payload(at: begin, limit: limit),
            peripheral: queues[1].payload(at: begin, limit: limit)
        )
        let length =
            time(of: payload.central) + time(of: payload.peripheral) + AirTime.interFrameSpace * 2
        return Exchange(begin: begin, payload: payload, end: begin + length)
    }

    private func time(of payload: Int) -> Duration {
        AirTime.ofPacket(payload: payload, on: parameters.phy, isEncrypted: isEncrypted)
    }

    private mutating func finish(losses: (central: Bool, peripheral: Bool)) -> [Arrival] {
        guard let exchange, let event else { return [] }
        self.exchange = nil
        // a lost packet gets no answer
        guard !losses.central else { return lost(at: exchange.begin) }
        var arrivals = [arrival(of: exchange.payload.central, from: .central)]
        guard !losses.peripheral else {
            return lost(at: exchange.begin) + arrivals.compactMap { $0 }
        }
        silentSince = nil
        arrivals.append(arrival(of: exchange.payload.peripheral, from: .peripheral))
        if queues.contains(where: { $0.isReady(at: exchange.end) }) {
            let next = self.exchange(from: exchange.end)
            let limit = event + parameters.interval - AirTime.interFrameSpace
            if next.end <= limit { self.exchange = next }
        }
        return arrivals.compactMap { $0 }
    }

    private mutating func lost(at time: Duration) -> [Arrival] {
        silentSince = silentSince ?? time
        return []
    }

    private mutating func arrival(of payload: Int, from side: Side) -> Arrival? {
        queues[side.rawValue].advance(payload).map {
            Arrival(to: side.other, channel: $0.channel, bytes: $0.bytes)
        }
    }
}
