internal import BluetoothLE
internal import BluetoothProfiles

/// The session of `accessory gatt DEVICE shell`: commands and notifications of one connection.
final class GattShell {
    /// What happens besides the typed lines.
    enum Event: Sendable {
        case value([UInt8], of: FoundAttribute, GATTContext)
        case connection(ConnectionState)
        case failed(String, Failure)
    }

    /// The commands.
    enum Word: String, CaseIterable {
        case tree, read, write, notify, stop, help, quit

        static let explanations = allCases.map(\.explanation).joined(separator: "\n")

        private var explanation: String {
            switch self {
            case .tree:
                "  tree                   list services, characteristics, descriptors and values"
            case .read: "  read ATTRIBUTE         read a value"
            case .write: "  write ATTRIBUTE VALUE  write hexadecimal digits, or words"
            case .notify:
                "  notify ATTRIBUTE       show notifications and indications as they arrive"
            case .stop: "  stop ATTRIBUTE         end notify"
            case .help: "  help                   list the commands"
            case .quit: "  quit                   disconnect and end the shell"
            }
        }
    }

    private let faults: FaultList
    private var peripheral: Peripheral { faults.peripheral }
    private let command: Gatt
    private let entry: AsyncStream<Event>.Continuation
    private let events: AsyncStream<Event>
    private var subscriptions: [UInt16: Task<Void, Never>] = [:]
    private var names: [String] = []

    init(_ faults: FaultList, _ command: Gatt) {
        (self.faults, self.command) = (faults, command)
        (events, entry) = AsyncStream.makeStream(of: Event.self)
    }

    /// Runs commands until quit or the end of the input.
    func run() async throws {
        let shell = Shell<Event>()
        names = try await attributeNames()
        shell.complete = { [names] in Self.completions(of: $0, names) }
        let states = peripheral.states
        let watch = Task { [entry] in
            for await state in states { entry.yield(.connection(state)) }
        }
        defer {
            watch.cancel()
            for task in subscriptions.values { task.cancel() }
        }
        try await shell.converse(events) { try await perform($0) }
    }

    private func perform(_ input: Shell<Event>.Input) async throws -> Bool {
        switch input {
        case .end: return false
        case .event(let event): try show(event)
        case .line(let line):
            defer { faults.show() }
            do {
                return try await perform(line)
            } catch let error where !(error is CancellationError) {
                report(Failure(whileConnected: error))
            }
        }
        return true
    }

    private func perform(_ line: String) async throws -> Bool {
        let words = Self.split(line)
        guard let first = words.first else { return true }
        guard let word = Word(rawValue: first) else {
            throw Failure(
                .usage,
                "there is no command '\(first.printable)'",
                nextStep: .advice(for: first, of: Word.allCases.map(\.rawValue), else: "type help")
            )
        }
        switch word {
        case .tree: try await GattTree(command, faults).show()
        case .help: Console.print(Word.explanations)
        case .quit: return false
        case .read:
            let found = try await attribute(words)
            let bytes = try await found.read()
            try command.show(bytes, of: found, try await found.context())
        case .write:
            let found = try await attribute(words)
            guard words.count > 2 else {
                throw Failure(.usage, "write needs a value", nextStep: "write ATTRIBUTE VALUE")
            }
            let value = Array(words.dropFirst(2))
            try await command.write(try command.bytes(value), value, to: found)
        case .notify: try await listen(to: try await attribute(words))
        case .stop:
            let found = try await attribute(words)
            guard let task = subscriptions.removeValue(forKey: found.handle) else {
                throw Failure(
                    .usage,
                    "\(words[1].printable) has no notify",
                    nextStep: "notify \(words[1].printable)"
                )
            }
            task.cancel()
        }
        return true
    }

    private func attribute(_ words: [String]) async throws -> FoundAttribute {
        guard words.count > 1, let name = AttributeName(argument: words[1]) else {
            throw Failure(
                .usage,
                "\(words[0]) needs an attribute",
                nextStep: "\(words[0]) UUID, handle or name; tree lists them"
            )
        }
        return try await name.find(faults, listedBy: "tree")
    }

    private func listen(to attribute: FoundAttribute) async throws {
        guard case .characteristic(let characteristic) = attribute else {
            throw CentralError.notifyNotSupported
        }
        guard subscriptions[attribute.handle] == nil else { return }
        let context = try await attribute.context()
        let values = try await characteristic.notifications()
        let title = Self.title(attribute)
        subscriptions[attribute.handle] = Task { [entry] in
            do {
                for try await value in values { entry.yield(.value(value, of: attribute, context)) }
            } catch {
                entry.yield(.failed(title, Failure(error)))
            }
        }
    }

    // MARK: Output

    private func show(_ event: Event) throws {
        switch event {
        case .value(let bytes, let attribute, let context):
            guard !command.options.json else {
                return try command.show(bytes, of: attribute, context)
            }
            let line = ValueText.line(bytes, of: attribute.uuid, context)
            Console.print("\(Self.title(attribute)): \(line)")
        case .connection(.connecting): break
        case .connection(let state): Console.note(state.text)
        case .failed(let name, let failure): report(failure.about(name))
        }
    }

    private func report(_ failure: Failure) { failure.report(asJSON: command.options.json) }

    private static func title(_ attribute: FoundAttribute) -> String {
        attribute.uuid.assignedName.map { "\(attribute.uuid) \($0)" } ?? "\(attribute.uuid)"
    }

    // MARK: Words

    /// The words of a line; double quotes keep spaces.
    static func split(_ line: String) -> [String] {
        var words: [String] = []
        var (word, isQuoted): (String?, Bool) = (nil, false)
        for character in line {
            switch character {
            case "\"":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted, "\t" where !isQuoted:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    private func attributeNames() async throws -> [String] {
        var names: [String] = []
        for characteristic in try await faults.allCharacteristics() {
            let name = characteristic.uuid.assignedName
            names += [
                name ?? characteristic.uuid.description, HexText.handle(characteristic.handle),
            ]
        }
        faults.show()
        return names
    }

    /// The lines that the typed part of a line may become: commands, then names and handles of attributes.
    static func completions(of line: String, _ names: [String]) -> [String] {
        guard let space = line.firstIndex(of: " ") else {
            return Word.allCases.map(\.rawValue).filter { $0.hasPrefix(line) }.map { $0 + " " }
        }
        let command = line[...space]
        let typed = line[line.index(after: space)...].drop { $0 == "\"" }.lowercased()
        return names.filter { $0.lowercased().hasPrefix(typed) }
            .map { command + ($0.contains(" ") ? "\"\($0)\" " : $0 + " ") }
    }
}

extension ConnectionState {
    /// The state in words.
    var text: String {
        switch self {
        case .connecting: "connecting"
        case .connected: "connected"
        case .disconnected: "disconnected"
        case .waiting(let delay):
            "not connected; next attempt in \(TimeSpan(delay).defaultValueDescription)"
        }
    }
}
