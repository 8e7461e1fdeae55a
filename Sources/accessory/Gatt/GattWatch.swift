internal import BluetoothLE
internal import BluetoothProfiles

/// The session of `accessory gatt DEVICE watch`: the device's values as they change, in place on a terminal, else a line for
/// each value.
final class GattWatch {
    private enum Event: Sendable {
        case keys([UInt8])
        case value([UInt8], of: UInt16)
        case failed(String, of: UInt16)
        case connection(ConnectionState)
        case end
    }

    private static let help =
        "↑ ↓ select  r read  w write  n notify on/off  Enter details  q quit"

    private let faults: FaultList
    private let command: Gatt
    private let entry: AsyncStream<Event>.Continuation
    private let events: AsyncStream<Event>
    private var table = WatchTable(sections: [])
    private var attributes: [UInt16: FoundAttribute] = [:]
    private var subscriptions: [UInt16: Task<Void, Never>] = [:]

    // on a terminal
    private var screen: LiveScreen?
    private var keys = ScanKeys(letters: ["r", "w", "n"])
    private var showsDetails = false
    /// The value being typed.
    private var editor: LineEditor?
    private var message = ""

    init(_ faults: FaultList, _ command: Gatt) {
        (self.faults, self.command) = (faults, command)
        (events, entry) = AsyncStream.makeStream(of: Event.self)
    }

    /// Shows values until q, the end of --duration, or --count values.
    func run() async throws {
        let terminal = Console.isTerminal && !command.options.json ? Terminal() : nil
        if terminal != nil { screen = LiveScreen() }
        let sources = sources(readsKeys: terminal != nil)
        defer {
            for task in sources + subscriptions.values { task.cancel() }
            withExtendedLifetime(terminal) {}
        }
        try await faults.peripheral.whileServicesChange { try await list() }
        for value in table.values where value.canNotify { await subscribe(value) }
        faults.show()
        draw()
        var left = command.count ?? .max
        for await event in events {
            if case .value = event { left -= 1 }
            guard try await handle(event), left > 0 else { return }
        }
        throw CancellationError()
    }

    private func sources(readsKeys: Bool) -> [Task<Void, Never>] {
        let states = faults.peripheral.states
        var sources = [
            Task { [entry] in for await state in states { entry.yield(.connection(state)) } }
        ]
        if readsKeys {
            sources.append(
                Task { [entry] in
                    for await keys in StandardInput.bytes() { entry.yield(.keys(keys)) }
                }
            )
        }
        if let duration = command.duration?.duration {
            sources.append(
                Task { [entry] in
                    try? await Task.sleep(for: duration)
                    entry.yield(.end)
                }
            )
        }
        return sources
    }

    /// Lists the characteristics and reads those that can be read.
    private func list() async throws {
        table.sections = []
        for service in try await faults.allServices() {
            let title = service.uuid.assignedName ?? service.uuid.description
            table.sections.append(WatchTable.Section(title: title, values: []))
            for characteristic in try await faults.skipping(
                service,
                { try await $0.characteristics() }
            ) {
                let found = FoundAttribute.characteristic(characteristic)
                let value = WatchedValue(
                    characteristic.uuid,
                    handle: characteristic.handle,
                    characteristic.properties,
                    try await found.context()
                )
                attributes[value.handle] = found
                table.sections[table.sections.count - 1].values.append(value)
                if value.properties.contains(.read) { try await read(value) }
            }
        }
    }

    private func handle(_ event: Event) async throws -> Bool {
        switch event {
        case .end: return false
        case .keys(let bytes): return try await type(bytes)
        case .value(let bytes, let handle): try take(bytes, of: handle)
        case .failed(let cause, let handle):
            table.update(handle) { ($0.isSubscribed, $0.error) = (false, cause) }
            subscriptions[handle] = nil
            tell("\(title(handle)): \(cause)")
        case .connection(let state): tell(state)
        }
        if screen?.isDue ?? false { draw() }
        return true
    }

    // MARK: Operations

    private func read(_ value: WatchedValue) async throws {
        guard let found = attributes[value.handle] else { return }
        do {
            try take(try await found.read(), of: value.handle)
        } catch let error as GATTError {
            table.update(value.handle) { $0.error = error.cause }
        }
    }

    private func subscribe(_ value: WatchedValue) async {
        guard case .characteristic(let characteristic)? = attributes[value.handle] else { return }
        do {
            let values = try await characteristic.notifications()
            table.update(value.handle) { $0.isSubscribed = true }
            let handle = value.handle
            subscriptions[handle] = Task { [entry] in
                do {
                    for try await bytes in values { entry.yield(.value(bytes, of: handle)) }
                } catch {
                    entry.yield(.failed(Failure(error).cause, of: handle))
                }
            }
        } catch {
            table.update(value.handle) { $0.error = Failure(error).cause }
            tell("\(value.title): \(Failure(error).cause)")
        }
    }

    private func toggle(_ value: WatchedValue) async {
        guard let task = subscriptions.removeValue(forKey: value.handle) else {
            return await subscribe(value)
        }
        task.cancel()
        table.update(value.handle) { $0.isSubscribed = false }
    }

    private func write(_ line: String) async {
        guard let value = table.selectedValue, let found = attributes[value.handle] else { return }
        let words = GattShell.split(line)
        guard !words.isEmpty else { return }
        do {
            try await command.write(try command.bytes(words), words, to: found)
            message = "written: \(line)"
            if value.properties.contains(.read) { try await read(value) }
        } catch {
            explain(error)
        }
    }

    /// Reads again: a device that does not answer does not end the view.
    private func reread(_ value: WatchedValue) async {
        do {
            try await read(value)
        } catch {
            explain(error)
        }
    }

    private func explain(_ error: any Error) {
        let failure = Failure(whileConnected: error)
        message = [failure.cause, failure.nextStep].compactMap(\.self).joined(separator: "; ")
    }

    // MARK: Keys

    private func type(_ bytes: [UInt8]) async throws -> Bool {
        defer { draw() }
        // what follows a w in the same read is the value
        var rest = bytes[...]
        while !rest.isEmpty {
            if editor != nil {
                await edit(&rest)
            } else if let key = keys.next(of: &rest) {
                guard try await press(key) else { return false }
            }
        }
        return true
    }

    /// Types the next byte into the value, which Escape and Ctrl-D abandon.
    private func edit(_ bytes: inout ArraySlice<UInt8>) async {
        let isEscape = bytes == [0x1B]
        switch editor?.type(bytes.removeFirst()) {
        case .line(let line):
            editor = nil
            await write(line)
        case .end: editor = nil
        case .redraw, nil: if isEscape { editor = nil }
        }
    }

    private func press(_ key: ScanKeys.Key) async throws -> Bool {
        message = ""
        switch (key, table.selectedValue) {
        case (.up, _): table.move(by: -1)
        case (.down, _): table.move(by: 1)
        case (.enter, _): showsDetails.toggle()
        case (.back, _) where showsDetails: showsDetails = false
        case (.back, _): return false
        case (.letter("r"), let value?): await reread(value)
        case (.letter("n"), let value?): await toggle(value)
        case (.letter("w"), _?): editor = LineEditor()
        case (.letter, _): break
        }
        return true
    }

    // MARK: Output

    private func take(_ bytes: [UInt8], of handle: UInt16) throws {
        table.update(handle) { $0.take(bytes) }
        guard screen == nil, let found = attributes[handle],
            let value = table.values.first(where: { $0.handle == handle })
        else { return }
        if command.options.json {
            try command.show(bytes, of: found, value.context)
        } else {
            Console.print("\(value.title): \(value.text.printable)")
        }
    }

    private func tell(_ state: ConnectionState) {
        switch state {
        case .connected: message = ""
        case .connecting: break
        case .waiting, .disconnected: tell(state.text)
        }
    }

    private func tell(_ text: String) {
        message = text
        if screen == nil { Console.note(text.printable) }
    }

    private func title(_ handle: UInt16) -> String {
        table.values.first { $0.handle == handle }?.title ?? HexText.handle(handle)
    }

    private func draw() {
        guard screen != nil else { return }
        let size = LiveScreen.size
        let body =
            if showsDetails, let value = table.selectedValue {
                value.details(width: size.columns - 1)
            } else { table.lines((size.columns, size.rows - 3)) }
        let last =
            editor.map { Self.line($0, size.columns - 1) }
            ?? Columns.cut(message.isEmpty ? Self.help : message.printable, size.columns - 1)
        screen?.draw(Array(body.prefix(size.rows - 3)) + [last])
    }

    /// The line being typed, with the cursor in inverse colours.
    private static func line(_ editor: LineEditor, _ width: Int) -> String {
        let prompt = Array("write: ")
        let text = prompt + editor.text + [" "]
        let place = prompt.count + editor.cursor
        let first = max(0, place - width + 1)
        let rest = String(text[(place + 1)...])
        return String(text[first..<place]) + "\u{1B}[7m\(text[place])\u{1B}[0m"
            + Columns.cut(rest, width - (place - first) - 1)
    }
}
