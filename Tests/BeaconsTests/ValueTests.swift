import BluetoothLE
import Foundation
import Testing

@testable import Beacons

/// Values, texts and limits without a browser.
@Suite struct ValueTests {
    private func beacon(_ uuid: BluetoothUUID, _ major: UInt16, _ minor: UInt16) -> IBeacon {
        IBeacon(uuid: uuid, major: major, minor: minor)
    }

    @Test func aRegionHasUpToThreeNumbers() {
        let all = BeaconRegion("a", uuid: 1)
        let group = BeaconRegion("b", uuid: 1, major: 2)
        let one = BeaconRegion("c", uuid: 1, major: 2, minor: 3)
        // a minor number counts only within a major one
        #expect(BeaconRegion("d", uuid: 1, minor: 3).minor == nil)
        let rows: [(IBeacon, [Bool])] = [
            (beacon(1, 2, 3), [true, true, true]), (beacon(1, 2, 4), [true, true, false]),
            (beacon(1, 3, 3), [true, false, false]), (beacon(2, 2, 3), [false, false, false]),
        ]
        for (beacon, expected) in rows {
            #expect([all, group, one].map { $0.contains(beacon) } == expected)
        }
    }

    @Test func regionsAreLeftAtTheirTime() {
        let limits = RegionMonitor.Limits.default
        #expect(limits == .init(enterRSSI: -127, stayRSSI: -127, exitDelay: .seconds(30)))
        #expect(
            RegionMonitor.Limits(enterRSSI: -80, stayRSSI: -70, exitDelay: .zero).stayRSSI == -80
        )
        var monitor = RegionMonitor()
        let (a, b) = (BeaconRegion("a", uuid: 1), BeaconRegion("b", uuid: 1))
        monitor.add(b)
        monitor.add(a)
        #expect(monitor.present.isEmpty && monitor.deadline == nil)
        #expect(monitor.process(beacon(2, 0, 0), rssi: -50, at: .zero) == [])
        #expect(
            monitor.process(beacon(1, 0, 0), rssi: -127, at: .zero) == [.entered(a), .entered(b)]
        )
        #expect(monitor.present == [a, b] && monitor.deadline == .seconds(30))
        #expect(monitor.advance(to: .milliseconds(29_999)) == [])
        // an unknown RSSI is as strong as needed to stay
        #expect(monitor.process(beacon(1, 0, 0), rssi: nil, at: .seconds(29)) == [])
        #expect(monitor.deadline == .seconds(59))
        // the same id replaces a region, which must be entered again
        monitor.add(b)
        #expect(monitor.present == [a])
        monitor.remove(id: "a")
        #expect(monitor.present.isEmpty && monitor.deadline == nil)
        #expect(monitor.advance(to: .seconds(99)) == [])
        #expect(monitor.process(beacon(1, 0, 0), rssi: nil, at: .seconds(100)) == [.entered(b)])
        // due exits are reported with, and before, the entries of a beacon
        monitor.add(a)
        #expect(
            monitor.process(beacon(1, 0, 0), rssi: -60, at: .seconds(130)) == [.entered(a)]
        )
        let c = BeaconRegion("c", uuid: 3)
        monitor.add(c)
        #expect(
            monitor.process(beacon(3, 0, 0), rssi: -60, at: .seconds(160))
                == [.left(a), .left(b), .entered(c)]
        )
    }

    @Test func weakBeaconsDoNotEnter() {
        var monitor = RegionMonitor(
            limits: .init(enterRSSI: -70, stayRSSI: -80, exitDelay: .seconds(1))
        )
        let region = BeaconRegion("a", uuid: 1)
        monitor.add(region)
        #expect(monitor.process(beacon(1, 0, 0), rssi: -71, at: .zero) == [])
        #expect(monitor.process(beacon(1, 0, 0), rssi: nil, at: .zero) == [])
        #expect(monitor.process(beacon(1, 0, 0), rssi: -70, at: .zero) == [.entered(region)])
        #expect(monitor.process(beacon(1, 0, 0), rssi: -81, at: .milliseconds(999)) == [])
        #expect(monitor.process(beacon(1, 0, 0), rssi: -81, at: .seconds(1)) == [.left(region)])
    }

    @Test func meansExcludeATenthAtEachEnd() {
        func mean(_ readings: [Int]) -> Double? {
            var smoother = RSSISmoother(.trimmedMean(window: .seconds(1)))
            for rssi in readings { smoother.add(rssi, at: .zero) }
            return smoother.value
        }
        #expect(mean([]) == nil && mean([-60]) == -60 && mean([-60, -70]) == -65)
        // of 3 to 10 readings one at each end, of 11 two
        #expect(mean([-60, -90, -70]) == -70)
        #expect(mean([-99, -60, -60, -60, -60, -60, -60, -60, -64, -1]) == -60.5)
        #expect(mean([-99, -98, -60, -60, -60, -60, -60, -60, -67, -2, -1]) == -61)
        #expect(RSSISmoother.Method.default == .trimmedMean(window: .seconds(20)))
        var window = RSSISmoother(.trimmedMean(window: .seconds(1)))
        window.add(-60, at: .zero)
        window.add(-70, at: .seconds(1))
        #expect(window.value == -65)
        window.add(-80, at: .milliseconds(1001))
        #expect(window.value == -75)
        // the newest 512 readings are kept
        var full = RSSISmoother(.trimmedMean(window: .seconds(1)))
        for place in 0..<768 { full.add(place < 256 ? -100 : place < 512 ? -60 : -80, at: .zero) }
        #expect(full.value == -70)
    }

    @Test func runningMeansChangeByTheirSpeed() {
        func value(_ speed: Double) -> Double? {
            var smoother = RSSISmoother(.arma(speed: speed))
            #expect(smoother.value == nil)
            smoother.add(-60, at: .zero)
            smoother.add(-80, at: .zero)
            return smoother.value
        }
        #expect(value(0.25) == -65 && value(0) == -60 && value(1) == -80)
        #expect(value(-1) == -60 && value(2) == -80)
    }

    /// The curves of the public libraries, at and around the reference power.
    @Test func curvesHaveTheirValues() throws {
        let curve = DistanceModel.curveFit(a: 2, b: 3, c: 0.25)
        func distance(_ model: DistanceModel, _ power: Int, _ rssi: Double?) -> Double? {
            model.distance(measuredPower: power, rssi: rssi)
        }
        // ratio 1/2, 1 and 2
        #expect(distance(curve, -80, -40) == 1.0 / 1024)
        #expect(distance(curve, -40, -40) == 2.25 && distance(curve, -40, -80) == 16.25)
        #expect(distance(curve, -40, 5) == 0 && distance(curve, -40, nil) == nil)
        #expect(distance(curve, -40, 0) == nil && distance(curve, 0, -40) == nil)
        #expect(distance(curve, 1, -40) == nil)
        // below 0.5 m at 1 m, results are at least 1 m
        #expect(distance(.curveFit(a: 0.25, b: 1, c: 0.125), -40, -40) == 1)
        #expect(distance(.curveFit(a: 0.25, b: 1, c: 0.25), -40, -40) == 0.5)
        #expect(distance(.curveFit(a: 0.25, b: 2, c: 0.125), -40, -160) == 4.125)
        let free = DistanceModel.logarithmic(exponent: 2)
        #expect(distance(free, -40, -60) == 10 && distance(free, -40, -40) == 1)
        #expect(distance(free, 10, -10) == 10 && distance(free, -40, -200) == 1000)
        #expect(distance(.logarithmic(exponent: 4), -40, -80) == 10)
        #expect(DistanceModel.farthest == 1000)
        #expect(DistanceModel.default == .curveFit(a: 0.42093, b: 6.9476, c: 0.54992))
        #expect(DistanceModel.iPhone5 == .curveFit(a: 0.89976, b: 7.7095, c: 0.111))
        #expect(
            DistanceModel.motoXPro == .curveFit(a: 0.940_194_095_1, b: 6.170_094_565, c: 0)
        )
        #expect(ProximityZones.default == ProximityZones(immediate: 0.5, near: 4))
        #expect(Proximity.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(Proximity.allCases == [.unknown, .immediate, .near, .far])
    }

    @Test func filtersCompareNameAndRSSI() throws {
        #expect(BrowserFilter.everything.admits(name: "", rssi: nil))
        let strong = BrowserFilter(minimumRSSI: -70)
        #expect(strong.admits(name: "x", rssi: -70) && !strong.admits(name: "x", rssi: -71))
        #expect(!strong.admits(name: "x", rssi: nil))
        let named = BrowserFilter(filtersByName: true, name: "aB")
        #expect(named.admits(name: "xAbx", rssi: nil) && !named.admits(name: "a b", rssi: -1))
        #expect(BrowserFilter(filtersByName: false, name: "a").admits(name: "b", rssi: -1))
        #expect(BrowserFilter(filtersByName: true, name: "").admits(name: "b", rssi: -1))
        func decoded(_ json: String) throws -> BrowserFilter {
            try JSONDecoder().decode(BrowserFilter.self, from: Data(json.utf8))
        }
        #expect(try decoded("{}") == .everything)
        #expect(try decoded(#"{"name":"a"}"#) == BrowserFilter(filtersByName: true, name: "a"))
        #expect(
            try decoded(#"{"name":"a","filtersByName":false,"minimumRSSI":-5}"#)
                == BrowserFilter(filtersByName: false, name: "a", minimumRSSI: -5)
        )
    }

    @Test func numbersAreThoseOfTheVendors() {
        let states: [BrowserState] = [
            .unknown, .resetting, .unsupported, .unauthorized, .poweredOff, .poweredOn,
        ]
        #expect(states.map(\.rawValue) == Array(0...5))
        let radio: [RadioState] = [
            .unknown, .resetting, .unsupported, .unauthorized, .poweredOff, .poweredOn,
        ]
        #expect(radio.map { BrowserState($0) } == states)
        #expect(BrowserKind.allCases == [.beacon, .sensor, .setting, .any])
        #expect(BrowserKind.allCases.map(\.rawValue) == [0, 1, 2, 3])
        let kinds: [Beacon.Kind] = [.iBeacon, .url, .uid, .tlm, .altBeacon, .encryptedTLM, .eid]
        #expect(kinds.map(\.rawValue) == [1, 2, 3, 4, 5, 100, 101])
        let options = BrowserOptions()
        #expect(options.capacity == 100_000 && options.lifetime == nil)
        #expect(options.featureBits == BeaconModule.FeatureBits(nfc: 4, longRange: 8))
        #expect(PeripheralItem.assumedLoss == 62)
        #expect(SensorTable.limits == (definitions: 64, fields: 32))
    }

    @Test func identifiersAreCutOrPadded() {
        var beacon = AltBeacon(company: 1, id: Array(1...25))
        #expect(beacon.id == Array(1...20) && beacon.measuredPower == -59 && beacon.reserved == 0)
        beacon.id = [9]
        #expect(beacon.id == [9] + [UInt8](repeating: 0, count: 19))
        var uid = EddystoneUID(powerAt0m: -20, namespace: Array(1...12), instance: Array(1...8))
        #expect(uid.namespace == Array(1...10) && uid.instance == Array(1...6))
        #expect(uid.reserved == [0, 0])
        uid.instance = [7]
        uid.reserved = [1, 2, 3]
        #expect(uid.namespace == Array(1...10) && uid.instance == [7, 0, 0, 0, 0, 0])
        #expect(uid.reserved == [1, 2])
    }

    /// Beacons, one without and one with another identifier; power and readings do not count.
    @Test func samenessIsByIdentifier() {
        let telemetry = EddystoneTLM(
            batteryVoltage: 1,
            temperature: 1,
            advertisementCount: 1,
            uptime: .zero
        )
        var later = telemetry
        later.advertisementCount = 2
        func uid(_ power: Int, _ namespace: UInt8, _ instance: UInt8, _ reserved: UInt8 = 0)
            -> Beacon
        {
            .eddystoneUID(
                EddystoneUID(
                    powerAt0m: power,
                    namespace: [namespace],
                    instance: [instance],
                    reserved: [reserved]
                )
            )
        }
        func alt(_ company: UInt16, _ last: UInt8, _ power: Int = -59) -> Beacon {
            let id = [UInt8](repeating: 0, count: 19) + [last]
            return .altBeacon(AltBeacon(company: company, id: id, measuredPower: power))
        }
        func own(_ uuid: BluetoothUUID, _ major: UInt16, _ minor: UInt16, _ power: Int) -> Beacon {
            .iBeacon(IBeacon(uuid: uuid, major: major, minor: minor, measuredPower: power))
        }
        func url(_ power: Int, _ url: String) -> Beacon {
            .eddystoneURL(EddystoneURL(powerAt0m: power, url: url))
        }
        func eid(_ power: Int, _ id: UInt8) -> Beacon {
            .eddystoneEID(EddystoneEID(powerAt0m: power, id: [id]))
        }
        let cipher = EddystoneEncryptedTLM(cipher: [1], salt: 1, check: 1)
        let other = EddystoneEncryptedTLM(cipher: [2], salt: 2, check: 2)
        let same: [(Beacon, Beacon)] = [
            (own(1, 2, 3, -1), own(1, 2, 3, -2)), (alt(1, 2), alt(1, 2, -1)),
            (uid(-1, 1, 1), uid(-2, 1, 1, 9)), (url(-1, "http://a"), url(-2, "http://a")),
            (eid(-1, 1), eid(-2, 1)), (.eddystoneTLM(telemetry), .eddystoneTLM(later)),
            (.eddystoneEncryptedTLM(cipher), .eddystoneEncryptedTLM(other)),
        ]
        for (place, (one, other)) in same.enumerated() {
            #expect(one.isSameBeacon(as: other))
            for (otherPlace, pair) in same.enumerated() where otherPlace != place {
                #expect(!one.isSameBeacon(as: pair.0))
            }
        }
        let different: [(Beacon, Beacon)] = [
            (own(1, 2, 3, 0), own(2, 2, 3, 0)), (own(1, 2, 3, 0), own(1, 3, 3, 0)),
            (own(1, 2, 3, 0), own(1, 2, 4, 0)), (alt(1, 2), alt(2, 2)), (alt(1, 2), alt(1, 3)),
            (uid(0, 1, 1), uid(0, 2, 1)), (uid(0, 1, 1), uid(0, 1, 2)),
            (url(0, "http://a"), url(0, "http://b")), (eid(0, 1), eid(0, 2)),
        ]
        for (one, other) in different { #expect(!one.isSameBeacon(as: other)) }
        // Eddystone's power is that at 0 m, 41 dB more
        let powers = [
            own(1, 2, 3, -50), alt(1, 2), uid(-10, 1, 1), url(-20, "http://a"), eid(-30, 1),
        ]
        #expect(powers.map(\.measuredPower) == [-50, -59, -51, -61, -71])
        #expect(same[5].0.measuredPower == nil && same[6].0.measuredPower == nil)
        #expect(
            same.map(\.0.kind) == [.iBeacon, .altBeacon, .uid, .url, .eid, .tlm, .encryptedTLM]
        )
    }

    @Test func measurementsHaveTheirText() {
        let rows: [(SensorMeasurement, String)] = [
            (
                SensorMeasurement("temperature", unit: "°C", value: .number(25.5)),
                "temperature 25.5 °C"
            ),
            (SensorMeasurement("count", value: .number(3)), "count 3.0"),
            (SensorMeasurement("door", instance: 1, value: .binary(true)), "door 2 on"),
            (SensorMeasurement("door", value: .binary(false)), "door off"),
            (SensorMeasurement("button", value: .event("press", count: 0)), "button press"),
            (SensorMeasurement("dimmer", value: .event("left", count: 3)), "dimmer left 3"),
            (SensorMeasurement("text", value: .text("a b")), "text a b"),
            (SensorMeasurement("raw", value: .raw([1, 0x2F])), "raw 01 2f"),
            (SensorMeasurement("battery", unit: "%", value: .invalid), "battery invalid"),
        ]
        for (measurement, text) in rows {
            #expect(measurement.description.lowercased() == text.lowercased())
        }
        #expect(rows[0].0.number == 25.5 && rows[2].0.number == nil)
        let quantities = SensorMeasurement.quantities
        #expect(quantities.contains { $0 == ("temperature", "°C") })
        #expect(quantities.allSatisfy { !$0.quantity.isEmpty })
    }

    @Test func readingsFindTheirFirstValues() {
        let reading = SensorReading(
            format: .bthome,
            measurements: [
                SensorMeasurement("temperature", value: .text("x")),
                SensorMeasurement("humidity", value: .number(40)),
                SensorMeasurement("temperature", value: .number(1)),
                SensorMeasurement("temperature", instance: 1, value: .number(2)),
                SensorMeasurement("battery", value: .number(99)),
            ]
        )
        #expect(reading.temperature == 1 && reading.humidity == 40 && reading.battery == 99)
        #expect(!reading.isEncrypted && !reading.isPartial && reading.unknownObjects == 0)
        #expect(SensorReading(format: .bthome, measurements: []).temperature == nil)
        for (missing, isEncrypted) in [
            (SensorReading.Missing.key, true), (.cipher, true), (.scanResponse, false),
            (.connection, false),
        ] {
            let reading = SensorReading(format: .bthome, measurements: [], missing: missing)
            #expect(reading.isEncrypted == isEncrypted)
        }
    }

    @Test func modelsHaveATitle() {
        func title(_ name: String, _ models: [String], _ model: String? = nil) -> String {
            SensorModel(id: "x", brand: "Govee", name: name, models: models, model: model).title
        }
        #expect(title("sensor", []) == "Govee sensor" && title("sensor", ["H1"]) == "Govee H1")
        #expect(title("sensor", ["H1", "H2"]) == "Govee sensor")
        #expect(title("sensor", ["H1", "H2"], "H2") == "Govee H2")
        #expect(title("Govee sensor", []) == "Govee sensor")
    }

    @Test func errorsAreDescribed() {
        #expect("\(BrowserError.noCentral)".hasPrefix("the browser has no central"))
        #expect("\(BrowserFilterError.noFile)".contains("create it with filterFile"))
        let file = URL(filePath: "/a/b")
        #expect(
            "\(BrowserFilterError.unreadable(file, reason: "why"))"
                == "/a/b does not contain a filter: why; save it again or remove it"
        )
    }

    @Test func displayedNamesPreferTheAdvertisedOne() {
        func name(_ advertised: String?, _ read: String?) -> String {
            PeripheralItem.displayedName(advertised: advertised, read: read)
        }
        #expect(name("a", "b") == "a" && name("", "b") == "b" && name(nil, "b") == "b")
        #expect(name("", nil) == "" && name(nil, nil) == "")
        var item = PeripheralItem(id: BluetoothAddress(value: 1), advertisement: Advertisement([]))
        #expect(item.advertisementRate == nil && item.modelIndex == -1 && item.battery == -1)
        #expect(!item.isSensor && !item.isBeaconModule && !item.hasPINCode && !item.hasNFC)
        #expect(!item.hasLED && !item.hasBuzzer && !item.hasGSensor && !item.hasKey)
        #expect(!item.hasLongRange && item.macAddress == nil && item.nameSuffix == nil)
        item.advertisementInterval = .milliseconds(250)
        #expect(item.advertisementRate == 4)
    }
}
