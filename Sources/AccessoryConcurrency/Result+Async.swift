extension Result where Failure == any Error {
    /// What `work` returns or throws.
    package init(_ work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
