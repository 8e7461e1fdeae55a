internal import ArgumentParser
internal import BluetoothLE
internal import FirmwareUpdate

/// The kind of memory: `spi`, `i2c` or `i2c:0x50`.
enum MemoryArgument: ExpressibleByArgument, Equatable {
    case spi
    case i2c(address: UInt16?)

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        switch (parts[0], parts.count) {
        case ("spi", 1): self = .spi
        case ("i2c", 1): self = .i2c(address: nil)
        case ("i2c", 2):
            let digits = parts[1].hasPrefix("0x") ? parts[1].dropFirst(2) : parts[1]
            guard let address = UInt16(digits, radix: 16), address < 1 << 10 else { return nil }
            self = .i2c(address: address)
        default: return nil
        }
    }

    var defaultValueDescription: String { "spi" }

    /// The memory with these pins, or with the pins of `usual` if there are none.
    func memory(_ pins: [GPIOPin], usual: SuotaMemory) throws -> SuotaMemory {
        switch self {
        case .spi:
            if pins.isEmpty { return usual }
            guard pins.count == 4 else { throw ValidationError("SPI has four pins") }
            return .spi(miso: pins[0], mosi: pins[1], cs: pins[2], sck: pins[3])
        case .i2c(let address):
            guard case .i2c(let usualAddress, let scl, let sda) = SuotaMemory.dialogI2C,
                pins.isEmpty || pins.count == 2
            else { throw ValidationError("I2C has two pins") }
            return .i2c(
                address: address ?? usualAddress,
                scl: pins.first ?? scl,
                sda: pins.last ?? sda
            )
        }
    }
}

/// Pins, separated by commas.
struct PinsArgument: ExpressibleByArgument {
    let pins: [GPIOPin]

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        pins = names.compactMap { GPIOPin($0) }
        guard pins.count == names.count else { return nil }
    }
}
