internal import GatewaySpool

/// Finds the message for which a broker closes the connection, among those that were being sent then.
///
/// After two connections that ended with a message in flight, messages are sent one at a time. A message that was the
/// only one in flight at the end of three more connections is refused. Nothing else is ever lost: an end long after a
/// message was sent is the network's, and a delivered message is no suspect.
struct Suspects {
    enum Key: Hashable {
        case spooled(SpoolMessage.Receipt)
        case topic(String)
    }

    /// A message in flight at the end of a connection.
    struct Message {
        var key: Key
        /// Time since it was sent, seconds.
        var age: Double
    }

    /// A broker that closes the connection because of a message does so at once; the rest is for slow links.
    private static let reaction = 5.0

    private var ends: [Key: Int] = [:]
    private var endsAlone: [Key: Int] = [:]
    private var refused: Set<String> = []

    /// Whether there is no reason to send one message at a time.
    var isEmpty: Bool { !ends.values.contains { $0 >= 2 } }

    /// Whether a message of this topic, which is not spooled, was refused before.
    func isRefused(_ topic: String) -> Bool { refused.contains(topic) }

    /// Records a message that the broker refused. Its topic is not used again until the gateway's next start, unless it is
    /// spooled: some brokers answer the refusal and close the connection as well.
    mutating func refused(_ key: Key) {
        delivered(key)
        if case .topic(let topic) = key { refused.insert(topic) }
    }

    mutating func delivered(_ key: Key) {
        ends[key] = nil
        endsAlone[key] = nil
    }

    /// Records the end of a connection; returns the message that is refused.
    mutating func connectionEnded(_ messages: [Message]) -> Key? {
        let isOneAtATime = !isEmpty
        for message in messages { ends[message.key, default: 0] += 1 }
        guard isOneAtATime, messages.count == 1, messages[0].age < Self.reaction else { return nil }
        let key = messages[0].key
        endsAlone[key, default: 0] += 1
        guard endsAlone[key] == 3 else { return nil }
        refused(key)
        return key
    }

    /// Forgets all suspects, after everything was delivered. Refused topics stay refused.
    mutating func clear() {
        ends = [:]
        endsAlone = [:]
    }
}
