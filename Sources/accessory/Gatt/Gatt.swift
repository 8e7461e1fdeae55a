internal import ArgumentParser
internal import BluetoothLE
internal import BluetoothProfiles

/// `accessory gatt`
struct GattCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gatt",
        abstract: "Read and write a device's attributes; decode and encode values.",
        discussion: """
            accessory gatt DEVICE is short for accessory gatt device DEVICE. A device whose name is a \
            command is chosen by its address.
            """,
        subcommands: [Gatt.self, GattDecode.self, GattEncode.self],
        defaultSubcommand: Gatt.self
    )
}

/// `accessory gatt device`
struct Gatt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Read and write a device's attributes.",
        discussion: """
            tree (the default) lists services, characteristics, descriptors and values; read \
            ATTRIBUTE prints a value; write ATTRIBUTE VALUE writes one; notify ATTRIBUTE prints \
            notifications and indications; save FILE writes services and values to a file for accessory \
            peripheral; shell keeps the connection open for many operations; watch shows all values as they change. ATTRIBUTE is a UUID (2A19), a handle (0x0003) or an \
            assigned name ("Battery Level"). VALUE is hexadecimal digits; text with --text; or, for \
            a standard characteristic, words such as high, "50 %" or now, or fields as NAME=VALUE.
            """
    )

    /// The operation on the attributes.
    enum Operation: String, ExpressibleByArgument, CaseIterable {
        case tree, read, write, notify, save, shell, watch

        /// The argument after it; nil if there is none.
        var subject: String? {
            switch self {
            case .tree, .shell, .watch: nil
            case .read, .write, .notify: "attribute"
            case .save: "file"
            }
        }

        /// Whether it goes on when a lost link is established again.
        var isLong: Bool { self == .shell || self == .watch }
    }

    @OptionGroup var target: PeripheralTarget

    @Argument(help: "Operation.")
    var operation = Operation.tree

    @Argument(
        help: ArgumentHelp(
            "UUID, handle (0x0003) or assigned name of a characteristic or descriptor; the file of save.",
            valueName: "attribute"
        )
    )
    var subject: String?

    @Argument(help: "The value to write, or - for the bytes of standard input.")
    var value: [String] = []

    @Flag(help: "Values are text.")
    var text = false

    @Flag(help: "Write without response; the default if the characteristic takes no other writes.")
    var withoutResponse = false

    @Flag(help: "Show the tree without values.")
    var noValues = false

    @Option(help: "End after this many notifications.")
    var count: Int?

    @Option(help: "Receive notifications for this long, such as 10s.")
    var duration: TimeSpan?

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard (subject == nil) == (operation.subject == nil) else {
            throw ValidationError(
                operation.subject.map { "Name the \($0) to \(operation.rawValue)." }
                    ?? "\(operation.rawValue) takes no attribute."
            )
        }
        guard operation == .save || subject == nil || attribute != nil else {
            throw ValidationError("'\(subject ?? "")' is invalid as an attribute.")
        }
        guard value.isEmpty == (operation != .write) else {
            throw ValidationError(
                operation == .write
                    ? "Give the value to write." : "\(operation.rawValue) takes no value."
            )
        }
        guard value.count < 2 || !text && value.allSatisfy({ $0.contains("=") }) else {
            throw ValidationError("Give one value, or fields as NAME=VALUE.")
        }
        guard count ?? 1 > 0 else { throw ValidationError("--count must be at least 1.") }
    }

    private var attribute: AttributeName? { subject.flatMap(AttributeName.init(argument:)) }

    func run() async throws {
        // before any access to the device
        let bytes = try bytes(value) ?? encodedBytes()
        try await target.connected(reconnect: operation.isLong ? .backoff : .never) {
            peripheral in
            let faults = FaultList(peripheral)
            defer { faults.show() }
            switch operation {
            case .save: try await save(faults, to: subject ?? "-")
            case .shell: try await GattShell(faults, self).run()
            case .watch: try await GattWatch(faults, self).run()
            case .tree: try await GattTree(self, faults).show()
            case .write: try await write(bytes, faults)
            case .notify: try await listen(faults)
            case .read: try await read(faults)
            }
        }
    }

    /// Finds the attribute and does `work` with it, again when the device's services change meanwhile.
    private func use<Result>(
        _ faults: FaultList,
        _ work: (FoundAttribute) async throws -> Result
    ) async throws -> Result {
        guard let attribute else { throw ValidationError("Name the attribute.") }
        return try await faults.peripheral.whileServicesChange {
            try await work(try await attribute.find(faults))
        }
    }

    private func read(_ faults: FaultList) async throws {
        try await use(faults) { found in
            try show(try await found.read(), of: found, try await context(of: found))
        }
    }

    private func write(_ bytes: [UInt8]?, _ faults: FaultList) async throws {
        try await use(faults) { try await write(bytes, value, to: $0) }
    }

    private func listen(_ faults: FaultList) async throws {
        let subscription = try await use(faults) { found in
            let values = try await subscribe(to: found)
            return Subscription(found: found, values: values, context: try await context(of: found))
        }
        faults.show()
        try await listen(to: subscription.values, of: subscription.found, subscription.context)
    }

    private func context(of attribute: FoundAttribute) async throws -> GATTContext {
        text ? GATTContext() : try await attribute.context()
    }

    /// The bytes of words for a standard characteristic; nil for others.
    private func encodedBytes() throws -> [UInt8]? {
        guard operation == .write, let uuid = subject.flatMap(CharacteristicName.init)?.uuid,
            !GATTValue.fieldNames(of: uuid).isEmpty
        else { return nil }
        return try Failure.ofArguments {
            try ValueText.encode(value, of: uuid, GATTContext()).bytes
        }
    }

    /// The bytes to write; nil if only the characteristic's fields tell what the words mean.
    func bytes(_ value: [String]) throws -> [UInt8]? {
        guard value.count == 1 else { return nil }
        if value[0] == "-" { return try InputFile("-").readAll(limit: 512) }
        if text { return Array(value[0].utf8) }
        return ValueText.isHexadecimal(value[0])
            ? try Failure.ofArguments { try HexText.bytes(value[0], name: "the value") ?? [] } : nil
    }

    private func save(_ faults: FaultList, to path: String) async throws {
        let device = try await SavedDevice(faults)
        let file = try OutputFile(path)
        try file.write(json: device)
        try file.commit()
        guard !OutputFile.isStandardOutput(path), !options.quiet else { return }
        if options.json {
            try Console.print(json: ["services": device.serviceCount])
        } else {
            Console.print("saved \(device.serviceCount) services")
        }
    }

    /// - Parameter words: What is encoded if there are no bytes.
    func write(_ bytes: [UInt8]?, _ words: [String], to attribute: FoundAttribute) async throws {
        let context =
            bytes == nil || options.json ? try await attribute.context() : GATTContext()
        let bytes =
            if let bytes { bytes } else {
                try Failure.ofArguments {
                    try ValueText.encode(words, of: attribute.uuid, context).bytes
                }
            }
        switch attribute {
        case .characteristic(let characteristic):
            let properties = characteristic.properties
            let hasNoOther =
                !properties.contains(.write) && properties.contains(.writeWithoutResponse)
            if withoutResponse || hasNoOther {
                try await characteristic.writeWithoutResponse(bytes)
            } else {
                try await characteristic.write(bytes)
            }
        case .descriptor(let descriptor):
            guard !withoutResponse else {
                throw Failure(
                    .usage,
                    "descriptors cannot be written without a response",
                    nextStep: "omit --without-response"
                )
            }
            try await descriptor.write(bytes)
        }
        if options.json { try Console.print(json: ValueRecord(attribute, bytes, context)) }
    }

    private struct Subscription {
        let found: FoundAttribute
        let values: AsyncThrowingStream<[UInt8], any Error>
        let context: GATTContext
    }

    private func subscribe(
        to attribute: FoundAttribute
    ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        guard case .characteristic(let characteristic) = attribute else {
            throw CentralError.notifyNotSupported
        }
        return try await characteristic.notifications()
    }

    private func listen(
        to values: AsyncThrowingStream<[UInt8], any Error>,
        of attribute: FoundAttribute,
        _ context: GATTContext
    ) async throws {
        let isComplete = try await withThrowingTaskGroup { group in
            group.addTask {
                var left = count ?? .max
                for try await value in values {
                    try show(value, of: attribute, context)
                    left -= 1
                    if left == 0 { return true }
                }
                return false
            }
            if let duration {
                group.addTask {
                    try await Task.sleep(for: duration.duration)
                    return count == nil
                }
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        try Task.checkCancellation()
        guard isComplete else {
            throw Failure(
                .timeout,
                "fewer notifications arrived than --count",
                nextStep: "increase --duration"
            )
        }
    }

    func show(
        _ value: [UInt8],
        of attribute: FoundAttribute,
        _ context: GATTContext
    ) throws {
        guard !options.json else {
            return try Console.print(json: ValueRecord(attribute, value, context))
        }
        Console.print(
            text
                ? String(decoding: value, as: UTF8.self).printable
                : ValueText.line(value, of: attribute.uuid, context)
        )
    }
}

/// The value of an attribute as JSON.
private struct ValueRecord: Encodable {
    let uuid: String
    let name: String?
    let handle: UInt16
    let value: String
    let text: String?
    let fields: [FieldRecord]?

    init(_ attribute: FoundAttribute, _ bytes: [UInt8], _ context: GATTContext) {
        uuid = attribute.uuid.description
        name = attribute.uuid.assignedName
        handle = attribute.handle
        value = HexText.text(bytes)
        text = HexText.words(bytes)
        fields = FieldRecord.list(bytes, of: attribute.uuid, context)
    }
}
