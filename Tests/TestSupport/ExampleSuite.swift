/// A suite that runs examples of documents verbatim, in virtual time. Its members that are named like types shadow
/// these types, and pass the clock that the examples leave out.
public protocol ExampleSuite: Sendable {
    associatedtype Clock: TaskExecutor

    /// The clock of one test.
    var clock: Clock { get }
}

extension ExampleSuite {
    /// A task that the clock waits for.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public func Task<Success: Sendable>(
        _ work: sending @escaping () async -> Success
    ) -> _Concurrency.Task<Success, Never> {
        _Concurrency.Task(executorPreference: clock, operation: work)
    }

    /// A task that the clock waits for.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public func Task<Success: Sendable>(
        _ work: sending @escaping () async throws -> Success
    ) -> _Concurrency.Task<Success, any Error> {
        _Concurrency.Task(executorPreference: clock, operation: work)
    }
}
