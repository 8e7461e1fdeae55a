internal import AccessoryBase
internal import Dispatch
internal import Glibc

/// Standard input, read in the background. For one reader per process.
enum StandardInput {
    /// The lines, each as soon as it has ended. Ends with the input, or when the task is cancelled.
    static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            // a pending read may block this thread until the process ends
            DispatchQueue.global().async {
                var splitter = LineSplitter()
                readAll { bytes in splitter.add(bytes) { continuation.yield($0) } }
                if let last = splitter.finish() { continuation.yield(last) }
                continuation.finish()
            }
        }
    }

    /// Reads one line, nil at the end of the input.
    static func line(_ take: @escaping @Sendable (String?) -> Void) {
        DispatchQueue.global().async { take(readLine()) }
    }

    /// The bytes until the end of input. For one reader per process: a pending read is never
    /// cancelled.
    static func bytes() -> AsyncStream<[UInt8]> {
        let (stream, entry) = AsyncStream.makeStream(of: [UInt8].self)
        DispatchQueue(label: "standard input").async {
            readAll { entry.yield(Array($0)) }
            entry.finish()
        }
        return stream
    }

    /// Passes bytes to `take` as they arrive, until the end of input.
    private static func readAll(_ take: (ArraySlice<UInt8>) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            take(buffer[..<count])
        }
    }
}
