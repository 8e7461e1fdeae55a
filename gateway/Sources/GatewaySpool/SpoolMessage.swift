internal import GatewayCore

/// A message to deliver.
public struct SpoolMessage: Sendable, Hashable {
    /// The sequence number, which grows with each message; 0 before it is in the spool.
    public internal(set) var sequence: Int64 = 0
    /// The replacement key. When the spool is full, older messages with the same key are deleted
    /// first.
    public var key: Int64
    /// Creation time, milliseconds since 1970, on this machine's clock.
    public internal(set) var born: Int64 = 0
    /// Whether the broker is to retain the message.
    public var isRetained: Bool
    /// Whether the message tells of an event, such as the press of a button.
    public var isEvent: Bool
    public var topic: String
    public var payload: [UInt8]
    /// The correlation data of the request that the message answers, which may be empty; nil if it
    /// is not an answer.
    public let correlation: [UInt8]?

    public init(
        key: Int64,
        topic: String,
        payload: [UInt8],
        isRetained: Bool = false,
        isEvent: Bool = false,
        correlation: [UInt8]? = nil
    ) {
        (self.key, self.topic, self.payload) = (key, topic, payload)
        (self.isRetained, self.isEvent, self.correlation) = (isRetained, isEvent, correlation)
        size = topic.utf8.count + payload.count + (correlation?.count ?? 0) + 40
    }

    /// The size in bytes that counts towards the limit: the text, and SQLite's columns and cell.
    private(set) var size: Int

    /// A hash of what is delivered, by which a damaged row is recognised. The creation time is not part of
    /// it, as it may be corrected.
    var checksum: Int64 {
        var hash = StableHash()
        for number in [sequence, key, isRetained ? 1 : 0, isEvent ? 1 : 0] {
            hash.add(UInt64(bitPattern: number))
        }
        hash.add(topic.utf8)
        hash.add(CollectionOfOne(0))
        hash.add(payload)
        hash.add(correlation ?? [])
        return Int64(bitPattern: hash.value)
    }

    /// The data with which `Spool.acknowledge` acknowledges a message.
    public struct Receipt: Sendable, Hashable {
        let sequence: Int64
        let size: Int
        /// Whether the message answers a request.
        public let isAnswer: Bool
    }

    public var receipt: Receipt {
        Receipt(sequence: sequence, size: size, isAnswer: correlation != nil)
    }
}

/// The limits of a spool.
public struct SpoolLimits: Sendable, Hashable {
    /// Maximum number of messages.
    public var rows: Int
    /// Maximum size, bytes.
    public var bytes: Int
    /// Maximum age of a message, milliseconds.
    public var age: Int64

    public init(rows: Int, bytes: Int, age: Int64) {
        (self.rows, self.bytes, self.age) = (rows, bytes, age)
    }
}
