internal import BluetoothLE
internal import CAccessory

/// The division of a file and its check byte into blocks, and of blocks into chunks. The device
/// acknowledges each block; a chunk is one write.
public struct SuotaPlan: Sendable, Hashable {
    /// Bytes to send: the file and its check byte.
    public let total: Int
    /// Size of every block except the last, bytes.
    public let block: Int
    /// Size of every chunk except the last of a block, bytes.
    public let chunk: Int
    /// Number of blocks.
    public let blocks: Int
    /// Number of chunks in all blocks.
    public let chunks: Int
    /// Number of chunks of every block except the last.
    public let chunksPerBlock: Int
    /// Size of the last block, bytes.
    public let lastBlock: Int
    /// Number of chunks of the last block.
    public let lastBlockChunks: Int
    private let place: Place

    /// The core's struct. Two are equal if they were created from the same values.
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

    /// Creates a plan; nil if a size is not in 1 to 65535, or the file is empty or larger than 4
    /// GiB.
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

    /// Size of a block, with blocks counted from 0.
    public func size(ofBlock index: Int) -> Int { index < blocks - 1 ? block : lastBlock }

    /// Number of chunks of a block, with blocks counted from 0.
    public func chunks(ofBlock index: Int) -> Int {
        index < blocks - 1 ? chunksPerBlock : lastBlockChunks
    }

    /// One write of a block.
    struct Chunk {
        var range: Range<Int>
        var endsBlock: Bool
    }

    /// An iterator over the chunks.
    struct Cursor: Sendable {
        private var cursor = acc_suota_cursor(offset: 0, block: 0, filled: 0)

        /// Number of bytes before the next chunk.
        var offset: Int { Int(cursor.offset) }
        /// Index of the next chunk's block.
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
