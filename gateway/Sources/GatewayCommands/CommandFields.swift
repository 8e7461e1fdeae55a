internal import BluetoothLE
internal import FeasyBeacon
internal import GatewayConfiguration

/// The members of a request. Unknown members are refused, as a misspelt option must not be ignored.
struct CommandFields: Decodable {
    private struct Name: CodingKey, Hashable {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    let id: String
    let verb: CommandSettings.Verb
    private let container: KeyedDecodingContainer<Name>

    /// The members of each operation besides `id` and `do`.
    private static let members: [CommandSettings.Verb: [String]] = [
        .read: ["service", "characteristic"],
        .write: ["service", "characteristic", "value", "response"],
        .subscribe: ["service", "characteristic"],
        .unsubscribe: ["service", "characteristic"],
        .update: ["file", "bank", "running_bank", "block", "feasycom"],
        .beacon: ["settings", "beacons"],
    ]

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: Name.self)
        id = try Self.value("id", "text", container)
        let text: String = try Self.value("do", "text", container)
        guard let verb = CommandSettings.Verb(rawValue: text) else {
            let names = CommandSettings.Verb.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandError(.badRequest, "do must be one of \(names)")
        }
        self.verb = verb
        let known = ["id", "do"] + Self.members[verb]!
        if let other = container.allKeys.first(where: { !known.contains($0.stringValue) }) {
            let names = known.joined(separator: ", ")
            throw CommandError(
                .badRequest,
                "unknown member '\(other.stringValue.prefix(40))'",
                nextStep: "\(text) accepts \(names)"
            )
        }
    }

    func action() throws(CommandError) -> Command.Action {
        switch verb {
        case .read: .read(try attribute())
        case .write:
            .write(
                try attribute(),
                try bytes(try value("value", "hexadecimal digits"), "value"),
                withResponse: try optional("response", "true or false") ?? true
            )
        case .subscribe: .subscribe(try attribute())
        case .unsubscribe: .unsubscribe(try attribute())
        case .update: .update(try updateOptions())
        case .beacon: try beacon()
        }
    }

    private func attribute() throws(CommandError) -> Attribute {
        Attribute(service: try uuid("service"), characteristic: try uuid("characteristic"))
    }

    private func uuid(_ name: String) throws(CommandError) -> BluetoothUUID {
        let text: String = try value(name, "a UUID")
        guard let uuid = BluetoothUUID(text) else {
            throw CommandError(.badRequest, "\(name) must be a UUID such as 180F")
        }
        return uuid
    }

    private func bytes(_ text: String, _ name: String) throws(CommandError) -> [UInt8] {
        // 512: maximum length of an attribute value (Core 5.4, Vol 3, Part F, section 3.2.9)
        guard let bytes = Quantities.hex(text), bytes.count <= 512 else {
            throw CommandError(.badRequest, "\(name) must be at most 512 bytes in hex digits")
        }
        return bytes
    }

    private func updateOptions() throws(CommandError) -> Command.UpdateOptions {
        var options = Command.UpdateOptions()
        options.file = try value("file", "a file's name")
        options.bank = try optional("bank", "0, 1 or 2")
        options.runningBank = try optional("running_bank", "1 or 2")
        options.blockSize = try optional("block", "1 to 65535")
        options.isFeasycom = try optional("feasycom", "true or false") ?? false
        guard 0...2 ~= options.bank ?? 0 else {
            throw CommandError(.badRequest, "bank must be 0, 1 or 2")
        }
        guard 1...2 ~= options.runningBank ?? 1 else {
            throw CommandError(.badRequest, "running_bank must be 1 or 2")
        }
        guard 1...65535 ~= options.blockSize ?? 1 else {
            throw CommandError(.badRequest, "block must be 1 to 65535")
        }
        return options
    }

    private func beacon() throws(CommandError) -> Command.Action {
        let settings: [String: SettingValue] =
            try optional("settings", "an object of text, numbers, true and false") ?? [:]
        let texts: [String: String] =
            try optional("beacons", "an object of data in hex digits by number") ?? [:]
        guard !settings.isEmpty || !texts.isEmpty else {
            throw CommandError(
                .badRequest,
                "the request changes nothing",
                nextStep: "name settings or beacons"
            )
        }
        var slots: [BeaconSlot] = []
        for (number, text) in texts.sorted(by: { $0.key < $1.key }) {
            slots.append(try slot(number, text))
        }
        return .beacon(settings: settings, slots: slots)
    }

    private func slot(_ number: String, _ text: String) throws(CommandError) -> BeaconSlot {
        let data = text == "off" ? [] : try bytes(text, "beacon \(number.prefix(8))")
        guard let number = Int(number),
            let slot = BeaconSlot(number: number, advertisement: data, isEnabled: text != "off")
        else {
            throw CommandError(
                .badRequest,
                "beacons must be 0 to 9, each off or at most 31 bytes in hex digits"
            )
        }
        return slot
    }

    private func value<Value: Decodable>(
        _ name: String,
        _ expected: String
    ) throws(CommandError) -> Value {
        try Self.value(name, expected, container)
    }

    private func optional<Value: Decodable>(
        _ name: String,
        _ expected: String
    ) throws(CommandError) -> Value? {
        container.contains(Name(name)) ? try value(name, expected) : nil
    }

    private static func value<Value: Decodable>(
        _ name: String,
        _ expected: String,
        _ container: KeyedDecodingContainer<Name>
    ) throws(CommandError) -> Value {
        guard container.contains(Name(name)) else {
            throw CommandError(
                .badRequest,
                "\(name) is missing",
                nextStep: "it must be \(expected)"
            )
        }
        do {
            return try container.decode(Value.self, forKey: Name(name))
        } catch {
            throw CommandError(.badRequest, "\(name) must be \(expected)")
        }
    }
}
