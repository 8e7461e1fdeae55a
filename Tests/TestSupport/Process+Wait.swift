public import Foundation

extension Process {
    /// Waits until the process has ended, and returns its exit status, or the number of the signal that ended it.
    ///
    /// Asks the kernel: `waitUntilExit` needs the end of a socket that any process started at the same time may have
    /// inherited, and then waits for that process's end, too. Two such waits take all threads of a small machine.
    @discardableResult public func waitForEnd() -> Int32 {
        var end = siginfo_t()
        // the process stays a zombie, which Foundation collects
        while waitid(P_PID, id_t(processIdentifier), &end, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else {
                // collected by Foundation, whose thread is about to say so
                while isRunning { sched_yield() }
                return terminationStatus
            }
        }
        return end._sifields._sigchld.si_status
    }
}
