/// Where a device keeps images.
public enum SuotaMemory: Sendable, Hashable {
    /// SPI flash, or flash inside the chip, whose pins are then ignored.
    case spi(miso: GPIOPin, mosi: GPIOPin, cs: GPIOPin, sck: GPIOPin)
    /// An I2C EEPROM at an address of 7 or 10 bits.
    case i2c(address: UInt16, scl: GPIOPin, sda: GPIOPin)

    /// MISO P0_5, MOSI P0_6, CS P0_3, SCK P0_0, as Dialog's library has them.
    public static let dialogSPI = SuotaMemory.spi(
        miso: "P0_5",
        mosi: "P0_6",
        cs: "P0_3",
        sck: "P0_0"
    )
    /// Address 0x50, SCL P0_2, SDA P0_3, as Dialog's library has them.
    public static let dialogI2C = SuotaMemory.i2c(address: 0x50, scl: "P0_2", sda: "P0_3")
    /// MISO P0_3, MOSI P0_0, CS P0_1, SCK P0_4, as Feasycom's beacons have them.
    public static let feasycomSPI = SuotaMemory.spi(
        miso: "P0_3",
        mosi: "P0_0",
        cs: "P0_1",
        sck: "P0_4"
    )
}

extension SuotaMemory {
    var pins: [GPIOPin] {
        switch self {
        case .spi(let miso, let mosi, let cs, let sck): [miso, mosi, cs, sck]
        case .i2c(_, let scl, let sda): [scl, sda]
        }
    }
}

/// A pin of the chip, port and number 0 to 15; `P1_2` as text.
public struct GPIOPin: Sendable, Hashable {
    public let port: Int
    public let number: Int
    /// A literal that is no pin; an update with it is refused.
    private let wrong: String?

    /// Nil when port or number is not in 0 to 15.
    public init?(port: Int, number: Int) {
        guard 0...15 ~= port, 0...15 ~= number else { return nil }
        (self.port, self.number, wrong) = (port, number, nil)
    }

    /// From text such as `P0_3`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let letter = parts[0].first, letter == "P" || letter == "p",
            let port = UInt8(parts[0].dropFirst()), let number = UInt8(parts[1])
        else { return nil }
        self.init(port: Int(port), number: Int(number))
    }

    /// Whether it names a pin; only a literal may not.
    public var isValid: Bool { wrong == nil }

    var byte: UInt8 { UInt8(truncatingIfNeeded: port << 4 | number) }
}

extension GPIOPin: CustomStringConvertible, ExpressibleByStringLiteral {
    public var description: String { wrong ?? "P\(port)_\(number)" }

    /// `GPIOPin("P0_16")` is a literal too, which cannot fail: a text that is no pin is not `isValid`,
    /// and `start` refuses it with `badParameter`. For text from outside there is `GPIOPin.init(_:)`,
    /// which returns nil.
    public init(stringLiteral text: String) {
        if let pin = GPIOPin.init(text) {
            self = pin
        } else {
            (port, number, wrong) = (-1, -1, text)
        }
    }
}

/// How to update. The defaults are those of Dialog's library; `.feasycom` has those of Feasycom's
/// interface document, chapter 6.2.
public struct SuotaConfiguration: Sendable, Hashable {
    /// Bytes between two answers of the device, 1 to 65535. Raised to a chunk when it is smaller.
    public var blockSize = 240
    /// Bytes of one write, where the device does not say what it takes.
    public var chunkSize = 20
    /// 0: the device's older bank; 1 or 2: that one.
    public var imageBank = 0
    public var memory = SuotaMemory.dialogSPI
    /// Tries the largest block first and smaller ones until the device takes it; `blockSize` is then
    /// not used.
    public var usesLargestBlock = false
    /// Sends by an L2CAP channel when the device has one.
    public var usesChannel = false

    /// For every answer of the device, and for the Bluetooth stack to take a chunk.
    public var uploadTimeout: Duration = .seconds(30)
    /// For finding the device.
    public var scanTimeout: Duration = .seconds(10)
    /// How long a device may take to say that all bytes of a channel arrived.
    public var channelTimeout: Duration = .seconds(5)

    /// Refuses a file whose header or checksum is wrong.
    public var checksHeaderCRC = true
    /// Reboots the device after a successful update.
    public var rebootsAutomatically = true
    /// Disconnects after a successful update without a reboot.
    public var disconnectsWithoutReboot = false

    /// Reads the device information before the device counts as ready.
    public var readsDeviceInfo = true
    /// Reads it before what belongs to SUOTA.
    public var readsDeviceInfoFirst = true
    /// Reads all nine characteristics of it, not only the four that are usual.
    public var readsAllDeviceInfo = false

    public var reportsStatistics = true
    public var reportsLog = true
    public var reportsChunkLog = false
    public var reportsBlockLog = false
    public var reportsChunks = true
    public var reportsBlocks = true
    public var reportsProgress = true

    public init() {}

    /// Bank 2, and the pins of Feasycom's beacons.
    public static var feasycom: SuotaConfiguration {
        var configuration = SuotaConfiguration()
        configuration.imageBank = 2
        configuration.memory = .feasycomSPI
        return configuration
    }
}
