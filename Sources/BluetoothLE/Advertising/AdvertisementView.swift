/// Advertising data decoded in place, without copies or allocations. For code that processes every
/// report; otherwise use `Advertisement`.
public struct AdvertisementView: ~Escapable {
    /// The advertising data.
    public let bytes: Span<UInt8>
    @usableFromInline package let index: AdvertisementIndex

    /// - Parameter bytes: AD structures. Bytes after the first 65535 are ignored.
    @inlinable @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        let bytes = bytes.extracting(first: Int(UInt16.max))
        self.bytes = bytes
        index = AdvertisementIndex(bytes)
    }

    /// Whether the last structure extends past the end; the structures before it are available.
    @inlinable public var isTruncated: Bool { index.isTruncated }

    /// The offset at which decoding stopped: the end of the data, padding, or a structure that
    /// extends past the end.
    @inlinable public var end: Int { index.end }

    /// Flags (CSS, Part A, section 1.3).
    @inlinable public var flags: AdvertisementFlags? {
        index.flags.map { AdvertisementFlags(rawValue: $0) }
    }

    /// Transmit power in dBm.
    @inlinable public var txPower: Int? { index.txPower }

    /// The name in UTF-8.
    public var name: Span<UInt8>? {
        @inlinable @_lifetime(copy self)
        get { value(at: index.name) }
    }

    /// Manufacturer data, prefixed by the company identifier (little-endian).
    public var manufacturerData: Span<UInt8>? {
        @inlinable @_lifetime(copy self)
        get { value(at: index.manufacturer) }
    }

    /// Service data of the first 16-bit service, prefixed by its UUID (little-endian).
    public var serviceData: Span<UInt8>? {
        @inlinable @_lifetime(copy self)
        get { value(at: index.serviceData16) }
    }

    /// The value at a place of the index; nil for 0.
    @inlinable @inline(__always) @_lifetime(copy self)
    func value(at place: Int) -> Span<UInt8>? {
        guard place != 0 else { return nil }
        return bytes.extracting(place..<place + Int(bytes[place - 2]) - 1)
    }
}
