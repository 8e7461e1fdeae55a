import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import Testing

@testable import RequestTransfer

/// A simulated watch and its faults.
@Suite(.timeLimit(.minutes(20))) struct WatchSimulatorTests {
    private let clock = VirtualClock()
    private let appFolder = Scratch()
    private let watchFolder = Scratch()

    private func run(
        _ fault: WatchFault?,
        _ body: @escaping @Sendable (RequestTransferManager, WatchSimulator) async throws -> Void
    ) async throws {
        try await clock.run { [clock, appFolder, watchFolder] in
            let pipe = BytePipe(packetSize: 1000, clock: clock)
            let app = RequestTransferManager(over: pipe.host, folder: appFolder.path, clock: clock)
            let watch = WatchSimulator(
                over: pipe.accessory,
                folder: watchFolder.path,
                fault: fault,
                clock: clock
            )
            try await body(app, watch)
            pipe.cut()
        }
    }

    /// Asks for files of these lengths. Returns the request at the app, and the app's error.
    private func exchange(
        _ fault: WatchFault?,
        size: Int
    ) async throws -> (request: TransferRequest?, error: RequestTransferError?) {
        let local = try appFolder.write(noise(size), to: "sent/tone")
        try watchFolder.write([1, 2], to: "voice")
        let result = Completion<(TransferRequest, RequestTransferError?)>()
        try await run(fault) { [clock] app, watch in
            let asked = Task(executorPreference: clock) {
                try await watch.request(
                    "play",
                    parameters: ["a": 1],
                    storagePath: "/music",
                    // a busy watch sends no files either
                    files: fault == .busy ? [] : ["/voice"]
                )
            }
            var requests = app.requests.makeAsyncIterator()
            let request = try #require(await requests.next())
            var failure: RequestTransferError?
            do throws(RequestTransferError) {
                try await app.respond(
                    to: request,
                    with: TransferAnswer(to: request, localFilePaths: [local])
                )
            } catch {
                failure = error
            }
            #expect(try await asked.value.errorCode == failure?.code ?? 0)
            result.complete((request, failure))
        }
        let (request, error) = await result.cause()
        return (request, error)
    }

    @Test(
        arguments: [
            (nil, 1025, nil), (.noSpace, 1, .noSpace(path: "/music/tone")), (.busy, 1, .busy),
            (.smallFiles, 1024, nil), (.smallFiles, 1025, .tooLarge("/music/tone")),
        ] as [(WatchFault?, Int, RequestTransferError?)]
    )
    func aFaultRefusesFiles(
        _ fault: WatchFault?,
        _ size: Int,
        _ error: RequestTransferError?
    ) async throws {
        let found = try await exchange(fault, size: size)
        #expect(found.error == error)
        let request = try #require(found.request)
        #expect(request.id == "1" && request.name == "play" && request.parameters == ["a": 1])
        #expect(request.deviceStoragePath == "/music")
        #expect(appFolder.read("voice") == (fault == .busy ? nil : [1, 2]))
        #expect(watchFolder.read("music/tone") == (error == nil ? noise(size) : nil))
    }

    @Test func requestsAreNumbered() async throws {
        try await run(nil) { [clock] app, watch in
            let requests = app.requests
            let service = Task(executorPreference: clock) {
                for await request in requests {
                    try await app.respond(to: request, with: request.answer())
                }
            }
            let answers = [
                try await watch.request("a"), try await watch.request("b"),
                try await watch.send(.ringtone),
            ]
            #expect(answers.map(\.id) == ["1", "2", "17"])
            service.cancel()
        }
    }

    @Test func anImpatientWatchWithdrawsItsRequest() async throws {
        try await run(.impatient) { [clock] app, watch in
            var withdrawals = app.withdrawals.makeAsyncIterator()
            await #expect(throws: RequestTransferError.timedOut) { try await watch.request("a") }
            #expect(clock.now.offset == .milliseconds(500))
            #expect(await withdrawals.next() == "1")
        }
    }

    @Test func faultsHaveTheirNames() {
        #expect(
            WatchFault.allCases.map(\.rawValue) == ["noSpace", "busy", "smallFiles", "impatient"]
        )
    }
}
