import Beacons
import Testing

@Suite struct EstimateTests {
    @Test func zonesHaveTheirEdges() {
        let zones = ProximityZones.default
        #expect(zones.proximity(of: nil) == .unknown && zones.proximity(of: -1) == .unknown)
        #expect(zones.proximity(of: 0) == .immediate && zones.proximity(of: 0.499) == .immediate)
        #expect(zones.proximity(of: 0.5) == .near && zones.proximity(of: 4) == .near)
        #expect(zones.proximity(of: 4.001) == .far)
        #expect(ProximityZones(immediate: 1, near: 3).proximity(of: 3.5) == .far)
        let beacon = IBeacon(uuid: 1, major: 1, minor: 1, measuredPower: -59)
        #expect(beacon.accuracy(rssi: nil) == -1 && beacon.proximity(rssi: nil) == .unknown)
        #expect(beacon.proximity(rssi: -40) == .immediate && beacon.proximity(rssi: -90) == .far)
    }

    @Test func smoothingIgnoresTheWild() throws {
        var mean = RSSISmoother()
        #expect(mean.value == nil)
        for second in 0..<10 { mean.add(second == 4 ? -20 : -60, at: .seconds(second)) }
        #expect(mean.value == -60)
        mean.add(-80, at: .seconds(100))
        #expect(mean.value == -80)

        var arma = RSSISmoother(.arma(speed: 0.1))
        arma.add(-60, at: .zero)
        arma.add(-70, at: .zero)
        #expect(abs(try #require(arma.value) + 61) < 1e-9)
    }

    @Test func regionsAreEnteredAndLeftWithHysteresis() {
        let shop = BeaconRegion("shop", uuid: 1)
        let till = BeaconRegion("till", uuid: 1, major: 2, minor: 3)
        var monitor = RegionMonitor(
            limits: .init(enterRSSI: -70, stayRSSI: -85, exitDelay: .seconds(5))
        )
        monitor.add(shop)
        monitor.add(till)
        let door = IBeacon(uuid: 1, major: 2, minor: 1)
        #expect(monitor.hear(door, rssi: -80, at: .seconds(0)) == [])
        #expect(monitor.hear(door, rssi: -70, at: .seconds(1)) == [.entered(shop)])
        #expect(monitor.hear(door, rssi: -85, at: .seconds(4)) == [])
        #expect(monitor.hear(door, rssi: -86, at: .seconds(6)) == [])
        #expect(monitor.deadline == .seconds(9) && monitor.present == [shop])
        let here = IBeacon(uuid: 1, major: 2, minor: 3)
        #expect(monitor.hear(here, rssi: -50, at: .seconds(8)) == [.entered(till)])
        #expect(monitor.advance(to: .seconds(12.9)) == [])
        #expect(monitor.advance(to: .seconds(13)) == [.left(shop), .left(till)])
        #expect(monitor.present.isEmpty && monitor.deadline == nil)
    }
}
