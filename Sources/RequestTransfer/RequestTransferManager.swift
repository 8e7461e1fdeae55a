internal import AccessoryConcurrency
public import AccessoryLink
internal import Synchronization

/// The app's end of request transfer. A device sends requests with parameters and files; the app
/// answers with content and files.
///
///     let transfer = RequestTransferManager(over: link, folder: "transfers")
///     for await request in transfer.requests {
///         try await transfer.respond(to: request, with: TransferAnswer(to: request))
///     }
///
/// The manager works until the link ends or its last reference is released. After link loss, create
/// a new manager on a new link with the same folder: files resume where they ended.
public actor RequestTransferManager {
    /// The progress of the files of requests and answers, from now on. The buffer has no limit.
    public nonisolated var progress: AsyncStream<TransferProgress> { progressUpdates.stream() }
    /// The errors of requests that could not be received completely, from now on. The device has
    /// been notified. The buffer has no limit.
    public nonisolated var failures: AsyncStream<RequestTransferError> { failed.stream() }
    /// Ids of requests that the device has withdrawn, from now on. The buffer has no limit.
    public nonisolated var withdrawals: AsyncStream<String> { withdrawn.stream() }

    private nonisolated let session: TransferSession
    private nonisolated let inbox: Inbox
    private nonisolated let progressUpdates: Broadcaster<TransferProgress>
    private nonisolated let failed: Broadcaster<RequestTransferError>
    private nonisolated let withdrawn: Broadcaster<String>
    private let service: Task<Void, Never>

    /// Starts to read `link`, which the caller closes.
    ///
    /// - Parameters:
    ///   - link: The byte stream.
    ///   - folder: An existing folder for the files of requests; nothing outside it is written.
    ///   - options: Limits and timeouts.
    ///   - clock: The clock of the timeouts.
    public init(
        over link: any ByteLink,
        folder: String,
        options: RequestTransferOptions = RequestTransferOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let time = TimeSource(clock)
        let (arrivals, queue) = AsyncStream.makeStream(of: Inbox.Arrival.self)
        let inbox = Inbox(queue)
        let withdrawn = Broadcaster<String>()
        let session = TransferSession(
            link,
            role: .app,
            folder: folder,
            options: options,
            time: time
        ) { kind, object in
            (inbox.judge(kind, object, withdrawn), nil)
        }
        let progress = Broadcaster<TransferProgress>()
        let failed = Broadcaster<RequestTransferError>()
        (self.session, self.inbox, self.withdrawn) = (session, inbox, withdrawn)
        (progressUpdates, self.failed) = (progress, failed)
        service = time.task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await session.run()
                    queue.finish()
                }
                for await arrival in arrivals {
                    await session.complete(arrival, in: inbox, progress, failed)
                }
                inbox.finish()
                progress.finish()
                failed.finish()
                withdrawn.finish()
                group.cancelAll()
            }
        }
    }

    deinit {
        service.cancel()
        inbox.finish()
    }

    /// The device's requests, with their files in place. There is one listener: a second call ends
    /// the first stream and passes on its unread requests. Without a listener, requests are kept.
    /// The stream ends with the link.
    public nonisolated var requests: AsyncStream<TransferRequest> { inbox.listen() }

    /// Sends the files of the answer, then the answer; returns when the device has confirmed it.
    /// Cancelling the task cancels the transfer on the wire.
    ///
    /// If the answer cannot be sent, the device gets an answer with the error, unless
    /// `answersFailures` of the options is false; then the request is still pending. It is pending
    /// as well after the errors before anything is sent that concern another request, and after
    /// `timedOut` and `unconfirmed`. After `unconfirmed` the device may have the answer; after any
    /// other error it does not. It has the files before the one that failed, and perhaps a part of
    /// that file.
    ///
    /// - Throws: Before anything is sent: `noSuchRequest` or `otherName` if id and name match no
    ///   pending request, `noStoragePath`, `pathRefused`, `tooMany` or `cannotRead`. Later:
    ///   `transferRunning` while another answer is being sent; `cancelled` if the device withdrew
    ///   the request; `unconfirmed` if the whole answer was sent but not confirmed; otherwise the
    ///   error of the transfer.
    public func respond(
        to request: TransferRequest,
        with answer: TransferAnswer
    ) async throws(RequestTransferError) {
        guard answer.id == request.id else { throw .noSuchRequest(id: answer.id) }
        guard answer.name == request.name else {
            throw .otherName(answer.name, expected: request.name)
        }
        let known = try inbox.begin(request)
        defer { inbox.endAnswer() }
        do {
            var answer = answer
            let files = try filesToSend(&answer, to: known)
            let object = try encode(json: answer)
            try await session.push(files) { [progressUpdates] in progressUpdates.send($0) }
            try await session.send(answer: object)
            inbox.forget(request.id)
        } catch {
            guard inbox.isOpen(request.id) else { throw .cancelled }
            if session.options.answersFailures, error.leavesDeviceWaiting {
                inbox.forget(request.id)
                // also if this task is cancelled
                await session.time.task { [session] in await session.refuse(known, error) }.value
            }
            throw error
        }
    }

    /// Returns the target of each file; sets the answer's `remoteFilePaths`.
    private func filesToSend(
        _ answer: inout TransferAnswer,
        to request: TransferRequest
    ) throws(RequestTransferError) -> [(SourceFile, RemotePath)] {
        let limit = session.options.mostFiles
        guard answer.localFilePaths.count <= limit else { throw .tooMany(limit: limit) }
        guard !answer.localFilePaths.isEmpty else { return [] }
        guard let storage = answer.deviceStoragePath ?? request.deviceStoragePath else {
            throw .noStoragePath
        }
        var files: [(SourceFile, RemotePath)] = []
        for local in answer.localFilePaths {
            let file = try SourceFile(local: local)
            let path = try RemotePath(file.name, in: storage)
            guard !files.contains(where: { $0.1 == path }) else {
                throw .pathRefused(path.text, .sameName)
            }
            files.append((file, path))
        }
        answer.deviceStoragePath = storage
        answer.remoteFilePaths = files.map(\.1.text)
        return files
    }
}

extension TransferSession {
    /// Sends an answer. If it is not confirmed, the error states whether the device may have it.
    fileprivate func send(answer: [UInt8]) async throws(RequestTransferError) {
        let sent = Completion<Void>()
        do {
            try await send(.answer, answer) { sent.complete(()) }
        } catch {
            guard sent.isComplete else { throw error }
            switch error {
            case .interrupted: throw .unconfirmed(.lost)
            case .timedOut: throw .unconfirmed(.silent)
            default: throw error
            }
        }
    }

    /// Sends files one after the other.
    fileprivate func push(
        _ files: [(SourceFile, RemotePath)],
        report: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(RequestTransferError) {
        for (index, (file, path)) in files.enumerated() {
            try await push(file, to: path) { done, size in
                report(
                    TransferProgress(
                        path: path.text,
                        index: index,
                        count: files.count,
                        done: done,
                        size: size
                    )
                )
            }
        }
    }

    /// Fetches a request's files and passes it to the listener.
    fileprivate func complete(
        _ arrival: Inbox.Arrival,
        in inbox: Inbox,
        _ progress: Broadcaster<TransferProgress>,
        _ failed: Broadcaster<RequestTransferError>
    ) async {
        guard inbox.begin(arrival) else { return }
        var request = arrival.request
        do throws(RequestTransferError) {
            request.localFilePaths = try await fetch(request.remoteFilePaths) { progress.send($0) }
            inbox.deliver(request, of: arrival)
        } catch {
            guard inbox.isOpen(arrival) else { return }
            inbox.forget(request.id)
            failed.send(error)
            await refuse(request, error)
        }
    }

    /// Answers a request with an error. A device that has disconnected is not notified.
    fileprivate func refuse(_ request: TransferRequest, _ error: RequestTransferError) async {
        let answer = TransferAnswer(
            to: request,
            errorCode: error.number,
            errorMessage: error.description
        )
        if let object = try? encode(json: answer) { try? await send(.answer, object) }
    }

    private func fetch(
        _ paths: [String],
        report: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(RequestTransferError) -> [String] {
        guard paths.count <= options.mostFiles else { throw .tooMany(limit: options.mostFiles) }
        var remotes: [RemotePath] = []
        for path in paths {
            remotes.append(try RemotePath(path))
        }
        var locals: [String] = []
        let count = remotes.count
        for (index, remote) in remotes.enumerated() {
            let local = try await fetch(remote) { done, size in
                report(
                    TransferProgress(
                        path: remote.text,
                        index: index,
                        count: count,
                        done: done,
                        size: size
                    )
                )
            }
            locals.append(local)
        }
        return locals
    }
}

extension RequestTransferError {
    /// Whether the device still waits for an answer, and can be told the reason.
    fileprivate var leavesDeviceWaiting: Bool {
        switch self {
        case .notConnected, .interrupted, .timedOut, .unconfirmed, .transferRunning: false
        default: true
        }
    }
}
