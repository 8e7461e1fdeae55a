internal import ArgumentParser
internal import BluetoothLE
internal import BluetoothSerial
internal import TxRx

/// A serial line over Bluetooth LE by a word, or by the UUIDs of its service and of what the central
/// writes to and is notified by.
struct SerialProfileArgument: ExpressibleByArgument {
    let name: String
    let profile: SerialProfile

    private static let known: [(String, SerialProfile)] =
        [("nordic-uart", .nordicUART), ("fff0", .fff0)]
        + TxRxProfileArgument.allCases.map { ($0.rawValue, $0.profile.serial) }

    static let help = ArgumentHelp(
        "On Bluetooth: the serial line to use, in place of nordic-uart and fff0; several are tried in order. \(known.map(\.0).joined(separator: ", ")), or SERVICE,WRITE,NOTIFY as UUIDs.",
        valueName: "profile"
    )

    /// What help texts call the default.
    var defaultValueDescription: String { name }

    init?(argument: String) {
        name = argument
        if let known = Self.known.first(where: { $0.0 == argument }) {
            profile = known.1
            return
        }
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        let uuids = words.compactMap { BluetoothUUID(String($0)) }
        guard words.count == 3, uuids.count == 3 else { return nil }
        profile = SerialProfile(
            name: argument,
            service: uuids[0],
            toPeripheral: uuids[1],
            toCentral: uuids[2]
        )
    }
}

/// A profile of TxRx devices by a word.
enum TxRxProfileArgument: String, ExpressibleByArgument, CaseIterable {
    case sensor, ackme, zhaga, txrx, zebra, old

    var profile: TxRxProfile {
        switch self {
        case .sensor: .sensor
        case .ackme: .ackMe
        case .zhaga: .zhaga
        case .txrx: .txRx
        case .zebra: .zebra
        case .old: .sensor2017
        }
    }
}
