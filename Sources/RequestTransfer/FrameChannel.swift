internal import AccessoryBase
internal import AccessoryConcurrency
internal import AccessoryLink
internal import Synchronization

private let log = Log("requests")

/// Frames on a link: sends whole frames one after the other, receives frames, and makes calls,
/// which are repeated until answered. The actor owns all state. `run` returns when the link ends.
actor FrameChannel {
    /// Handles a frame that is not an answer to a call. Returns the answer, or nil.
    typealias Handler = @Sendable (MetaFrame) async -> FrameAnswer?

    /// The queue of answers to send.
    private typealias Queue = AsyncStream<(frame: MetaFrame, whenSent: FrameAnswer.Action?)>

    private struct CallKey: Hashable {
        let kind: FrameKind
        let sequence: UInt16
    }

    /// The answer to a frame, kept for repetitions of the frame.
    private struct Reply {
        let question: MetaFrame
        let payload: [UInt8]
    }

    nonisolated let time: TimeSource
    nonisolated let options: RequestTransferOptions
    private let link: any ByteLink
    private var reader = MetaFrameReader()
    private var calls: [CallKey: PendingCall] = [:]
    private var replies: [Reply] = []
    private var sequence = UInt16.random(in: .min ... .max)
    private var isSending = false
    private var turns: [CheckedContinuation<Void, Never>] = []
    /// The timeout of an incomplete frame.
    private var gap: Duration?
    private let gapAlarm = Alarm()
    private(set) var hasEnded = false

    /// Number of replies kept: at least those in flight, which are one call per direction and its
    /// late copies.
    private static let repliesKept = 8

    init(_ link: any ByteLink, options: RequestTransferOptions, time: TimeSource) {
        self.link = link
        self.options = options
        self.time = time
    }

    /// Bytes per packet of the link.
    var packetSize: Int {
        get async { max(1, await link.packetSize) }
    }

    // MARK: Sending

    /// Sends a frame and waits for its answer; resends it on a timeout.
    ///
    /// - Parameter whenSent: Called each time the link has accepted the whole frame.
    /// - Returns: The answer's payload.
    func call(
        _ kind: FrameKind,
        _ payload: [UInt8],
        flags: UInt8 = 0,
        whenSent: FrameAnswer.Action? = nil
    ) async throws(RequestTransferError) -> [UInt8] {
        sequence &+= 1
        var frame = MetaFrame(kind: kind, flags: flags, sequence: sequence, payload: payload)
        let key = CallKey(kind: kind, sequence: sequence)
        let call = PendingCall()
        calls[key] = call
        defer { calls[key] = nil }
        let retries = max(0, options.retries)
        for attempt in 0...retries {
            if attempt > 0 {
                log.notice("no answer to frame \(sequence), sent again: \(attempt) of \(retries)")
                frame.flags |= MetaFrame.retransmitted
                let delay = time.now() + options.retryDelay
                if let answer = try await call.answer(until: delay, on: time) { return answer }
            }
            do throws(RequestTransferError) {
                try await send(frame)
                whenSent?()
            } catch {
                // a link that was full for some time may have room later
                guard error == .timedOut, attempt < retries else { throw error }
                continue
            }
            let deadline = time.now() + options.answerTimeout
            if let answer = try await call.answer(until: deadline, on: time) { return answer }
        }
        throw .timedOut
    }

    /// Sends a frame without an answer.
    func send(
        _ kind: FrameKind,
        _ payload: [UInt8],
        flags: UInt8 = 0
    ) async throws(RequestTransferError) {
        sequence &+= 1
        try await send(MetaFrame(kind: kind, flags: flags, sequence: sequence, payload: payload))
    }

    /// Sends a whole frame after the queued ones. A started frame is completed even if the caller
    /// is cancelled, because an incomplete frame delays the peer.
    private func send(_ frame: MetaFrame) async throws(RequestTransferError) {
        if isSending {
            await withCheckedContinuation { turns.append($0) }
        }
        isSending = true
        defer {
            isSending = false
            if !turns.isEmpty {
                isSending = true
                turns.removeFirst().resume()
            }
        }
        guard !hasEnded else { throw .interrupted }
        let bytes = frame.bytes
        let (link, time, limit) = (link, time, options.packetTimeout)
        let result = await time.task { () -> RequestTransferError? in
            do {
                let size = max(1, await link.packetSize)
                let packets = stride(from: 0, to: bytes.count, by: size).map {
                    Array(bytes[$0..<min($0 + size, bytes.count)])
                }
                let error = RequestTransferError.timedOut
                try await time.within(limit * packets.count, orThrow: error) {
                    for packet in packets { try await link.send(packet) }
                }
                return nil
            } catch {
                return error as? RequestTransferError ?? .interrupted
            }
        }.value
        if let result { throw result }
    }

    // MARK: Receiving

    /// Reads the link until it ends.
    func run(_ handler: @escaping Handler) async {
        let (answers, queue) = Queue.makeStream(
            // a peer that sends questions without reading answers gets no further answers
            bufferingPolicy: .bufferingOldest(64)
        )
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.read(into: queue, handler) }
            group.addTask {
                // answers are sent while the link is read: two ends that answer each other on full
                // links must both read
                for await answer in answers {
                    try? await self.send(answer.frame)
                    answer.whenSent?()
                }
            }
            group.addTask { await self.watchGaps(into: queue, handler) }
            await group.next()
            queue.finish()
            group.cancelAll()
        }
        hasEnded = true
        for call in calls.values { call.finish(.failure(.interrupted)) }
    }

    private func read(
        into queue: Queue.Continuation,
        _ handler: Handler
    ) async {
        do {
            for try await packet in link.incoming {
                await handle(reader.push(packet), into: queue, handler)
                let wasWaiting = gap != nil
                gap = reader.isWaiting ? time.now() + options.packetTimeout : nil
                if gap != nil && !wasWaiting { gapAlarm.ring() }
            }
        } catch {
            // a lost and a closed link make the calls fail in the same way
        }
    }

    private func watchGaps(
        into queue: Queue.Continuation,
        _ handler: Handler
    ) async {
        while !Task.isCancelled {
            if let gap, time.now() >= gap {
                await handle(reader.flush(), into: queue, handler)
                self.gap = reader.isWaiting ? time.now() + options.packetTimeout : nil
            } else {
                await gapAlarm.waitUnlessCancelled(until: gap, on: time)
            }
        }
    }

    private func handle(
        _ frames: [MetaFrame],
        into queue: Queue.Continuation,
        _ handler: Handler
    ) async {
        for frame in frames {
            let key = CallKey(kind: frame.kind, sequence: frame.sequence)
            if let call = calls[key] {
                call.finish(.success(frame.payload))
            } else if let answer = await answer(to: frame, handler) {
                var reply = frame
                reply.flags = 0
                reply.payload = answer.payload
                if case .enqueued = queue.yield((reply, answer.whenSent)) { continue }
                answer.whenSent?()
            }
        }
    }

    /// Answers a repeated question with the same answer, without a second call of the handler.
    private func answer(to frame: MetaFrame, _ handler: Handler) async -> FrameAnswer? {
        var question = frame
        question.flags &= ~MetaFrame.retransmitted
        if let known = replies.first(where: { $0.question == question }) {
            return FrameAnswer(payload: known.payload)
        }
        guard let answer = await handler(frame) else { return nil }
        if !frame.kind.isData {
            replies.append(Reply(question: question, payload: answer.payload))
            if replies.count > Self.repliesKept { replies.removeFirst() }
        }
        return answer
    }
}

/// The answer to a frame.
struct FrameAnswer: Sendable {
    typealias Action = @Sendable () -> Void

    var payload: [UInt8]
    /// Called when the link has accepted the answer, or the answer can no longer be sent.
    var whenSent: Action?
}

/// A pending question and its answer.
private final class PendingCall: Sendable {
    private let result = Mutex<Result<[UInt8], RequestTransferError>?>(nil)
    private let alarm = Alarm()

    func finish(_ result: Result<[UInt8], RequestTransferError>) {
        self.result.withLock { $0 = $0 ?? result }
        alarm.ring()
    }

    /// The answer, or nil on a timeout.
    func answer(
        until deadline: Duration,
        on time: TimeSource
    ) async throws(RequestTransferError) -> [UInt8]? {
        while true {
            if let result = result.withLock({ $0 }) { return try result.get() }
            guard !Task.isCancelled else { throw .cancelled }
            guard time.now() < deadline else { return nil }
            await alarm.waitUnlessCancelled(until: deadline, on: time)
        }
    }
}

extension Alarm {
    /// Like `wait`, but also returns when the task is cancelled.
    func waitUnlessCancelled(until deadline: Duration?, on time: TimeSource) async {
        await withTaskCancellationHandler {
            await wait(until: deadline, on: time)
        } onCancel: {
            ring()
        }
    }
}
