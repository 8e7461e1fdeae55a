internal import CAccessory

extension Advertisement {
    /// The service data of an advertisement, in order (CSS, Part A, section 1.11). A service may occur
    /// more than once.
    public struct ServiceData: Collection, Sendable {
        @usableFromInline let bytes: [UInt8]
        /// The offset of the contents of the first structure with service data, or of an earlier
        /// structure; 0 without service data.
        @usableFromInline let place: Int
        @usableFromInline let end: Int

        /// - Parameter end: The offset after the last structure.
        @inlinable init(_ bytes: [UInt8], place: Int, end: Int) {
            (self.bytes, self.place, self.end) = (bytes, place, end)
        }

        /// The position of one service's data.
        public struct Index: Comparable, Sendable {
            /// The offset of the structure's length.
            @usableFromInline let offset: Int

            @inlinable init(offset: Int) { self.offset = offset }

            @inlinable public static func < (one: Index, other: Index) -> Bool {
                one.offset < other.offset
            }
        }

        @inlinable public var startIndex: Index { place == 0 ? endIndex : first(from: place - 2) }
        @inlinable public var endIndex: Index { Index(offset: end) }

        @inlinable public func index(after index: Index) -> Index {
            first(from: bytes.structureEnd(at: index.offset))
        }

        /// The number of structures with service data.
        @inlinable public var count: Int { place == 0 ? 0 : Self.count(bytes, place - 2, end) }

        @usableFromInline static func count(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
            var (at, count) = (start, 0)
            while at < end {
                let next = bytes.structureEnd(at: at)
                let width = width(of: bytes[at + 1])
                if width > 0, at + 2 + width <= next { count += 1 }
                at = next
            }
            return count
        }

        @inlinable public subscript(index: Index) -> (key: BluetoothUUID, value: ArraySlice<UInt8>)
        {
            let value = index.offset + 2
            let width = Self.width(of: bytes[value - 1])
            return (
                BluetoothUUID(bytes.span, at: value, width: width),
                bytes[value + width..<bytes.structureEnd(at: index.offset)]
            )
        }

        /// The data of a service, nil if there is none. If the service occurs more than once, its last
        /// data.
        @inlinable public subscript(service: BluetoothUUID) -> ArraySlice<UInt8>? {
            var found: ArraySlice<UInt8>?
            for (key, value) in self where key == service { found = value }
            return found
        }

        /// The first service data at or after a structure.
        @inlinable func first(from structure: Int) -> Index {
            var at = structure
            while at < end {
                let next = bytes.structureEnd(at: at)
                let width = Self.width(of: bytes[at + 1])
                if width > 0, at + 2 + width <= next { return Index(offset: at) }
                at = next
            }
            return endIndex
        }

        /// Size in bytes of the UUID that precedes the data in this AD type; 0 for other types.
        @usableFromInline static func width(of type: UInt8) -> Int {
            switch Int(type) {
            case ACC_AD_SERVICE_DATA16: 2
            case ACC_AD_SERVICE_DATA32: 4
            case ACC_AD_SERVICE_DATA128: 16
            default: 0
            }
        }
    }
}
