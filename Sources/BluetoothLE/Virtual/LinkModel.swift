internal import AccessoryConcurrency
internal import DequeModule

/// The link layer of one connection: what leaves when. Times in, deliveries out.
///
/// Both ends meet once an interval and exchange packets while either has more and time is left
/// (Core 5.4, Vol 6, Part B, section 4.5.6).
struct LinkModel {
    /// Which end.
    enum Side: Int, Sendable {
        case central = 0
        case peripheral = 1

        var other: Side { self == .central ? .peripheral : .central }
    }

    /// A packet of an upper layer on its way.
    struct Packet {
        /// 0: attributes; otherwise a credit-based channel.
        let channel: Int
        let bytes: [UInt8]
        /// The earliest time at which it can leave.
        let ready: Duration
        /// L2CAP's header, and that of an SDU.
        var length: Int { bytes.count + (channel == 0 ? 4 : 6) }
    }

    /// What one exchange brought.
    struct Arrival {
        let to: Side
        let channel: Int
        let bytes: [UInt8]
    }

    private struct Queue {
        var packets: Deque<Packet> = []
        /// Bytes of the first packet that the other end has.
        var sent = 0

        func isReady(at time: Duration) -> Bool {
            packets.first.map { $0.ready <= time } ?? false
        }

        func payload(at time: Duration, limit: Int) -> Int {
            guard isReady(at: time), let first = packets.first else { return 0 }
            return min(first.length - sent, limit)
        }

        /// The other end has `count` bytes more; returns the packet that is whole by that.
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
        /// Payload from the central and from the peripheral, bytes.
        let payload: (central: Int, peripheral: Int)
        let end: Duration
    }

    var parameters: LinkParameters
    var isEncrypted = false
    /// When the ends met first.
    private let anchor: Duration
    private var queues = [Queue(), Queue()]
    private var event: Duration?
    private var exchange: Exchange?
    /// Since when nothing gets through; nil while it does.
    private(set) var silentSince: Duration?

    init(_ parameters: LinkParameters, anchor: Duration) {
        self.parameters = parameters
        self.anchor = anchor
    }

    /// Packets that an end holds.
    func count(at side: Side) -> Int { queues[side.rawValue].packets.count }

    mutating func enqueue(_ packet: Packet, at side: Side) {
        queues[side.rawValue].packets.append(packet)
    }

    /// Drops what an end holds of a channel.
    mutating func drop(channel: Int, at side: Side) {
        queues[side.rawValue].packets.removeAll { $0.channel == channel }
    }

    // MARK: Events

    /// When `begin` or `finish` is wanted next; nil while there is nothing to send.
    func next(after now: Duration) -> Duration? {
        if let exchange { return exchange.end }
        guard let ready = queues.compactMap({ $0.packets.first?.ready }).min() else { return nil }
        let time = max(ready, now)
        // a peripheral with nothing to say may leave out events
        let isPeripheralAwake = queues[Side.peripheral.rawValue].packets.first != nil
        let events = isPeripheralAwake ? 1 : parameters.latency + 1
        return anchor + parameters.interval * events * stepsUp(to: time, step: events)
    }

    private func stepsUp(to time: Duration, step: Int) -> Int {
        let interval = parameters.interval * step
        let steps = max(Int((time - anchor) / interval), 0)
        return anchor + interval * steps < time ? steps + 1 : steps
    }

    /// Time has come to what `next` said: an exchange ends, or an event begins.
    ///
    /// - Parameter losses: Whether the central's and the peripheral's packet are lost.
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
        // nobody answers what did not arrive
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
