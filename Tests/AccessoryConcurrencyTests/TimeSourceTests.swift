import AccessoryConcurrency
import Testing

@Suite struct TimeSourceTests {
    private struct TooLate: Error {}

    @Test(arguments: [Duration.seconds(3600), .seconds(10_000_000_000), .seconds(Int64.max)])
    func limitsMayBeOfAnyLength(limit: Duration) async throws {
        let time = TimeSource(ContinuousClock())
        let result = try await time.within(limit, orThrow: TooLate()) { 7 }
        #expect(result == 7)
    }

    @Test func aPastDeadlineThrowsAtOnce() async throws {
        let time = TimeSource(ContinuousClock())
        await #expect(throws: TooLate.self) {
            try await time.within(.seconds(-1), orThrow: TooLate()) {
                try await time.wait(.seconds(3600))
            }
        }
    }
}
