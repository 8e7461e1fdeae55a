import Glibc

/// Counts `work`, which ran once before, so that its memory and metadata are ready; prints the path and the number of its units,
/// as core.c does.
func count(
    _ path: String,
    _ number: Int,
    _ unit: String,
    _ work: () async throws -> Void
) async rethrows {
    try await work()
    callgrindZero()
    try await work()
    callgrindDump()
    print(path, number, unit)
}

// callgrind finds these two by their names. They do something, so that the compiler keeps the calls.
@inline(never)
private func callgrindZero() { fflush(nil) }

@inline(never)
private func callgrindDump() { fflush(nil) }
