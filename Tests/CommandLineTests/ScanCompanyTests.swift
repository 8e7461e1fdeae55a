import Testing

@testable import accessory

/// The names of companies: short ones of common companies, else those of Bluetooth Assigned Numbers, section 7.
@Suite struct ScanCompanyTests {
    private static let names: [(String, [UInt16])] = [
        ("Nokia", [1]), ("Intel", [2]), ("IBM", [3]), ("Toshiba", [4]), ("Microsoft", [6]),
        ("Motorola", [8]), ("Infineon", [9]), ("Qualcomm", [10, 29]), ("Texas Instruments", [13]),
        ("Broadcom", [15]), ("Atmel", [19]), ("NXP", [37]), ("STMicroelectronics", [48]),
        ("Bluetooth SIG", [63]), ("MediaTek", [70]), ("Apple", [76]), ("Plantronics", [85]),
        ("Harman", [87]), ("Nordic", [89]), ("Realtek", [93]), ("HP", [101]), ("GN Audio", [103]),
        ("Polar", [107]), ("Samsung", [117]), ("Nike", [120]), ("Garmin", [135]), ("Bose", [158]),
        ("LG", [196]), ("Microchip", [205]), ("Dialog", [210]), ("Procter & Gamble", [220]),
        ("Google", [224]), ("Bang & Olufsen", [259]), ("Radius Networks", [280]), ("Sony", [301]),
        ("Cypress", [305]), ("Blue Maestro", [307]), ("Huami", [343]), ("Estimote", [349]),
        ("Amazon", [369]), ("Canon", [425]), ("Meta", [427]), ("August", [465]),
        ("Logitech", [474]), ("Tesla", [555]), ("Huawei", [637]), ("Victron", [737]),
        ("Espressif", [741]), ("Airthings", [820]), ("Xiaomi", [911]), ("EnOcean", [986]),
        ("Ruuvi", [1177]), ("Fujifilm", [1240]), ("Sonos", [1447]), ("Linux Foundation", [1521]),
        ("Tile", [1660]), ("Sensirion", [1749]), ("ELA Innovation", [1879]), ("Adafruit", [2082]),
        ("Chipolo", [2243]), ("SwitchBot", [2409]), ("Combustion", [2503]),
    ]

    @Test func everyNumber() {
        let known = Dictionary(
            uniqueKeysWithValues: Self.names.flatMap { name, numbers in numbers.map { ($0, name) } }
        )
        for number in UInt16(0)...2600 where known[number] != nil {
            #expect(CompanyName.text(number) == known[number], "\(number)")
        }
        let unnamed = (0...UInt16.max).filter { CompanyName.text($0).hasPrefix("0x") }
        // "0x" is no beginning of a name
        #expect(unnamed.count == 65536 - 4008)
        for number in unnamed {
            let digits = "000" + String(number, radix: 16)
            #expect(CompanyName.text(number) == "0x" + digits.suffix(4))
        }
    }
}
