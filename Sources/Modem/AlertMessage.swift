/// A message of SAME, which broadcasts an emergency: its header, or the end of the alert (47 CFR 11.31).
public struct AlertMessage: Sendable, Hashable, Encodable, CustomStringConvertible {
    /// The text as sent: `ZCZC-ORG-EEE-PSSCCC+TTTT-JJJHHMM-LLLLLLLL-` with up to 31 areas, or `NNNN`.
    public let text: String
    /// Whether the alert ends; then there are no other fields.
    public let isEnd: Bool
    /// Who alerts: `EAS`, `CIV`, `WXR` or `PEP`.
    public let originator: String?
    /// The event, three letters, such as `TOR` for a tornado warning.
    public let event: String?
    /// Areas: the part, the state and the county, six digits each.
    public let areas: [String]
    /// Minutes during which the message is valid.
    public let validMinutes: Int?
    /// Day of the year, and hour and minute UTC, when it was sent.
    public let day, hour, minute: Int?
    /// The station that sends it, up to eight characters.
    public let station: String?

    /// Reads a text without its line feed; nil if it is no message.
    public init?(_ text: String) {
        self.text = text
        isEnd = text == "NNNN"
        if isEnd {
            (originator, event, areas, station) = (nil, nil, [], nil)
            (validMinutes, day, hour, minute) = (nil, nil, nil, nil)
            return
        }
        let halves = text.split(separator: "+", omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } })
        else { return nil }
        let head = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        let tail = halves[1].split(separator: "-", omittingEmptySubsequences: false)
        guard (4...34).contains(head.count), head[0] == "ZCZC", head[1].count == 3,
            head[2].count == 3, head[3...].allSatisfy({ $0.count == 6 }), tail.count == 4,
            tail[3].isEmpty, (1...8).contains(tail[2].count),
            let valid = Self.digits(tail[0], 4), let sent = Self.digits(tail[1], 7)
        else { return nil }
        (originator, event) = (String(head[1]), String(head[2]))
        areas = head[3...].map(String.init)
        validMinutes = valid / 100 * 60 + valid % 100
        (day, hour, minute) = (sent / 10_000, sent / 100 % 100, sent % 100)
        station = tail[2].trimmingSuffix { $0 == " " }
    }

    private static func digits(_ text: Substring, _ count: Int) -> Int? {
        text.utf8.count == count && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
    }

    /// The characters of one burst. A message is three of them, each followed by a second of silence.
    public var burst: [UInt8] { Array(repeating: 0xAB, count: 16) + text.utf8 }

    /// Number of bursts of a message.
    public static let repeats = 3

    /// The fields in one line.
    public var description: String {
        guard let originator, let event, let validMinutes, let day, let hour, let minute,
            let station
        else { return "end of the alert" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "event \(event) by \(originator) for \(areas.joined(separator: ", ")), "
            + "\(validMinutes) minutes from day \(day) \(two(hour)):\(two(minute)) UTC, "
            + "station \(station)"
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var rest = self
        while let last = rest.last, predicate(last) { rest.removeLast() }
        return String(rest)
    }
}
