import CoreBluetooth
import Testing

/// The adapter that the environment names, in a process of its own for each test.
@Suite(.timeLimit(.minutes(5))) struct EnvironmentTests {
    /// Runs a central and a peripheral manager on the adapter until both report their state. Ends the
    /// process with 0 if both states are `unsupported`.
    private static func openManagers(on adapter: String) async -> Never {
        setenv("ACCESSORY_ADAPTER", adapter, 1)
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
        setenv("XDG_STATE_HOME", folder, 1)
        setenv("XDG_RUNTIME_DIR", folder, 1)
        let (watcher, strap) = (Watcher(), Strap())
        let central = CBCentralManager(delegate: watcher, queue: DispatchQueue(label: "watcher"))
        let peripheral = CBPeripheralManager(delegate: strap, queue: DispatchQueue(label: "strap"))
        let states =
            await watcher.log.wait(for: "state ") + strap.log.wait(for: "state ")
        let isUnsupported = [central.state, peripheral.state] == [.unsupported, .unsupported]
        try? FileManager.default.removeItem(atPath: folder)
        exit(isUnsupported && states == Array(repeating: "state unsupported", count: 2) ? 0 : 1)
    }

    /// The managers share one adapter, so the reason is written once.
    @Test("a missing adapter is named, once for all managers") func missing() async throws {
        let result = try await #require(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) { await EnvironmentTests.openManagers(on: "hci9998") }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self)
                .hasSuffix(
                    "[CoreBluetooth] there is no Bluetooth adapter hci9998; plug it in, or choose another\n"
                )
        )
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self)
                .components(separatedBy: "[CoreBluetooth]").count == 2
        )
    }

    @Test("the virtual air is missing") func virtual() async throws {
        let result = try await #require(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) { await EnvironmentTests.openManagers(on: "virtual") }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self)
                .contains("start the air that programs share: accessory air")
        )
    }
}
