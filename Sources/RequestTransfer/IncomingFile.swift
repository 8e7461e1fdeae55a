internal import CAccessory

/// An arriving file: its state machine and its bytes on disk.
struct IncomingFile {
    let path: RemotePath
    let size: Int
    private let crc32: UInt32
    private let file: PartialFile
    private var receiver: FileReceiver
    /// CRC-32 of the bytes received in order.
    private var receivedCRC: UInt32
    /// The answer to the file's head, with the bytes kept from an earlier try.
    let response: FileHeadResponse

    init(
        _ head: FileHead,
        at path: RemotePath,
        in folder: TransferFolder,
        options: RequestTransferOptions
    ) throws(RequestTransferError) {
        self.path = path
        size = Int(head.size)
        crc32 = UInt32(truncatingIfNeeded: head.crc32)
        guard size >= 0, size <= options.largestFile else { throw .tooLarge(path.text) }
        file = try folder.receive(path, size: size, crc32: crc32)
        guard folder.freeSpace() - options.reservedSpace >= size - file.oldSize else {
            if file.oldSize == 0 { file.discard() }
            throw .noSpace(path: path.text)
        }
        do { receivedCRC = try file.crc32(of: file.oldSize) } catch {
            throw .cannotRead(path.text, errno: error.number)
        }
        receiver = FileReceiver(
            size: size,
            oldSize: file.oldSize,
            packageCount: options.packageCount
        )
        var response = FileHeadResponse()
        response.oldSize = Int32(file.oldSize)
        response.oldCrc32 = Int64(receivedCRC)
        response.packageSize = Int32(options.packageSize)
        response.packageCount = Int32(options.packageCount)
        self.response = response
    }

    var received: Int { receiver.received }

    /// Handles a part of the file. Returns the answer, if any, and whether the bytes were kept.
    mutating func receive(
        _ data: FileData,
        isRetransmission: Bool
    ) -> (answer: FileDataResponse?, isKept: Bool) {
        let (offset, count) = (Int(data.offset), data.data.count)
        switch receiver.receive(offset: offset, count: count, isRetransmission: isRetransmission) {
        case .ignore: return (nil, false)
        case .answer(let result): return (answer(result), false)
        case .keep(let restarts):
            let bytes = [UInt8](data.data)
            do throws(SystemError) {
                if restarts {
                    try file.truncate(to: 0)
                    receivedCRC = UInt32(ACC_CRC32_INIT)
                }
                try file.write(bytes[...], at: offset)
            } catch {
                return (answer(4), false)
            }
            receivedCRC = acc_crc32(receivedCRC, bytes.span)
            return (receiver.keep(count) ? answer(0) : nil, true)
        }
    }

    /// Handles the sender's end of file. Results: 0, the file is complete under its name; 1, bytes
    /// are missing; 2, the CRC-32 is wrong; 4, the file cannot be written. `name` is its name on this machine.
    func finish() -> (response: FileDataResponse, name: String?) {
        guard received == size else { return (answer(1), nil) }
        guard crc32 == receivedCRC else {
            file.discard()
            return (answer(2), nil)
        }
        do { return (answer(0), try file.commit()) } catch { return (answer(4), nil) }
    }

    private func answer(_ result: Int32) -> FileDataResponse {
        var response = FileDataResponse()
        response.result = result
        response.fileSize = Int32(received)
        response.fileCrc32 = received == 0 ? 0 : Int64(receivedCRC)
        return response
    }
}
