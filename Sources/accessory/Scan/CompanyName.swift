internal import BluetoothLE

/// Names of companies by their number in manufacturer data.
enum CompanyName {
    /// The company's name, short if it is a common one, such as "Apple"; `0x1234` for an unknown number.
    static func text(_ company: UInt16) -> String {
        AssignedNumbers.brand(company) ?? AssignedNumbers.company(company)
            ?? HexText.handle(company)
    }
}
