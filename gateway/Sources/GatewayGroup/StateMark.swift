internal import AccessoryBase

/// The last members of a state's JSON object, by which gateways recognise what others have published:
/// `"id":"IDENTITYKIND","by":"GATEWAY"`, or `owner` instead of `by` if the gateway is the owner of the device.
public struct StateMark: Sendable, Hashable {
    public var identity: UInt64
    /// 0 for an event.
    public var kind: UInt32

    public init(identity: UInt64, kind: UInt32) { (self.identity, self.kind) = (identity, kind) }

    private static let idStart = Array(",\"id\":\"".utf8)
    private static let byStart = Array("\",\"by\":\"".utf8)
    private static let ownerStart = Array("\",\"owner\":\"".utf8)
    private static let end = Array("\"}".utf8)
    private static let digits = 24

    /// Adds the identity to a state, which has other members.
    public func marked(_ state: [UInt8]) -> [UInt8] {
        var marked = Array(state.dropLast())
        marked += Self.idStart
        marked += Hexadecimal.text(identity, digits: 16, uppercase: false).utf8
        marked += Hexadecimal.text(kind, digits: 8, uppercase: false).utf8
        return marked + Self.end
    }

    /// The mark of a state in the spool; nil if it has none.
    public init?(_ state: [UInt8]) {
        let count = Self.idStart.count + Self.digits + Self.end.count
        guard state.count >= count else { return nil }
        self.init(members: state.suffix(count).dropLast(Self.end.count))
    }

    /// - Parameter members: `,"id":"…` without the closing quotation mark.
    private init?(members: ArraySlice<UInt8>) {
        let digits = members.suffix(Self.digits)
        guard members.dropLast(Self.digits).elementsEqual(Self.idStart),
            let bytes = Hexadecimal.bytes(String(decoding: digits, as: UTF8.self))
        else { return nil }
        self.init(
            identity: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            kind: bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) }
        )
    }

    /// Adds the publishing gateway to a marked state.
    public static func published(_ state: [UInt8], by name: String, asOwner: Bool) -> [UInt8] {
        var published = Array(state.dropLast(2))
        published += asOwner ? ownerStart : byStart
        published += Array(name.utf8)
        return published + end
    }

    /// The mark of a published state, and its gateway; nil if it has none.
    public static func of(published state: [UInt8]) -> (StateMark, name: String, asOwner: Bool)? {
        guard state.suffix(2).elementsEqual(end) else { return nil }
        // a name has no quotation mark
        let quotation = UInt8(ascii: "\"")
        guard let before = state.dropLast(2).lastIndex(of: quotation) else { return nil }
        let name = String(decoding: state[(before + 1)..<(state.count - 2)], as: UTF8.self)
        let head = state[...before]
        for (start, asOwner) in [(byStart, false), (ownerStart, true)] {
            guard head.suffix(start.count).elementsEqual(start) else { continue }
            let members = head.dropLast(start.count).suffix(idStart.count + digits)
            return StateMark(members: members).map { ($0, name, asOwner) }
        }
        return nil
    }
}
