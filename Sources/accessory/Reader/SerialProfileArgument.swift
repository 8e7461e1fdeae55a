internal import ArgumentParser
internal import BluetoothLE
internal import BluetoothSerial
internal import TxRx

/// A serial profile of Bluetooth LE: a name, or the UUIDs of the service, of the characteristic for
/// writes and of the characteristic for notifications.
struct SerialProfileArgument: ExpressibleByArgument {
    let name: String
    let profile: SerialProfile

    private static let known: [(String, SerialProfile)] =
        [("nordic-uart", .nordicUART), ("fff0", .fff0)]
        + TxRxProfileArgument.allCases.map { ($0.rawValue, $0.profile.serial) }

    static let help = ArgumentHelp(
        "On Bluetooth: the serial profile to use instead of nordic-uart and fff0; several are tried in order. \(known.map(\.0).joined(separator: ", ")), or SERVICE,WRITE,NOTIFY as UUIDs.",
        valueName: "profile"
    )

    /// The name of the default in help texts.
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

/// A profile of TxRx devices by name.
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
