internal import AccessorySimulators
internal import ArgumentParser
internal import BluetoothLE

/// Simulates a SensorTag.
struct SimulateSensorTag: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensortag",
        abstract: "Simulate a TI SensorTag (CC2541), until Ctrl-C.",
        discussion: """
            A sensor sends values to subscribers after its configuration is written. Prints one \
            line for each action of a central.
            """
    )

    @OptionGroup var adapter: AdapterOptions

    @Option(help: "Stop after this long, such as 10s; by default at Ctrl-C.")
    var duration: TimeSpan?

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let radio = try await adapter.radio()
        let tag = SensorTagSimulator(radio: radio)
        let events = tag.events
        try await tag.start()
        let advertising = PeripheralRecord(radio, name: tag.name)
        try advertising.show(options)
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await event in events {
                    try PeripheralRecord(event, advertising: advertising)?.show(options)
                }
            }
            group.addTask { await waitForEnd(after: duration?.duration) }
            group.addTask { try await whilePresent(radio) { await waitForEnd(after: nil) } }
            defer { group.cancelAll() }
            try await group.next()
        }
        await tag.stop()
        try Task.checkCancellation()
    }
}

extension PeripheralRecord {
    /// Nil for an event without a line.
    fileprivate init?(_ event: SensorTagSimulator.Event, advertising: PeripheralRecord) {
        switch event {
        case .peripheral(let event):
            guard let record = PeripheralRecord(event, advertising: advertising) else { return nil }
            self = record
        case .read(let characteristic, let central):
            self.init("read", central, characteristic, characteristic.value)
        case .written(let characteristic, let request):
            self.init(request, characteristic)
        }
    }
}
