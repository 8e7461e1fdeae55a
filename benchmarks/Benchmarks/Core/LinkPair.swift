import CAccessory

/// Both ends of a link in one thread, joined by a carrier without delay or loss. The accessory echoes each
/// request.
final class LinkPair {
    private let ends: [UnsafeMutablePointer<acc_link>]
    private let buffers: [UnsafeMutablePointer<UInt8>]
    private var now: UInt64 = 0
    private var answer: UInt32?

    init(channel: acc_link_channel, capacity: Int) {
        let roles: [acc_link_role] = [.host, .accessory]
        buffers = roles.map { _ in .allocate(capacity: capacity) }
        ends = roles.map { _ in .allocate(capacity: 1) }
        for (index, role) in roles.enumerated() {
            var config = acc_link_config_make(role, channel)
            config.buffer = buffers[index]
            config.capacity = UInt32(capacity)
            config.carrier.send_rate = 0
            config.carrier.receive_rate = 0
            config.carrier.latency_us = 0
            config.carrier.wake_tone = false
            acc_link_init(ends[index], &config)
            acc_link_detect(ends[index], now)
        }
        acc_link_wake(ends[1], now)
        precondition(acc_link_open(ends[0], now) == .accepted)
        run { acc_link_get_state(ends[0]) == .idle }
    }

    deinit {
        for end in ends { end.deallocate() }
        for buffer in buffers { buffer.deallocate() }
    }

    /// Sends a request and returns the length of the echo.
    func exchange(_ request: UnsafeBufferPointer<UInt8>) -> Int {
        answer = nil
        let result = acc_link_exchange(ends[0], now, request.baseAddress, request.count, 0)
        precondition(result == .accepted)
        run { answer != nil && acc_link_get_state(ends[0]) == .idle }
        return Int(answer ?? 0)
    }

    private func run(until isDone: () -> Bool) {
        while !isDone() {
            // poll both ends each time, because one end's output is the other's input
            let moved = ends.indices.map(perform)
            guard !moved.contains(true) else { continue }
            now = ends.map { acc_link_deadline($0) }.min()!
            for end in ends { acc_link_tick(end, now) }
        }
    }

    /// Performs all actions of an end. Returns whether there were any.
    private func perform(_ index: Int) -> Bool {
        var action = acc_link_action()
        var moved = false
        while acc_link_poll(ends[index], now, &action) {
            moved = true
            switch action.kind {
            case .frame:
                acc_link_receive(ends[1 - index], now, action.bytes!, action.len)
                acc_link_sent(ends[index], now)
            case .tone:
                acc_link_sent(ends[index], now)
            case .event where action.event.kind == .received && index == 1:
                let event = action.event
                let result = acc_link_respond(ends[1], now, event.bytes, Int(event.len))
                precondition(result == .accepted)
            case .event where action.event.kind == .received:
                answer = action.event.len
            case .event:
                break
            }
        }
        return moved
    }
}
