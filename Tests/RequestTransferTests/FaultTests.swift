import AccessoryConcurrency
import AccessoryLink
import Foundation
import Synchronization
import Testing

@testable import RequestTransfer

@Suite(.timeLimit(.minutes(20))) struct FaultTests {
    static let patient = RequestTransferOptions {
        $0.retries = 8
        $0.frameRetries = 12
    }
    let bench = Bench(app: Self.patient, device: Self.patient)

    /// Sends 40 000 bytes each way and compares them.
    private func exchange(over line: Connection) async throws {
        let (voice, tone) = (noise(40_000, seed: 3), noise(40_001, seed: 4))
        try bench.deviceFolder.write(voice, to: "rec/voice")
        let local = try bench.appFolder.write(tone, to: "sent/tone")
        var request = TransferRequest.ringtone
        request.remoteFilePaths = ["/rec/voice"]
        _ = try await line.ask(request) { TransferAnswer(to: $0, localFilePaths: [local]) }
        #expect(bench.appFolder.read("voice") == voice)
        #expect(bench.deviceFolder.read("music/tones/tone") == tone)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func lostRepeatedAndDamagedFramesAreRecovered(_ seed: UInt64) async throws {
        try await bench.clock.run {
            let faults = PipeFaults {
                $0.loss = 0.08
                $0.duplication = 0.08
                $0.damage = 0.04
                $0.delay = .milliseconds(1)...(.milliseconds(40))
            }
            try await exchange(over: bench.connect(faults: faults, seed: seed))
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func lostPacketsCostTheirFrameOnly(_ seed: UInt64) async throws {
        try await bench.clock.run {
            let faults = PipeFaults {
                $0.loss = 0.01
                $0.duplication = 0.01
            }
            try await exchange(over: bench.connect(packetSize: 100, faults: faults, seed: seed))
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func reorderedFramesAreRecovered(_ seed: UInt64) async throws {
        try await bench.clock.run {
            try await exchange(
                over: bench.connect { link, _ in ReorderingLink(link, share: 0.1, seed: seed) }
            )
        }
    }

    /// The link is cut at every frame of a transfer of 300 KiB. The next attempt resumes and succeeds. Without
    /// ACCESSORY_EVERY_FRAME, which scripts/test sets, only every fifth frame is tested.
    @Test(arguments: 0..<8)
    func aTransferResumesAfterALossAtAnyFrame(_ slice: Int) async throws {
        let tone = noise(300 << 10, seed: 5)
        let local = try bench.appFolder.write(tone, to: "sent/tone")
        let answer: @Sendable (TransferRequest) -> TransferAnswer = {
            TransferAnswer(to: $0, localFilePaths: [local])
        }
        let frames = try await bench.clock.run { [bench] in
            let cutter = Cutter(after: .max)
            _ = try await bench.connect(wrap: cutter.wrap).ask(.ringtone, answer: answer)
            return cutter.count
        }
        #expect(frames > 320)
        let environment = ProcessInfo.processInfo.environment
        let step = environment["ACCESSORY_EVERY_FRAME"] == nil ? 5 : 1
        for cut in stride(from: slice * step, to: frames, by: 8 * step) {
            let bench = Bench(app: Self.patient, device: Self.patient)
            try await bench.clock.run {
                let broken = bench.connect(wrap: Cutter(after: cut).wrap)
                let first = try? await broken.ask(.ringtone, answer: answer)
                let had = bench.deviceFolder.read("music/tones/.tone.partial")?.count ?? 0
                let line = bench.connect()
                var sent = line.app.progress.makeAsyncIterator()
                _ = try await line.ask(.ringtone, answer: answer)
                let start = await sent.next()?.done
                #expect(first != nil || start == had, "cut at frame \(cut)")
                #expect(bench.deviceFolder.read("music/tones/tone") == tone, "cut at frame \(cut)")
                #expect(
                    bench.deviceFolder.contents == ["music", "music/tones", "music/tones/tone"]
                )
            }
        }
    }

    @Test func bytesOfAnotherFileAreNotResumed() async throws {
        try await bench.clock.run { [bench] in
            let tone = noise(30_000, seed: 6)
            let local = try bench.appFolder.write(tone, to: "sent/tone")
            try bench.deviceFolder.write(noise(20_000, seed: 1), to: "music/tones/.tone.partial")
            let line = bench.connect()
            _ = try await line.ask(.ringtone) { TransferAnswer(to: $0, localFilePaths: [local]) }
            #expect(bench.deviceFolder.read("music/tones/tone") == tone)
        }
    }

    @Test func aDeviceWithoutRoomOrAtWorkRefuses() async throws {
        let full = Bench(device: RequestTransferOptions { $0.reservedSpace = .max / 2 })
        let small = Bench(device: RequestTransferOptions { $0.largestFile = 9_999 })
        let one = Bench(device: RequestTransferOptions { $0.mostFiles = 0 })
        let path = "/music/tones/tone"
        for (bench, expected, isBusy) in [
            (full, .noSpace(path: path), false), (small, .tooLarge(path), false),
            (one, .tooLarge(path), false), (bench, RequestTransferError.busy, true),
        ] {
            let local = try bench.appFolder.write(noise(10_000), to: "sent/tone")
            try await bench.clock.run {
                let line = bench.connect()
                await line.device.refuseFiles(isBusy)
                async let asked = line.device.send(.ringtone)
                var requests = line.app.requests.makeAsyncIterator()
                let request = try #require(await requests.next())
                await #expect(throws: expected) {
                    let answer = TransferAnswer(to: request, localFilePaths: [local])
                    try await line.app.respond(to: request, with: answer)
                }
                // the device is told, and nothing is pending any more
                #expect(try await asked.errorCode == expected.code)
                await #expect(throws: RequestTransferError.noSuchRequest(id: "17")) {
                    try await line.app.respond(to: request, with: request.answer())
                }
                #expect(!bench.deviceFolder.contents.contains { $0.contains("tone.") })
            }
        }
    }

    @Test func aFileThatChangesDuringTheTransferIsRefused() async throws {
        try await bench.clock.run { [bench] in
            let local = try bench.appFolder.write(noise(30_000), to: "sent/tone")
            let line = bench.connect()
            async let asked = line.device.send(.ringtone)
            var requests = line.app.requests.makeAsyncIterator()
            let request = try #require(await requests.next())
            var progress = line.app.progress.makeAsyncIterator()
            let answer = TransferAnswer(to: request, localFilePaths: [local])
            async let sent: Void = line.app.respond(to: request, with: answer)
            _ = await progress.next()
            let handle = try FileHandle(forWritingTo: URL(filePath: local))
            try handle.seek(toOffset: 29_999)
            try handle.write(contentsOf: [0])
            do {
                try await sent
                Issue.record("a wrong file was taken")
            } catch {
                #expect(error as? RequestTransferError == .wrongCheck(path: "/music/tones/tone"))
            }
            #expect(bench.deviceFolder.contents == ["music", "music/tones"])
            #expect(try await asked.errorCode == 6003)
        }
    }

    @Test func cancellingEitherEndEndsTheTransfer() async throws {
        for atDevice in [false, true] {
            // the app may answer again
            let bench = Bench(app: RequestTransferOptions { $0.answersFailures = false })
            let local = try bench.appFolder.write(noise(300_000), to: "sent/tone")
            try await bench.clock.run {
                let delay = PipeFaults { $0.delay = .milliseconds(10)...(.milliseconds(10)) }
                let line = bench.connect(faults: delay)
                let asked = Task(executorPreference: bench.clock) {
                    try await line.device.send(.ringtone)
                }
                var requests = line.app.requests.makeAsyncIterator()
                let request = try #require(await requests.next())
                var progress = line.app.progress.makeAsyncIterator()
                let sent = Task(executorPreference: bench.clock) {
                    let answer = TransferAnswer(to: request, localFilePaths: [local])
                    try await line.app.respond(to: request, with: answer)
                }
                while let update = await progress.next(), update.done < 50_000 {}
                (atDevice ? { asked.cancel() } : { sent.cancel() })()
                await #expect(throws: RequestTransferError.cancelled) { try await sent.value }
                if atDevice {
                    await #expect(throws: RequestTransferError.cancelled) { try await asked.value }
                    await #expect(throws: RequestTransferError.noSuchRequest(id: "17")) {
                        try await line.app.respond(to: request, with: request.answer())
                    }
                } else {
                    try await line.app.respond(to: request, with: request.answer())
                    #expect(try await asked.value.errorCode == 0)
                }
                let kept = bench.deviceFolder.read("music/tones/.tone.partial")?.count ?? 0
                #expect(kept >= 50_000 && kept < 300_000)
            }
        }
    }

    @Test func aFailedFetchIsReportedAtBothEnds() async throws {
        try await bench.clock.run { [bench] in
            let line = bench.connect()
            var failures = line.app.failures.makeAsyncIterator()
            var request = TransferRequest.ringtone
            request.remoteFilePaths = ["/rec/none"]
            let answer = try await line.device.send(request)
            #expect(answer.errorCode == 4001)
            #expect(await failures.next() == .noSuchFile("/rec/none"))
        }
    }
}

/// Counts the frames of both ends, and breaks the link at one of them.
final class Cutter: Sendable {
    private let limit: Int
    private let frames = Mutex(0)

    init(after limit: Int) {
        self.limit = limit
    }

    var count: Int { frames.withLock { $0 } }

    func wrap(_ link: any ByteLink, _ pipe: BytePipe) -> any ByteLink {
        CountedLink(link: link) {
            let count = self.frames.withLock { frames in
                frames += 1
                return frames
            }
            if count > self.limit { pipe.cut() }
        }
    }
}

/// A link that reports each packet before it is sent.
struct CountedLink: ByteLink {
    let link: any ByteLink
    let willSend: @Sendable () -> Void

    var packetSize: Int { get async { await link.packetSize } }
    var incoming: AsyncThrowingStream<[UInt8], any Error> { link.incoming }

    func send(_ bytes: [UInt8]) async throws {
        willSend()
        try await link.send(bytes)
    }

    func close() async { await link.close() }
}

/// A link that delays some packets until the next one is sent.
actor ReorderingLink: ByteLink {
    let link: any ByteLink
    private let share: Double
    private var random: SeededRandom
    private var held: [UInt8]?

    init(_ link: any ByteLink, share: Double, seed: UInt64) {
        self.link = link
        self.share = share
        random = SeededRandom(seed: seed)
    }

    var packetSize: Int { get async { await link.packetSize } }
    nonisolated var incoming: AsyncThrowingStream<[UInt8], any Error> { link.incoming }

    func send(_ bytes: [UInt8]) async throws {
        if held == nil, random.unit() < share {
            held = bytes
            return
        }
        let late = held
        held = nil
        try await link.send(bytes)
        if let late { try await link.send(late) }
    }

    func close() async { await link.close() }
}
