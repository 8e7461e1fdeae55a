public import BluetoothLE
public import BluetoothSerial

/// The terminator of a device's commands.
public enum TxRxTerminator: String, Sendable, Codable, CaseIterable {
    case none = "NONE"
    case cr = "CR"
    case lf = "LF"
    case crlf = "CRLF"
    case zero = "ZERO"

    /// The bytes appended to a command.
    public var bytes: [UInt8] {
        switch self {
        case .none: []
        case .cr: [0x0D]
        case .lf: [0x0A]
        case .crlf: [0x0D, 0x0A]
        case .zero: [0]
        }
    }
}

/// A kind of TxRx device: its service and its command format. "Rx" and "Tx" are from the device's
/// point of view.
public struct TxRxProfile: Sendable, Hashable, Codable {
    /// The name for display.
    public var name: String
    /// The service.
    public var service: BluetoothUUID
    /// The characteristic for commands, written by the host.
    public var rx: BluetoothUUID
    /// The characteristic for answers, which the device notifies.
    public var tx: BluetoothUUID
    /// The characteristic for the mode, written as one byte; nil: the device has only one mode.
    public var mode: BluetoothUUID?
    /// The characteristic for events, notified separately from answers; nil: none.
    public var event: BluetoothUUID?
    /// The terminator of commands.
    public var terminator: TxRxTerminator
    /// Maximum bytes per write, 1 to 512; the link's MTU - 3 limits it, too.
    public var rxSize: Int
    /// Maximum bytes per notification of the device, 1 to 512.
    public var txSize: Int

    /// Creates a profile.
    public init(
        name: String,
        service: BluetoothUUID,
        rx: BluetoothUUID,
        tx: BluetoothUUID,
        mode: BluetoothUUID? = nil,
        event: BluetoothUUID? = nil,
        terminator: TxRxTerminator = .crlf,
        rxSize: Int = 240,
        txSize: Int = 240
    ) {
        self.name = name
        self.service = service
        self.rx = rx
        self.tx = tx
        self.mode = mode
        self.event = event
        self.terminator = terminator
        self.rxSize = rxSize
        self.txSize = txSize
    }

    /// The profile as a serial line: `SerialLink.open(profile.serial, on: peripheral)`.
    public var serial: SerialProfile {
        SerialProfile(
            name: name,
            service: service,
            toPeripheral: rx,
            toCentral: tx,
            packetSize: rxSize,
            isAcknowledged: true
        )
    }

    /// Splits a command, with its terminator, into packets.
    ///
    /// - Parameters:
    ///   - command: The command's bytes, without the terminator.
    ///   - limit: Maximum bytes per packet, at least 1; `rxSize` limits it, too.
    public func pieces(of command: [UInt8], limit: Int) -> [[UInt8]] {
        let whole = command + terminator.bytes
        let size = max(1, min(rxSize, limit))
        return stride(from: 0, to: whole.count, by: size).map {
            Array(whole[$0..<min($0 + size, whole.count)])
        }
    }
}

// The vendor's profiles.
extension TxRxProfile {
    /// Tertium's sensors.
    public static let sensor = numbered("Tertium sensor", "F377", "-1164-49BC-8F22-0AC34292C217")

    /// Modules with Zentri's (AckMe's) TruConnect. Writes have at most 15 bytes, the limit of older
    /// firmware.
    public static let ackMe = TxRxProfile(
        name: "Zentri AckMe",
        service: BluetoothUUID("175F8F23-A570-49BD-9627-815A6A27DE2A")!,
        rx: BluetoothUUID("1CCE1EA8-BD34-4813-A00A-C76E028FADCB")!,
        tx: BluetoothUUID("CACC07FF-FFFF-4C48-8FAE-A9EF71B75E26")!,
        mode: BluetoothUUID("20B9794F-DA1A-4D14-8014-A0FB9CEFB2F7")!,
        rxSize: 15,
        txSize: 20
    )

    /// Sensors on a Zhaga socket.
    public static let zhaga: TxRxProfile = {
        let suffix = "-CB91-4947-BD12-80D2F0535A30"
        var profile = numbered("Zhaga", "3CC3", suffix)
        profile.event = BluetoothUUID("3CC30004" + suffix)!
        profile.terminator = .cr
        return profile
    }()

    /// Tertium's readers.
    public static let txRx = numbered("Tertium TxRx", "D708", "-052C-46C4-9978-C0977BEBF328")

    /// Tertium's readers in Zebra's housing.
    public static let zebra = numbered("Tertium-Zebra", "C1FF", "-C47E-424D-9495-FB504404B8F5")

    /// Sensor readers of 2017.
    public static let sensor2017 = TxRxProfile(
        name: "Sensor reader 2017",
        service: BluetoothUUID("3CC33CDC-CB91-4947-BD12-80D2F0535A30")!,
        rx: BluetoothUUID("3664D14A-08CB-4465-A98A-EBF84F29E943")!,
        tx: BluetoothUUID("F3774638-1164-49BC-8F22-0AC34292C217")!,
        rxSize: 20,
        txSize: 20
    )

    /// All of these profiles, in search order. A program may add profiles before or after them.
    public static let standard = [sensor, ackMe, zhaga, txRx, zebra, sensor2017]

    /// A profile whose service, Rx and Tx UUIDs differ in one digit: 1, 2 and 3.
    private static func numbered(_ name: String, _ prefix: String, _ suffix: String) -> TxRxProfile
    {
        func uuid(_ number: Int) -> BluetoothUUID {
            BluetoothUUID("\(prefix)000\(number)\(suffix)")!
        }
        return TxRxProfile(name: name, service: uuid(1), rx: uuid(2), tx: uuid(3))
    }
}
