internal import BluetoothLE
internal import FeasyBeacon
internal import FoundationEssentials

/// The settings of beacon modules in a JSON file.
struct FleetFile: Decodable {
    /// Modules in the file's order, each merged with the common settings.
    let modules: [FleetModule]

    private enum Keys: String, CodingKey, CaseIterable {
        case pin, settings, beacons, modules
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.keyed(by: Keys.self)
        let common = FleetModule(
            address: nil,
            pin: try values.decodeIfPresent(String.self, forKey: .pin),
            settings: try values.decodeIfPresent([String: SettingValue].self, forKey: .settings),
            beacons: try values.decodeIfPresent([String: String].self, forKey: .beacons)
        )
        modules = try values.decode([FleetModule].self, forKey: .modules).map {
            $0.filled(from: common)
        }
        guard !modules.isEmpty else { throw values.fault(.modules, "the list is empty") }
        if let nobody = modules.firstIndex(where: \.address.isEmpty) {
            throw values.fault(.modules, "number \(nobody + 1) has no address")
        }
        var seen: Set<String> = []
        if let again = modules.first(where: { !seen.insert($0.key).inserted }) {
            throw values.fault(.modules, "\(again.address) is listed twice")
        }
    }
}

/// One module of a fleet, or the output of `beacon show --json` for one module.
struct FleetModule: Decodable, Sendable {
    /// Address, or advertised name; empty if neither is stated.
    let address: String
    let pin: String?
    /// Texts by parameter name.
    let settings: [String: String]
    /// Texts by slot number.
    let beacons: [String: String]

    private enum Keys: String, CodingKey, CaseIterable {
        case address, pin, settings, beacons
        /// The module's own description, which cannot be set.
        case module
    }

    init(
        address: String?,
        pin: String?,
        settings: [String: SettingValue]?,
        beacons: [String: String]?
    ) {
        self.address = address ?? ""
        self.pin = pin
        self.settings = (settings ?? [:]).mapValues(\.text)
        self.beacons = beacons ?? [:]
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.keyed(by: Keys.self)
        self.init(
            address: try values.decodeIfPresent(String.self, forKey: .address),
            pin: try values.decodeIfPresent(String.self, forKey: .pin),
            settings: try values.decodeIfPresent([String: SettingValue].self, forKey: .settings),
            beacons: try values.decodeIfPresent([String: String].self, forKey: .beacons)
        )
    }

    private init(_ module: FleetModule, _ common: FleetModule) {
        address = module.address
        pin = module.pin ?? common.pin
        settings = common.settings.merging(module.settings) { $1 }
        beacons = common.beacons.merging(module.beacons) { $1 }
    }

    fileprivate func filled(from common: FleetModule) -> FleetModule { FleetModule(self, common) }

    /// A key that is the same for every spelling of an address.
    var key: String { BluetoothAddress(address).map { "\($0)" } ?? address }

    /// A fingerprint of the module's target state. It does not include the PIN.
    var fingerprint: String {
        let lines = [settings, beacons].flatMap { texts in
            texts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + [""]
        }
        return String(crc32(of: Array(lines.joined(separator: "\n").utf8)), radix: 16)
    }

    /// Slots, in order.
    ///
    /// - Parameter place: The position of a value of the module in its file.
    func slots(place: (_ path: [String]) -> String) throws -> [BeaconSlot] {
        try beacons.sorted { $0.key < $1.key }.map { number, text in
            try naming(place(["beacons", number])) { try BeaconSlot(number: number, text: text) }
        }
    }

    /// Adds the place and the module's address to a failure.
    func naming<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as Failure {
            throw failure.about(address.isEmpty ? place : "\(place): \(address.printable)")
        }
    }
}
