extension Advertisement {
    /// One AD structure.
    public struct Structure: Sendable, Equatable {
        /// AD type (Assigned Numbers, section 2.3).
        public let type: UInt8
        /// The data after the type.
        public let value: ArraySlice<UInt8>

        @inlinable init(type: UInt8, value: ArraySlice<UInt8>) {
            (self.type, self.value) = (type, value)
        }
    }

    /// The AD structures of an advertisement, in order.
    public struct Structures: Collection, Sendable {
        @usableFromInline let bytes: [UInt8]
        @usableFromInline let end: Int

        /// - Parameter end: The offset after the last structure.
        @inlinable init(_ bytes: [UInt8], end: Int) {
            (self.bytes, self.end) = (bytes, end)
        }

        /// The position of a structure.
        public struct Index: Comparable, Sendable {
            /// The offset of the structure's length.
            @usableFromInline let offset: Int

            @inlinable init(offset: Int) { self.offset = offset }

            @inlinable public static func < (one: Index, other: Index) -> Bool {
                one.offset < other.offset
            }
        }

        @inlinable public var startIndex: Index { Index(offset: 0) }
        @inlinable public var endIndex: Index { Index(offset: end) }

        @inlinable public func index(after index: Index) -> Index {
            Index(offset: bytes.structureEnd(at: index.offset))
        }

        @inlinable public subscript(index: Index) -> Structure {
            let at = index.offset
            return Structure(type: bytes[at + 1], value: bytes[at + 2..<bytes.structureEnd(at: at)])
        }
    }
}

extension [UInt8] {
    /// The offset after the AD structure at `offset`: a byte for the length of type and value, the
    /// type, the value (Core 5.4, Vol 3, Part C, section 11).
    @inlinable func structureEnd(at offset: Int) -> Int { offset + 1 + Int(self[offset]) }
}
