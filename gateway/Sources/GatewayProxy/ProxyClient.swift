internal import NIOCore
internal import Synchronization

/// A connected client. Callable from any thread.
final class ProxyClient: Sendable {
    /// Maximum pending output of a slow client before it is closed, bytes. Advertisements are
    /// dropped long before.
    static let pendingLimit = 1 << 20

    let number: Int
    private let channel: any Channel
    private let flags = Atomic<UInt8>(0)

    struct Flags: OptionSet {
        let rawValue: UInt8
        static let hasGreeted = Flags(rawValue: 1)
        static let wantsAdvertisements = Flags(rawValue: 2)
        static let wantsSlots = Flags(rawValue: 4)
    }

    init(number: Int, channel: any Channel) { (self.number, self.channel) = (number, channel) }

    func contains(_ flag: Flags) -> Bool {
        flags.load(ordering: .acquiring) & flag.rawValue != 0
    }

    func insert(_ flag: Flags) { flags.bitwiseOr(flag.rawValue, ordering: .acquiringAndReleasing) }

    func remove(_ flag: Flags) {
        flags.bitwiseAnd(~flag.rawValue, ordering: .acquiringAndReleasing)
    }

    /// Sends a message after all earlier ones.
    func send(_ message: ProxyMessage) { channel.writeAndFlush(message, promise: nil) }

    /// Sends messages in order.
    func send(_ messages: [ProxyMessage]) {
        for message in messages { channel.write(message, promise: nil) }
        channel.flush()
    }

    /// Sends advertisements unless the client is slow. Returns whether they were sent.
    func offer(_ message: ProxyMessage) -> Bool {
        guard channel.isWritable else { return false }
        send(message)
        return true
    }

    func close() { channel.close(promise: nil) }
}
