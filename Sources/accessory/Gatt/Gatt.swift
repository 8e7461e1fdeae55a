internal import ArgumentParser
internal import BluetoothLE

/// `accessory gatt`
struct Gatt: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gatt",
        abstract: "Read and write a device's attributes.",
        discussion: """
            tree (the default) lists services, characteristics, descriptors and values; read \
            ATTRIBUTE prints a value; write ATTRIBUTE VALUE writes one; notify ATTRIBUTE prints \
            notifications and indications. ATTRIBUTE is a UUID (2A19), a handle (0x0003) or an \
            assigned name ("Battery Level"). Values are hexadecimal digits, or text with --text.
            """
    )

    /// The operation on the attributes.
    enum Operation: String, ExpressibleByArgument, CaseIterable {
        case tree, read, write, notify
    }

    @OptionGroup var target: PeripheralTarget

    @Argument(help: "Operation.")
    var operation = Operation.tree

    @Argument(help: "UUID, handle (0x0003) or assigned name of a characteristic or descriptor.")
    var attribute: AttributeName?

    @Argument(help: "The value to write, or - for the bytes of standard input.")
    var value: String?

    @Flag(help: "Values are text.")
    var text = false

    @Flag(help: "Write without response.")
    var withoutResponse = false

    @Flag(help: "Show the tree without values.")
    var noValues = false

    @Option(help: "End after this many notifications.")
    var count: Int?

    @Option(help: "Receive notifications for this long, such as 10s.")
    var duration: TimeSpan?

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard (attribute == nil) == (operation == .tree) else {
            throw ValidationError(
                operation == .tree
                    ? "tree takes no attribute."
                    : "Name the attribute to \(operation.rawValue): a UUID, a handle or an assigned name."
            )
        }
        guard (value == nil) == (operation != .write) else {
            throw ValidationError(
                operation == .write
                    ? "Give the value to write." : "\(operation.rawValue) takes no value."
            )
        }
        guard count ?? 1 > 0 else { throw ValidationError("--count must be at least 1.") }
    }

    func run() async throws {
        // before any access to the device
        let bytes = try value.map(bytes)
        try await target.connected { peripheral in
            let faults = FaultList(peripheral)
            defer { faults.show() }
            guard let attribute else { return try await GattTree(self, faults).show() }
            switch operation {
            case .write:
                try await peripheral.whileServicesChange {
                    try await write(bytes ?? [], to: try await attribute.find(faults))
                }
            case .notify:
                let (found, values) = try await peripheral.whileServicesChange {
                    let found = try await attribute.find(faults)
                    return (found, try await subscribe(to: found))
                }
                faults.show()
                try await listen(to: values, of: found)
            case .read, .tree:
                let (found, value) = try await peripheral.whileServicesChange {
                    let found = try await attribute.find(faults)
                    return (found, try await found.read())
                }
                try show(value, of: found)
            }
        }
    }

    private func bytes(_ value: String) throws -> [UInt8] {
        if value == "-" { return try InputFile("-").readAll(limit: 512) }
        return text ? Array(value.utf8) : try HexText.bytes(value, name: "the value") ?? []
    }

    private func write(_ bytes: [UInt8], to attribute: FoundAttribute) async throws {
        switch attribute {
        case .characteristic(let characteristic) where withoutResponse:
            try await characteristic.writeWithoutResponse(bytes)
        case .characteristic(let characteristic):
            let properties = characteristic.properties
            guard properties.contains(.write) || !properties.contains(.writeWithoutResponse) else {
                throw Failure(
                    .deviceError,
                    "the characteristic takes only writes without response",
                    nextStep: "add --without-response"
                )
            }
            try await characteristic.write(bytes)
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
        if options.json { try Console.print(json: ValueRecord(attribute, bytes)) }
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
        of attribute: FoundAttribute
    ) async throws {
        let isComplete = try await withThrowingTaskGroup { group in
            group.addTask {
                var left = count ?? .max
                for try await value in values {
                    try show(value, of: attribute)
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

    private func show(_ value: [UInt8], of attribute: FoundAttribute) throws {
        guard !options.json else {
            return try Console.print(json: ValueRecord(attribute, value))
        }
        Console.print(
            text ? String(decoding: value, as: UTF8.self).printable : HexText.text(value)
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

    init(_ attribute: FoundAttribute, _ bytes: [UInt8]) {
        uuid = attribute.uuid.description
        name = attribute.uuid.assignedName
        handle = attribute.handle
        value = HexText.text(bytes)
        text = HexText.words(bytes)
    }
}
