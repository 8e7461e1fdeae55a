internal import AccessoryConcurrency
public import AccessoryLink
internal import Synchronization

/// The device's end of request transfer. It sends requests to the app, sends files, and receives
/// the files of answers.
///
///     let device = RequestDevice(over: link, folder: "watch")
///     let answer = try await device.send(TransferRequest(id: "1", name: "weather"))
///
/// The folder is the root of the device's files: "/music/tone.pcm" is in "watch/music". The device
/// works until the link ends or its last reference is released.
public actor RequestDevice {
    private nonisolated let session: TransferSession
    private nonisolated let desk: Desk
    private let service: Task<Void, Never>

    /// Starts to read `link`, which the caller closes.
    ///
    /// - Parameters:
    ///   - link: The byte stream.
    ///   - folder: An existing folder; nothing outside it is read or written.
    ///   - options: Limits and timeouts.
    ///   - clock: The clock of the timeouts.
    public init(
        over link: any ByteLink,
        folder: String,
        options: RequestTransferOptions = RequestTransferOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let time = TimeSource(clock)
        let desk = Desk()
        let session = TransferSession(
            link,
            role: .device,
            folder: folder,
            options: options,
            time: time
        ) { _, object in
            let result = desk.judge(object)
            guard result == .ok else { return (result, nil) }
            return (result, { desk.confirm() })
        }
        (self.session, self.desk) = (session, desk)
        service = time.task {
            await session.run()
            desk.finish()
        }
    }

    deinit {
        service.cancel()
    }

    /// Returns when the link has ended.
    public func waitForEnd() async {
        await service.value
    }

    /// Refuses files from now on, as a busy device does, or accepts them again.
    public func refuseFiles(_ isBusy: Bool) async {
        await session.set(isBusy: isBusy)
    }

    /// Sends a request and waits for its answer, whose files are at `localFilePaths`. Returns once
    /// the link has accepted the confirmation, so closing the link does not lose it. Cancelling the
    /// task withdraws the request.
    ///
    /// - Throws: `transferRunning` while another request is pending, `timedOut` after the request
    ///   timeout without data, or the error of the transfer. An answer with an error code does not
    ///   throw.
    public func send(
        _ request: TransferRequest
    ) async throws(RequestTransferError) -> TransferAnswer {
        for path in request.remoteFilePaths { _ = try RemotePath(path) }
        return try await send(request, as: try encode(json: request))
    }

    /// Sends an object of any type as the request.
    func send(
        _ request: TransferRequest,
        as object: [UInt8]
    ) async throws(RequestTransferError) -> TransferAnswer {
        let wait = try desk.open(request)
        await session.set(filesLeft: session.options.mostFiles)
        let result: Result<TransferAnswer, RequestTransferError>
        do throws(RequestTransferError) {
            try await session.send(.request, object)
            result = .success(try await answer(wait))
        } catch {
            result = .failure(error)
        }
        desk.close()
        await session.set(filesLeft: nil)
        if case .failure(.cancelled) = result { await withdraw(request) }
        if case .failure(.timedOut) = result { await withdraw(request) }
        return try result.get()
    }

    private func answer(_ wait: Alarm) async throws(RequestTransferError) -> TransferAnswer {
        let (time, patience) = (session.time, session.options.requestTimeout)
        let begin = time.now()
        while true {
            if let result = desk.result {
                var answer = try result.get()
                answer.localFilePaths = try answer.remoteFilePaths.map {
                    path throws(RequestTransferError) in
                    session.folder.localPath(of: try RemotePath(path))
                }
                return answer
            }
            guard !Task.isCancelled else { throw .cancelled }
            let deadline = max(begin, await session.lastMove) + patience
            guard time.now() < deadline else { throw .timedOut }
            await wait.waitUnlessCancelled(until: deadline, on: time)
        }
    }

    /// Notifies the app that the request is withdrawn, even if the task is cancelled.
    private func withdraw(_ request: TransferRequest) async {
        var withdrawal = Withdrawal()
        withdrawal.id = request.id
        let (session, object) = (session, encode(withdrawal))
        await session.time.task { try? await session.send(.withdrawal, object) }.value
    }
}

/// The pending request of a device, and its answer.
private final class Desk: Sendable {
    private struct State {
        var request: TransferRequest?
        /// An answer whose confirmation has not been sent.
        var answer: TransferAnswer?
        var result: Result<TransferAnswer, RequestTransferError>?
        var alarm = Alarm()
        var hasEnded = false
    }

    private let state = Mutex(State())

    var result: Result<TransferAnswer, RequestTransferError>? { state.withLock { $0.result } }

    /// Returns the alarm that rings when there is a result.
    func open(_ request: TransferRequest) throws(RequestTransferError) -> Alarm {
        try state.withLock { state throws(RequestTransferError) in
            guard !state.hasEnded else { throw .notConnected }
            guard state.request == nil else { throw .transferRunning }
            state.request = request
            state.result = nil
            state.answer = nil
            state.alarm = Alarm()
            return state.alarm
        }
    }

    func close() { state.withLock { $0.request = nil } }

    /// Handles an answer.
    func judge(_ object: [UInt8]) -> ReceiptResult {
        guard let answer = try? decode(json: object, as: TransferAnswer.self) else {
            return .malformed
        }
        return state.withLock { state in
            guard let request = state.request, answer.id == request.id, answer.name == request.name
            else { return .noSuchRequest }
            state.answer = state.answer ?? answer
            return .ok
        }
    }

    /// Records that the confirmation of the answer was sent.
    func confirm() {
        state.withLock { state in
            guard let answer = state.answer else { return }
            state.result = state.result ?? .success(answer)
            state.alarm.ring()
        }
    }

    func finish() {
        state.withLock { state in
            state.hasEnded = true
            if state.result == nil {
                state.result = state.answer.map { .success($0) } ?? .failure(.interrupted)
            }
            state.alarm.ring()
        }
    }
}
