internal import CAccessory

extension SuotaConfiguration {
    /// The value to write to MEM_DEV at the start.
    public var memoryWord: UInt32 {
        let bank = UInt16(truncatingIfNeeded: imageBank)
        return switch memory {
        case .spi: acc_suota_mem_dev(ACC_SUOTA_TO_SPI, bank)
        case .i2c: acc_suota_mem_dev(ACC_SUOTA_TO_I2C, bank)
        }
    }

    /// The value to write to GPIO_MAP.
    public var gpioWord: UInt32 {
        switch memory {
        case .spi(let miso, let mosi, let cs, let sck):
            acc_suota_gpio_spi(miso.byte, mosi.byte, cs.byte, sck.byte)
        case .i2c(let address, let scl, let sda): acc_suota_gpio_i2c(address, scl.byte, sda.byte)
        }
    }
}

extension FixedWidthInteger {
    /// The bytes, least significant first.
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}
