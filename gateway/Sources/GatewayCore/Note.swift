/// A fact about a device that is kept over restarts of the gateway, such as its last event.
///
/// The spool stores notes in the transaction of the message they belong to: either both are on disk, or none is.
public struct Note: Sendable, Hashable {
    /// The kinds. The numbers are in files and must not change.
    public enum Kind: Int, Sendable, CaseIterable {
        /// What the discovery message of a device states.
        case device = 1
        /// The last events of a device.
        case events = 2
        /// The last counter of a device with a key, in one format.
        case counter = 3
        /// A device or a presence entry that was removed, until the broker has acknowledged it.
        case removal = 4
        /// A presence entry that was announced.
        case person = 5
        /// The spool is open: if it is so at the start, the last run ended without closing it.
        case open = 6
    }

    public var kind: Kind
    /// The number of the device or entry. A new note replaces the one with the same kind and key.
    public var key: Int64
    /// Empty: there is no such note any more.
    public var value: [UInt8]

    public init(_ kind: Kind, _ key: Int64, _ value: [UInt8] = []) {
        (self.kind, self.key, self.value) = (kind, key, value)
    }

    /// The key of a device's counter in one format.
    ///
    /// - Parameters:
    ///   - device: The 48-bit address.
    ///   - format: 0 to 15.
    public static func counterKey(_ device: UInt64, format: UInt8) -> Int64 {
        Int64(device) | Int64(format) << 48
    }

    /// Notes that end what is known of a device's frames, and with it the refusal of earlier ones.
    public static func reset(_ device: UInt64) -> [Note] {
        [Note(.events, Int64(device))]
            + (0..<16).map { Note(.counter, counterKey(device, format: $0)) }
    }
}
