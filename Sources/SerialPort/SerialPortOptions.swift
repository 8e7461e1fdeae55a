/// What can be chosen about a serial port. A link needs eight data bits, no parity and one stop bit.
public struct SerialPortOptions: Sendable, Hashable {
    /// Who holds bytes back when a receiver is full. XON/XOFF is not there: frames hold all bytes.
    public enum FlowControl: String, Sendable, CaseIterable {
        /// Nobody.
        case none
        /// The lines RTS and CTS.
        case hardware
    }

    /// Bits a second, one of `bauds`. A USB CDC-ACM device without a UART takes any and is as fast
    /// with each.
    public var baud = 115_200
    public var flowControl = FlowControl.none

    /// 115200 bit/s without flow control.
    public init() {}

    /// 115200 bit/s without flow control, changed by `change`.
    public init(_ change: (inout SerialPortOptions) -> Void) {
        change(&self)
    }

    /// The bits a second that Linux has numbers for (termios(3)).
    public static let bauds: Set<Int> = [
        50, 75, 110, 134, 150, 200, 300, 600, 1200, 1800, 2400, 4800, 9600, 19200, 38400, 57600,
        115_200, 230_400, 460_800, 500_000, 576_000, 921_600, 1_000_000, 1_152_000, 1_500_000,
        2_000_000, 2_500_000, 3_000_000, 3_500_000, 4_000_000,
    ]
}
