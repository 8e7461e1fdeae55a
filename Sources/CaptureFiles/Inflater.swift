internal import CZlib

/// Decompresses by zlib.
enum Inflater {
    enum Format: Int32 {
        case zlib = 15
        case gzip = 31
    }

    private static let blockSize = 1 << 16

    /// - Throws: `damaged`, also if the data ends too early.
    static func inflate(_ bytes: ArraySlice<UInt8>, _ format: Format) throws(CaptureFileError)
        -> [UInt8]
    {
        var stream = z_stream()
        guard czlib_start(&stream, format.rawValue) == Z_OK else { throw .libraryMissing("zlib1g") }
        defer { _ = czlib_end(&stream) }
        var input = Array(bytes)
        var output: [UInt8] = []
        let limit = CaptureFile.limit(for: bytes.count)
        let isWhole = input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(clamping: input.count)
            return run(&stream, &output, limit)
        }
        guard output.count <= limit else { throw .tooLarge(limit: limit) }
        guard isWhole else { throw .damaged }
        return output
    }

    /// Returns whether the data is whole. gzip files may have several members.
    private static func run(_ stream: inout z_stream, _ output: inout [UInt8], _ limit: Int) -> Bool
    {
        var block = [UInt8](repeating: 0, count: blockSize)
        while output.count <= limit {
            let (status, count) = block.withUnsafeMutableBufferPointer { block in
                stream.next_out = block.baseAddress
                stream.avail_out = UInt32(block.count)
                return (czlib_inflate(&stream), block.count - Int(stream.avail_out))
            }
            output += block[..<count]
            switch status {
            case Z_OK: continue
            case Z_STREAM_END:
                guard stream.avail_in > 0, stream.next_in.pointee == 0x1F else { return true }
                guard czlib_restart(&stream) == Z_OK else { return false }
            default: return false
            }
        }
        return false
    }
}
