import AccessoryConcurrency
import Testing

@testable import RequestTransfer

/// Options at the ends of their ranges: they are limited, and no call traps.
@Suite(.timeLimit(.minutes(20))) struct RangeTests {
    /// A request with a file, which the app answers with a file.
    private static func files(_ options: RequestTransferOptions) async throws -> TransferAnswer {
        let bench = Bench(app: options, device: options)
        let song = try bench.appFolder.write(noise(5000), to: "song.mp3")
        let connection = bench.connect()
        return try await bench.clock.run {
            let answer = try await connection.ask(.ringtone) { request in
                TransferAnswer(to: request, localFilePaths: [song])
            }
            connection.pipe.cut()
            return answer
        }
    }

    @Test("numbers", arguments: [Int.min, -1, 0, 1, 300, 65_537, .max])
    func numbers(_ number: Int) async throws {
        let limits = RequestTransferOptions {
            ($0.largestFile, $0.largestObject, $0.mostFiles) = (number, number, number)
            $0.reservedSpace = number
        }
        let isEnough = number >= 5000 && number < .max
        let received = try? await Self.files(limits)
        #expect((received?.localFilePaths.count == 1) == isEnough)
        let counts = RequestTransferOptions {
            ($0.retries, $0.frameRetries) = (number, number)
            ($0.packageSize, $0.packageCount) = (number, number)
        }
        #expect(try await Self.files(counts).localFilePaths.count == 1)
    }

    @Test(
        "durations",
        arguments: [
            Duration.seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(1),
            .seconds(Int64.max),
        ]
    )
    func durations(_ duration: Duration) async throws {
        let pause = RequestTransferOptions { $0.retryDelay = duration }
        #expect(try await Self.files(pause).localFilePaths.count == 1)
        let timeouts = RequestTransferOptions {
            ($0.requestTimeout, $0.answerTimeout, $0.packetTimeout) = (duration, duration, duration)
        }
        let received = try? await Self.files(timeouts)
        #expect((received?.localFilePaths.count == 1) == (duration > .zero))
    }
}
