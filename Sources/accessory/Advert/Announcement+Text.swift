internal import AccessoryBase
internal import Beacons

extension Announcement {
    /// One line: the kind and its fields.
    var text: String {
        ([kind.rawValue] + fields.map(\.text)).joined(separator: "  ")
    }
}

extension Announcement.Field {
    fileprivate var text: String { "\(name) \(value.text)" + (unit.isEmpty ? "" : " \(unit)") }
}

extension Announcement.Field.Value {
    fileprivate var text: String {
        switch self {
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .flag(let flag): flag ? "yes" : "no"
        case .text(let text): text
        case .bytes(let bytes): HexText.text(bytes)
        }
    }
}

extension Announcement {
    /// The fields by their names in camel case, and the kind.
    func write(_ json: inout JSONWriter) {
        let members =
            fields.map { (Self.camelCase($0.name), $0.value) } + [("kind", .text(kind.rawValue))]
        json.object { json in
            for (name, value) in members.sorted(by: { $0.0 < $1.0 }) {
                json.name(text: name)
                switch value {
                case .number(let number): json.value(number)
                case .flag(let flag): json.value(flag)
                case .text(let text): json.value(text)
                case .bytes(let bytes): json.hex(bytes)
                }
            }
        }
    }

    private static func camelCase(_ name: String) -> String {
        let words = name.split(separator: " ")
        return words[0]
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
