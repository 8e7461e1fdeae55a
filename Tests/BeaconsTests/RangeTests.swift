import Beacons
import BluetoothLE
import Testing

/// Public calls with numbers at the ends of their ranges: they limit the number, and never trap.
@Suite struct RangeTests {
    private static let integers = [Int.min, -129, -1, 0, 1, 65_537, .max]
    private static let doubles = [
        Double.nan, -Double.infinity, -1, 0, .leastNonzeroMagnitude, 1, .greatestFiniteMagnitude,
        .infinity,
    ]
    private static let times: [Duration] = [
        .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(1), .seconds(Int64.max),
    ]

    @Test("a browser's capacity, lifetime and times", arguments: times)
    func browsers(_ lifetime: Duration) async throws {
        let address = try #require(BluetoothAddress("00:11:22:33:44:55"))
        for capacity in Self.integers.filter({ $0 <= 1 }) {
            let options = BrowserOptions(capacity: capacity, lifetime: lifetime)
            let browser = BeaconBrowser(kind: .any, options: options)
            for time in Self.times {
                await browser.process(AdvertisementReport(address: address, time: time, data: []))
                #expect(await browser.item(address) != nil)
            }
            await browser.expire(at: .seconds(Int64.min))
            #expect(await browser.item(address) != nil)
            await browser.clear()
            await browser.process(AdvertisementReport(address: address, data: []))
            await browser.expire(at: .seconds(Int64.max))
            #expect((await browser.item(address) == nil) == (lifetime < .seconds(Int64.max)))
        }
    }

    @Test("an RSSI and its estimates")
    func estimates() {
        for number in Self.integers {
            for time in Self.times {
                var mean = RSSISmoother(.trimmedMean(window: time))
                mean.add(number, at: time)
                mean.add(number, at: .zero)
                #expect(mean.value == Double(number))
                let limits = RegionMonitor.Limits(
                    enterRSSI: number,
                    stayRSSI: -127,
                    exitDelay: time
                )
                var monitor = RegionMonitor(limits: limits)
                monitor.add(BeaconRegion("hall", uuid: 0x180D))
                let beacon = IBeacon(uuid: 0x180D, major: 1, minor: 1, measuredPower: number)
                #expect(!monitor.process(beacon, rssi: number, at: time).isEmpty)
                #expect(monitor.advance(to: .seconds(Int64.min)).isEmpty)
                #expect(beacon.accuracy(rssi: number) != 0)
            }
        }
        for number in Self.doubles {
            var running = RSSISmoother(.arma(speed: number))
            running.add(.min, at: .zero)
            running.add(.max, at: .zero)
            #expect(running.value != nil)
            let zones = ProximityZones(immediate: number, near: number)
            #expect(zones.proximity(of: .nan) == zones.proximity(of: .nan))
            let model = DistanceModel.logarithmic(exponent: number)
            #expect(model.distance(measuredPower: .min, rssi: number)?.isNaN != true)
        }
    }
}
