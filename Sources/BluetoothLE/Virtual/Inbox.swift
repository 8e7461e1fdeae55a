internal import DequeModule
import Synchronization

/// A queue that passes items from any thread to a handler, in order and one at a time. Items are
/// kept until a handler is set; nothing is delivered after the end.
final class Inbox: Sendable {
    enum Item: Sendable {
        case packet([UInt8])
        case end
    }

    private typealias Handler = @Sendable (Item) -> Void

    private struct State {
        var items: Deque<Item> = []
        var handler: Handler?
        var isDelivering = false
        var hasEnded = false

        /// The next item for the delivering thread; nil ends the delivery.
        mutating func next() -> (Item, Handler)? {
            guard let handler, let item = items.popFirst() else {
                isDelivering = false
                return nil
            }
            if case .end = item { self.handler = nil }
            return (item, handler)
        }
    }

    private let state = Mutex(State())

    func put(_ item: Item) {
        append(item)
        deliver()
    }

    /// Adds an item for the next `deliver`. Calls no handler, so the caller may hold a lock that keeps the order
    /// of the items.
    func append(_ item: Item) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.items.append(item)
            if case .end = item { state.hasEnded = true }
        }
    }

    func open(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        state.withLock {
            $0.handler = { item in
                switch item {
                case .packet(let packet): onPacket(packet)
                case .end: onEnd()
                }
            }
        }
        deliver()
    }

    /// Passes the items to the handler, unless another thread is doing so.
    func deliver() {
        let begins = state.withLock { state in
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard begins else { return }
        while let (item, handler) = state.withLock({ $0.next() }) { handler(item) }
    }
}
