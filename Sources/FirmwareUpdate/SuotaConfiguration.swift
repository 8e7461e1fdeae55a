/// The memory where a device stores images.
public enum SuotaMemory: Sendable, Hashable {
    /// SPI flash, or flash inside the chip, which ignores the pins.
    case spi(miso: GPIOPin, mosi: GPIOPin, cs: GPIOPin, sck: GPIOPin)
    /// An I2C EEPROM with an address of 7 or 10 bits.
    case i2c(address: UInt16, scl: GPIOPin, sda: GPIOPin)

    /// MISO P0_5, MOSI P0_6, CS P0_3, SCK P0_0: the defaults of Dialog's library.
    public static let dialogSPI = SuotaMemory.spi(
        miso: "P0_5",
        mosi: "P0_6",
        cs: "P0_3",
        sck: "P0_0"
    )
    /// Address 0x50, SCL P0_2, SDA P0_3: the defaults of Dialog's library.
    public static let dialogI2C = SuotaMemory.i2c(address: 0x50, scl: "P0_2", sda: "P0_3")
    /// MISO P0_3, MOSI P0_0, CS P0_1, SCK P0_4: the pins of Feasycom's beacons.
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

/// A pin of the chip, with port and number 0 to 15; `P1_2` as text.
public struct GPIOPin: Sendable, Hashable {
    /// The port, 0 to 15.
    public let port: Int
    /// The number within the port, 0 to 15.
    public let number: Int
    /// The text of a literal that is not a pin. An update that uses it is refused.
    private let wrong: String?

    /// Creates a pin; nil if port or number is not in 0 to 15.
    public init?(port: Int, number: Int) {
        guard 0...15 ~= port, 0...15 ~= number else { return nil }
        (self.port, self.number, wrong) = (port, number, nil)
    }

    /// Parses text such as `P0_3`; nil for any other text.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let letter = parts[0].first, letter == "P" || letter == "p",
            let port = UInt8(parts[0].dropFirst()), let number = UInt8(parts[1])
        else { return nil }
        self.init(port: Int(port), number: Int(number))
    }

    /// Whether this is a valid pin. Only a pin from a literal can be invalid.
    public var isValid: Bool { wrong == nil }

    var byte: UInt8 { UInt8(truncatingIfNeeded: port << 4 | number) }
}

extension GPIOPin: CustomStringConvertible, ExpressibleByStringLiteral {
    public var description: String { wrong ?? "P\(port)_\(number)" }

    /// Creates a pin from a literal such as `GPIOPin("P0_16")`, which cannot fail. An invalid pin
    /// has `isValid` false, and `start` refuses it with `badParameter`. For external text use
    /// `GPIOPin.init(_:)`, which returns nil.
    public init(stringLiteral text: String) {
        if let pin = GPIOPin.init(text) {
            self = pin
        } else {
            (port, number, wrong) = (-1, -1, text)
        }
    }
}

/// The configuration of an update. The defaults are those of Dialog's library; `.feasycom` has the
/// pins of Feasycom's interface document, chapter 6.2.
public struct SuotaConfiguration: Sendable, Hashable {
    /// Bytes per block, 1 to 65535; the device acknowledges each block. Raised to the chunk size if
    /// smaller.
    public var blockSize = 240
    /// Bytes per write if the device does not state its limit.
    public var chunkSize = 20
    /// The target bank: 1 or 2; 0 is the older bank of the device. An update that overwrites the
    /// running firmware leaves a device that boots older firmware, or none, if it is interrupted, so
    /// `SuotaManager` refuses a bank that may run: see `runningBank`.
    public var imageBank = 0
    /// The bank of the running firmware, 1 or 2, if the caller knows it: the SUOTA service does not
    /// report it.
    public var runningBank: Int?
    /// The memory for the image.
    public var memory = SuotaMemory.dialogSPI
    /// Whether to try the largest block first, then smaller ones until the device accepts one;
    /// `blockSize` is then ignored.
    public var usesLargestBlock = false
    /// Whether to send over an L2CAP channel if the device has one.
    public var usesChannel = false

    /// Timeout of each answer of the device, and of the Bluetooth stack to accept a chunk.
    public var uploadTimeout: Duration = .seconds(30)
    /// Timeout of the search for the device.
    public var scanTimeout: Duration = .seconds(10)
    /// Timeout of the device to confirm that all bytes of a channel have arrived.
    public var channelTimeout: Duration = .seconds(5)

    /// Whether to refuse a file with a wrong header or checksum.
    public var checksHeaderCRC = true
    /// Whether to reboot the device after a successful update.
    public var rebootsAutomatically = true
    /// Whether to disconnect after a successful update without a reboot.
    public var disconnectsWithoutReboot = false

    /// Whether to read the device information before the device is reported as ready.
    public var readsDeviceInfo = true
    /// Whether to read the device information before the SUOTA characteristics.
    public var readsDeviceInfoFirst = true
    /// Whether to read all nine device information characteristics instead of four.
    public var readsAllDeviceInfo = false

    /// Whether to emit `speedStatistics` and `currentSpeed`.
    public var reportsStatistics = true
    /// Whether to emit `log`.
    public var reportsLog = true
    /// Whether the `log` events include each chunk.
    public var reportsChunkLog = false
    /// Whether the `log` events include each block.
    public var reportsBlockLog = false
    /// Whether to emit `chunkSent`.
    public var reportsChunks = true
    /// Whether to emit `blockSent`.
    public var reportsBlocks = true
    /// Whether to emit `progress`.
    public var reportsProgress = true

    /// Creates the defaults of Dialog's library.
    public init() {}

    /// The defaults with the pins of Feasycom's beacons. Feasycom's document also selects bank 2,
    /// whichever bank runs; here the device selects it.
    public static var feasycom: SuotaConfiguration {
        var configuration = SuotaConfiguration()
        configuration.memory = .feasycomSPI
        return configuration
    }
}
