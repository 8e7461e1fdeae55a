import BeaconCrypto
import BluetoothLE
import Foundation
import GatewayConfiguration
import GatewayCore
import GatewayGroup
import Testing

@testable import GatewayMQTT

/// What gateways of a group know of a device is merged.
@Suite struct MergedDiscoveryTests {
    private let topics: Topics
    private let device: UInt64 = 5

    init() throws {
        let configuration = try Configuration(yaml: "mqtt: {brokers: [h]}")
        topics = Topics(try #require(configuration.mqtt), gateway: "attic")
    }

    private func outbox() -> Outbox {
        Outbox(Discovery(topics: topics, expireAfter: 900_000, isGroup: true))
    }

    private func reading(_ objects: [UInt8], time: Int64, name: String? = nil) throws -> Reading {
        let address = BluetoothAddress(value: device)
        let data = [UInt8(objects.count + 4), 0x16, 0xD2, 0xFC, 0x40] + objects
        let report = AdvertisementReport(address: address, data: data)
        let read = SensorKeys().read(
            report.advertisement,
            from: address,
            name: name,
            sensors: nil
        )
        let found = try #require(read)
        return Reading(
            address: address,
            name: nil,
            adapter: "hci0",
            rssi: nil,
            time: time,
            model: found.model,
            format: found.format,
            measurements: found.measurements
        )
    }

    private func drain(_ outbox: inout Outbox) -> [Outbox.Message] {
        var sent: [Outbox.Message] = []
        while !outbox.isEmpty { sent += outbox.next(now: 0) }
        return sent
    }

    /// The record that another gateway has after a humidity.
    private func otherRecord(time: Int64 = 1000) throws -> [UInt8] {
        var other = outbox()
        let humidity = try reading([0x2E, 48], time: time)
        _ = other.note(humidity, state: topics.payload(humidity))
        let record = try #require(drain(&other).first { $0.topic.contains("/device/000000000005") })
        #expect(record.isSealed && record.isRetained)
        return record.payload
    }

    private func configuration(_ sent: [Outbox.Message]) throws -> [String: Any] {
        let message = sent.last { $0.topic == "homeassistant/device/accessory_000000000005/config" }
        let payload = Data(try #require(message).payload)
        return try #require(try JSONSerialization.jsonObject(with: payload) as? [String: Any])
    }

    @Test func discoveryHasTheEntitiesOfAllGateways() throws {
        var outbox = outbox()
        let temperature = try reading([0x02, 0xCA, 0x09], time: 1000)
        _ = outbox.note(temperature, state: topics.payload(temperature))
        let alone = try configuration(drain(&outbox))
        #expect((alone["avty"] as? [[String: String]])?.count == 1 && alone["avty_mode"] == nil)
        let notes = outbox.merge(try otherRecord(), of: "kitchen", device, now: 0)
        #expect(notes.count == 1)
        #expect(outbox.merge(try otherRecord(), of: "kitchen", device, now: 0) == [])
        _ = outbox.merge(try otherRecord(), of: "attic", device, now: 0)
        let merged = try configuration(drain(&outbox))
        let entities = try #require(merged["cmps"] as? [String: Any])
        #expect(Set(entities.keys) == ["temperature", "humidity", "rssi", "room"])
        let topics = (merged["avty"] as? [[String: String]])?.compactMap { $0["t"] }
        #expect(topics == ["accessory/attic/status", "accessory/kitchen/status"])
        #expect(merged["avty_mode"] as? String == "any")
    }

    /// The name, which comes later, selects the model, here and in another gateway; a reading without it does not take it back.
    @Test func theModelOfBTHomeFollowsTheName() throws {
        var outbox = outbox()
        func model(_ name: String?, _ value: UInt8) throws -> String? {
            let reading = try reading([0x01, value], time: 1000, name: name)
            _ = outbox.note(reading, state: topics.payload(reading))
            let sent = drain(&outbox)
            guard sent.contains(where: { $0.topic.hasSuffix("/config") }) else { return nil }
            return (try configuration(sent)["dev"] as? [String: Any])?["mdl"] as? String
        }
        #expect(try model(nil, 90) == "BTHome sensor")
        #expect(try model("SBHT-003C", 91) == "BLU H&T")
        #expect(try model(nil, 92) == nil)
        #expect(try model("SBDW-002C", 93) == nil)
        var other = self.outbox()
        let named = try reading([0x01, 1], time: 1000, name: "SBHT-003C")
        _ = other.note(named, state: topics.payload(named))
        let record = try #require(drain(&other).first { $0.topic.contains("/device/000000000005") })
        var attic = self.outbox()
        let any = try reading([0x01, 1], time: 1000)
        _ = attic.note(any, state: topics.payload(any))
        _ = drain(&attic)
        _ = attic.merge(record.payload, of: "kitchen", self.device, now: 0)
        let device = try configuration(drain(&attic))["dev"] as? [String: Any]
        #expect(device?["mdl"] as? String == "BLU H&T")
    }

    /// A gateway that has not received the device does not state that it has.
    @Test func aDeviceOfAnotherGatewayIsAnnouncedWithoutARecord() throws {
        var outbox = outbox()
        _ = outbox.merge(try otherRecord(), of: "kitchen", device, now: 0)
        let sent = drain(&outbox)
        #expect(sent.count == 1)
        let topics = try configuration(sent)["avty"] as? [[String: String]]
        #expect(topics == [["t": "accessory/kitchen/status"]])
    }

    @Test func aTombstoneForgetsWhatIsOlder() throws {
        for (time, isForgotten) in [(1999, true), (2000, false)] as [(Int64, Bool)] {
            var outbox = outbox()
            let temperature = try reading([0x02, 0xCA, 0x09], time: time)
            _ = outbox.note(temperature, state: topics.payload(temperature))
            _ = drain(&outbox)
            let tombstone = Tombstone(forgotten: 2000).json
            let notes = outbox.merge(tombstone, of: "kitchen", device, now: 3000)
            #expect(notes.isEmpty != isForgotten)
            let sent = drain(&outbox)
            #expect(sent.map(\.payload.isEmpty) == (isForgotten ? [true, true, true, false] : []))
            #expect(outbox.merge(tombstone, of: "kitchen", device, now: 3000) == [])
        }
    }

    /// A record that the broker had before the removal arrives after it; a later one makes the device again.
    @Test func aRecordFromBeforeARemovalIsIgnored() throws {
        for (time, isKnown) in [(1999, false), (2000, true)] as [(Int64, Bool)] {
            var outbox = outbox()
            _ = outbox.forget(device, now: 2000)
            _ = drain(&outbox)
            _ = outbox.merge(try otherRecord(time: time), of: "attic", device, now: 2000)
            #expect(drain(&outbox).isEmpty != isKnown)
        }
    }

    /// The device is back, and is removed again, before the broker acknowledges the first removal.
    @Test func theAcknowledgementOfARemovalDoesNotEndALaterOne() throws {
        var outbox = outbox()
        _ = outbox.forget(device, now: 2000)
        _ = drain(&outbox)
        _ = outbox.forget(device, now: 3000)
        #expect(outbox.removed(Int64(device)) == [])
        let tombstone = try #require(drain(&outbox).last)
        #expect(Tombstone(json: tombstone.payload)?.forgotten == 3000)
        #expect(outbox.removed(Int64(device)).count == 1)
    }

    @Test func theTombstoneIsTheLastMessageOfARemoval() throws {
        var outbox = outbox()
        _ = outbox.forget(device, now: 2000)
        let sent = drain(&outbox)
        let last = try #require(sent.last)
        #expect(last.topic == "accessory/attic/device/000000000005" && last.isSealed)
        #expect(last.removal == Int64(device))
        #expect(Tombstone(json: last.payload)?.forgotten == 2000)
        #expect(sent.map(\.topic).contains("accessory/rooms/000000000005"))
    }

    @Test func aRecordIsOfItsTopicsDevice() throws {
        var outbox = outbox()
        #expect(outbox.merge(try otherRecord(), of: "kitchen", 6, now: 0) == [])
        let record = try otherRecord()
        for count in record.indices {
            _ = outbox.merge(Array(record.prefix(count)), of: "kitchen", device, now: 0)
        }
        #expect(outbox.isEmpty)
    }

    @Test func topicsOfRecordsHaveFourLevels() {
        #expect(topics.gateway(ofRecord: "accessory/a/device/A4C138000001")?.gateway == "a")
        #expect(
            topics.gateway(ofRecord: "accessory/a/device/A4C138000001")?.device == 0xA4C1_3800_0001
        )
        for topic in [
            "accessory/a/device", "x/a/device/A4C138000001", "accessory/a/device/xyz", "a",
        ] {
            #expect(topics.gateway(ofRecord: topic) == nil)
        }
        #expect(topics.device(ofState: "accessory/devices/A4C138000001") == 0xA4C1_3800_0001)
        #expect(topics.device(ofState: "accessory/devices/a/A4C138000001") == nil)
        #expect(topics.gateway(ofGroup: "accessory/attic/group") == "attic")
        #expect(topics.gateway(ofGroup: "accessory//group") == nil)
    }
}
