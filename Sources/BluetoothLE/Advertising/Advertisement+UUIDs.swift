internal import CAccessory

extension Advertisement {
    /// The service UUIDs of an advertisement's lists, in order (CSS, Part A, sections 1.1 and
    /// 1.10). A list contains UUIDs of 2, 4 or 16 bytes; an advertisement may have several lists.
    public struct UUIDs: Collection, Sendable {
        @usableFromInline let bytes: [UInt8]
        /// The offset of the first list's first UUID; 0 without a list.
        @usableFromInline let place: Int
        @usableFromInline let end: Int
        @usableFromInline let areSolicited: Bool

        /// - Parameters:
        ///   - end: The offset after the last structure.
        ///   - areSolicited: Whether the lists name the services that the sender looks for.
        @inlinable init(_ bytes: [UInt8], place: Int, end: Int, areSolicited: Bool) {
            (self.bytes, self.areSolicited) = (bytes, areSolicited)
            (self.place, self.end) = (place, end)
        }

        /// The position of a UUID.
        public struct Index: Comparable, Sendable {
            /// The offset of the structure's length.
            @usableFromInline let structure: Int
            /// The offset of the UUID.
            @usableFromInline let offset: Int

            @inlinable init(structure: Int, offset: Int) {
                (self.structure, self.offset) = (structure, offset)
            }

            @inlinable public static func < (one: Index, other: Index) -> Bool {
                one.offset < other.offset
            }
        }

        @inlinable public var startIndex: Index { place == 0 ? endIndex : first(from: place - 2) }
        @inlinable public var endIndex: Index { Index(structure: end, offset: end) }

        @inlinable public func index(after index: Index) -> Index {
            let width = Self.width(of: bytes[index.structure + 1], areSolicited)
            let structureEnd = bytes.structureEnd(at: index.structure)
            // skip a remainder that is shorter than a UUID
            guard index.offset + 2 * width <= structureEnd else { return first(from: structureEnd) }
            return Index(structure: index.structure, offset: index.offset + width)
        }

        /// The number of UUIDs, from the lengths of the lists.
        @inlinable public var count: Int {
            place == 0 ? 0 : Self.count(bytes, place - 2, end, areSolicited)
        }

        @usableFromInline static func count(
            _ bytes: [UInt8],
            _ start: Int,
            _ end: Int,
            _ areSolicited: Bool
        ) -> Int {
            var (at, count) = (start, 0)
            while at < end {
                let next = bytes.structureEnd(at: at)
                switch width(of: bytes[at + 1], areSolicited) {
                case 2: count += (next - at - 2) >> 1
                case 4: count += (next - at - 2) >> 2
                case 16: count += (next - at - 2) >> 4
                default: break
                }
                at = next
            }
            return count
        }

        @inlinable public subscript(index: Index) -> BluetoothUUID {
            let width = Self.width(of: bytes[index.structure + 1], areSolicited)
            return BluetoothUUID(bytes.span, at: index.offset, width: width)
        }

        /// The first UUID at or after a structure.
        @inlinable func first(from structure: Int) -> Index {
            var at = structure
            while at < end {
                let next = bytes.structureEnd(at: at)
                let width = Self.width(of: bytes[at + 1], areSolicited)
                if width > 0, at + 2 + width <= next { return Index(structure: at, offset: at + 2) }
                at = next
            }
            return endIndex
        }

        /// Size in bytes of a UUID in a list of this AD type; 0 for other types.
        @usableFromInline static func width(of type: UInt8, _ areSolicited: Bool) -> Int {
            switch (Int(type), areSolicited) {
            case (ACC_AD_INCOMPLETE_UUID16, false), (ACC_AD_COMPLETE_UUID16, false): 2
            case (ACC_AD_INCOMPLETE_UUID32, false), (ACC_AD_COMPLETE_UUID32, false): 4
            case (ACC_AD_INCOMPLETE_UUID128, false), (ACC_AD_COMPLETE_UUID128, false): 16
            case (ACC_AD_SOLICIT_UUID16, true): 2
            case (ACC_AD_SOLICIT_UUID32, true): 4
            case (ACC_AD_SOLICIT_UUID128, true): 16
            default: 0
            }
        }
    }
}

extension Advertisement.UUIDs: CustomStringConvertible {
    public var description: String { Array(self).description }
}
