internal import CAccessory

/// The transfer of an image: blocks, chunks, and the block sizes still to try.
struct SuotaTransfer: Sendable {
    let bytes: [UInt8]
    let isByChannel: Bool
    private(set) var plan: SuotaPlan
    private var cursor = SuotaPlan.Cursor()
    private(set) var blocksDone = 0
    /// The block size sent to the device; 0 before it is sent.
    var patchLength = 0
    private(set) var chunksSent = 0
    private var chunksOfBlock = 0
    /// The chunk that was returned by `nextChunk` but is not sent yet.
    private(set) var outstanding: SuotaPlan.Chunk?
    private var smallerBlocks: ArraySlice<Int>
    private let chunk: Int

    /// Block sizes to try in order for `usesLargestBlock`; devices do not state their limit.
    private static let sizes = [65535, 16384, 4096, 1536, 512, 240]

    init(_ file: SuotaFile, chunk: Int, configuration: SuotaConfiguration) throws(SuotaError) {
        let sizes =
            configuration.usesLargestBlock
            ? Self.sizes.map { max($0 / chunk, 1) * chunk } : [configuration.blockSize]
        try self.init(file, blocks: sizes[...], chunk: chunk, isByChannel: false)
        guard plan.block >= min(plan.total, Int(ACC_SUOTA_MAX_HEADER)) else {
            throw .badParameter(
                "a block must hold the image's header, \(ACC_SUOTA_MAX_HEADER) bytes"
            )
        }
    }

    /// Creates a transfer over a channel, whose packets replace blocks.
    init(_ file: SuotaFile, packet: Int) throws(SuotaError) {
        try self.init(file, blocks: [packet], chunk: packet, isByChannel: true)
    }

    private init(
        _ file: SuotaFile,
        blocks: ArraySlice<Int>,
        chunk: Int,
        isByChannel: Bool
    ) throws(SuotaError) {
        guard let plan = SuotaPlan(fileSize: file.bytes.count, block: blocks.first!, chunk: chunk)
        else { throw .badParameter("a block is 1 to 65535 bytes, and a file not empty") }
        bytes = file.transfer
        self.plan = plan
        self.chunk = chunk
        self.isByChannel = isByChannel
        smallerBlocks = blocks.dropFirst()
    }

    var isComplete: Bool { blocksDone == plan.blocks }
    /// Size of the current or next block.
    var blockSize: Int { plan.size(ofBlock: blocksDone) }
    /// Whether `nextChunk` has returned every chunk of the current block.
    var isBlockHandedOut: Bool { cursor.block > blocksDone }

    /// Returns the next chunk, once the previous one was sent.
    mutating func nextChunk() -> ArraySlice<UInt8>? {
        guard outstanding == nil, !isBlockHandedOut, let chunk = cursor.next(of: plan) else {
            return nil
        }
        outstanding = chunk
        return bytes[chunk.range]
    }

    /// Records that the chunk was sent. Returns its numbers, and whether it was the last chunk of
    /// its block.
    mutating func sent() -> (count: SuotaChunkCount, bytes: Int, endsBlock: Bool)? {
        guard let chunk = outstanding else { return nil }
        outstanding = nil
        chunksSent += 1
        chunksOfBlock += 1
        let count = SuotaChunkCount(
            count: chunksSent,
            total: plan.chunks,
            chunk: chunksOfBlock,
            chunksOfBlock: plan.chunks(ofBlock: blocksDone),
            block: blocksDone + 1,
            blocks: plan.blocks
        )
        return (count, chunk.range.count, chunk.endsBlock)
    }

    mutating func blockDone() {
        blocksDone += 1
        chunksOfBlock = 0
    }

    /// Restarts with smaller blocks; returns false if there are none.
    mutating func fallBack() -> Bool {
        guard blocksDone == 0, let block = smallerBlocks.first(where: { $0 < plan.block }),
            let smaller = SuotaPlan(fileSize: bytes.count - 1, block: block, chunk: chunk)
        else { return false }
        smallerBlocks = smallerBlocks.drop { $0 >= block }
        plan = smaller
        cursor = SuotaPlan.Cursor()
        outstanding = nil
        (patchLength, chunksSent, chunksOfBlock) = (0, 0, 0)
        return true
    }
}
