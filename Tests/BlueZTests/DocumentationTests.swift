import BlueZ
import BluetoothLE
import Testing

/// The examples of the module's article, verbatim.
@Suite struct DocumentationTests {
    private func hear() async throws {
        let radio = try await BlueZRadio("hci0")
        try await radio.setPower(true)
        for try await report in try await Central(radio: radio).scan() {
            print(report.address, report.rssi ?? 0)
        }
    }

    private func look() async throws {
        let survey = try await BluetoothSurvey()
        for adapter in survey.adapters { print(adapter.name, adapter.isPowered) }
        for right in survey.missingRights { print(right, "is missing") }
    }

    /// Both examples report a missing adapter. If there is one, only the first example runs, because the second
    /// would turn the adapter on.
    @Test func listsTheAdapters() async throws {
        do {
            try await look()
        } catch let error as RadioError {
            #expect(error == .noAdapter("bluetooth"))
            await #expect(throws: RadioError.noAdapter("hci0")) { try await hear() }
        }
    }
}
