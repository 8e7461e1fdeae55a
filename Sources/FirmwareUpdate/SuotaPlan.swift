internal import BluetoothLE
internal import CAccessory

/// The division of a file and its check byte into blocks, which the device acknowledges, and of
/// blocks into chunks of one write each.
public struct SuotaPlan: Sendable, Hashable {
    /// Bytes to send: the file and its check byte.
    public let total: Int
    /// Size of every block but the last, bytes.
    public let block: Int
    /// Size of every chunk but the last of a block, bytes.
    public let chunk: Int
    public let blocks: Int
    public let chunks: Int
    public let chunksPerBlock: Int
    public let lastBlock: Int
    public let lastBlockChunks: Int
    private let place: Place

    /// The core's struct, compared by the values it was created from.
    private struct Place: Hashable, @unchecked Sendable {
        var plan: acc_suota_plan

        static func == (one: Place, other: Place) -> Bool {
            one.plan.total == other.plan.total && one.plan.block == other.plan.block
                && one.plan.chunk == other.plan.chunk
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(plan.total)
        }
    }

    /// Returns nil if a size is not in 1 to 65535, or the file is empty or larger than 4 GiB.
    public init?(fileSize: Int, block: Int, chunk: Int) {
        var plan: acc_suota_plan = zeroed()
        guard let size = UInt64(exactly: fileSize), let block = UInt16(exactly: block),
            let chunk = UInt16(exactly: chunk),
            acc_suota_plan_make(size, block, chunk, &plan) == .ok
        else { return nil }
        total = Int(plan.total)
        (self.block, self.chunk) = (Int(plan.block), Int(plan.chunk))
        (blocks, chunks) = (Int(plan.blocks), Int(plan.chunks))
        chunksPerBlock = Int(plan.chunks_per_block)
        (lastBlock, lastBlockChunks) = (Int(plan.last_block), Int(plan.last_block_chunks))
        place = Place(plan: plan)
    }

    /// Size of a block, counted from 0.
    public func size(ofBlock index: Int) -> Int { index + 1 < blocks ? block : lastBlock }

    /// Number of chunks of a block, counted from 0.
    public func chunks(ofBlock index: Int) -> Int {
        index + 1 < blocks ? chunksPerBlock : lastBlockChunks
    }

    /// One write of a block.
    struct Chunk {
        var range: Range<Int>
        var endsBlock: Bool
    }

    /// An iterator over the chunks.
    struct Cursor: Sendable {
        private var cursor = acc_suota_cursor(offset: 0, block: 0, filled: 0)

        /// Bytes before the next chunk.
        var offset: Int { Int(cursor.offset) }
        /// Block of the next chunk.
        var block: Int { Int(cursor.block) }

        mutating func next(of plan: SuotaPlan) -> Chunk? {
            var chunk: acc_suota_chunk = zeroed()
            let found = withUnsafePointer(to: plan.place.plan) {
                acc_suota_next($0, &cursor, &chunk)
            }
            guard found else { return nil }
            let start = Int(chunk.offset)
            return Chunk(range: start..<start + Int(chunk.size), endsBlock: chunk.ends_block)
        }
    }
}
