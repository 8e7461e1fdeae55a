internal import AccessoryBase
internal import Crypto
internal import Foundation

/// Signs messages of a group with its shared key, so that other clients of the broker cannot keep a gateway from
/// publishing.
///
/// The signature is the last member of the JSON object: `"sig"`, the first 16 hexadecimal digits of the HMAC-SHA256 over the
/// topic, a zero byte and the object without this member.
public struct GroupKey: Sendable {
    private let key: SymmetricKey

    /// - Parameter text: The content of the key file, without white space at its ends.
    public init(_ text: String) { key = SymmetricKey(data: Data(text.utf8)) }

    private static let start = Array(",\"sig\":\"".utf8)
    private static let end = Array("\"}".utf8)
    private static let digits = 16
    private static var length: Int { start.count + digits + end.count }

    /// Adds the signature to a JSON object, which has other members.
    public func sealed(_ json: [UInt8], topic: String) -> [UInt8] {
        let body = json.dropLast()
        return Array(body) + Self.start + signature(body, topic) + Self.end
    }

    /// The object without its signature; nil if that is wrong.
    public func opened(_ payload: [UInt8], topic: String) -> [UInt8]? {
        guard payload.count > Self.length else { return nil }
        let body = payload.dropLast(Self.length)
        let found = payload.suffix(Self.length)
        let wanted = Self.start + signature(body, topic) + Self.end
        // in constant time
        guard zip(found, wanted).reduce(UInt8(0), { $0 | ($1.0 ^ $1.1) }) == 0 else { return nil }
        return Array(body) + [UInt8(ascii: "}")]
    }

    private func signature(_ body: ArraySlice<UInt8>, _ topic: String) -> [UInt8] {
        var hash = HMAC<SHA256>(key: key)
        hash.update(data: Array(topic.utf8) + [0])
        hash.update(data: body)
        return Array(Hexadecimal.text(Array(hash.finalize().prefix(Self.digits / 2))).utf8)
    }
}
