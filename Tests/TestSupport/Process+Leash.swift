public import Foundation

extension Process {
    /// Starts the process so that it ends with this one, even when this one is killed: `Tests/leash` waits for the
    /// end of a pipe that only this process holds open, as `Process` passes on no other files than the standard ones.
    /// The output that is not redirected is discarded: a helper with the output of the test run would keep a pipe
    /// behind it open.
    public func runOnLeash() throws {
        let pipe = Pipe()
        let watched = pipe.fileHandleForReading.fileDescriptor
        arguments =
            ["/proc/\(getpid())/fd/\(watched)", executableURL?.path ?? ""] + (arguments ?? [])
        executableURL = Repository.top.appending(path: "Tests/leash")
        if (standardOutput as? FileHandle)?.fileDescriptor == STDOUT_FILENO {
            standardOutput = FileHandle.nullDevice
        }
        if (standardError as? FileHandle)?.fileDescriptor == STDERR_FILENO {
            standardError = FileHandle.nullDevice
        }
        terminationHandler = { _ in
            // the process ID may now be that of another process
            try? pipe.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        }
        try run()
    }
}
