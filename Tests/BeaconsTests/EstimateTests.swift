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

    @Test("no model returns a negative, shrinking or infinite distance; the nearest are immediate")
    func boundsOfDistance() throws {
        let models: [DistanceModel] = [
            .default, .iPhone5, .motoXPro, .xt1092, .logarithmic(exponent: 2),
            .logarithmic(exponent: 4), .logarithmic(exponent: 0.01),
        ]
        for model in models {
            for power in [-100, -77, -59, -40, -1] {
                var last = 0.0
                for rssi in stride(from: 20.0, through: -127, by: -0.25) where rssi != 0 {
                    let distance = try #require(model.distance(measuredPower: power, rssi: rssi))
                    // beyond the reference, a curve may start slightly below 1 m
                    #expect(distance >= last * 0.94 && 0...1000 ~= distance, "\(model) \(rssi)")
                    last = distance
                }
            }
            let beacon = IBeacon(uuid: 1, major: 1, minor: 1, measuredPower: -59)
            #expect(beacon.proximity(rssi: -30, model: model) == .immediate)
            #expect(beacon.proximity(rssi: -59, model: model) == .near)
        }
        #expect(
            DistanceModel.xt1092.distance(measuredPower: -59, rssi: -80).map {
                abs($0 - 1.833152788) < 1e-8
            } == true
        )
        for power in [0, 1, 20] {
            #expect(DistanceModel.default.distance(measuredPower: power, rssi: -60) == nil)
        }
        for exponent in [0, -2, Double.nan] {
            let model = DistanceModel.logarithmic(exponent: exponent)
            #expect(model.distance(measuredPower: -59, rssi: -60) == nil)
        }
        #expect(DistanceModel.default.distance(measuredPower: -1, rssi: -127) == 1000)
    }

    @Test func accuracyTakesTheSmoothedRSSI() {
        let beacon = IBeacon(uuid: 1, major: 1, minor: 1, measuredPower: -59)
        var smoother = RSSISmoother(.arma(speed: 0.5))
        for rssi in [-60, -63] { smoother.add(rssi, at: .zero) }
        let accuracy = beacon.accuracy(smoothedRSSI: smoother.value)
        #expect(accuracy > beacon.accuracy(rssi: -61) && accuracy < beacon.accuracy(rssi: -62))
        #expect(beacon.accuracy(smoothedRSSI: nil) == -1)
        #expect(beacon.proximity(smoothedRSSI: -30.5) == .immediate)
    }

    @Test func smoothingIgnoresOutliers() throws {
        var mean = RSSISmoother()
        #expect(mean.value == nil)
        for second in 0..<10 { mean.add(second == 4 ? -20 : -60, at: .seconds(second)) }
        #expect(mean.value == -60)
        mean.add(-80, at: .seconds(100))
        #expect(mean.value == -80)
        // a reading as old as the window still counts
        mean.add(-40, at: .seconds(120))
        #expect(mean.value == -60)
        mean.add(-40, at: .milliseconds(120_001))
        #expect(mean.value == -40)

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
        #expect(monitor.process(door, rssi: -80, at: .seconds(0)) == [])
        #expect(monitor.process(door, rssi: -70, at: .seconds(1)) == [.entered(shop)])
        #expect(monitor.process(door, rssi: -85, at: .seconds(4)) == [])
        #expect(monitor.process(door, rssi: -86, at: .seconds(6)) == [])
        #expect(monitor.deadline == .seconds(9) && monitor.present == [shop])
        let here = IBeacon(uuid: 1, major: 2, minor: 3)
        #expect(monitor.process(here, rssi: -50, at: .seconds(8)) == [.entered(till)])
        #expect(monitor.advance(to: .seconds(12.9)) == [])
        #expect(monitor.advance(to: .seconds(13)) == [.left(shop), .left(till)])
        #expect(monitor.present.isEmpty && monitor.deadline == nil)
    }
}
