import Glibc
import Synchronization

private let failures = Mutex(0)

var hasFailed: Bool { failures.withLock { $0 > 0 } }

/// The longest that an error may take which is to come within 100 ms: an emulated guest on a busy host
/// is some ten times slower than its host, and the times are printed. What hangs takes 2 s at least.
let atOnce = Duration.seconds(1)

/// Prints how a scenario ended.
func report(_ scenario: String, _ isPassed: Bool, _ detail: String = "") {
    if !isPassed { failures.withLock { $0 += 1 } }
    let end = isPassed ? "passed" : "FAILED"
    print("lab: bluetooth: \(scenario): \(end)\(detail.isEmpty ? "" : " (\(detail))")")
    fflush(nil)
}

/// Tells the caller to go on.
func sayReady() {
    print("ready")
    fflush(nil)
}

/// The error that `work` throws, and the time it took; nil when it throws none.
func failure<Failure: Error>(
    _: Failure.Type = Failure.self,
    of work: () async throws -> Void
) async throws -> (error: Failure, after: Duration)? {
    let start = ContinuousClock.now
    do {
        try await work()
        return nil
    } catch let error as Failure {
        return (error, ContinuousClock.now - start)
    }
}

struct TookTooLong: Error {
    let scenario: String
}

/// Does `work`, and gives up after a time that nothing here may take, whether or not the work heeds
/// that it is cancelled.
func within<Value: Sendable>(
    _ scenario: String,
    limit: Duration = .seconds(40),
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let (results, entry) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
    let worker = Task {
        do { entry.yield(.success(try await work())) } catch { entry.yield(.failure(error)) }
    }
    let timer = Task {
        try await Task.sleep(for: limit)
        entry.yield(.failure(TookTooLong(scenario: scenario)))
    }
    defer {
        worker.cancel()
        timer.cancel()
    }
    let result = await results.first { _ in true }
    return try require(result).get()
}

struct NothingThere: Error {}

/// What must be there for a scenario to go on.
func require<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw NothingThere() }
    return value
}
