internal import AccessoryBase
internal import BluetoothLE

/// A beacon module's firmware as a state machine: AT engine, parameters, advertisements, upgrade.
/// Inputs: writes to its characteristic and the time. Outputs: notifications. Times count from any
/// fixed moment.
package struct BeaconModuleCore: Sendable {
    package enum Action: Sendable, Hashable {
        case notify([UInt8])
        /// Restart the module.
        case restart
        /// This file replaced the firmware.
        case installed(DFUFile, restoredFactory: Bool)
        /// The upgrade failed; the old firmware is kept.
        case upgradeFailed(DFUUpgradeError)
    }

    /// How to treat a command.
    package enum Reaction: Sendable, Hashable {
        case perform
        /// Do not perform the command, and do not answer it.
        case ignore
        /// Answer with this text, with line ends, and do not perform the command.
        case answer(String)
        /// The parameters of the model.
    }

    package let configuration: BeaconConfiguration
    /// Called before each command, including the opening of the engine; nil: all are performed.
    package var react: (@Sendable (String) -> Reaction)?
    package private(set) var info: ModuleInfo
    /// Parameters by the module's keys, with the module's texts.
    package private(set) var values: [String: String]
    package private(set) var slots: [Int: BeaconSlot] = [:]
    /// The last installed file; nil: the original firmware.
    package private(set) var firmware: DFUFile?
    private let identity: [String: String]
    private let mac: [UInt8]
    private let login: (any ModuleLogin)?
    private var hasLoggedIn = false
    private var isOpen = false
    private var line: [UInt8] = []
    private var upgrade: XModemReceiver?
    private var restoresFactory = false
    private var queue: [Action] = []

    /// Largest accepted `.dfu` file in bytes.
    private static let upgradeLimit = 4 << 20

    /// - Parameters:
    ///   - configuration: The parameters of the model.
    ///   - info: The model and the versions.
    ///   - mac: Six bytes, in the printed order.
    ///   - bluetoothVersion: The answer to `AT+VERSION`.
    ///   - login: Requires the PIN from each host; nil: no login.
    package init(
        configuration: BeaconConfiguration,
        info: ModuleInfo,
        mac: [UInt8],
        bluetoothVersion: String = "5.1",
        login: (any ModuleLogin)? = nil
    ) {
        self.configuration = configuration
        self.info = info
        self.mac = mac
        self.login = login
        identity = [
            "MODEL": String(configuration.model),
            "MAC": Hexadecimal.text(mac, separator: ":", uppercase: true),
            "VERSION": bluetoothVersion,
        ]
        values = Self.factoryValues(configuration)
    }

    package var deadline: Duration? { upgrade?.deadline }

    /// Whether the host has logged in, or need not.
    package var isAuthenticated: Bool { login == nil || hasLoggedIn }

    /// Whether received bytes belong to an upgrade.
    package var isUpgrading: Bool { upgrade != nil }

    /// Sets a parameter by the module's key and text. Returns false if the value is out of range.
    @discardableResult
    package mutating func put(_ key: String, _ wire: String) -> Bool { set(key, wire) }

    package mutating func nextAction(at now: Duration) -> Action? {
        pump(at: now)
        return queue.isEmpty ? nil : queue.removeFirst()
    }

    /// Link loss: the engine closes, an upgrade ends.
    package mutating func disconnected() {
        (isOpen, hasLoggedIn) = (false, false)
        line = []
        if upgrade != nil { queue.append(.upgradeFailed(.disconnected)) }
        upgrade = nil
    }

    package mutating func receive(_ bytes: some Sequence<UInt8>, at now: Duration) {
        var rest = Array(bytes)[...]
        while let byte = rest.popFirst() {
            guard isAuthenticated else {
                check(byte)
                continue
            }
            if upgrade != nil {
                upgrade!.receive([byte] + rest, at: now)
                return pump(at: now)
            } else if isOpen {
                command(byte, at: now)
            } else {
                line = (line + [byte]).suffix(ATEngine.opening.utf8.count)
                if line.elementsEqual(ATEngine.opening.utf8) {
                    line = []
                    if shallPerform(ATEngine.opening) { open() }
                }
            }
        }
    }

    private mutating func open() {
        isOpen = true
        answer("Opened")
    }

    /// Handles a byte of a login.
    private mutating func check(_ byte: UInt8) {
        line = (line + [byte]).suffix(ATLineReader.limit)
        let pin = values["PIN"] ?? ""
        guard let verdict = login?.answer(to: line, pin: pin, mac: mac) else { return }
        line = []
        hasLoggedIn = verdict.isAuthenticated
        queue.append(.notify(verdict.answer))
    }

    private mutating func shallPerform(_ command: String) -> Bool {
        switch react?(command) ?? .perform {
        case .perform: return true
        case .ignore: return false
        case .answer(let text):
            answer(text)
            return false
        }
    }

    private mutating func command(_ byte: UInt8, at now: Duration) {
        guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
            if line.count <= ATLineReader.limit { line.append(byte) }
            // the engine may be opened again; an incomplete line before that is dropped
            if line.suffix(ATEngine.opening.utf8.count).elementsEqual(ATEngine.opening.utf8) {
                line = []
                if shallPerform(ATEngine.opening) { open() }
            }
            return
        }
        defer { line = [] }
        guard !line.isEmpty else { return }
        let text = String(decoding: line, as: UTF8.self)
        guard shallPerform(text) else { return }
        guard line.count <= ATLineReader.limit, text.hasPrefix("AT+") else {
            return answer("ERROR")
        }
        let parts = text.dropFirst(3).split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        perform(String(parts[0]), parts.count > 1 ? String(parts[1]) : nil, at: now)
    }

    private mutating func perform(_ key: String, _ value: String?, at now: Duration) {
        switch (key, value) {
        case ("REBOOT", nil):
            answer("OK")
            queue.append(.restart)
        case ("RESTORE", nil):
            restore()
            answer("OK")
        case ("OTA", "0"), ("OTA", "1"):
            restoresFactory = value == "1"
            answer(info.answer)
            upgrade = XModemReceiver(limit: Self.upgradeLimit, at: now)
        case ("BADVDATA", let value?): answer(putSlot(value) ? "OK" : "ERROR")
        case ("BADVDATA", nil):
            show("BADVDATA", slots.keys.sorted().map { "," + slots[$0]!.wire })
        case ("VER", nil): show(key, [String(info.version)])
        case (_, nil):
            guard let value = identity[key] ?? values[key] else { return answer("ERROR") }
            show(key, [value])
        case (_, let value?): answer(set(key, value) ? "OK" : "ERROR")
        }
    }

    private mutating func set(_ key: String, _ wire: String) -> Bool {
        guard let parameter = configuration.parameters.first(where: { $0.key == key }),
            let value = parameter.range.value(wire),
            (try? parameter.range.wire(value, name: parameter.name)) == wire
        else { return false }
        values[key] = wire
        return true
    }

    private mutating func putSlot(_ wire: String) -> Bool {
        guard let slot = BeaconSlot(wire: wire) else { return false }
        slots[slot.number] = slot
        return true
    }

    private mutating func restore() {
        values = Self.factoryValues(configuration)
        slots = [:]
    }

    private static func factoryValues(_ configuration: BeaconConfiguration) -> [String: String] {
        var values: [String: String] = [:]
        for parameter in configuration.parameters where parameter.range != .readOnly {
            let usual: ParameterValue =
                switch parameter.range {
                case .power(let powers): .decibels(powers[min(7, powers.count - 1)].decibels)
                case .burst: .burst(interval: 100, duration: 1000)
                case .flag: .flag(false)
                default: .text("")
                }
            let value = parameter.factoryValue ?? usual
            values[parameter.key] = try? parameter.range.wire(value, name: parameter.name)
        }
        return values
    }

    // MARK: Upgrade

    private mutating func pump(at now: Duration) {
        while let action = upgrade?.nextAction(at: now) {
            switch action {
            case .send(let bytes): queue.append(.notify(bytes))
            case .finished(let error): finishUpgrade(error)
            }
        }
    }

    private mutating func finishUpgrade(_ error: XModemError?) {
        let bytes = upgrade!.bytes
        upgrade = nil
        if let error { return queue.append(.upgradeFailed(.transfer(error))) }
        do throws(DFUError) {
            let file = try DFUFile(padded: bytes)
            try file.admit(on: info)
            info.bootloader = file.bootloader
            firmware = file
            if restoresFactory { restore() }
            isOpen = false
            queue.append(.installed(file, restoredFactory: restoresFactory))
        } catch {
            queue.append(.upgradeFailed(.refused(error)))
        }
    }

    // MARK: Answers

    private mutating func answer(_ text: String) {
        queue.append(.notify(Array("\r\n\(text)\r\n".utf8)))
    }

    private mutating func show(_ key: String, _ values: [String]) {
        let lines = values.map { "\r\n+\(key)=\($0)\r\n" }
        queue.append(.notify(Array((lines.joined() + "\r\nOK\r\n").utf8)))
    }
}

extension DFUFile {
    /// Decodes a file that is followed by the padding of its last packet.
    init(padded bytes: [UInt8]) throws(DFUError) {
        guard bytes.count >= Self.headerSize else { throw .truncated }
        let length = (6..<10).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
        try self.init(Array(bytes.prefix(Self.headerSize + length)))
    }
}
