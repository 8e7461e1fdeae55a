import AccessoryConcurrency
import AccessoryLink
import Foundation
import Testing

@testable import RequestTransfer

/// The pending requests of the app, and the limits of their files.
@Suite(.timeLimit(.minutes(20))) struct InboxTests {
    private let arrivals: AsyncStream<Inbox.Arrival>
    private let queue: AsyncStream<Inbox.Arrival>.Continuation
    private let withdrawn = Broadcaster<String>()

    init() {
        (arrivals, queue) = AsyncStream.makeStream()
    }

    private func request(_ id: String, name: String = "a") -> TransferRequest {
        TransferRequest(id: id, name: name)
    }

    private func refusal(_ inbox: Inbox, _ request: TransferRequest) -> RequestTransferError? {
        do throws(RequestTransferError) {
            _ = try inbox.begin(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func requestsAreJudged() async throws {
        let inbox = Inbox(queue)
        for id in 1...16 {
            let object = try encode(json: request("\(id)"))
            #expect(inbox.judge(.request, object, withdrawn) == .ok)
        }
        // a pending request is known, another one must wait
        #expect(inbox.judge(.request, try encode(json: request("16")), withdrawn) == .ok)
        #expect(inbox.judge(.request, try encode(json: request("17")), withdrawn) == .busy)
        #expect(inbox.judge(.request, [1, 2, 3], withdrawn) == .malformed)
        #expect(inbox.judge(.withdrawal, [0xFF], withdrawn) == .malformed)
        queue.finish()
        var numbers: [Int] = []
        for await arrival in arrivals {
            numbers.append(arrival.number)
            #expect(inbox.isOpen(arrival) && inbox.begin(arrival))
        }
        #expect(numbers == Array(1...16))
        // a forgotten request makes room
        #expect(inbox.isOpen("1") && inbox.forget("1") && !inbox.forget("1") && !inbox.isOpen("1"))
        #expect(inbox.judge(.request, try encode(json: request("17")), withdrawn) == .ok)
        #expect(inbox.isOpen("17"))
    }

    /// A request counts until its turn, even if it is forgotten before.
    @Test func forgottenRequestsCountUntilTheirTurn() async throws {
        let inbox = Inbox(queue)
        for id in 1...16 {
            #expect(inbox.judge(.request, try encode(json: request("\(id)")), withdrawn) == .ok)
            #expect(inbox.forget("\(id)"))
        }
        let late = try encode(json: request("17"))
        #expect(inbox.judge(.request, late, withdrawn) == .busy)
        var turns = arrivals.makeAsyncIterator()
        let first = try #require(await turns.next())
        #expect(!inbox.isOpen(first) && !inbox.begin(first))
        #expect(inbox.judge(.request, late, withdrawn) == .ok)
        #expect(inbox.judge(.request, try encode(json: request("18")), withdrawn) == .busy)
    }

    /// The app has another request under the same id: the first one is over.
    @Test func aRequestThatIsSentAgainReplacesTheFirst() async throws {
        let inbox = Inbox(queue)
        var turns = arrivals.makeAsyncIterator()
        var both: [Inbox.Arrival] = []
        for name in ["a", "b"] {
            let object = try encode(json: request("1", name: name))
            #expect(inbox.judge(.request, object, withdrawn) == .ok)
            both.append(try #require(await turns.next()))
            if name == "a" { inbox.forget("1") }
        }
        #expect(both.map(\.number) == [1, 2])
        #expect(!inbox.isOpen(both[0]) && inbox.isOpen(both[1]))
        #expect(!inbox.begin(both[0]) && inbox.begin(both[1]))
        inbox.deliver(both[0].request, of: both[0])
        inbox.deliver(both[1].request, of: both[1])
        inbox.finish()
        var names: [String] = []
        for await request in inbox.listen() { names.append(request.name) }
        #expect(names == ["b"])
    }

    @Test func aListenerEndsWithItsTask() async throws {
        let inbox = Inbox(queue)
        let clock = VirtualClock()
        try await clock.run {
            let listener = Task(executorPreference: clock) {
                for await request in inbox.listen() { Issue.record("\(request) from nowhere") }
            }
            try await clock.sleep(for: .seconds(1))
            listener.cancel()
            await listener.value
        }
    }

    @Test func onlyAPendingWithdrawalIsReported() async throws {
        let inbox = Inbox(queue)
        let stream = withdrawn.stream()
        #expect(inbox.judge(.request, try encode(json: request("1")), withdrawn) == .ok)
        for id in ["2", "1", "1"] {
            var withdrawal = Withdrawal()
            withdrawal.id = id
            #expect(inbox.judge(.withdrawal, encode(withdrawal), withdrawn) == .ok)
        }
        withdrawn.finish()
        var ids: [String] = []
        for await id in stream { ids.append(id) }
        #expect(ids == ["1"])
    }

    @Test func oneAnswerIsSentAtATime() throws {
        let inbox = Inbox(queue)
        #expect(refusal(inbox, request("1")) == .noSuchRequest(id: "1"))
        #expect(inbox.judge(.request, try encode(json: request("1")), withdrawn) == .ok)
        #expect(
            refusal(inbox, request("1", name: "b")) == .otherName("b", expected: "a")
        )
        #expect(refusal(inbox, request("1")) == nil)
        #expect(refusal(inbox, request("1")) == .transferRunning)
        inbox.endAnswer()
        #expect(refusal(inbox, request("1")) == nil)
        inbox.endAnswer()
        inbox.finish()
        #expect(refusal(inbox, request("1")) == .notConnected)
    }

    @Test func deliveredRequestsAreReadInOrder() async throws {
        let inbox = Inbox(queue)
        var turns = arrivals.makeAsyncIterator()
        var list: [Inbox.Arrival] = []
        for id in ["1", "2", "3"] {
            #expect(inbox.judge(.request, try encode(json: request(id)), withdrawn) == .ok)
            let arrival = await turns.next()
            list.append(try #require(arrival))
        }
        for arrival in list {
            var whole = arrival.request
            whole.localFilePaths = ["x"]
            inbox.deliver(whole, of: arrival)
        }
        // an unread request that is forgotten, and one that is delivered too late
        #expect(inbox.forget("2"))
        inbox.deliver(list[1].request, of: list[1])
        inbox.finish()
        var found: [TransferRequest] = []
        for await request in inbox.listen() { found.append(request) }
        #expect(found.map(\.id) == ["1", "3"])
        #expect(found.allSatisfy { $0.localFilePaths == ["x"] })
    }

    /// As many files as the limit, in both directions; one more is refused.
    @Test(arguments: [2, 3])
    func filesAreCounted(_ count: Int) async throws {
        let options = RequestTransferOptions { $0.mostFiles = 2 }
        let bench = Bench(app: options, device: options)
        try await bench.clock.run {
            let paths = try (0..<count).map { number in
                try bench.deviceFolder.write([UInt8(number)], to: "f\(number)")
                return "/f\(number)"
            }
            let line = bench.connect()
            let request = TransferRequest(
                id: "1",
                name: "a",
                deviceStoragePath: "/in",
                remoteFilePaths: paths
            )
            guard count == 2 else {
                let failures = line.app.failures
                let answer = try await line.device.send(request)
                #expect(answer.errorCode == 3004)
                #expect(answer.errorMessage == "there are more than 2 files; send fewer")
                for await failure in failures {
                    #expect(failure == .tooMany(limit: 2))
                    break
                }
                #expect(bench.appFolder.contents.isEmpty)
                return
            }
            var reports = line.app.progress.makeAsyncIterator()
            let answer = try await line.ask(request) {
                TransferAnswer(to: $0, localFilePaths: $0.localFilePaths)
            }
            #expect(answer.errorCode == 0 && answer.remoteFilePaths == ["/in/f0", "/in/f1"])
            #expect(bench.deviceFolder.read("in/f1") == [1])
            #expect(bench.appFolder.contents == ["f0", "f1"])
            // of each file, the whole is reported at last
            var last: [String: TransferProgress] = [:]
            while last["/in/f1"]?.done != 1, let report = await reports.next() {
                last[report.path] = report
            }
            for (path, index) in [("/f0", 0), ("/f1", 1), ("/in/f0", 0), ("/in/f1", 1)] {
                let whole = TransferProgress(path: path, index: index, count: 2, done: 1, size: 1)
                #expect(last[path] == whole)
            }
        }
    }
}
