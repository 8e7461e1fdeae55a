import AccessoryConcurrency
import Beacons
import BlueZ
import BluetoothLE
import Foundation

/// From a socket with HCI events through radio and central to the browser.
enum ReportWalk {
    private static let last = BluetoothAddress(value: 0xFFFF_FFFF_FFFF).value

    static func run(events: CInt, reports: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/walk-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let kernel = PlayedKernel()
        let radio = try await BlueZRadio(
            adapter: "hci0",
            control: kernel.control,
            events: events,
            options: BlueZRadio.Options { ($0.stateFolder, $0.runtimeFolder) = (folder, folder) }
        )
        let (first, end) = (Completion<Usage>(), Completion<Usage>())
        let browser = BeaconBrowser(
            Central(radio: radio),
            kind: .any,
            options: BrowserOptions(capacity: 16384),
            shouldAdd: { item in
                first.complete(.now)
                if item.id.value == Self.last { end.complete(.now) }
                return true
            }
        )
        try await browser.startScanning()
        send(events, [0], 1, 0)
        let spent = await end.cause() - first.cause()
        let received = await browser.peripheralItems.reduce(0) { $0 + $1.reportCount }
        let rate = Int(Double(received) / spent.wall)
        let cost = Int(spent.cpu * 1e9 / Double(received))
        print(
            "{\"reports\":\(received),\"lost\":\(reports - received),"
                + "\"reports_per_second\":\(rate),\"ns\":\(cost)}"
        )
        await browser.stopScanning()
    }
}
