internal import AccessoryLink
internal import Communication

/// Prints the events of a reader on standard output: data as text if it is text, otherwise in
/// hexadecimal digits; everything else in words.
struct ReaderDisplay: Sendable {
    private let options: CommonOptions
    private let isHex: Bool

    init(_ options: CommonOptions, isHex: Bool = false) {
        self.options = options
        self.isHex = isHex
    }

    func show(_ state: HostState) throws {
        try show(EventRecord(event: "state", state: state.rawValue), "state \(state.rawValue)")
    }

    func show(_ device: ReaderRecord) throws {
        try options.json ? Console.print(json: device) : Console.print(device.line)
    }

    /// Shows an answer, or a message of the device.
    func show(received bytes: [UInt8]) throws {
        let record = EventRecord(event: "received", bytes)
        try options.json ? Console.print(json: record) : Console.print(text(bytes))
    }

    /// Shows an event that is not the outcome of an exchange.
    func show(_ event: CommunicationEvent) throws {
        switch event {
        case .sent: try show(EventRecord(event: "sent"), "sent")
        case .progress(let message):
            try show(EventRecord(event: "progress", message), "reader reports: \(text(message))")
        case .disturbed(let error):
            try show(EventRecord(event: "disturbed", code: error.code), "disturbed: \(error)")
        case .dropped: try show(EventRecord(event: "dropped"), "dropped unrequested data")
        case .transport(let event):
            try show(EventRecord(event: "transport \(event)"), "transport: \(event)")
        case .received, .failed, .timedOut: break
        }
    }

    /// Shows an error.
    func show(_ error: any Error) throws {
        let failure = Failure(error)
        var record = EventRecord(event: "failed", code: failure.code)
        record.cause = failure.cause
        try options.json
            ? Console.print(json: record)
            : Console.print(
                "error" + (failure.code.map { " \($0)" } ?? "") + ": \(failure)"
            )
    }

    private func show(_ record: EventRecord, _ line: String) throws {
        if options.json {
            try Console.print(json: record)
        } else if !options.quiet {
            Console.print(line)
        }
    }

    private func text(_ bytes: [UInt8]) -> String {
        isHex ? HexText.text(bytes) : bytes.readable
    }
}

/// A discovered reader as JSON, and as a line.
struct ReaderRecord: Encodable, Hashable {
    let transport: String
    let name: String?
    let identifier: String?
    /// Whether it advertises one of the transport's serial profiles.
    let advertisesProfile: Bool
    /// True if the device was listed before with fewer properties.
    var update: Bool?

    /// The properties that identify a reader in all updates.
    struct Key: Hashable {
        let transport: String
        let identifier: String?
    }

    var key: Key { Key(transport: transport, identifier: identifier) }

    init(_ device: FoundDevice) {
        transport = device.transport.name
        name = device.name
        identifier = device.identifier
        advertisesProfile = device.advertisesProfile
    }

    var line: String {
        let start = update == true ? "update: \(transport)" : transport
        let parts = [start] + [identifier, name].compactMap { $0?.printable }
        return (parts + (!advertisesProfile ? ["(advertises no serial profile)"] : []))
            .joined(separator: "  ")
    }
}

/// An event as JSON.
private struct EventRecord: Encodable {
    let event: String
    var state: String?
    /// The data as text, if it is text.
    var text: String?
    var hex: String?
    var code: Int?
    var cause: String?

    init(event: String, state: String? = nil, code: Int? = nil) {
        self.event = event
        self.state = state
        self.code = code
    }

    init(event: String, _ bytes: [UInt8]) {
        self.event = event
        hex = HexText.text(bytes)
        text = bytes.isText ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
