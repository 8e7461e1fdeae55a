internal import CAccessory

/// The image on its way: what was cut from it, and which block sizes are still to be tried.
struct SuotaTransfer: Sendable {
    let bytes: [UInt8]
    let isByChannel: Bool
    private(set) var plan: SuotaPlan
    private var cursor = SuotaPlan.Cursor()
    private(set) var blocksDone = 0
    /// Block size that the device was told; 0 before that.
    var patchLength = 0
    private(set) var chunksSent = 0
    private var chunksOfBlock = 0
    /// The chunk that was handed out and is not yet sent.
    private(set) var outstanding: SuotaPlan.Chunk?
    private var smallerBlocks: ArraySlice<Int>
    private let chunk: Int

    /// Blocks to try one after the other when the largest is wanted; the device has its own limit and
    /// states it nowhere.
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

    /// By a channel, whose packets take the place of blocks.
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
    /// Size of the block that comes next or is under way.
    var blockSize: Int { plan.size(ofBlock: blocksDone) }
    /// Whether every chunk of the block under way was handed out.
    var isBlockHandedOut: Bool { cursor.block > blocksDone }

    /// The next chunk, once the one before it was sent.
    mutating func nextChunk() -> ArraySlice<UInt8>? {
        guard outstanding == nil, !isBlockHandedOut, let chunk = cursor.next(of: plan) else {
            return nil
        }
        outstanding = chunk
        return bytes[chunk.range]
    }

    /// The chunk handed out was sent; what to tell of it, and whether it was its block's last.
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

    /// Begins again with smaller blocks; false when there are none.
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
