import BluetoothLE

/// A radio that only scans, with the reports of a list.
final class ReportingRadio: Radio {
    let links = RadioLinks()
    let name = "reports"
    let address: BluetoothAddress? = nil
    let features = RadioFeatures()
    private let reports: [AdvertisementReport]

    init(_ reports: [AdvertisementReport]) {
        self.reports = reports
    }

    var states: AsyncStream<RadioState> {
        AsyncStream { continuation in
            continuation.yield(.poweredOn)
            continuation.finish()
        }
    }

    func setPower(_ isOn: Bool) async throws(RadioError) { throw .notSupported("reports only") }

    func scan(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
        AsyncThrowingStream { continuation in
            for report in reports { continuation.yield(report) }
        }
    }

    func advertise(
        _ parameters: AdvertisingParameters
    ) async throws(RadioError) -> any AdvertisingSet {
        throw .notSupported("reports only")
    }

    func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) async throws(RadioError) -> any RadioConnection {
        throw .notSupported("reports only")
    }

    func incomingConnections() async throws(RadioError)
        -> AsyncThrowingStream<any RadioConnection, any Error>
    {
        throw .notSupported("reports only")
    }

    func setPairingAgent(_ agent: PairingAgent?) async throws(RadioError) {}
    func bonds() async throws(RadioError) -> [BluetoothAddress] { [] }
    func removeBond(with address: BluetoothAddress) async throws(RadioError) {}
}
