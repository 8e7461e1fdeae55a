internal import Glibc

/// Reports the service's status to systemd (sd_notify(3)). Does nothing if systemd did not start
/// the service.
struct SystemdNotifier: Sendable {
    private let address: String?

    init() { address = getenv("NOTIFY_SOCKET").map { String(cString: $0) } }

    /// Interval of keep-alive messages: half of systemd's timeout; nil without a watchdog.
    var watchdogInterval: Duration? {
        guard let text = getenv("WATCHDOG_USEC"), let time = Int64(String(cString: text)), time > 0
        else { return nil }
        if let process = getenv("WATCHDOG_PID"), pid_t(String(cString: process)) != getpid() {
            return nil
        }
        return .microseconds(time / 2)
    }

    func ready() { send("READY=1") }
    func alive() { send("WATCHDOG=1") }
    func stopping() { send("STOPPING=1") }

    func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        send("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)")
    }

    private func send(_ state: String) {
        guard let address else { return }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: target.sun_path)
        guard !address.isEmpty, address.utf8.count < capacity else { return }
        withUnsafeMutableBytes(of: &target.sun_path) { path in
            path.copyBytes(from: address.utf8)
            // the name of an abstract socket starts with a zero byte
            if path[0] == UInt8(ascii: "@") { path[0] = 0 }
        }
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + address.utf8.count)
        withUnsafePointer(to: &target) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                _ = sendto(socket, state, state.utf8.count, Int32(MSG_NOSIGNAL), target, length)
            }
        }
    }
}
