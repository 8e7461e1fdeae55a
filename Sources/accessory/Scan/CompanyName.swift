/// Names of companies that are common in advertisements, by their number in manufacturer data
/// (Bluetooth Assigned Numbers, section 7).
enum CompanyName {
    /// The company's name, such as "Apple"; `0x1234` for a company that is not in the list.
    static func text(_ company: UInt16) -> String {
        names[company] ?? "0x" + HexText.text([UInt8(company >> 8), UInt8(company & 0xFF)])
    }

    private static let names: [UInt16: String] = [
        0x0001: "Nokia", 0x0002: "Intel", 0x0003: "IBM", 0x0004: "Toshiba", 0x0006: "Microsoft",
        0x0008: "Motorola", 0x0009: "Infineon", 0x000A: "Qualcomm", 0x000D: "Texas Instruments",
        0x000F: "Broadcom", 0x0013: "Atmel", 0x001D: "Qualcomm", 0x0025: "NXP",
        0x0030: "STMicroelectronics", 0x003F: "Bluetooth SIG", 0x0046: "MediaTek", 0x004C: "Apple",
        0x0055: "Plantronics", 0x0057: "Harman", 0x0059: "Nordic", 0x005D: "Realtek", 0x0065: "HP",
        0x0067: "GN Audio", 0x006B: "Polar", 0x0075: "Samsung", 0x0078: "Nike", 0x0087: "Garmin",
        0x009E: "Bose", 0x00C4: "LG", 0x00CD: "Microchip", 0x00D2: "Dialog",
        0x00DC: "Procter & Gamble", 0x00E0: "Google", 0x0103: "Bang & Olufsen",
        0x0118: "Radius Networks", 0x012D: "Sony", 0x0131: "Cypress", 0x0133: "Blue Maestro",
        0x0157: "Huami", 0x015D: "Estimote", 0x0171: "Amazon", 0x01A9: "Canon", 0x01AB: "Meta",
        0x01D1: "August", 0x01DA: "Logitech", 0x022B: "Tesla", 0x027D: "Huawei", 0x02E1: "Victron",
        0x02E5: "Espressif", 0x0334: "Airthings", 0x038F: "Xiaomi", 0x03DA: "EnOcean",
        0x0499: "Ruuvi", 0x04D8: "Fujifilm", 0x05A7: "Sonos", 0x05F1: "Linux Foundation",
        0x067C: "Tile", 0x06D5: "Sensirion", 0x0757: "ELA Innovation", 0x0822: "Adafruit",
        0x08C3: "Chipolo", 0x0969: "SwitchBot", 0x09C7: "Combustion",
    ]
}
