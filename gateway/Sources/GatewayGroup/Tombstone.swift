internal import Foundation

/// What stays of a device that was forgotten: another gateway of the group that comes back forgets it, too.
public struct Tombstone: Codable, Sendable, Hashable {
    /// Milliseconds since 1970.
    public let forgotten: Int64

    public init(forgotten: Int64) { self.forgotten = forgotten }

    /// Nil if it is no tombstone.
    public init?(json: [UInt8]) {
        guard let found = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = found
    }

    public var json: [UInt8] { Array("{\"forgotten\":\(forgotten)}".utf8) }
}
