import Foundation
import Synchronization

/// Two serial ports of the kernel (pty(7)), joined by a cable, with links to them in a folder as udev
/// creates them.
public final class NullModem: Sendable {
    /// One port.
    public struct Port: Sendable {
        /// Its name in the folder.
        public let name: String
        fileprivate let master: CInt
        /// Keeps the master from failing while no program has the port open.
        fileprivate let slave: CInt
        fileprivate let device: String
    }

    private struct State {
        var isJoined = true
        var open: [Port]
    }

    /// The folder of the links.
    public let folder: String
    private let ports: [Port]
    /// A pipe. A byte in it stops the pumps.
    private let stop: (wait: CInt, end: CInt)
    private let pumps = DispatchGroup()
    private let state: Mutex<State>

    /// - Parameter isPlugged: Whether the links exist from the start.
    public init(names: [String] = ["usb-host", "usb-reader"], isPlugged: Bool = true) throws {
        folder =
            FileManager.default.temporaryDirectory
            .appending(path: "serial-\(UUID().uuidString)/by-id").path
        ports = try names.map(Self.makePort)
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
        stop = (ends[0], ends[1])
        state = Mutex(State(open: ports))
        if isPlugged { try plug() }
        for (from, to) in [(ports[0].master, ports[1].master), (ports[1].master, ports[0].master)] {
            pumps.enter()
            Thread.detachNewThread { [stop, pumps] in
                Self.pump(from, to, until: stop.wait)
                pumps.leave()
            }
        }
    }

    deinit {
        for name in ports.map(\.name) { unplug(name) }
        close(stop.wait)
        try? FileManager.default.removeItem(
            at: URL(filePath: folder).deletingLastPathComponent()
        )
    }

    /// The path of a port in the folder.
    public func path(_ name: String) -> String { folder + "/" + name }

    /// Makes the folder and the links.
    public func plug() throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        for port in ports {
            try FileManager.default.createSymbolicLink(
                atPath: path(port.name),
                withDestinationPath: port.device
            )
        }
    }

    /// Removes a port, as if its device was unplugged. A second call has no effect.
    public func unplug(_ name: String) {
        let (port, wasJoined) = state.withLock { state in
            defer { state.isJoined = false }
            let index = state.open.firstIndex { $0.name == name }
            return (index.map { state.open.remove(at: $0) }, state.isJoined)
        }
        if wasJoined {
            // wake the pump by a byte, because another test's process may keep the pipe open
            write(stop.end, [UInt8(1)], 1)
            close(stop.end)
            pumps.wait()
        }
        guard let port else { return }
        unlink(path(name))
        close(port.slave)
        close(port.master)
    }

    /// TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), macros that Swift does not import.
    private static let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

    private static func makePort(_ name: String) throws -> Port {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (number, isLocked): (CInt, CInt) = (0, 0)
        guard master >= 0, ioctl(master, unlock, &isLocked) == 0,
            ioctl(master, getNumber, &number) == 0
        else { throw CocoaError(.fileReadUnknown) }
        let device = "/dev/pts/\(number)"
        _ = fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK)
        let slave = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { throw CocoaError(.fileReadUnknown) }
        // otherwise the terminal would echo data that arrives before a program opens the port
        var settings = termios()
        tcgetattr(slave, &settings)
        cfmakeraw(&settings)
        tcsetattr(slave, TCSANOW, &settings)
        return Port(name: name, master: master, slave: slave, device: device)
    }

    private static func pump(_ from: CInt, _ to: CInt, until stop: CInt) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while isReady(from, CInt(POLLIN), until: stop) {
            let count = read(from, &buffer, buffer.count)
            var rest = buffer[..<max(0, count)]
            while !rest.isEmpty {
                guard isReady(to, CInt(POLLOUT), until: stop) else { return }
                let written = rest.withUnsafeBytes { write(to, $0.baseAddress, min($0.count, 256)) }
                rest = rest.dropFirst(max(0, written))
            }
        }
    }

    /// Waits for data. Returns false when the pump must stop.
    private static func isReady(_ file: CInt, _ event: CInt, until stop: CInt) -> Bool {
        var files = [
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: file, events: Int16(event), revents: 0),
        ]
        while poll(&files, 2, -1) < 0, errno == EINTR {}
        return files[0].revents == 0
    }
}
