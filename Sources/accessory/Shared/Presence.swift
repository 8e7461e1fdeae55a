internal import BluetoothLE

/// Runs `work` while the adapter is present.
///
/// - Throws: `RadioError.noAdapter` when the adapter is removed; errors of `work`.
func whilePresent(
    _ radio: any Radio,
    _ work: @escaping @Sendable () async throws -> Void
) async throws {
    try await withThrowingTaskGroup { group in
        group.addTask { try await work() }
        group.addTask {
            for await _ in radio.states {}
            if !Task.isCancelled { throw RadioError.noAdapter(radio.name) }
        }
        defer { group.cancelAll() }
        try await group.next()
    }
}
