internal import AccessoryConcurrency
internal import AccessoryLink
internal import FoundationEssentials

/// The common part of both ends on a link: sends and receives files and objects.
actor TransferSession {
    enum Role: Sendable {
        case app, device

        /// The frame kinds of the files that this end sends; `incoming` has those that it receives.
        var outgoing: FileKinds { self == .app ? .toDevice : .toApp }
        var incoming: FileKinds { self == .app ? .toApp : .toDevice }
    }

    /// Handles an object or a withdrawal. Returns the result of its receipt, and an action to run
    /// after the receipt was sent.
    typealias Judge =
        @Sendable (FrameKind, [UInt8]) -> (result: ReceiptResult, whenSent: FrameAnswer.Action?)

    /// The progress of a file: bytes done, bytes in total.
    typealias Report = @Sendable (_ done: Int, _ size: Int) -> Void

    nonisolated let channel: FrameChannel
    nonisolated let role: Role
    nonisolated let folder: TransferFolder
    nonisolated let options: RequestTransferOptions
    nonisolated let time: TimeSource
    private let judge: Judge
    private var joiners: [FrameKind: MetaFrameJoiner] = [:]
    private var sender: FileSender?
    private let senderAlarm = Alarm()
    private var isPushing = false
    private var incoming: IncomingFile?
    private var expected: Expectation?
    /// The task of the last file that the app requested, and the number of unfinished ones.
    private var fileRequest: Task<Void, Never>?
    private var fileRequestCount = 0
    /// The time when the request last made progress.
    private(set) var lastMove = Duration.zero
    /// At the device: number of files that may still arrive; nil while no request is pending.
    var filesLeft: Int?
    /// At the device: whether to refuse files, as a busy device does.
    var isBusy = false

    init(
        _ link: any ByteLink,
        role: Role,
        folder: String,
        options: RequestTransferOptions,
        time: TimeSource,
        judge: @escaping Judge
    ) {
        let options = options.limited
        channel = FrameChannel(link, options: options, time: time)
        self.role = role
        self.folder = TransferFolder(path: folder, keepsFolders: role == .device)
        self.options = options
        self.time = time
        self.judge = judge
    }

    /// Runs until the link ends.
    func run() async {
        await channel.run { [weak self] in await self?.handle($0) }
        incoming = nil
        expected?.finish(.failure(.interrupted))
        senderAlarm.ring()
        fileRequest?.cancel()
        await fileRequest?.value
    }

    func set(filesLeft: Int?) { self.filesLeft = filesLeft }
    func set(isBusy: Bool) { self.isBusy = isBusy }

    // MARK: Objects

    /// Sends an object in as many frames as needed; each is answered by a receipt.
    ///
    /// - Parameter whenSent: Called when the link has accepted everything; the peer may have it
    ///   from then on.
    func send(
        _ kind: FrameKind,
        _ object: [UInt8],
        whenSent: @escaping FrameAnswer.Action = {}
    ) async throws(RequestTransferError) {
        let (flags, payloads) = MetaFrame.fragments(of: object)
        for (index, payload) in payloads.enumerated() {
            let isLast = index == payloads.count - 1
            let answer = try await channel.call(
                kind,
                payload,
                flags: flags,
                whenSent: isLast ? whenSent : nil
            )
            let receipt: Receipt = try decode(answer)
            switch ReceiptResult(rawValue: receipt.result) {
            case .ok: continue
            case .malformed: throw .malformed
            case .busy: throw .busy
            case .noSuchRequest: throw .cancelled
            case .tooLong: throw .tooLarge("the object")
            case nil: throw .protocolMismatch
            }
        }
    }

    private func receive(object frame: MetaFrame) -> FrameAnswer {
        let joiner = joiners[frame.kind] ?? MetaFrameJoiner(capacity: options.largestObject)
        joiners[frame.kind] = joiner
        let (result, whenSent): (ReceiptResult, FrameAnswer.Action?) =
            switch joiner.push(frame) {
            case .unfinished: (.ok, nil)
            case .malformed: (.malformed, nil)
            case .tooLong: (.tooLong, nil)
            case .whole(let object): judge(frame.kind, object)
            }
        var receipt = Receipt()
        receipt.result = result.rawValue
        return FrameAnswer(payload: encode(receipt), whenSent: whenSent)
    }

    // MARK: Sending files

    /// Sends a file and passes its progress to `report`.
    func push(
        _ file: SourceFile,
        to path: RemotePath,
        report: @escaping Report
    ) async throws(RequestTransferError) {
        guard !isPushing else { throw .transferRunning }
        isPushing = true
        defer {
            isPushing = false
            sender = nil
        }
        do throws(RequestTransferError) {
            try await offer(file, at: path)
            try await sendParts(of: file, report)
        } catch {
            if error == .cancelled, Task.isCancelled {
                // the cancellation is sent by a task that is not cancelled
                let (channel, kind) = (channel, role.outgoing.cancel)
                await time.task { _ = try? await channel.call(kind, []) }.value
            }
            throw error
        }
    }

    /// Announces the file, and receives the start position.
    private func offer(
        _ file: SourceFile,
        at path: RemotePath
    ) async throws(RequestTransferError) {
        var head = FileHead()
        head.path = path.text
        head.crc32 = Int64(file.crc32)
        head.size = Int32(file.size)
        let answer = try await channel.call(role.outgoing.head, encode(head))
        let response: FileHeadResponse = try decode(answer)
        try check(response.result, of: path)
        let oldSize = Int(response.oldSize)
        var start = 0
        if oldSize > 0, oldSize <= file.size {
            do throws(SystemError) {
                let isSame =
                    try file.handle.crc32(of: oldSize) == UInt32(clamping: response.oldCrc32)
                start = isSame ? oldSize : 0
            } catch {
                throw .cannotRead(file.name, errno: error.number)
            }
        }
        sender = FileSender(
            path: path.text,
            size: file.size,
            start: start,
            packageSize: MetaFrame.partSize(
                most: min(max(1, Int(response.packageSize)), 960),
                packetSize: await channel.packetSize
            ),
            packageCount: max(1, min(Int(response.packageCount), 1 << 10)),
            options: options
        )
    }

    private func sendParts(
        of file: SourceFile,
        _ report: Report
    ) async throws(RequestTransferError) {
        report(sender?.acknowledged ?? 0, file.size)
        while let step = sender?.step(at: time.now()) {
            guard !Task.isCancelled else { throw .cancelled }
            guard await !channel.hasEnded else { throw .interrupted }
            switch step {
            case .send(let offset, let count, let isRetransmission):
                let flags = isRetransmission ? MetaFrame.retransmitted : 0
                let part = try part(of: file, at: offset, count: count)
                try await channel.send(role.outgoing.data, part, flags: flags)
                report(min(sender?.acknowledged ?? 0, file.size), file.size)
            case .wait(let deadline):
                await senderAlarm.waitUnlessCancelled(until: deadline, on: time)
            case .failed(let error):
                throw error
            case .done:
                let answer = try await channel.call(role.outgoing.end, [])
                let response: FileDataResponse = try decode(answer)
                sender?.receive(response)
                if response.result == 0 {
                    report(file.size, file.size)
                    return
                }
            }
        }
    }

    private func part(
        of file: SourceFile,
        at offset: Int,
        count: Int
    ) throws(RequestTransferError) -> [UInt8] {
        var data = FileData()
        data.offset = Int32(offset)
        do {
            data.data = Data(try file.handle.read(at: offset, count: count))
        } catch {
            throw .cannotRead(file.name, errno: error.number)
        }
        return encode(data)
    }

    private func check(_ result: Int32, of path: RemotePath) throws(RequestTransferError) {
        switch result {
        case 0: return
        case 1: throw .noSpace(path: path.text)
        case 2: throw .busy
        case 3: throw .pathRefused(path.text, .refused)
        case 4: throw .tooLarge(path.text)
        case 5: throw .noSuchFile(path.text)
        default: throw .protocolMismatch
        }
    }

    // MARK: Receiving files

    /// At the app: requests a file from the device and waits until it is complete.
    ///
    /// - Returns: The path on this machine.
    func fetch(
        _ path: RemotePath,
        report: @escaping Report
    ) async throws(RequestTransferError) -> String {
        guard expected == nil else { throw .transferRunning }
        let expectation = Expectation(path, report, at: time.now())
        expected = expectation
        defer {
            expected = nil
            incoming = nil
        }
        var question = FilePath()
        question.path = path.text
        let answer = try await channel.call(.ask, encode(question))
        let response: FileHeadResponse = try decode(answer)
        try check(response.result, of: path)
        let name = try await expectation.value(patience: options.requestTimeout, on: time)
        return folder.localPath(of: path, name: name)
    }

    private func receive(head payload: [UInt8]) -> [UInt8] {
        var response = FileHeadResponse()
        do throws(RequestTransferError) {
            let head: FileHead = try decode(payload)
            let path = try RemotePath(head.path)
            try admit(path)
            incoming = nil
            let file = try IncomingFile(head, at: path, in: folder, options: options)
            incoming = file
            if let left = filesLeft { filesLeft = left - 1 }
            response = file.response
        } catch {
            if role == .app { expected?.finish(.failure(error)) }
            response.result =
                switch error {
                case .noSpace: 1
                case .busy: 2
                case .tooLarge, .tooMany: 4
                default: 3
                }
        }
        return encode(response)
    }

    /// Throws unless this end accepts this file now.
    private func admit(_ path: RemotePath) throws(RequestTransferError) {
        switch role {
        case .app:
            guard expected?.path == path else { throw .pathRefused(path.text, .refused) }
        case .device:
            guard !isBusy, incoming.map({ $0.path == path }) != false else { throw .busy }
            guard let filesLeft else { throw .pathRefused(path.text, .refused) }
            guard filesLeft > 0 else { throw .tooMany(limit: options.mostFiles) }
        }
    }

    private func receive(data frame: MetaFrame) -> [UInt8]? {
        guard var file = incoming, role == .app || filesLeft != nil else {
            return notReceiving
        }
        guard let data: FileData = try? decode(frame.payload) else { return nil }
        incoming = nil  // the file has only one owner during the write
        let (answer, isKept) = file.receive(data, isRetransmission: frame.isRetransmission)
        if isKept { expected?.report(file.received, of: file.size, at: time.now()) }
        incoming = file
        if answer?.result == 4 { drop(.noSpace(path: file.path.text)) }
        return answer.map(encode)
    }

    private func receiveEnd() -> [UInt8] {
        guard let file = incoming else { return notReceiving }
        let (response, name) = file.finish()
        switch response.result {
        case 0:
            incoming = nil
            if let name { expected?.finish(.success(name)) }
        case 2: drop(.wrongCheck(path: file.path.text))
        case 4: drop(.noSpace(path: file.path.text))
        default: break
        }
        return encode(response)
    }

    /// Ends the arriving file, but keeps its received part for the next try.
    private func drop(_ error: RequestTransferError) {
        incoming = nil
        expected?.finish(.failure(error))
    }

    private var notReceiving: [UInt8] {
        var response = FileDataResponse()
        response.result = 3
        return encode(response)
    }

    // MARK: Frames

    private func handle(_ frame: MetaFrame) -> FrameAnswer? {
        lastMove = time.now()
        switch frame.kind {
        case .request where role == .app, .withdrawal where role == .app,
            .answer where role == .device:
            return receive(object: frame)
        default: return answer(to: frame).map { FrameAnswer(payload: $0) }
        }
    }

    private func answer(to frame: MetaFrame) -> [UInt8]? {
        switch frame.kind {
        case role.outgoing.data:
            guard let response: FileDataResponse = try? decode(frame.payload) else { return nil }
            sender?.receive(response)
            senderAlarm.ring()
            return nil
        case role.incoming.head: return receive(head: frame.payload)
        case role.incoming.data: return receive(data: frame)
        case role.incoming.end: return receiveEnd()
        case role.incoming.cancel:
            drop(.cancelled)
            return []
        case .ask where role == .device: return receive(ask: frame.payload)
        default: return nil
        }
    }

    /// At the device: handles the app's request for a file.
    private func receive(ask payload: [UInt8]) -> [UInt8] {
        var response = FileHeadResponse()
        do throws(RequestTransferError) {
            let question: FilePath = try decode(payload)
            let path = try RemotePath(question.path)
            // the end of the previous file may not be known yet
            guard !isBusy, fileRequestCount < 2 else { throw .busy }
            let file = try folder.open(path)
            fileRequestCount += 1
            fileRequest = time.task { [weak self, fileRequest] in
                await fileRequest?.value
                // the receiver of the file reports the result
                try? await self?.push(file, to: path) { _, _ in }
                await self?.fileRequestIsOver()
            }
        } catch {
            response.result =
                switch error {
                case .busy: 2
                case .noSuchFile: 5
                default: 3
                }
        }
        return encode(response)
    }

    private func fileRequestIsOver() { fileRequestCount -= 1 }
}

/// The result of an object's frame.
enum ReceiptResult: Int32 {
    case ok = 0
    case malformed = 1
    case busy = 2
    case noSuchRequest = 3
    case tooLong = 4
}
