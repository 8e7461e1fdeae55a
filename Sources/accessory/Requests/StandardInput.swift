internal import Dispatch

/// Standard input, a line at a time, read while others work.
enum StandardInput {
    /// Ends with the input, or when the task is cancelled.
    static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            // reading blocks its thread, and ends with the process at the latest
            DispatchQueue.global().async {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}
