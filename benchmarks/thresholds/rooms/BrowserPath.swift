import Beacons
import BluetoothLE

/// Advertising reports from the controller's events to the browser's list.
enum BrowserPath {
    private static let devices = 200
    private static let rounds = 10

    static func run() async {
        let browser = BeaconBrowser(kind: .any, options: BrowserOptions(capacity: devices))
        let events = (0..<devices).map(event)
        var time = Duration.zero
        await count("browsed", devices * rounds, "advertisement") {
            var decoder = AdvertisementReportDecoder()
            for _ in 0..<rounds {
                var reports: [AdvertisementReport] = []
                for event in events {
                    time += .microseconds(100)
                    decoder.decode(event: event.span, time: time) { reports.append($0) }
                }
                await browser.process(reports)
            }
        }
        let listed = await browser.count
        precondition(listed == devices)
    }

    /// HCI's event of a legacy report: an iBeacon, an Eddystone URL or a Ruuvi sensor.
    private static func event(of device: Int) -> [UInt8] {
        let kinds: [[UInt8]] = [
            [2, 1, 6, 26, 255, 76, 0, 2, 21] + [UInt8](0..<20) + [197],
            [2, 1, 6, 3, 3, 170, 254, 10, 22, 170, 254, 16, 235, 3] + Array("abc".utf8) + [7],
            [27, 255, 153, 4, 5, 18, 252, 83, 148, 195, 124, 0, 4, 255, 252, 4, 12, 172, 54, 66]
                + [0, 205, 203, 184, 51, 76, 136, 79],
        ]
        let data = kinds[device % kinds.count]
        let address = [UInt8(truncatingIfNeeded: device), UInt8(device >> 8), 0, 0, 0x5A, 0xC0]
        let report = [2, 1, 0, 1] + address + [UInt8(data.count)] + data + [196]
        return [0x3E, UInt8(report.count)] + report
    }
}
