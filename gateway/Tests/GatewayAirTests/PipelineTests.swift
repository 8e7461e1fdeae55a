import BeaconCrypto
import Beacons
import BluetoothLE
import GatewayAir
import GatewayConfiguration
import GatewayCore
import Logging
import Synchronization
import Testing

/// Records the offered items.
private final class Recorder: Sink {
    let name = "recorder"
    let takesAdvertisements = false
    private let items = Mutex<[Item]>([])

    private let kept = Mutex<[Note]>([])

    func offer(_ item: Item) { items.withLock { $0.append(item) } }
    private let lost = Mutex<[UInt64]>([])

    func forget(_ device: UInt64) { lost.withLock { $0.append(device) } }

    var forgotten: [UInt64] { lost.withLock { $0 } }

    func keep(_ notes: [Note]) { kept.withLock { $0 += notes } }
    func run() async throws {}
    func drain() async {}

    var readings: [Reading] {
        items.withLock { $0.compactMap { if case .reading(let one) = $0 { one } else { nil } } }
    }

    /// The last note of each kind and key, as a spool keeps them.
    var notes: [Note] {
        let all = readings.flatMap(\.notes) + kept.withLock { $0 }
        var last: [String: Note] = [:]
        for note in all { last["\(note.kind) \(note.key)"] = note }
        return last.values.filter { !$0.value.isEmpty }
    }

    var noteCount: Int { kept.withLock { $0.count } }

    var changes: [PresenceChange] {
        items.withLock { $0.compactMap { if case .presence(let one) = $0 { one } else { nil } } }
    }
}

@Suite struct PipelineTests {
    private let recorder = Recorder()
    private let metrics = Metrics()

    private func pipeline(_ yaml: String) throws -> Pipeline {
        Pipeline(try Configuration(yaml: yaml), sinks: [recorder], metrics: metrics)
    }

    /// BTHome v2: packet number and temperature in hundredths.
    private func report(
        _ hundredths: Int16,
        packet: UInt8 = 0,
        from address: UInt64 = 0xA4C1_3800_0001,
        rssi: Int = -60
    ) -> AdvertisementReport {
        let value = UInt16(bitPattern: hundredths)
        let data: [UInt8] = [
            2, 1, 6, 9, 0x16, 0xD2, 0xFC, 0x40, 0, packet, 2, UInt8(value & 0xFF),
            UInt8(value >> 8),
        ]
        return AdvertisementReport(
            address: BluetoothAddress(value: address),
            rssi: rssi,
            data: data
        )
    }

    private func button(_ packet: UInt8) -> AdvertisementReport {
        let data: [UInt8] = [2, 1, 6, 8, 0x16, 0xD2, 0xFC, 0x44, 0, packet, 0x3A, 1]
        return AdvertisementReport(address: BluetoothAddress(value: 5), data: data)
    }

    @Test func theIntervalAndTheHeartbeatThrottle() throws {
        let pipeline = try pipeline("throttle: {interval: 10s, heartbeat: 60s}")
        let course: [(Int64, Int16)] = [
            (0, 2000), (1000, 2100), (10_000, 2100), (25_000, 2100), (69_000, 2100), (71_000, 2100),
        ]
        for (time, value) in course {
            pipeline.process(report(value), adapter: "a", at: Moment(recorded: time))
        }
        #expect(recorder.readings.map(\.time) == [0, 10_000, 71_000])
    }

    @Test func aSmallChangeWaitsForTheHeartbeat() throws {
        let pipeline = try pipeline(
            "throttle: {interval: 1s, quantities: {temperature: {change: 0.5}}}"
        )
        for (time, value) in [(0, 2000), (5000, 2040), (6000, 2050), (7000, 2060)]
            as [(Int64, Int16)]
        {
            pipeline.process(
                report(value, packet: UInt8(time / 1000)),
                adapter: "a",
                at: Moment(recorded: time)
            )
        }
        #expect(recorder.readings.map(\.time) == [0, 6000])
    }

    @Test func eachPressOfAButtonIsPublishedOnce() throws {
        let pipeline = try pipeline("")
        for packet in [1, 1, 1, 2, 2, 3] as [UInt8] {
            pipeline.process(button(packet), adapter: "a", at: Moment(recorded: 100))
        }
        #expect(recorder.readings.count == 3)
    }

    @Test func withoutThrottleEveryReportIsPublished() throws {
        let pipeline = try pipeline("throttle: {interval: 0s}")
        for _ in 0..<5 { pipeline.process(report(2000), adapter: "a", at: Moment(recorded: 1)) }
        #expect(recorder.readings.count == 5)
    }

    @Test func filtersSelectByAddressKindAndRSSI() throws {
        let pipeline = try pipeline(
            "throttle: {interval: 0s}\nfilter: {rssi: -80, deny: ['A4:C1:38:00:00:02'], allow: [kind bthome]}"
        )
        pipeline.process(report(1), adapter: "a", at: Moment(recorded: 1))
        pipeline.process(report(1, rssi: -81), adapter: "a", at: Moment(recorded: 1))
        pipeline.process(report(1, from: 0xA4C1_3800_0002), adapter: "a", at: Moment(recorded: 1))
        #expect(recorder.readings.count == 1)
    }

    @Test func presenceDoesNotFlap() throws {
        let pipeline = try pipeline(
            "presence: {away_after: 60s, devices: [{name: tag, address: 'A4:C1:38:00:00:01', rssi: -80}]}"
        )
        var time: Int64 = 0
        // around the threshold for ten minutes, with gaps shorter than `away_after`
        for at in 0..<20 {
            pipeline.process(
                report(1, rssi: at.isMultiple(of: 2) ? -79 : -84),
                adapter: "a",
                at: Moment(recorded: time)
            )
            time += 30_000
            pipeline.tick(at: Moment(recorded: time))
        }
        #expect(recorder.changes.map(\.isHome) == [true])
        pipeline.tick(at: Moment(recorded: time + 60_000))
        #expect(recorder.changes.map(\.isHome) == [true, false])
    }

    @Test func aPhoneIsIdentifiedByItsResolvingKey() throws {
        let pipeline = try pipeline(
            "presence: {devices: [{name: anna, irk: ec0234a357c8ad05341010a60a397d9b}]}"
        )
        let address = BluetoothAddress(value: 0x7081_940D_FBAA, kind: .random)
        pipeline.process(
            AdvertisementReport(address: address, data: [2, 1, 6]),
            adapter: "a",
            at: Moment(recorded: 1)
        )
        #expect(recorder.changes.map(\.name) == ["anna"])
    }

    @Test func aReloadFiltersKnownDevicesAgain() throws {
        let pipeline = try pipeline("throttle: {interval: 60s}")
        let other: UInt64 = 0xA4C1_3800_0002
        for address in [0xA4C1_3800_0001, other] {
            pipeline.process(report(2000, from: address), adapter: "a", at: Moment(recorded: 1))
        }
        let rules = """
            throttle: {interval: 60s}
            filter: {deny: ['A4:C1:38:00:00:01']}
            presence: {devices: [{name: tag, address: 'A4:C1:38:00:00:02'}]}
            """
        pipeline.update(try Configuration(yaml: rules))
        #expect(pipeline.location(of: other)?.adapter == "a")
        for address in [0xA4C1_3800_0001, other] {
            pipeline.process(report(2000, from: address), adapter: "a", at: Moment(recorded: 2))
        }
        #expect(recorder.readings.map(\.address.value) == [0xA4C1_3800_0001, other, other])
        #expect(recorder.changes.map(\.name) == ["tag"])
    }

    /// A device's values as published, events as text.
    private func published(_ quantity: String) -> [SensorMeasurement.Value] {
        recorder.readings.flatMap(\.measurements).filter { $0.quantity == quantity }.map(\.value)
    }

    /// Frames of one device by name, on the air at a fixed pace.
    private func send(
        _ pipeline: Pipeline,
        _ frames: String,
        pace: Int64 = 100,
        wall: Int64 = 1_000_000,
        from address: BluetoothAddress = BluetoothAddress(value: 5)
    ) {
        let known: [Character: [UInt8]] = [
            "p": [2, 1, 6, 8, 0x16, 0xD2, 0xFC, 0x44, 0, 7, 0x3A, 1],
            "q": [2, 1, 6, 8, 0x16, 0xD2, 0xFC, 0x44, 0, 8, 0x3A, 1],
            "b": [2, 1, 6, 6, 0x16, 0xD2, 0xFC, 0x44, 0x3A, 1],
            "t": [2, 1, 6, 9, 0x16, 0xD2, 0xFC, 0x44, 0, 9, 2, 0xD0, 7],
            "u": [2, 1, 6, 9, 0x16, 0xD2, 0xFC, 0x44, 0, 10, 2, 0x34, 8],
            "m": [2, 1, 6, 8, 0x16, 0xD2, 0xFC, 0x44, 0, 11, 0x21, 1],
            "i": [2, 1, 6, 26, 0xFF, 0x4C, 0, 2, 21] + [UInt8](repeating: 1, count: 21),
            "n": [6, 9] + Array("Knobs".utf8),
            "x": [5, 0x16, 0xAA, 0xFE, 0x20, 0],
        ]
        for (at, name) in frames.enumerated() where name != "." {
            let report = AdvertisementReport(address: address, data: known[name] ?? [])
            let time = Int64(at) * pace
            pipeline.process(
                report,
                adapter: "a",
                at: Moment(steady: 1_000_000 + time, wall: wall + time)
            )
        }
    }

    @Test(
        arguments: [
            ("ppp", 1), ("pqpq", 2), ("ptxnptxnptxn", 1), ("pinpinpin", 1), ("ptuptuptu", 1),
            ("tp", 1), ("tqp", 2),
            // without a packet ID: two seconds without a frame separate presses
            ("bbb", 1), ("btnbtn", 1), ("b...................b", 2), ("b..................b", 1),
        ]
    )
    func aPressIsPublishedOnce(frames: String, count: Int) throws {
        send(try pipeline(""), frames)
        #expect(published("button").count == count)
    }

    @Test func aPressIsPublishedOnceWithoutThrottle() throws {
        send(try pipeline("throttle: {interval: 0s}"), "ptpt")
        #expect(published("button").count == 1)
        #expect(published("temperature").count == 2)
    }

    /// The heartbeat repeats values, and no events.
    @Test func aPressIsNotPublishedAgainByTheHeartbeat() throws {
        send(try pipeline("throttle: {heartbeat: 60s}"), "ppppp", pace: 61_000)
        #expect(published("button").count == 1)
    }

    /// Ten minutes after the last repetition, the counter of a restarted device may be the same.
    @Test(arguments: [(599_999, 1), (600_000, 2)] as [(Int64, Int)])
    func anEqualPacketIDIsAnotherPressLater(pause: Int64, count: Int) throws {
        send(try pipeline(""), "pp", pace: pause)
        #expect(published("button").count == count)
    }

    @Test func eventsAndStatesAreNotThrottledByNumbers() throws {
        send(try pipeline("throttle: {interval: 60s}"), "tupm")
        #expect(published("temperature") == [.number(20)])
        #expect(published("button").count == 1 && published("motion") == [.binary(true)])
    }

    /// A value that returns is a change, however often its frame was received before.
    @Test func aReturningValueIsPublished() throws {
        let pipeline = try pipeline("throttle: {interval: 1ms}")
        for (time, value) in [2000, 2000, 2100, 2000, 2000, 2100].enumerated() {
            pipeline.process(
                report(Int16(value)),
                adapter: "a",
                at: Moment(recorded: Int64(time + 1) * 10)
            )
        }
        #expect(published("temperature") == [20, 21, 20, 21].map { .number($0) })
    }

    /// The clock goes back a day, then to 1970, then forward by years: rules do not notice, readings have its time.
    @Test func theTimeOfDayChangesNoRule() throws {
        let pipeline = try pipeline(
            "presence: {away_after: 60s, devices: [{name: tag, address: 'A4:C1:38:00:00:01'}]}"
        )
        let course: [(Int64, Int64, Int16)] = [
            (0, 2_000_000_000, 2000), (10_000, 1_900_000_000, 2100), (20_000, 5, 2200),
            (25_000, 6, 2300), (30_000, 900_000_000_000, 2300),
        ]
        for (steady, wall, value) in course {
            let moment = Moment(steady: steady, wall: wall)
            pipeline.process(report(value), adapter: "a", at: moment)
            pipeline.tick(at: moment)
        }
        #expect(
            recorder.readings.map(\.time) == [2_000_000_000, 1_900_000_000, 5, 900_000_000_000]
        )
        #expect(recorder.changes.map(\.isHome) == [true])
        pipeline.tick(at: Moment(steady: 90_000, wall: 7))
        #expect(recorder.changes.map(\.isHome) == [true, false])
        #expect(recorder.changes.last?.time == 7)
    }

    // MARK: - Rotating addresses

    /// The address that a phone with the key of `aPhoneIsIdentifiedByItsResolvingKey` uses for a while.
    private let resolvable = BluetoothAddress(value: 0x7081_940D_FBAA, kind: .random)

    private func send(
        _ pipeline: Pipeline,
        from address: BluetoothAddress,
        _ data: [UInt8]? = nil,
        at time: Int64 = 1
    ) {
        let data = data ?? report(2000).data
        let report = AdvertisementReport(address: address, data: data)
        pipeline.process(report, adapter: "a", at: Moment(recorded: time))
    }

    /// 200 addresses of a few earphones.
    @Test func rotatingAddressesAreNotPublished() throws {
        let pipeline = try pipeline("")
        for number in 0..<200 as Range<UInt64> {
            let bits: UInt64 = number.isMultiple(of: 2) ? 0 : 1 << 46
            send(pipeline, from: BluetoothAddress(value: bits | number, kind: .random))
        }
        #expect(recorder.readings.isEmpty)
        let label = ("reason", "rotating address")
        #expect(metrics.counter("reports_not_published_total", label, help: "").value == 200)
    }

    @Test(
        arguments: [
            (BluetoothAddress(value: 1 << 46), ""),
            (BluetoothAddress(value: 3 << 46, kind: .random), ""),
            (BluetoothAddress(value: 1 << 46, kind: .randomIdentity), ""),
            (BluetoothAddress(value: 1 << 46, kind: .random), "filter: {rotating: true}"),
            (
                BluetoothAddress(value: 0x4000_0000_0005, kind: .random),
                "filter: {allow: ['40:00:00:00:00:05']}"
            ),
        ]
    )
    func otherAddressesAreTheIdentity(address: BluetoothAddress, yaml: String) throws {
        send(try pipeline(yaml), from: address)
        #expect(recorder.readings.map(\.address) == [address])
    }

    @Test func aKeyMakesTheAddressTheIdentity() throws {
        let (mine, other) = (BluetoothAddress(value: 7, kind: .random), resolvable)
        var configuration = try Configuration(yaml: "")
        configuration.keys.add(try #require(SensorKey((0..<16).map { UInt8($0) })), for: mine)
        let pipeline = Pipeline(configuration, sinks: [recorder], metrics: metrics)
        let ruuvi: [UInt8] =
            [27, 255, 153, 4, 5, 18, 0] + [
                83, 148, 195, 124, 0, 4, 255, 252, 4, 12, 172, 54, 66, 0, 205, 203, 184, 51, 76,
                136,
                79,
            ]
        for address in [mine, other] { send(pipeline, from: address, ruuvi) }
        #expect(recorder.readings.map(\.address) == [mine])
    }

    /// A beacon's frame, or a name, before or after the first frame with values, identifies the device under each of its
    /// addresses.
    @Test(arguments: ["it", "nt", "tit", "tnt"])
    func anIdentityMakesOneDevice(frames: String) throws {
        let pipeline = try pipeline("")
        for number in 1...3 as ClosedRange<UInt64> {
            let address = BluetoothAddress(value: number, kind: .random)
            send(pipeline, frames, from: address)
        }
        #expect(recorder.readings.count == 3)
        let addresses = Set(recorder.readings.map(\.address))
        #expect(addresses.count == 1)
        let address = try #require(addresses.first)
        #expect(address.kind == .random && address.value >> 46 == 3)
        pipeline.forget(address.value)
        send(pipeline, frames, from: BluetoothAddress(value: 3, kind: .random))
        #expect(recorder.readings.count == 4)
    }

    /// The filter knows a device by the address under which it is published.
    @Test func filtersApplyToTheIdentity() throws {
        let address = BluetoothAddress(value: 1, kind: .random)
        send(try pipeline(""), "nt", from: address)
        let identity = try #require(recorder.readings.first?.address)
        for (yaml, count) in [
            ("filter: {deny: ['\(identity)']}", 0), ("filter: {allow: ['\(identity)']}", 1),
            ("filter: {allow: ['A4:C1:38:00:00:01']}", 0), ("filter: {deny: [name Knobs]}", 0),
            ("filter: {allow: [kind ruuvi-raw2, '\(identity)']}", 1),
            ("filter: {allow: [kind ruuvi-raw2]}", 0),
        ] {
            let before = recorder.readings.count
            send(try pipeline(yaml), "tntu", from: address)
            #expect(recorder.readings.count - before == count, "\(yaml)")
        }
    }

    @Test func aDeviceWhoseNameIsDeniedIsForgotten() throws {
        let pipeline = try pipeline("filter: {deny: [name Knobs]}")
        send(pipeline, "tnnu")
        #expect(recorder.readings.count == 1 && recorder.forgotten == [5])
        send(pipeline, "tn", from: BluetoothAddress(value: 1, kind: .random))
        send(pipeline, "nt", from: BluetoothAddress(value: 6))
        #expect(recorder.readings.count == 1 && recorder.forgotten == [5])
    }

    @Test func differentIdentitiesAreDifferentDevices() throws {
        let pipeline = try pipeline("")
        for (number, name) in [(1, 0x41), (2, 0x42), (3, 0x41)] as [(UInt64, UInt8)] {
            let address = BluetoothAddress(value: number, kind: .random)
            send(pipeline, from: address, report(2000).data + [2, 9, name])
        }
        let found = recorder.readings.map(\.address)
        #expect(found.count == 3 && found[0] == found[2] && found[0] != found[1])
    }

    @Test func aResolvedDeviceHasOneAddressAndItsName() throws {
        let pipeline = try pipeline(
            "presence: {devices: [{name: anna, irk: ec0234a357c8ad05341010a60a397d9b}]}"
        )
        send(pipeline, from: resolvable)
        let reading = try #require(recorder.readings.first)
        #expect(reading.name == "anna" && reading.address != resolvable)
        #expect(reading.address.value >> 46 == 3 && recorder.readings.count == 1)
        // a key of someone else
        pipeline.update(try Configuration(yaml: ""))
        send(pipeline, from: BluetoothAddress(value: 0x7081_940D_FBAB, kind: .random))
        #expect(recorder.readings.count == 1)
    }

    // MARK: - Restarts

    /// BTHome frames of A4:C1:38:00:00:01 with the key 00 01 … 0F and the counters 1000 to 1002: 20, 21 and 22 °C.
    private static let sealed: [[UInt8]] = [
        [
            0x0F, 0x16, 0xD2, 0xFC, 0x41, 0x29, 0xAB, 0xEA, 0xE8, 0x03, 0x00, 0x00, 0x91, 0xBF,
            0xAF, 0x14,
        ],
        [
            0x0F, 0x16, 0xD2, 0xFC, 0x41, 0x8A, 0xA4, 0x39, 0xE9, 0x03, 0x00, 0x00, 0xF7, 0x40,
            0x0E, 0x88,
        ],
        [
            0x0F, 0x16, 0xD2, 0xFC, 0x41, 0xF9, 0xFF, 0x98, 0xEA, 0x03, 0x00, 0x00, 0xAA, 0xBA,
            0x68, 0x82,
        ],
    ]

    private func withKey(_ notes: [Note]) throws -> Pipeline {
        var configuration = try Configuration(yaml: "throttle: {interval: 1h, heartbeat: 1d}")
        let address = BluetoothAddress(value: 0xA4C1_3800_0001)
        configuration.keys.add(try #require(SensorKey((0..<16).map { UInt8($0) })), for: address)
        return Pipeline(configuration, sinks: [recorder], metrics: metrics, notes: notes)
    }

    private func send(_ pipeline: Pipeline, sealed number: Int, at time: Int64) {
        let report = AdvertisementReport(
            address: BluetoothAddress(value: 0xA4C1_3800_0001),
            data: Self.sealed[number]
        )
        pipeline.process(report, adapter: "a", at: Moment(recorded: time))
    }

    private var refusedReplays: Int {
        let label = ("reason", "counter restarted")
        return metrics.counter("not_decoded_total", label, help: "").value
    }

    /// The counter of a reading, and one that no reading was published for.
    @Test func aReplayAfterARestartIsRefused() throws {
        let first = try withKey([])
        send(first, sealed: 0, at: 1)
        #expect(recorder.notes.contains(Note(.counter, 0xA4C1_3800_0001, [0, 0, 3, 0xE8])))
        send(first, sealed: 1, at: 2)
        first.tick(at: Moment(recorded: 3))
        #expect(recorder.notes.contains(Note(.counter, 0xA4C1_3800_0001, [0, 0, 3, 0xE9])))
        let count = recorder.readings.count
        let second = try withKey(recorder.notes)
        send(second, sealed: 0, at: 4)
        #expect(recorder.readings.count == count && refusedReplays == 1)
        send(second, sealed: 2, at: 5)
        #expect(recorder.readings.count == count + 1)
    }

    /// A device with a key: a frame in its format without encryption, one that the key does not fit, and one of another format.
    @Test func onlyTheKeyAuthenticatesAReading() throws {
        let pipeline = try withKey([])
        func count(_ reason: String) -> Int {
            metrics.counter("not_decoded_total", ("reason", reason), help: "").value
        }
        pipeline.process(report(2000), adapter: "a", at: Moment(recorded: 1))
        #expect(recorder.readings.isEmpty && count("not encrypted") == 1)
        var other = Self.sealed[0]
        other[6] ^= 1
        let forged = AdvertisementReport(
            address: BluetoothAddress(value: 0xA4C1_3800_0001),
            data: other
        )
        pipeline.process(forged, adapter: "a", at: Moment(recorded: 2))
        #expect(recorder.readings.isEmpty && count("wrong key") == 1)
        send(pipeline, sealed: 0, at: 3)
        #expect(recorder.readings.map(\.isAuthenticated) == [true])
        // without a key, the same frame is read
        pipeline.process(report(2000, from: 7), adapter: "a", at: Moment(recorded: 4))
        #expect(recorder.readings.map(\.isAuthenticated) == [true, false])
        #expect(count("not encrypted") == 1 && count("wrong key") == 1)
    }

    /// A company and a length are little evidence: Oras's battery, and 18 bytes of anything.
    @Test func littleEvidenceNeedsTheOptionLoose() throws {
        let data: [UInt8] = [
            0x15, 0xFF, 0x31, 0x01, 0xA2, 0x08, 0xEE, 0xF1, 0xCA, 0x7C, 0x3B, 0xF8, 0x76, 0x48,
            0x4C,
            0x4A, 0xBF, 0x55, 0xDE, 0x6C, 0xD4, 0xC7,
        ]
        let report = AdvertisementReport(address: BluetoothAddress(value: 9), data: data)
        for yaml in ["", "loose: false"] {
            try pipeline(yaml).process(report, adapter: "a", at: Moment(recorded: 1))
            #expect(recorder.readings.isEmpty)
        }
        try pipeline("loose: true").process(report, adapter: "a", at: Moment(recorded: 1))
        #expect(recorder.readings.map { $0.measurements.map(\.quantity) } == [["battery"]])
    }

    @Test func theEndKeepsCounters() throws {
        let first = try withKey([])
        first.tick(at: Moment(recorded: 0))
        send(first, sealed: 1, at: 1)
        let known = recorder.notes
        send(first, sealed: 2, at: 2)
        first.tick(at: Moment(recorded: 3))
        #expect(recorder.notes == known)
        first.keepNotes()
        #expect(recorder.notes.contains(Note(.counter, 0xA4C1_3800_0001, [0, 0, 3, 0xEA])))
    }

    @Test func aForgottenDeviceMayCountFromAnyNumber() throws {
        let pipeline = try withKey([])
        send(pipeline, sealed: 1, at: 1)
        pipeline.forget(0xA4C1_3800_0001)
        send(pipeline, sealed: 0, at: 2)
        #expect(recorder.readings.count == 2 && refusedReplays == 0)
    }

    /// A recording keeps nothing.
    @Test func withoutNotesNothingIsKept() throws {
        let pipeline = try pipeline("")
        send(pipeline, "p")
        pipeline.tick(at: Moment(recorded: 1_000_000_000))
        pipeline.keepNotes()
        #expect(published("button").count == 1 && recorder.notes.isEmpty)
    }

    /// A gateway that is restarted during frames of a device, as in `send`; the number of published presses.
    private func presses(_ before: String, pause: Int64, _ after: String) throws -> Int {
        send(try kept("", []), before)
        let first = published("button").count
        let next = Recorder()
        let pipeline = Pipeline(
            try Configuration(yaml: ""),
            sinks: [next],
            metrics: metrics,
            notes: recorder.notes
        )
        // the machine restarts as well: its steady time begins anew
        send(pipeline, after, wall: 1_000_000 + Int64(before.count) * 100 + pause)
        let presses = next.readings.flatMap(\.measurements).count { $0.quantity == "button" }
        return first + presses
    }

    private func kept(_ yaml: String, _ notes: [Note]) throws -> Pipeline {
        Pipeline(
            try Configuration(yaml: yaml),
            sinks: [recorder],
            metrics: metrics,
            notes: notes
        )
    }

    @Test(
        arguments: [
            ("pp", 1000, "pp", 1), ("pq", 1000, "qp", 2), ("p", 1000, "q", 2),
            ("p", 598_000, "p", 1), ("p", 600_000, "p", 2), ("b", 1000, "b", 1),
            ("b", 2000, "b", 2), ("t", 1000, "p", 1), ("p", -900_000, "p", 1),
        ] as [(String, Int64, String, Int)]
    )
    func aPressIsPublishedOnceOverARestart(
        before: String,
        pause: Int64,
        after: String,
        count: Int
    ) throws {
        #expect(try presses(before, pause: pause, after) == count)
    }

    /// A button that repeats its last frame for an hour.
    @Test func sightingsOfARepetitionAreKept() throws {
        let pipeline = try kept("", [])
        for time in stride(from: Int64(0), to: 3_600_000, by: 10_000) {
            let moment = Moment(steady: time, wall: 1_000_000 + time)
            pipeline.process(button(7), adapter: "a", at: moment)
            pipeline.tick(at: moment)
        }
        #expect(published("button").count == 1)
        let next = try kept("", recorder.notes)
        next.process(button(7), adapter: "a", at: Moment(steady: 5, wall: 1_000_000 + 3_800_000))
        #expect(published("button").count == 1)
        // few of the sightings need a note
        #expect(recorder.noteCount < 40)
    }

    @Test func aForgottenDeviceBeginsAnew() throws {
        let pipeline = try kept("", [])
        send(pipeline, "p")
        pipeline.forget(5)
        send(pipeline, "p")
        #expect(published("button").count == 2)
    }

    @Test func aThrottledValueIsPublishedAfterItsInterval() throws {
        let pipeline = try pipeline("throttle: {interval: 10s}")
        for (time, value) in [(0, 2000), (5000, 2100), (9999, 2100), (10_000, 2100)]
            as [(Int64, Int16)]
        {
            pipeline.process(report(value), adapter: "a", at: Moment(recorded: time))
        }
        #expect(recorder.readings.map(\.time) == [0, 10_000])
    }

    @Test func repetitionsAreNotDecodedAgain() throws {
        send(try pipeline(""), "tnxitnxitnxi")
        let counts = ["repeated", "throttled"].map {
            metrics.counter("reports_not_published_total", ("reason", $0), help: "").value
        }
        let decoded = metrics.counter("decoded_total", ("format", "bthome"), help: "")
        #expect(counts == [8, 0] && decoded.value == 1)
    }

    @Test func everyPrefixOfAnAdvertisementIsHandled() throws {
        let pipeline = try pipeline("throttle: {interval: 0s}")
        let whole = report(2000).data
        for end in 0...whole.count {
            let part = AdvertisementReport(
                address: BluetoothAddress(value: 9),
                data: Array(whole.prefix(end))
            )
            pipeline.process(part, adapter: "a", at: Moment(recorded: 1))
        }
        #expect(recorder.readings.count == 1)
    }
}

@Suite struct AdapterScanTests {
    /// A clock on which every wait ends at once.
    private struct Hurry: Clock {
        struct Instant: InstantProtocol {
            var offset: Duration
            func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
            func duration(to other: Self) -> Duration { other.offset - offset }
            static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
        }

        let pauses = Recorder()

        final class Recorder: Sendable {
            let list = Mutex<[Duration]>([])
        }

        var now: Instant { Instant(offset: .zero) }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            pauses.list.withLock { $0.append(deadline.offset) }
            try Task.checkCancellation()
        }
    }

    @Test func aLostAdapterIsReopenedWithBackoff() async throws {
        let metrics = Metrics()
        let clock = Hurry()
        let attempts = Counter()
        let air = VirtualAir()
        let pipeline = Pipeline(try Configuration(yaml: ""), sinks: [], metrics: metrics)
        let radios = AdapterRadios()
        var changes = radios.changes.makeAsyncIterator()
        #expect(await changes.next()?.isEmpty == true)
        let (reached, entry) = AsyncStream.makeStream(of: Never.self)
        let scan = AdapterScan(
            try Configuration(yaml: "").adapters[0],
            pipeline: pipeline,
            radios: radios,
            metrics: metrics,
            log: Logger(label: "air") { _ in SwiftLogNoOpLogHandler() },
            clock: clock
        ) { name in
            attempts.add()
            if attempts.value < 9 { throw RadioError.noAdapter(name) }
            entry.finish()
            return air.addAdapter()
        }
        let task = Task { await scan.run() }
        for await _ in reached {}
        // a sink sees the adapter while it is open, and its absence afterwards
        #expect(await changes.next()?.map(\.name) == ["hci0"])
        task.cancel()
        await task.value
        #expect(await changes.next()?.isEmpty == true)
        #expect(radios.adapter(named: "hci0") == nil)
        let pauses = clock.pauses.list.withLock { $0.map(\.components.seconds) }
        #expect(pauses.prefix(8) == [1, 2, 4, 8, 16, 30, 30, 30])
        let restarts = metrics.counter("adapter_restarts_total", ("adapter", "hci0"), help: "")
        #expect(restarts.value >= 8)
    }
}
