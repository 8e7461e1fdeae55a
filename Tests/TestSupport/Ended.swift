/// Awaits an operation without support for cancellation, so that a hanging test ends at its time limit.
///
/// - Throws: `CancellationError` at the limit.
public func ended<Result: Sendable>(
    _ work: @escaping @Sendable () async -> Result
) async throws -> Result {
    let (results, entry) = AsyncStream.makeStream(of: Result.self)
    Task { entry.yield(await work()) }
    for await result in results { return result }
    throw CancellationError()
}
