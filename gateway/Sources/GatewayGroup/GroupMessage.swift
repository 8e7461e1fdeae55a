internal import Foundation

/// A message from one gateway of a group to the others. docs/gateway.md describes the members.
public struct GroupMessage: Codable, Sendable, Hashable {
    /// An event that a gateway asks the owner of its device to publish.
    public struct Event: Codable, Sendable, Hashable {
        /// The 48-bit address.
        public var device: UInt64
        public var identity: UInt64
        /// Time without a repetition after which an equal event is another one, milliseconds.
        public var lifetime: Int64
        /// The state, a JSON object.
        public var state: String

        public init(device: UInt64, identity: UInt64, lifetime: Int64, state: String) {
            (self.device, self.identity) = (device, identity)
            (self.lifetime, self.state) = (lifetime, state)
        }
    }

    /// A part of the answer to a gateway that has connected.
    public struct Answer: Codable, Sendable, Hashable {
        public var to: String
        /// The identities of what was published while it was not connected.
        public var published: [UInt64] = []
        public var isLast = false
    }

    public var from: String
    /// A random number of the sender's run.
    public var boot: UInt64
    /// Grows with each message of a run.
    public var number: Int
    /// Milliseconds since 1970.
    public var ts: Int64 = 0
    public var room = ""
    /// Whether readings from before the connection wait in the sender's spool.
    public var pending = false
    /// Whether the sender has the answers of the others.
    public var ready = true
    /// The entries of the presence list that it has at home.
    public var home: [String] = []
    /// RSSI in dBm, in the order of `owned`: devices that the sender owns.
    public var levels: [Int]?
    public var owned: [UInt64]?
    /// Devices that the sender owns from now on.
    public var claimed: [UInt64]?
    public var events: [Event]?
    /// Identities of held readings that the sender publishes if no other gateway has asked for them before.
    public var bids: [UInt64]?
    /// Identities of forwarded events that were published before.
    public var seen: [UInt64]?
    /// The sender has connected, and was not connected for this time, milliseconds.
    public var hello: Int64?
    /// The sender holds readings of this age, milliseconds, and asks a gateway that has connected after it.
    public var question: Int64?
    public var answer: Answer?

    public init(from: String, boot: UInt64, number: Int) {
        (self.from, self.boot, self.number) = (from, boot, number)
    }

    /// Nil if it is no message.
    public init?(json: [UInt8]) {
        guard let message = try? JSONDecoder().decode(Self.self, from: Data(json)) else {
            return nil
        }
        self = message
    }

    public var json: [UInt8] {
        // a message has no number that JSON cannot express
        (try? JSONEncoder().encode(self)).map(Array.init) ?? []
    }
}
