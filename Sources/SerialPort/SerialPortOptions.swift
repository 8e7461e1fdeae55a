/// Options of a serial port. A link needs eight data bits, no parity and one stop bit.
public struct SerialPortOptions: Sendable, Hashable {
    /// Flow control for a full receiver. XON/XOFF is not supported, since frames contain all byte values.
    public enum FlowControl: String, Sendable, CaseIterable {
        /// No flow control.
        case none
        /// The lines RTS and CTS.
        case hardware
    }

    /// Bit rate in bit/s, one of `bauds`. A USB CDC-ACM device without a UART accepts any value,
    /// which does not change its speed.
    public var baud = 115_200
    /// Flow control; none by default.
    public var flowControl = FlowControl.none

    /// Creates options with 115200 bit/s and no flow control.
    public init() {}

    /// Creates options with 115200 bit/s and no flow control, changed by `change`.
    public init(_ change: (inout SerialPortOptions) -> Void) {
        change(&self)
    }

    /// The bit rates in bit/s that Linux supports (termios(3)).
    public static let bauds: Set<Int> = [
        50, 75, 110, 134, 150, 200, 300, 600, 1200, 1800, 2400, 4800, 9600, 19200, 38400, 57600,
        115_200, 230_400, 460_800, 500_000, 576_000, 921_600, 1_000_000, 1_152_000, 1_500_000,
        2_000_000, 2_500_000, 3_000_000, 3_500_000, 4_000_000,
    ]
}
