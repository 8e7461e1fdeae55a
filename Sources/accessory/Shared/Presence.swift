internal import BluetoothLE

/// Does `work`, at most as long as the adapter is there.
///
/// - Throws: `RadioError.noAdapter` once the adapter is gone; what `work` throws.
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
