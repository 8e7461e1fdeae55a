import AccessoryConcurrency
import AccessoryLink
import Synchronization
import Testing

@testable import RequestTransfer

@Suite(.timeLimit(.minutes(20))) struct ExchangeTests {
    let bench = Bench()

    @Test func aRequestIsAnswered() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect()
            let answer = try await line.ask(.ringtone) { request in
                #expect(request == .ringtone)
                return TransferAnswer(
                    to: request,
                    content: ["status": "ok", "list": [1, 2.5, nil, true]],
                    errorCode: 3,
                    errorMessage: "nearly"
                )
            }
            #expect(answer.id == "17" && answer.name == "playRingtone")
            #expect(answer.appID == "com.example.watch")
            #expect(answer.content == ["status": "ok", "list": [1, 2.5, nil, true]])
            #expect(answer.errorCode == 3 && answer.errorMessage == "nearly")
        }
    }

    @Test(arguments: [20, 244, 1000])
    func filesPassBothWays(_ packetSize: Int) async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect(packetSize: packetSize)
            let voice = noise(5_000, seed: 1)
            let list = noise(0)
            let tone = noise(70_001, seed: 2)
            try bench.deviceFolder.write(voice, to: "data/rec/a.opus")
            try bench.deviceFolder.write(list, to: "list.txt")
            let local = try bench.appFolder.write(tone, to: "sent/tone.pcm")
            var request = TransferRequest.ringtone
            request.remoteFilePaths = ["/data/rec/a.opus", "/list.txt"]
            var progress = line.app.progress.makeAsyncIterator()
            let answer = try await line.ask(request) { request in
                let folder = bench.appFolder.path
                #expect(request.localFilePaths == [folder + "/a.opus", folder + "/list.txt"])
                return TransferAnswer(to: request, localFilePaths: [local])
            }
            #expect(bench.appFolder.read("a.opus") == voice)
            #expect(bench.appFolder.read("list.txt") == list)
            #expect(bench.deviceFolder.read("music/tones/tone.pcm") == tone)
            #expect(answer.remoteFilePaths == ["/music/tones/tone.pcm"])
            #expect(
                answer.localFilePaths == [bench.deviceFolder.path + "/music/tones/tone.pcm"]
            )
            var last: [String: TransferProgress] = [:]
            while let update = await progress.next() {
                #expect(update.done >= last[update.path]?.done ?? 0)
                last[update.path] = update
                if update.path == "/music/tones/tone.pcm", update.done == tone.count { break }
            }
            #expect(last["/data/rec/a.opus"]?.done == 5_000)
            #expect(last["/music/tones/tone.pcm"]?.fraction == 1)
        }
    }

    @Test func aLongRequestTravelsInFragments() async throws {
        try await bench.clock.run { [bench] in
            var request = TransferRequest.ringtone
            request.parameters["text"] = .string(String(repeating: "läuft ", count: 2_000))
            let line = bench.connect(packetSize: 20)
            let answer = try await line.ask(request) {
                TransferAnswer(to: $0, content: $0.parameters)
            }
            #expect(answer.content == request.parameters)

            request.parameters["text"] = .string(String(repeating: "x", count: 70_000))
            let tooLong = request
            await #expect(throws: RequestTransferError.tooLarge("the object")) {
                try await line.device.send(tooLong)
            }
        }
    }

    /// The device closes as soon as it has the answer, but the app still receives the confirmation.
    @Test(arguments: [20, 1000])
    func anAnswerThatArrivedIsSent(_ packetSize: Int) async throws {
        try await bench.clock.run { [bench] in
            for seed in 1...100 {
                let faults = PipeFaults { $0.delay = .milliseconds(1)...(.milliseconds(40)) }
                let line = bench.connect(
                    packetSize: packetSize,
                    faults: faults,
                    seed: UInt64(seed)
                )
                let requests = line.app.requests
                let service = Task(executorPreference: bench.clock) {
                    for await request in requests {
                        try await line.app.respond(to: request, with: TransferAnswer(to: request))
                    }
                }
                _ = try await line.device.send(.ringtone)
                line.pipe.accessory.close()
                try await service.value
            }
        }
    }

    /// Runs a request on a link that is cut, or loses everything, after `packets` packets of the app. Returns the
    /// errors of both ends.
    private func answer(
        packets: Int,
        thenCut: Bool
    ) async throws -> (app: RequestTransferError?, device: RequestTransferError?) {
        try await bench.clock.run { [bench] in
            let line = bench.connect { link, pipe in
                link as? BytePipeEnd === pipe.host
                    ? LimitedLink(link, pipe, packets, thenCut: thenCut) : link
            }
            async let asked: RequestTransferError? = {
                do throws(RequestTransferError) {
                    _ = try await line.device.send(.ringtone)
                    return nil
                } catch {
                    return error
                }
            }()
            var requests = line.app.requests.makeAsyncIterator()
            let request = try #require(await requests.next())
            var failure: RequestTransferError?
            do throws(RequestTransferError) {
                try await line.app.respond(to: request, with: TransferAnswer(to: request))
            } catch {
                failure = error
            }
            line.pipe.cut()
            return (failure, await asked)
        }
    }

    @Test func aFailureStatesWhatTheDeviceReceived() async throws {
        // the receipt of the request leaves, the answer does not
        let unsent = try await answer(packets: 1, thenCut: true)
        #expect([.interrupted, .notConnected].contains(unsent.app))
        #expect(unsent.device == .interrupted)
        // the answer leaves and is lost, or its confirmation is
        let lost = try await answer(packets: 2, thenCut: true)
        #expect(lost.app == .unconfirmed(.lost))
        let silent = try await answer(packets: 1, thenCut: false)
        #expect(silent.app == .unconfirmed(.silent))
        #expect(RequestTransferError.unconfirmed(.lost).code == 6002)
        #expect(RequestTransferError.unconfirmed(.silent).code == 6001)
    }

    @Test func unreadRequestsGoToTheNextListener() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect()
            let first = line.app.requests
            async let asked = line.device.send(.ringtone)
            // the request is delivered, but not read
            try await bench.clock.sleep(for: .seconds(1))
            let second = line.app.requests
            for await request in first { Issue.record("\(request) went to the old listener") }
            for await request in second {
                try await line.app.respond(to: request, with: TransferAnswer(to: request))
                break
            }
            _ = try await asked
        }
    }

    /// A frame of 960 file bytes fits the link's largest packet; a receiver that requests more
    /// gets 960.
    @Test(arguments: [1, 500, 959, 960, 961, 5000])
    func aFrameHasAtMost960BytesOfAFile(_ packageSize: Int) async throws {
        let bench = Bench(device: RequestTransferOptions { $0.packageSize = packageSize })
        try await bench.clock.run {
            let largest = Mutex(0)
            let line = bench.connect(packetSize: 8000) { link, pipe in
                link as? BytePipeEnd === pipe.host
                    ? MeasuredLink(link) { size in
                        largest.withLock { $0 = max($0, size) }
                    } : link
            }
            let tone = noise(3 * packageSize, seed: 2)
            let local = try bench.appFolder.write(tone, to: "sent/tone")
            _ = try await line.ask(.ringtone) { TransferAnswer(to: $0, localFilePaths: [local]) }
            #expect(bench.deviceFolder.read("music/tones/tone") == tone)
            // the frame's head; tag and two bytes each for the part's offset and length
            let around = 10 + 3 + 3
            if packageSize >= 500 {
                #expect(largest.withLock { $0 } == min(packageSize, 960) + around)
            }
        }
    }

    /// A device whose app cannot answer is told why, and does not wait.
    @Test func aFailedAnswerIsAnswered() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect()
            let missing = RequestTransferError.cannotRead("/nowhere/x", errno: 2)
            let answer = try await line.ask(.ringtone) {
                TransferAnswer(to: $0, localFilePaths: ["/nowhere/x"])
            }
            #expect(answer.errorCode == 4001 && answer.errorMessage == missing.description)
            // the device refuses the file
            try bench.deviceFolder.write([1], to: "music")
            let local = try bench.appFolder.write(noise(10), to: "tone.pcm")
            let refused = try await line.ask(.ringtone) {
                TransferAnswer(to: $0, localFilePaths: [local])
            }
            #expect(refused.errorCode == 3002)
            #expect(bench.clock.now.offset < .seconds(1))
        }
    }

    @Test func aCancelledAnswerIsAnswered() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect(packetSize: 20)
            let local = try bench.appFolder.write(noise(1_000_000), to: "tone.pcm")
            async let asked = line.device.send(.ringtone)
            var requests = line.app.requests.makeAsyncIterator()
            let request = try #require(await requests.next())
            let work = Task(executorPreference: bench.clock) {
                let answer = TransferAnswer(to: request, localFilePaths: [local])
                try await line.app.respond(to: request, with: answer)
            }
            var progress = line.app.progress.makeAsyncIterator()
            _ = await progress.next()
            work.cancel()
            await #expect(throws: RequestTransferError.cancelled) { try await work.value }
            #expect(try await asked.errorCode == 7001)
        }
    }

    /// Files of one name in two folders, in one request and in the next.
    @Test func filesOfOneNameStayApart() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect()
            let stored = Mutex<[String: [UInt8]]>([:])
            let folder = bench.appFolder.path + "/"
            for (number, files) in [["a", "b"], ["a"], ["b"]].enumerated() {
                for file in files {
                    try bench.deviceFolder.write([UInt8(number), 7], to: "\(file)/f")
                }
                let request = TransferRequest(
                    id: "\(number)",
                    name: "take",
                    remoteFilePaths: files.map { "/\($0)/f" }
                )
                _ = try await line.ask(request) { request in
                    for path in request.localFilePaths {
                        #expect(path.hasPrefix(folder) && stored.withLock { $0[path] } == nil)
                        stored.withLock { $0[path] = [UInt8(number), 7] }
                    }
                    return TransferAnswer(to: request)
                }
            }
            let all = stored.withLock { $0 }
            #expect(all.count == 4)
            for (path, bytes) in all {
                #expect(bench.appFolder.read(String(path.dropFirst(folder.count))) == bytes)
            }
        }
    }

    @Test func anAnswerMustFitItsRequest() async throws {
        try await bench.clock.run { [bench] in
            let line = Bench(app: RequestTransferOptions { $0.answersFailures = false }).connect()
            let local = try bench.appFolder.write(noise(10), to: "tone.pcm")
            _ = try await line.ask(TransferRequest(id: "1", name: "a")) { $0.answer() }
            async let asked = line.device.send(TransferRequest(id: "2", name: "b"))
            var requests = line.app.requests.makeAsyncIterator()
            let request = try #require(await requests.next())
            let right = TransferAnswer(to: request)

            func expect(
                _ error: RequestTransferError,
                _ change: (inout TransferAnswer) -> Void
            ) async {
                var answer = right
                change(&answer)
                let wrong = answer
                await #expect(throws: error) {
                    try await line.app.respond(to: request, with: wrong)
                }
            }
            await expect(.noSuchRequest(id: "3")) { $0.id = "3" }
            await expect(.otherName("c", expected: "b")) { $0.name = "c" }
            await expect(.noStoragePath) { $0.localFilePaths = [local] }
            await expect(.pathRefused("music/tone.pcm", .notAbsolute)) {
                $0.localFilePaths = [local]
                $0.deviceStoragePath = "music"
            }
            await expect(.pathRefused("/m/tone.pcm", .sameName)) {
                $0.localFilePaths = [local, local]
                $0.deviceStoragePath = "/m"
            }
            await expect(.cannotRead("/nowhere/x", errno: 2)) {
                $0.localFilePaths = ["/nowhere/x"]
                $0.deviceStoragePath = "/m"
            }
            await expect(.tooMany(limit: 32)) {
                $0.localFilePaths = Array(repeating: local, count: 33)
            }
            let before = line.pipe.packetsDelivered
            let old = TransferAnswer(to: TransferRequest(id: "1", name: "a"))
            await #expect(throws: RequestTransferError.noSuchRequest(id: "1")) {
                try await line.app.respond(to: TransferRequest(id: "1", name: "a"), with: old)
            }
            #expect(line.pipe.packetsDelivered == before)
            try await line.app.respond(to: request, with: right)
            #expect(try await asked.id == "2")
        }
    }

    @Test func anotherListenerEndsTheLast() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect()
            let first = line.app.requests
            let second = line.app.requests
            for await _ in first { Issue.record("the first listener hears nothing") }
            async let asked = line.device.send(TransferRequest(id: "1", name: "a"))
            for await request in second {
                try await line.app.respond(to: request, with: request.answer())
                break
            }
            _ = try await asked
        }
    }

    @Test func aRequestWithoutAnAnswerTimesOutAndIsWithdrawn() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect()
            var requests = line.app.requests.makeAsyncIterator()
            var withdrawals = line.app.withdrawals.makeAsyncIterator()
            let begin = bench.clock.now
            let asked = Task(executorPreference: bench.clock) {
                try await line.device.send(.ringtone)
            }
            let request = try #require(await requests.next())
            await #expect(throws: RequestTransferError.timedOut) { try await asked.value }
            #expect(begin.duration(to: bench.clock.now) == .seconds(18))
            #expect(await withdrawals.next() == "17")
            await #expect(throws: RequestTransferError.noSuchRequest(id: "17")) {
                try await line.app.respond(to: request, with: request.answer())
            }
        }
    }

    @Test func aRepeatedRequestIsDeliveredOnce() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect()
            // the app does not listen, so the device withdraws the request
            for _ in 0..<3 {
                await #expect(throws: RequestTransferError.timedOut) {
                    try await line.device.send(.ringtone)
                }
            }
            let asked = Task(executorPreference: bench.clock) {
                try await line.device.send(.ringtone)
            }
            try await bench.clock.sleep(for: .seconds(1))
            var heard = 0
            for await request in line.app.requests {
                heard += 1
                try await line.app.respond(to: request, with: request.answer())
                break
            }
            _ = try await asked.value
            let rest = line.app.requests
            line.pipe.accessory.close()
            for await _ in rest { heard += 1 }
            #expect(heard == 1)
        }
    }

    @Test func aDeviceThatWithdrawsEveryRequestMustWait() async throws {
        let (arrivals, queue) = AsyncStream.makeStream(of: Inbox.Arrival.self)
        let inbox = Inbox(queue)
        let withdrawn = Broadcaster<String>()
        let object = try encode(json: TransferRequest(id: "1", name: "weather"))
        var withdrawal = Withdrawal()
        withdrawal.id = "1"
        for place in 0..<20 {
            let result = inbox.judge(.request, object, withdrawn)
            #expect(result == (place < 16 ? .ok : .busy))
            #expect(inbox.judge(.withdrawal, encode(withdrawal), withdrawn) == .ok)
        }
        var turns = arrivals.makeAsyncIterator()
        #expect(inbox.begin(try #require(await turns.next())) == false)
        #expect(inbox.judge(.request, object, withdrawn) == .ok)
        // of all with this id only the last counts
        for place in 0..<16 {
            #expect(inbox.begin(try #require(await turns.next())) == (place == 15))
        }
    }

    @Test func oneRequestWaitsAtATime() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect()
            let first = Task(executorPreference: bench.clock) {
                try await line.device.send(.ringtone)
            }
            try await bench.clock.sleep(for: .seconds(1))
            let second = TransferRequest(id: "18", name: "weather")
            await #expect(throws: RequestTransferError.transferRunning) {
                _ = try await line.device.send(second)
            }
            #expect(RequestTransferError.transferRunning.code == 5001)
            first.cancel()
            await #expect(throws: (any Error).self) { _ = try await first.value }
        }
    }

    @Test func anAbsentPeerIsATimeout() async {
        await bench.clock.run { [bench] in
            let line = bench.connect(faults: PipeFaults { $0.loss = 1 })
            let begin = bench.clock.now
            await #expect(throws: RequestTransferError.timedOut) {
                try await line.device.send(.ringtone)
            }
            // three times 5 s, two pauses of 0.5 s; then as long for the withdrawal
            #expect(begin.duration(to: bench.clock.now) == .seconds(32))
        }
    }

    @Test func aLinkThatAcceptsNothingIsATimeout() async {
        await bench.clock.run { [bench] in
            let line = bench.connect(wrap: { _, _ in StuckLink() })
            let begin = bench.clock.now
            await #expect(throws: RequestTransferError.timedOut) {
                try await line.device.send(.ringtone)
            }
            // three times 3 s, two pauses of 0.5 s; then as long for the withdrawal
            #expect(begin.duration(to: bench.clock.now) == .seconds(20))
        }
    }

    @Test func theLinkEndsEverything() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect()
            var requests = line.app.requests.makeAsyncIterator()
            async let asked = line.device.send(.ringtone)
            let request = try #require(await requests.next())
            line.pipe.cut()
            do {
                _ = try await asked
                Issue.record("an answer without a link")
            } catch {
                #expect(error as? RequestTransferError == .interrupted)
            }
            #expect(await requests.next() == nil)
            await #expect(throws: RequestTransferError.notConnected) {
                try await line.app.respond(to: request, with: request.answer())
            }
            await #expect(throws: RequestTransferError.notConnected) {
                try await line.device.send(.ringtone)
            }
        }
    }
}

extension TransferRequest {
    func answer() -> TransferAnswer { TransferAnswer(to: self) }
}

/// A link that never accepts a packet.
struct StuckLink: ByteLink {
    var packetSize: Int { 1000 }
    var incoming: AsyncThrowingStream<[UInt8], any Error> { AsyncThrowingStream { _ in } }

    func send(_ bytes: [UInt8]) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
        try Task.checkCancellation()
    }

    func close() async {}
}

/// A link that sends a number of packets, and then is cut or loses all others.
private final class LimitedLink: ByteLink {
    private let link: any ByteLink
    private let pipe: BytePipe
    private let left: Mutex<Int>
    private let cuts: Bool

    init(_ link: any ByteLink, _ pipe: BytePipe, _ packets: Int, thenCut cuts: Bool) {
        (self.link, self.pipe, self.cuts) = (link, pipe, cuts)
        left = Mutex(packets)
    }

    var packetSize: Int { get async { await link.packetSize } }
    var incoming: AsyncThrowingStream<[UInt8], any Error> { link.incoming }

    func send(_ bytes: [UInt8]) async throws {
        let left = left.withLock { left in
            left -= 1
            return left
        }
        if left >= 0 { try await link.send(bytes) }
        if left == 0, cuts { pipe.cut() }
        if left < 0, cuts { throw ByteLinkError.lost }
    }

    func close() async { await link.close() }
}

/// A link that records the length of each packet.
private final class MeasuredLink: ByteLink {
    private let link: any ByteLink
    private let measure: @Sendable (Int) -> Void

    init(_ link: any ByteLink, _ measure: @escaping @Sendable (Int) -> Void) {
        (self.link, self.measure) = (link, measure)
    }

    var packetSize: Int { get async { await link.packetSize } }
    var incoming: AsyncThrowingStream<[UInt8], any Error> { link.incoming }

    func send(_ bytes: [UInt8]) async throws {
        measure(bytes.count)
        try await link.send(bytes)
    }

    func close() async { await link.close() }
}
