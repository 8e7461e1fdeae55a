internal import AccessorySimulators
internal import ArgumentParser
internal import BluetoothLE

/// Simulates a TxRx device on an adapter.
struct SimulateTxRx: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "txrx",
        abstract: "Simulate a TxRx device on a Bluetooth adapter, until Ctrl-C.",
        discussion:
            "Answers each command with its own bytes, or with --answer. Prints one line per event."
    )

    /// A fault by name; `--delay` sets its duration.
    enum Fault: String, ExpressibleByArgument, CaseIterable {
        case silent, late, split, unacknowledged, refusing
    }

    @Option(help: "Kind of device.")
    var profile = TxRxProfileArgument.txrx

    @Option(help: "Name to advertise.")
    var name = "TxRx"

    @Option(help: "Text to answer every command with.")
    var answer: String?

    @Option(help: "Fault to simulate.")
    var fault: Fault?

    @Option(help: "Delay of an answer (late), or time between its parts (split).")
    var delay = Self.standardDelay

    private static let standardDelay = TimeSpan(.milliseconds(100))

    @Option(help: "Text to send as an event after each answer (zhaga).")
    var event: String?

    @Option(help: "Text to send without a request after each answer.")
    var unasked: String?

    @Option(help: "End after answering this many commands.")
    var count: Int?

    @OptionGroup var adapter: AdapterOptions
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard count ?? 1 > 0 else { throw ValidationError("--count must be at least 1") }
        guard event == nil || profile == .zhaga else {
            throw ValidationError("only the profile zhaga has events")
        }
        guard delay == Self.standardDelay || fault == .late || fault == .split else {
            throw ValidationError("--delay needs --fault late or split")
        }
    }

    func run() async throws {
        let fixed = answer.map { Array($0.utf8) }
        let radio = try await adapter.radio()
        let device = TxRxSimulator(profile.profile, radio: radio, name: name) { fixed ?? $0 }
        await device.misbehave(misbehaviour)
        let events = device.events
        try await device.start()
        try show("ready", nil)
        try await whilePresent(radio) {
            var answered = 0
            for await happening in events {
                switch happening {
                case .command(let bytes): try show("command", bytes)
                case .modeSet(let mode): try show("mode \(mode.rawValue)", nil)
                case .answered(let bytes):
                    try show("answered", bytes)
                    answered += 1
                    if let event { try await device.sendEvent(line(event)) }
                    if let unasked { try await device.send(line(unasked)) }
                }
                if answered == count { break }
            }
        }
        await device.stop()
        try Task.checkCancellation()
    }

    private func line(_ text: String) -> [UInt8] {
        Array(text.utf8) + profile.profile.terminator.bytes
    }

    var misbehaviour: TxRxFault? {
        switch fault {
        case .silent: .silent
        case .late: .late(delay.duration)
        case .split: .split(size: 4, gap: delay.duration)
        case .unacknowledged: .unacknowledged
        case .refusing: .refusing
        case nil: nil
        }
    }

    private func show(_ what: String, _ bytes: [UInt8]?) throws {
        if options.json {
            try Console.print(json: SimulationRecord(event: what, hex: bytes.map(HexText.text)))
        } else if !options.quiet {
            let text = bytes.map { bytes in
                // without the line end
                String(decoding: bytes.prefix { ![0, 0x0A, 0x0D].contains($0) }, as: UTF8.self)
                    .printable
            }
            Console.print(what + (text.map { ": " + $0 } ?? ""))
        }
    }
}

private struct SimulationRecord: Encodable {
    let event: String
    let hex: String?
}
