/// A message that waits for its delivery.
public struct SpoolMessage: Sendable, Hashable {
    /// Grows with each message; 0 before it is in the spool.
    public internal(set) var sequence: Int64 = 0
    /// Messages with one key replace each other when the spool is full: the oldest goes first.
    public var key: Int64
    /// Milliseconds since 1970, by this machine's clock.
    public internal(set) var born: Int64 = 0
    public var isRetained: Bool
    public var topic: String
    public var payload: [UInt8]

    public init(key: Int64, topic: String, payload: [UInt8], isRetained: Bool = false) {
        (self.key, self.topic, self.payload) = (key, topic, payload)
        self.isRetained = isRetained
        size = topic.utf8.count + payload.count + 40
    }

    /// What it counts for against the bound in bytes: its text, and SQLite's columns and cell.
    private(set) var size: Int

    /// What is needed to acknowledge a message once it was handed over.
    public struct Receipt: Sendable, Hashable {
        let sequence: Int64
        let size: Int
    }

    public var receipt: Receipt { Receipt(sequence: sequence, size: size) }
}

/// How much a spool may hold.
public struct SpoolLimits: Sendable, Hashable {
    public var rows: Int
    public var bytes: Int
    /// Milliseconds.
    public var age: Int64

    public init(rows: Int, bytes: Int, age: Int64) {
        (self.rows, self.bytes, self.age) = (rows, bytes, age)
    }
}
