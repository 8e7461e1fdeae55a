public import AccessoryLink
internal import Glibc

/// An open serial port: a UART, or a USB device such as CDC-ACM.
///
///     let port = try SerialPortLink.open("/dev/ttyACM0")
///     try await port.send(Array("hello".utf8))
///
/// The port is locked against other programs until it is closed. When the device is unplugged,
/// `incoming` throws `ByteLinkError.lost`, once.
public final class SerialPortLink: ByteLink {
    private let stream: DescriptorStream

    private init(file: CInt) {
        stream = DescriptorStream(
            file: file,
            packetSize: 1024,
            endOfFile: .lost,
            release: {
                // otherwise a port that another process still has open, such as the other end of a
                // pty, stays exclusive
                _ = ioctl($0, UInt(TIOCNXCL))
                _ = Glibc.close($0)
            }
        )
    }

    /// Opens a port.
    ///
    /// - Parameters:
    ///   - path: The device file, or a link to it.
    ///   - options: Baud rate and flow control.
    public static func open(
        _ path: String,
        options: SerialPortOptions = SerialPortOptions()
    ) throws(SerialPortError) -> SerialPortLink {
        let file = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw failure(path) }
        do throws(SerialPortError) {
            guard isatty(file) == 1 else { throw SerialPortError.notSerial(path) }
            try claim(file, path)
            try configure(file, path, options)
        } catch {
            _ = Glibc.close(file)
            throw error
        }
        return SerialPortLink(file: file)
    }

    /// Locks the port: a lock keeps out programs that use this library, and TIOCEXCL keeps out
    /// others, except root.
    private static func claim(_ file: CInt, _ path: String) throws(SerialPortError) {
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw failure(path) }
        guard ioctl(file, UInt(TIOCEXCL)) == 0 else { throw failure(path) }
    }

    private static func configure(
        _ file: CInt,
        _ path: String,
        _ options: SerialPortOptions
    ) throws(SerialPortError) {
        guard SerialPortOptions.bauds.contains(options.baud) else {
            throw .unsupportedBaud(options.baud)
        }
        let flow = tcflag_t(CRTSCTS)
        var wanted = termios()
        guard tcgetattr(file, &wanted) == 0 else { throw failure(path) }
        cfmakeraw(&wanted)
        // leave the lines unchanged on close: dropping DTR resets many boards
        wanted.c_cflag &= ~(flow | tcflag_t(HUPCL))
        wanted.c_cflag |= tcflag_t(CLOCAL) | tcflag_t(CREAD)
        if options.flowControl == .hardware { wanted.c_cflag |= flow }
        guard cfsetspeed(&wanted, speed_t(options.baud)) == 0 else {
            throw .unsupportedBaud(options.baud)
        }
        guard tcsetattr(file, TCSANOW, &wanted) == 0 else { throw failure(path) }
        // tcsetattr succeeds if any of the changes succeeded (tcsetattr(3))
        var actual = termios()
        guard tcgetattr(file, &actual) == 0 else { throw failure(path) }
        guard cfgetospeed(&actual) == cfgetospeed(&wanted) else {
            throw .unsupportedBaud(options.baud)
        }
        guard actual.c_cflag & flow == wanted.c_cflag & flow else { throw .unsupportedFlowControl }
        tcflush(file, TCIFLUSH)
    }

    /// Maps `errno` to an error of this port.
    private static func failure(_ path: String) -> SerialPortError {
        switch errno {
        case ENOENT, ENODEV, ENXIO, ENOTDIR: .noSuchPort(path)
        case EACCES, EPERM: .permissionDenied(path)
        case EBUSY, EWOULDBLOCK: .busy(path)
        case ENOTTY, EISDIR: .notSerial(path)
        case let number: .failed(path, errno: number)
        }
    }

    /// Largest packet: 1024 bytes, so that a link's frame is sent in one packet.
    public var packetSize: Int { stream.packetSize }

    public var incoming: AsyncThrowingStream<[UInt8], any Error> { stream.incoming }

    /// Sends bytes in order. Cancelling the task ends the wait for room: the device may receive a
    /// part of them.
    ///
    /// - Throws: `ByteLinkError`, or `CancellationError`.
    public func send(_ bytes: [UInt8]) async throws { try await stream.send(bytes) }

    /// Closes the port.
    public func close() { stream.close() }
}
