import BeaconCrypto
import BluetoothLE
import Foundation
import GatewayConfiguration
import GatewayCore
import GatewaySpool
import Testing

@testable import GatewayMQTT

@Suite struct OutboxTests {
    private let topics: Topics

    init() throws {
        let configuration = try Configuration(yaml: "mqtt: {brokers: [h]}")
        topics = Topics(try #require(configuration.mqtt), gateway: "attic")
    }

    /// A reading of BTHome objects.
    private func reading(
        _ objects: [UInt8],
        time: Int64 = 1000,
        from number: UInt64 = 5,
        name: String? = nil
    ) throws -> Reading {
        let address = BluetoothAddress(value: number)
        let data = [UInt8(objects.count + 4), 0x16, 0xD2, 0xFC, 0x40] + objects
        let read = SensorKeys().read(
            AdvertisementReport(address: address, data: data).advertisement,
            from: address,
            name: nil,
            sensors: nil
        )
        let found = try #require(read)
        return Reading(
            address: address,
            name: name,
            adapter: "hci0",
            rssi: nil,
            time: time,
            model: nil,
            format: found.format,
            measurements: found.measurements
        )
    }

    /// The states that are sent again after Home Assistant's birth message.
    private func states(after readings: [Reading], now: Int64 = 2000) -> [String] {
        var outbox = Outbox(Discovery(topics: topics, expireAfter: 900_000))
        for one in readings { _ = outbox.note(one, state: topics.payload(one)) }
        while !outbox.isEmpty { _ = outbox.next(now: now) }
        outbox.announceAll(withStates: true)
        var sent: [Outbox.Message] = []
        while !outbox.isEmpty { sent += outbox.next(now: now) }
        return sent.filter { $0.topic == topics.state("000000000005") }
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }

    @Test func anEventIsNotSentAgain() throws {
        let press = try reading([0x3A, 1])
        #expect(String(decoding: topics.payload(press), as: UTF8.self).contains("button"))
        #expect(states(after: [press]) == [])
    }

    @Test func theStateBesideAnEventIsSentAgain() throws {
        let both = try states(after: [reading([2, 0xD0, 7, 0x3A, 1])])
        #expect(both.count == 1)
        #expect(both[0].contains("\"temperature\":20") && !both[0].contains("button"))
    }

    @Test func anEventLeavesTheStateBefore() throws {
        let found = try states(after: [reading([2, 0xD0, 7]), reading([0x3A, 1], time: 1500)])
        #expect(found.count == 1 && found[0].contains("\"ts\":1000"))
    }

    @Test(arguments: [(900_999, 1), (901_000, 0)] as [(Int64, Int)])
    func anOldStateIsNotSentAgain(now: Int64, count: Int) throws {
        let found = try states(after: [reading([2, 0xD0, 7])], now: now)
        #expect(found.count == count)
    }

    /// Home Assistant misses the state that comes with the discovery; the value does not change after that.
    @Test func theStateIsSentAgainAfterItsDiscovery() throws {
        var outbox = outbox()
        let constant = try reading([2, 0xD0, 7])
        _ = outbox.note(constant, state: topics.payload(constant))
        func repeated(at steady: Int64, isOwn: Bool = true) -> [String] {
            outbox.repeatStates(steady: steady, now: 2000) { _ in isOwn }
            return sent(&outbox).map(\.topic)
        }
        #expect(sent(&outbox).map(\.topic) == [configTopic])
        #expect(repeated(at: 0) == [] && repeated(at: 3000) == [])
        #expect(repeated(at: 5000) == [stateTopic])
        #expect(repeated(at: 20_000) == [])
        // a discovery that only may have been lost
        outbox.announceAll(withStates: false)
        #expect(sent(&outbox).map(\.topic) == [configTopic])
        #expect(repeated(at: 30_000) == [] && repeated(at: 33_000) == [])
        #expect(repeated(at: 35_000) == [])
        // a new entity, but another gateway publishes the device
        let battery = try reading([1, 50])
        _ = outbox.note(battery, state: topics.payload(battery))
        #expect(sent(&outbox).map(\.topic) == [configTopic])
        #expect(repeated(at: 40_000) == [] && repeated(at: 43_000) == [])
        #expect(repeated(at: 45_000, isOwn: false) == [])
    }

    // MARK: - Discovery and removals

    private let configTopic = "homeassistant/device/accessory_000000000005/config"
    private let stateTopic = "accessory/devices/000000000005"

    private func outbox(_ notes: [Note] = []) -> Outbox {
        Outbox(Discovery(topics: topics, expireAfter: 900_000), notes: notes)
    }

    /// All messages that are waiting.
    private func sent(_ outbox: inout Outbox) -> [Outbox.Message] {
        var sent: [Outbox.Message] = []
        while !outbox.isEmpty { sent += outbox.next(now: 2000) }
        return sent
    }

    /// The entities of the last discovery message, by name.
    private func entities(_ messages: [Outbox.Message]) throws -> [String: [String: Any]] {
        let payload = try #require(messages.last { $0.topic == configTopic }?.payload)
        let json = try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
        return try #require(json?["cmps"] as? [String: [String: Any]])
    }

    /// What the gateway keeps: the last note of each kind and key.
    private struct Disk {
        var notes: [String: Note] = [:]

        mutating func keep(_ some: [Note]) {
            for note in some {
                notes["\(note.kind) \(note.key)"] = note.value.isEmpty ? nil : note
            }
        }

        var all: [Note] { Array(notes.values) }
    }

    @Test func discoveryGrowsOverRestarts() throws {
        var disk = Disk()
        var first = outbox()
        for objects in [[2, 0xD0, 7], [1, 50], [0x3A, 1]] as [[UInt8]] {
            disk.keep(first.note(try reading(objects), state: []).1)
        }
        #expect(first.note(try reading([1, 49]), state: []).1 == [])
        let before = try entities(sent(&first))
        #expect(Set(before.keys) == ["temperature", "battery", "button", "rssi"])
        var second = outbox(disk.all)
        disk.keep(second.note(try reading([3, 0x88, 0x13], name: "Bath"), state: []).1)
        #expect(Set(try entities(sent(&second)).keys) == Set(before.keys).union(["humidity"]))
        // without any frame
        var third = outbox(disk.all)
        third.announceAll(withStates: false)
        let messages = sent(&third)
        #expect(Set(try entities(messages).keys) == Set(before.keys).union(["humidity"]))
        let text = String(decoding: try #require(messages.last).payload, as: UTF8.self)
        #expect(text.contains("\"name\":\"Bath\""))
    }

    @Test func aButtonOffersItsOwnEvents() throws {
        var outbox = outbox()
        _ = outbox.note(try reading([0x3A, 1]), state: [])
        let button = try #require(entities(sent(&outbox))["button"])
        #expect(
            button["evt_typ"] as? [String] == [
                "press", "double-press", "triple-press", "long-press", "long-double-press",
                "long-triple-press", "hold-press",
            ]
        )
    }

    @Test func aForgottenDeviceIsRemovedAndDoesNotReturn() throws {
        var disk = Disk()
        var first = outbox()
        disk.keep(first.note(try reading([2, 0xD0, 7]), state: []).1)
        disk.keep(first.forget(5, now: 1))
        let removal = sent(&first)
        #expect(removal.map(\.topic) == [configTopic, stateTopic])
        #expect(removal.allSatisfy { $0.payload.isEmpty && $0.isRetained && $0.qos == 1 })
        // not acknowledged before the restart: once more, and nothing is announced
        var second = outbox(disk.all)
        second.announceAll(withStates: true)
        let again = sent(&second)
        #expect(again.map(\.topic) == [configTopic, stateTopic])
        disk.keep(second.removed(try #require(again.compactMap(\.removal).first)))
        #expect(disk.all == [])
        second.announceAll(withStates: true)
        #expect(sent(&second).isEmpty)
    }

    /// The removal is first, also when both are sent again after a reconnection.
    @Test func aForgottenDeviceThatIsReceivedAgainIsNew() throws {
        var outbox = outbox()
        _ = outbox.note(try reading([2, 0xD0, 7]), state: [])
        _ = outbox.forget(5, now: 1)
        _ = outbox.note(try reading([1, 50]), state: [])
        for _ in 0..<2 {
            let messages = sent(&outbox)
            #expect(messages.map(\.topic) == [configTopic, stateTopic, configTopic])
            #expect(Set(try entities(messages).keys) == ["battery", "rssi"])
            outbox.announceAll(withStates: false)
        }
    }

    @Test func deniedDevicesAndUnconfiguredPeopleAreRemoved() throws {
        var disk = Disk()
        var first = outbox()
        for (number, name) in [(5, "Bath"), (6, "Kitchen")] as [(UInt64, String)] {
            disk.keep(first.note(try reading([1, 50], from: number, name: name), state: []).1)
        }
        for name in ["anna", "ben"] {
            disk.keep(first.note(PresenceChange(name: name, isHome: true, rssi: nil, time: 1)))
        }
        func left(_ yaml: String) throws -> [String] {
            var next = outbox(disk.all)
            let filter = try Configuration(yaml: yaml).filter
            _ = next.forgetAll(deniedBy: filter, butPeople: ["anna"], now: 1)
            let removed = Set(sent(&next).map(\.topic))
            #expect(removed.contains("homeassistant/device/accessory_presence_ben/config"))
            #expect(removed.contains("accessory/presence/ben"))
            next.announceAll(withStates: false)
            let all = sent(&next).filter { !$0.payload.isEmpty }.map(\.topic)
            return all.compactMap { $0.split(separator: "/").dropFirst(2).first }
                .map { String($0.suffix(4)) }.sorted()
        }
        #expect(try left("") == ["0005", "0006", "anna"])
        #expect(try left("filter: {deny: [name Bath]}") == ["0006", "anna"])
        #expect(try left("filter: {allow: ['00:00:00:00:00:05']}") == ["0005", "anna"])
        #expect(try left("filter: {deny: [kind bthome]}") == ["anna"])
        #expect(try left("filter: {allow: [kind bthome]}") == ["0005", "0006", "anna"])
        #expect(try left("filter: {deny: [kind ruuvi-raw2]}") == ["0005", "0006", "anna"])
    }

    /// A device that is silent while another one is received. The time in which nothing is received does not count, and
    /// neither does the time in which the gateway is stopped.
    @Test func silentDevicesAreRemoved() throws {
        let limit: Int64 = 80_000
        var disk = Disk()
        var first = outbox()
        for number in [5, 6] as [UInt64] {
            disk.keep(first.note(try reading([1, 50], from: number), state: []).1)
        }
        func pass(_ outbox: inout Outbox, _ times: Range<Int64>, receiving: Bool) throws {
            for time in times {
                if receiving {
                    disk.keep(outbox.note(try reading([1, 50], from: 6), state: []).1)
                }
                let notes = outbox.forgetSilent(after: limit, steady: time * 10_000, now: 1)
                disk.keep(notes)
            }
        }
        try pass(&first, 0..<6, receiving: true)
        try pass(&first, 6..<90, receiving: false)
        try pass(&first, 90..<92, receiving: true)
        #expect(sent(&first).allSatisfy { !$0.payload.isEmpty })
        var second = outbox(disk.all)
        try pass(&second, 1000..<1004, receiving: true)
        let removed = sent(&second).filter(\.payload.isEmpty).map(\.topic)
        #expect(removed == [configTopic, stateTopic])
        #expect(disk.all.filter { $0.kind == .device }.map(\.key) == [6])
    }
}
