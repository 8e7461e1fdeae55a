internal import BeaconCrypto
internal import BluetoothLE

/// A peripheral manager that prints the actions of centrals.
struct ServedPeripheral {
    private let manager: PeripheralManager
    private let name: String?
    let options: CommonOptions

    /// - Parameter stateFile: Preserves the state over restarts.
    init(
        _ radio: any Radio,
        name: String?,
        appearance: UInt16 = 0,
        stateFile: String? = nil,
        options: CommonOptions
    ) {
        manager = PeripheralManager(
            radio: radio,
            options: PeripheralManager.Options {
                $0.deviceName = name ?? "accessory"
                $0.appearance = appearance
                $0.databaseHash = PeripheralManager.aesDatabaseHash
                $0.stateFile = stateFile
                $0.resumesAdvertising = true
            }
        )
        self.name = name
        self.options = options
    }

    /// Serves until the duration has passed, the adapter is gone or the task is cancelled.
    ///
    /// - Parameters:
    ///   - services: The services to add, unless a restored state has its own.
    ///   - work: Runs with the added services while they are served; cancelled at the end.
    func serve(
        _ services: [MutableService],
        advertising uuids: [BluetoothUUID],
        for duration: Duration?,
        _ work: @escaping @Sendable ([MutableCharacteristic]) async throws -> Void = { _ in
            await waitForEnd(after: nil)
        }
    ) async throws {
        let advertised = try await manager.whenStateRestored()
        if manager.services.isEmpty {
            for service in services { try await manager.add(service) }
        }
        let characteristics = manager.services.flatMap(\.characteristics)
        for characteristic in characteristics { reportReads(of: characteristic) }
        let events = manager.events
        let radio = manager.radio
        let start = PeripheralRecord(radio, name: name)
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await event in events {
                    try PeripheralRecord(event, advertising: start)?.show(options)
                }
            }
            for characteristic in characteristics where characteristic.properties.canBeWritten {
                let requests = try characteristic.startRespondingToWriteRequests()
                group.addTask { try await answer(requests, to: characteristic) }
            }
            if advertised == nil { try await manager.startAdvertising(name: name, uuids: uuids) }
            try start.show(options)
            group.addTask { await waitForEnd(after: duration) }
            group.addTask { try await whilePresent(radio) { try await work(characteristics) } }
            defer { group.cancelAll() }
            try await group.next()
        }
        await manager.reset()
        try Task.checkCancellation()
    }

    private func reportReads(of characteristic: MutableCharacteristic) {
        characteristic.readHandler = { [weak characteristic, options] central in
            guard let characteristic else { throw ATTError.unlikely }
            try PeripheralRecord("read", central, characteristic, characteristic.value)
                .show(options)
            return characteristic.value
        }
    }

    /// Accepts writes, and sends them to subscribers.
    private func answer(
        _ requests: AsyncStream<WriteRequest>,
        to characteristic: MutableCharacteristic
    ) async throws {
        for await request in requests {
            characteristic.respond(to: request)
            try PeripheralRecord(request, characteristic).show(options)
            if !characteristic.subscribers.isEmpty {
                try characteristic.update(characteristic.value)
            }
        }
    }
}

/// One event of the server.
struct PeripheralRecord: Encodable, Sendable {
    let event: String
    private(set) var adapter: String?
    private(set) var address: String?
    private(set) var central: String?
    private(set) var uuid: String?
    private(set) var name: String?
    private(set) var value: String?
    private(set) var text: String?
    private(set) var offset: Int?
    private(set) var withResponse: Bool?
    private(set) var subscription: String?
    private(set) var security: String?
    private(set) var reason: String?

    /// The record for the start of advertising.
    init(_ radio: any Radio, name: String?) {
        event = "advertising"
        adapter = radio.name
        address = radio.address?.description
        self.name = name
    }

    init(
        _ event: String,
        _ central: RemoteCentral? = nil,
        _ characteristic: MutableCharacteristic,
        _ bytes: [UInt8]
    ) {
        self.event = event
        self.central = central?.address.description
        uuid = characteristic.uuid.description
        name = characteristic.uuid.assignedName
        value = HexText.text(bytes)
        text = HexText.words(bytes)
    }

    init(_ request: WriteRequest, _ characteristic: MutableCharacteristic) {
        self.init("write", request.central, characteristic, request.value)
        offset = request.offset == 0 ? nil : request.offset
        withResponse = request.needsResponse
    }

    /// Nil for an event without a line.
    ///
    /// - Parameter advertising: The record for the start of advertising.
    init?(_ event: PeripheralEvent, advertising: PeripheralRecord) {
        switch event {
        case .connected(let central):
            self.event = "connected"
            self.central = central.address.description
        case .disconnected(let central, let reason):
            self.event = "disconnected"
            self.central = central.address.description
            self.reason = reason?.description
        case .securityChanged(let central):
            // a link starts unencrypted, which needs no line
            guard central.security != .none else { return nil }
            self.event = "security"
            self.central = central.address.description
            security = "\(central.security)"
        case .saveFailed(let error):
            self.event = "failed"
            reason = error.description
        case .advertisingStopped(let error):
            self.event = "stopped advertising"
            reason = error.description
        case .advertisingResumed:
            self = advertising
        case .subscribed(let central, let characteristic, let subscription):
            self.event = subscription.isEmpty ? "unsubscribed" : "subscribed"
            self.central = central.address.description
            uuid = characteristic.uuid.description
            name = characteristic.uuid.assignedName
            let words = [
                subscription.contains(.notifications) ? "notify" : nil,
                subscription.contains(.indications) ? "indicate" : nil,
            ]
            self.subscription =
                subscription.isEmpty
                ? nil : words.compactMap(\.self).joined(separator: ", ")
        }
    }

    func show(_ options: CommonOptions) throws {
        if options.json { try Console.print(json: self) } else { Console.print(line) }
    }

    private var line: String {
        let what = [uuid, name].compactMap(\.self).joined(separator: " ")
        let parts: [String?] = [
            event, what.isEmpty ? nil : what, address.map { "as \($0)" },
            adapter.map { "on \($0)" },
            central.map { "by \($0)" }, offset.map { "at \($0)" },
        ]
        let detail =
            value.map { $0 + (text.map { "  \"\($0)\"" } ?? "") } ?? subscription ?? security
            ?? reason
        return
            (parts.compactMap(\.self).joined(separator: " ") + (detail.map { ": \($0)" } ?? ""))
            .printable
    }
}

extension CharacteristicProperties {
    fileprivate var canBeWritten: Bool { !isDisjoint(with: [.write, .writeWithoutResponse]) }
}
