import Glibc
import Synchronization

private let failures = Mutex(0)

var hasFailed: Bool { failures.withLock { $0 > 0 } }

/// Time limit for errors that must occur within 100 ms: an emulated guest on a busy host is some ten
/// times slower than its host. The times are printed. An operation that hangs takes at least 2 s.
let atOnce = Duration.seconds(1)

/// Prints a scenario's result.
func report(_ scenario: String, _ isPassed: Bool, _ detail: String = "") {
    if !isPassed { failures.withLock { $0 += 1 } }
    let end = isPassed ? "passed" : "FAILED"
    print("lab: bluetooth: \(scenario): \(end)\(detail.isEmpty ? "" : " (\(detail))")")
    fflush(nil)
}

/// Prints "ready", for which the caller waits.
func sayReady() {
    print("ready")
    fflush(nil)
}

/// The error that `work` throws, and its time; nil if it throws none.
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

/// Performs `work`; throws after the time limit, even if the work ignores its cancellation.
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

/// The value; throws if it is nil and the scenario cannot continue.
func require<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw NothingThere() }
    return value
}
