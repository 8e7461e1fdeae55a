import AccessoryConcurrency
import AccessoryLink
import Synchronization
import Testing

@testable import RequestTransfer

/// A link that records its packets. Each takes `delay`, or fails.
private actor SlowLink: ByteLink {
    nonisolated let incoming: AsyncThrowingStream<[UInt8], any Error>
    nonisolated let entry: AsyncThrowingStream<[UInt8], any Error>.Continuation
    let packetSize: Int
    private let clock: VirtualClock
    private(set) var delay = Duration.zero
    private(set) var failure: ByteLinkError?
    private(set) var packets: [[UInt8]] = []

    init(packetSize: Int, clock: VirtualClock) {
        (incoming, entry) = AsyncThrowingStream.makeStream()
        self.packetSize = packetSize
        self.clock = clock
    }

    func set(delay: Duration) { self.delay = delay }
    func set(failure: ByteLinkError?) { self.failure = failure }

    func send(_ bytes: [UInt8]) async throws {
        if delay > .zero { try await clock.sleep(for: delay) }
        if let failure { throw failure }
        packets.append(bytes)
    }

    func close() async {}

    /// The whole frames sent so far.
    var frames: [MetaFrame] {
        var reader = MetaFrameReader()
        return reader.push(packets.flatMap(\.self))
    }
}

/// Counts events.
private final class Counter: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}

@Suite(.timeLimit(.minutes(20))) struct FrameChannelTests {
    private let clock = VirtualClock()

    private func run(
        packetSize: Int = 1000,
        options: RequestTransferOptions = RequestTransferOptions(),
        handler: @escaping FrameChannel.Handler = { _ in nil },
        _ body: @escaping @Sendable (FrameChannel, SlowLink) async throws -> Void
    ) async throws {
        try await clock.run { [clock] in
            let link = SlowLink(packetSize: packetSize, clock: clock)
            let channel = FrameChannel(link, options: options, time: TimeSource(clock))
            async let run: Void = channel.run(handler)
            try await body(channel, link)
            link.entry.finish()
            await run
            #expect(await channel.hasEnded)
        }
    }

    private func sleep(to milliseconds: Int) async throws {
        try await clock.sleep(for: .milliseconds(milliseconds) - clock.now.offset)
    }

    /// Starts a call in its own task.
    private func call(
        _ channel: FrameChannel,
        whenSent: FrameAnswer.Action? = nil
    ) -> Task<[UInt8], any Error> {
        Task(executorPreference: clock) { try await channel.call(.ask, [7], whenSent: whenSent) }
    }

    private func question(
        _ sequence: UInt16,
        _ kind: FrameKind = .ask,
        flags: UInt8 = 0,
        _ payload: [UInt8] = []
    ) -> [UInt8] {
        MetaFrame(kind: kind, flags: flags, sequence: sequence, payload: payload).bytes
    }

    // MARK: Sending

    /// A frame of 40 bytes in two packets of 1 s each.
    @Test func framesAreSentWholeAndInOrder() async throws {
        try await run(packetSize: 20) { [clock] channel, link in
            await link.set(delay: .seconds(1))
            let sends = (0..<3).map { (number: UInt8) in
                Task(executorPreference: clock) {
                    try await channel.send(.answer, [UInt8](repeating: number, count: 30), flags: 2)
                }
            }
            for send in sends { try await send.value }
            #expect(clock.now.offset == .seconds(6))
            #expect(await link.packets.map(\.count) == [20, 20, 20, 20, 20, 20])
            let frames = await link.frames
            let first = try #require(frames.first?.sequence)
            #expect(frames.map(\.payload.first) == [0, 1, 2])
            #expect(frames.map(\.sequence) == [first, first &+ 1, first &+ 2])
            #expect(frames.allSatisfy { $0.kind == .answer && $0.flags == 2 })
        }
    }

    @Test func aStartedFrameIsCompleted() async throws {
        try await run(packetSize: 20) { [self] channel, link in
            await link.set(delay: .seconds(1))
            let send = Task(executorPreference: clock) {
                try await channel.send(.answer, [UInt8](repeating: 7, count: 30))
            }
            try await sleep(to: 1500)
            send.cancel()
            try await send.value
            #expect(await link.frames.count == 1)
        }
    }

    /// Each packet has 3 s: two packets may take 6 s together.
    @Test(arguments: [(2999, true), (3001, false)])
    func aFullLinkTimesOut(_ milliseconds: Int, _ isInTime: Bool) async throws {
        try await run(packetSize: 20) { [clock] channel, link in
            await link.set(delay: .milliseconds(milliseconds))
            do {
                try await channel.send(.answer, [UInt8](repeating: 7, count: 30))
                #expect(isInTime && clock.now.offset == .milliseconds(2 * milliseconds))
            } catch {
                #expect(!isInTime && error as? RequestTransferError == .timedOut)
                #expect(clock.now.offset == .seconds(6))
            }
        }
    }

    @Test func aPacketHasAtLeastOneByte() async throws {
        try await run(packetSize: 0) { channel, link in
            #expect(await channel.packetSize == 1)
            try await channel.send(.answer, [7])
            #expect(await link.packets.map(\.count) == Array(repeating: 1, count: 11))
        }
        try await FrameChannelTests().run(packetSize: 2) { channel, _ in
            #expect(await channel.packetSize == 2)
        }
    }

    // MARK: Calls

    @Test func aCallIsRepeatedAfterAFullLink() async throws {
        try await run(options: RequestTransferOptions { $0.retries = 1 }) { [self] channel, link in
            let sent = Counter()
            await link.set(delay: .seconds(4))
            let call = call(channel) { sent.add() }
            try await sleep(to: 3100)
            #expect(sent.count == 0)
            await link.set(delay: .zero)
            try await sleep(to: 3499)
            #expect(await link.packets.isEmpty)
            try await sleep(to: 3501)
            let frame = try #require(await link.frames.first)
            #expect(frame.isRetransmission && frame.payload == [7] && sent.count == 1)
            link.entry.yield(question(frame.sequence, .ask, [9]))
            #expect(try await call.value == [9])
        }
    }

    @Test(arguments: [(-1, 1), (0, 1), (1, 2)])
    func eachTryIsReported(_ retries: Int, _ tries: Int) async throws {
        try await run(options: RequestTransferOptions { $0.retries = retries }) {
            [self] channel, link in
            let sent = Counter()
            await #expect(throws: RequestTransferError.timedOut) {
                try await call(channel) { sent.add() }.value
            }
            #expect(sent.count == tries && clock.now.offset == .milliseconds(5500 * tries - 500))
            #expect(await link.frames.map(\.flags) == Array([0, 2].prefix(tries)))
            // a link that stays full is a timeout too
            await link.set(delay: .seconds(4))
            let begin = clock.now.offset
            await #expect(throws: RequestTransferError.timedOut) { try await call(channel).value }
            #expect(clock.now.offset - begin == .milliseconds(3500 * tries - 500))
        }
    }

    @Test func aLostLinkEndsACallAtOnce() async throws {
        try await run { [self] channel, link in
            await link.set(failure: .lost)
            await #expect(throws: RequestTransferError.interrupted) {
                try await call(channel).value
            }
            #expect(clock.now.offset == .zero)
            await link.set(failure: nil)
            let pending = call(channel)
            try await sleep(to: 1000)
            link.entry.finish()
            await #expect(throws: RequestTransferError.interrupted) { try await pending.value }
            #expect(clock.now.offset == .seconds(1))
            await #expect(throws: RequestTransferError.interrupted) {
                try await channel.send(.answer, [])
            }
            await #expect(throws: RequestTransferError.interrupted) {
                try await call(channel).value
            }
            #expect(await link.frames.count == 1)
        }
    }

    @Test func aCancelledCallEndsAtOnce() async throws {
        try await run { [self] channel, _ in
            let call = call(channel)
            try await sleep(to: 1000)
            call.cancel()
            await #expect(throws: RequestTransferError.cancelled) { try await call.value }
            #expect(clock.now.offset == .seconds(1))
        }
    }

    @Test func onlyTheFirstAnswerOfItsKindCounts() async throws {
        let others = Counter()
        let handler: FrameChannel.Handler = { _ in
            others.add()
            return nil
        }
        try await run(handler: handler) { [self] channel, link in
            let call = call(channel)
            try await sleep(to: 1000)
            let sequence = try #require(await link.frames.first?.sequence)
            link.entry.yield(question(sequence, .answer, [1]) + question(sequence &+ 1, .ask, [2]))
            try await sleep(to: 2000)
            #expect(others.count == 2)
            link.entry.yield(question(sequence, .ask, [3]) + question(sequence, .ask, [4]))
            #expect(try await call.value == [3])
            // later copies are questions of the peer
            link.entry.yield(question(sequence, .ask, [3]))
            try await sleep(to: 3000)
            #expect(others.count == 3)
        }
    }

    // MARK: Answering

    @Test func aRepeatedQuestionHasTheFirstAnswer() async throws {
        let calls = Counter()
        let handler: FrameChannel.Handler = { _ in
            calls.add()
            return FrameAnswer(payload: [UInt8(calls.count)])
        }
        try await run(handler: handler) { [self] channel, link in
            /// Asks, and returns the answer's payload.
            func ask(
                _ sequence: UInt16,
                _ kind: FrameKind = .ask,
                flags: UInt8 = 0,
                _ payload: [UInt8] = []
            ) async throws -> UInt8? {
                let count = await link.frames.count
                link.entry.yield(question(sequence, kind, flags: flags, payload))
                try await clock.sleep(for: .milliseconds(10))
                let answers = await link.frames.dropFirst(count)
                #expect(answers.count == 1)
                #expect(answers.allSatisfy { $0.flags == 0 && $0.kind == kind })
                #expect(answers.allSatisfy { $0.sequence == sequence })
                return answers.first?.payload.first
            }
            var answers: [UInt8?] = []
            for number in UInt16(1)...9 { answers.append(try await ask(number)) }
            #expect(answers == Array(1...9))
            // the last eight answers are kept
            answers = [
                try await ask(9, flags: MetaFrame.retransmitted),
                try await ask(2, flags: MetaFrame.retransmitted), try await ask(2),
            ]
            #expect(answers == [9, 2, 2] && calls.count == 9)
            answers = [
                try await ask(1, flags: MetaFrame.retransmitted),
                try await ask(2, flags: MetaFrame.retransmitted),
                // another kind, payload or flag is another question
                try await ask(2, .withdrawal), try await ask(2, .ask, [1]),
                try await ask(2, flags: MetaFrame.fragmented),
                // a part of a file is handled each time
                try await ask(5, FileKinds.toApp.data), try await ask(5, FileKinds.toApp.data),
                try await ask(6, FileKinds.toDevice.data),
                try await ask(6, FileKinds.toDevice.data),
            ]
            #expect(answers == Array(10...18))
        }
    }

    @Test func framesWithoutAnAnswerHaveNone() async throws {
        try await run { [self] _, link in
            link.entry.yield(question(1) + question(2))
            try await sleep(to: 1000)
            #expect(await link.packets.isEmpty)
        }
    }

    /// While the link accepts nothing, one answer is being sent and 64 wait; further ones are dropped.
    @Test func answersAreLimited() async throws {
        let over = Counter()
        let patient = RequestTransferOptions { $0.packetTimeout = .seconds(100) }
        let handler: FrameChannel.Handler = { _ in FrameAnswer(payload: []) { over.add() } }
        try await run(options: patient, handler: handler) { [self] _, link in
            await link.set(delay: .seconds(10))
            link.entry.yield(question(0))
            try await sleep(to: 1000)
            link.entry.yield((1...69).flatMap { question($0) })
            try await sleep(to: 2000)
            #expect(over.count == 5)
            try await sleep(to: 10_001)
            #expect(over.count == 6)
            await link.set(delay: .zero)
            try await sleep(to: 30_000)
            #expect(over.count == 70)
            #expect(await link.frames.map(\.sequence) == Array(0...64))
        }
    }

    // MARK: Incomplete frames

    /// The rest of a frame that never arrives is dropped after 3 s, and so is a second one within the first.
    @Test func eachIncompleteFrameIsDroppedInTurn() async throws {
        let inner = question(2, .ask, [UInt8](repeating: 0, count: 100)).prefix(15)
        let outer = question(1, .ask, Array(inner) + [UInt8](repeating: 0, count: 100))
        let heard = Mutex<[UInt16]>([])
        let handler: FrameChannel.Handler = { frame in
            heard.withLock { $0.append(frame.sequence) }
            return nil
        }
        try await run(handler: handler) { [self] _, link in
            link.entry.yield(Array(outer.prefix(30)))
            try await sleep(to: 6001)
            #expect(heard.withLock { $0 }.isEmpty)
            link.entry.yield(question(3))
            try await sleep(to: 6002)
            #expect(heard.withLock { $0 } == [3])
            link.entry.yield(question(4))
            try await sleep(to: 6003)
            #expect(heard.withLock { $0 } == [3, 4])
        }
    }
}
