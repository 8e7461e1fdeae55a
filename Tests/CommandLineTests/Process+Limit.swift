import Foundation
import TestSupport

extension Process {
    /// The longest run of a test's child process in seconds: many times as long as any needs.
    private static let limit = 600.0

    /// Runs the process, and kills it at the limit: a test that waits for it then fails instead of
    /// waiting forever.
    func runWithLimit() throws {
        try runOnLeash()
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.limit) { [weak self] in
            guard let self, isRunning else { return }
            let command = ([executableURL?.path ?? ""] + (arguments ?? [])).joined(separator: " ")
            try? FileHandle.standardError.write(
                contentsOf: Data("killed after \(Int(Self.limit)) s: \(command)\n".utf8)
            )
            kill(processIdentifier, SIGKILL)
        }
    }
}
