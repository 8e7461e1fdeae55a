import AudioConversion
import Dispatch
import Synchronization
import Testing

/// Progress is reported. Cancelling stops the work and keeps an existing target.
@Suite(.timeLimit(.minutes(20))) struct CancellationTests {
    private static let format = PCMFormat(sampleRate: 16_000)

    @Test(arguments: [1, 3])
    func progressGoesToTheEnd(threads: Int) async throws {
        let folder = try Folder()
        let bytes = silence(frames: 4000)
        let source = try folder.write("in.mp3", bytes)
        let heard = Mutex<[Int]>([])
        _ = try await AudioConverter(threads: threads).convert(
            source,
            to: folder.path("out.wav"),
            format: Self.format
        ) { done, total in
            #expect(total == bytes.count)
            heard.withLock { $0.append(done) }
        }
        let all = heard.withLock { $0 }
        #expect(all.count > 10 && all.max() == bytes.count)
        #expect(all.allSatisfy { (0...bytes.count).contains($0) })
        #expect(threads > 1 || all == all.sorted())
    }

    @Test(arguments: [1, 3])
    func aCancelledConversionLeavesNoFile(threads: Int) async throws {
        let folder = try Folder()
        let source = try folder.write("in.mp3", silence(frames: 4000))
        let target = try folder.write("out.wav", [1, 2, 3])
        let isCancelled = DispatchSemaphore(value: 0)
        let task = Task {
            try await AudioConverter(threads: threads).convert(
                source,
                to: target,
                format: Self.format
            ) { _, _ in
                // on the conversion's own thread
                isCancelled.wait()
                isCancelled.signal()
            }
        }
        task.cancel()
        isCancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try folder.contents == ["in.mp3", "out.wav"])
        #expect(try folder.read("out.wav") == [1, 2, 3])
    }

    @Test func memoryStops() async {
        await #expect(throws: CancellationError.self) {
            try await Task {
                try await AudioConverter().convert(silence(frames: 1000), format: Self.format) {
                    _,
                    _ in withUnsafeCurrentTask { $0?.cancel() }
                }
            }.value
        }
    }

    @Test func streamStops() async {
        let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
        // the stream never ends
        for _ in 0..<100 { continuation.yield(silence(frames: 1)) }
        await #expect(throws: CancellationError.self) {
            try await Task {
                try await AudioConverter().convert(pieces, format: Self.format) { _ in
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }.value
        }
        continuation.finish()
    }
}
