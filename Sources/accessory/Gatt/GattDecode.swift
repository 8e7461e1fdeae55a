internal import ArgumentParser
internal import BluetoothLE
internal import BluetoothProfiles

/// A standard characteristic as named on the command line.
struct CharacteristicName: ExpressibleByArgument {
    let uuid: BluetoothUUID

    /// A UUID or an assigned name; case does not matter.
    init?(argument: String) {
        let name = argument.lowercased()
        let uuid =
            BluetoothUUID(argument)
            ?? GATTValue.characteristics.first { $0.assignedName?.lowercased() == name }
        guard let uuid else { return nil }
        self.uuid = uuid
    }
}

/// `accessory gatt decode`
struct GattDecode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Decode values of standard characteristics.",
        discussion: """
            Give a UUID or an assigned name and hexadecimal digits, or - for lines UUID HEX of \
            standard input, in which - is an empty value. Each line has one line of output.
            """
    )

    @Argument(help: "UUID or assigned name of the characteristic, or - for standard input.")
    var characteristic: String

    @Argument(help: "The value as hexadecimal digits, or - for an empty one.")
    var hex: [String] = []

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard hex.isEmpty == (characteristic == "-") else {
            throw ValidationError(
                "Give a characteristic and hexadecimal digits, or only - to read standard input."
            )
        }
    }

    func run() async throws {
        guard characteristic == "-" else {
            return try Failure.ofArguments { try show(characteristic, hex.joined(separator: " ")) }
        }
        var (count, failed) = (0, 0)
        for await line in StandardInput.lines() {
            try Task.checkCancellation()
            let parts = line.split(maxSplits: 1) { $0.isWhitespace }
            guard !parts.isEmpty else { continue }
            count += 1
            do {
                try show(String(parts[0]), parts.count > 1 ? String(parts[1]) : "-")
            } catch {
                failed += 1
                let failure = Failure(error)
                if options.json {
                    try Console.print(json: ["error": failure.cause])
                } else {
                    Console.print("(\(failure.cause))")
                }
            }
        }
        try Task.checkCancellation()
        guard failed == 0 else {
            throw Failure(
                .badInput,
                "\(failed) of \(count) values could not be decoded",
                nextStep: "see the lines with an error"
            )
        }
    }

    private func show(_ name: String, _ hex: String) throws {
        guard let uuid = CharacteristicName(argument: name)?.uuid else {
            throw Failure(
                .badInput,
                "'\(name.printable)' is no characteristic",
                nextStep: .advice(
                    for: name,
                    of: GATTValue.characteristics.compactMap(\.assignedName),
                    else: "give its UUID, such as 2A19"
                )
            )
        }
        let bytes = hex == "-" ? [] : try HexText.bytes(hex, name: "the value") ?? []
        let value = try GATTValue(uuid, bytes: bytes)
        if options.json {
            try Console.print(json: DecodedValue(value))
        } else {
            let name = uuid.assignedName.map { "\(uuid) \($0)" } ?? "\(uuid)"
            Console.print("\(name): \(value)".printable)
        }
    }
}

/// A decoded value as JSON.
private struct DecodedValue: Encodable {
    let uuid: String
    let name: String?
    let fields: [FieldRecord]
    /// The value ends inside a field.
    let incomplete: Bool?

    init(_ value: GATTValue) {
        uuid = value.uuid.description
        name = value.uuid.assignedName
        fields = value.fields.map(FieldRecord.init)
        incomplete = value.isPartial ? true : nil
    }
}

/// `accessory gatt encode`
struct GattEncode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode",
        abstract: "Encode a value of a standard characteristic.",
        discussion: """
            VALUE is the value of a characteristic with one field, or fields as NAME=VALUE: numbers \
            with or without their unit, names of choices, names of flags separated by commas, times \
            such as 2026-11-27T05:20:00, or now. Flags that announce a field are set by it.
            """
    )

    @Argument(help: "UUID or assigned name of the characteristic.")
    var characteristic: CharacteristicName

    @Argument(help: "The value, or fields as NAME=VALUE.")
    var value: [String]

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let encoded = try Failure.ofArguments {
            try ValueText.encode(value, of: characteristic.uuid, GATTContext())
        }
        if options.json {
            try Console.print(json: ["value": HexText.text(encoded.bytes)])
        } else {
            Console.print(HexText.text(encoded.bytes))
        }
    }
}
