import BeaconCrypto
import BluetoothLE
import Foundation
import GatewayConfiguration
import GatewayCore
import GatewaySpool
import Logging
import Synchronization
import Testing

@testable import GatewayGroup
@testable import GatewayMQTT

/// The gateway `attic` of a group with `kitchen`: what it signs and accepts, on a virtual clock.
@Suite final class GroupLinkTests {
    private static let key = String(repeating: "k", count: 32)
    private let folder = NSTemporaryDirectory() + "/gateway-link-\(UUID())"
    private let metrics = Metrics()
    private let steady = Steady()
    private let topics: Topics
    private let spool: Spool
    private let device: UInt64 = 0xA4C1_3800_0001
    private let stateTopic = "accessory/devices/A4C138000001"

    private final class Steady: Sendable {
        let now = Mutex<Int64>(100_000)
    }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        topics = try Self.topics("attic")
        spool = try Spool(
            path: folder + "/mqtt.sqlite",
            limits: SpoolLimits(rows: 1000, bytes: 1 << 20, age: 1 << 40),
            metrics: metrics,
            log: Logger(label: "spool") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    deinit {
        spool.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func topics(_ name: String) throws -> Topics {
        let configuration = try Configuration(yaml: "mqtt: {brokers: [h]}")
        return Topics(try #require(configuration.mqtt), gateway: name)
    }

    // MARK: - The gateway

    private func link() throws -> GroupLink {
        // `gateways` needs a key file
        let path = folder + "/key"
        try Self.key.write(toFile: path, atomically: false, encoding: .utf8)
        chmod(path, 0o600)
        let yaml =
            "mqtt: {brokers: [h]}\nthrottle: {interval: 0s}\ngateways: {key_file: \(path), members: [attic, kitchen]}"
        let configuration = try Configuration(yaml: yaml)
        return GroupLink(
            try #require(configuration.gateways),
            configuration.throttle,
            awayAfter: 180_000,
            eventAge: 30_000,
            topics: topics,
            spool: spool,
            metrics: metrics,
            steady: { [steady] in steady.now.withLock { $0 } },
            wall: { [steady] in 1_700_000_000_000 + steady.now.withLock { $0 } }
        )
    }

    private func pass(_ milliseconds: Int64) { steady.now.withLock { $0 += milliseconds } }
    private var refused: Int { metrics.counter("group_refused_total", help: "").value }

    private func received(
        _ topic: String,
        _ payload: [UInt8],
        isRetained: Bool = false
    ) -> MQTTClient.Received {
        MQTTClient.Received(
            topic: topic,
            payload: payload,
            isRetained: isRetained,
            reply: ReplyPath(nil)
        )
    }

    // MARK: - The other gateway

    private var numbers = 0

    private func message(
        of name: String = "kitchen",
        boot: UInt64 = 7,
        ts: Int64 = 1_700_000_000_000,
        _ change: (inout GroupMessage) -> Void = { _ in }
    ) -> GroupMessage {
        numbers += 1
        var message = GroupMessage(from: name, boot: boot, number: numbers)
        message.ts = ts
        change(&message)
        return message
    }

    /// What the broker delivers of a message.
    private func packet(
        _ message: GroupMessage,
        at topic: String = "accessory/kitchen/group",
        key: String = GroupLinkTests.key
    ) -> MQTTClient.Received {
        received(topic, GroupKey(key).sealed(message.json, topic: topic))
    }

    /// What the broker delivers of a publication.
    private func publication(
        _ identity: UInt64,
        by name: String,
        asOwner: Bool = true,
        key: String = GroupLinkTests.key
    ) -> MQTTClient.Received {
        let marked = StateMark(identity: identity, kind: 1).marked(Array("{\"a\":1}".utf8))
        let state = StateMark.published(marked, by: name, asOwner: asOwner)
        return received(stateTopic, GroupKey(key).sealed(state, topic: stateTopic))
    }

    /// Connects, and lets the other gateway answer.
    private func connect(_ link: GroupLink) {
        link.connected()
        link.received(status: "online", of: "kitchen")
        for message in link.takeMessages() {
            _ = link.received(received(message.topic, message.payload))
        }
        _ = link.received(
            packet(message { $0.answer = GroupMessage.Answer(to: "attic", isLast: true) })
        )
        link.tick()
    }

    private func claim(of name: String = "kitchen", boot: UInt64 = 7, ts: Int64) -> GroupMessage {
        message(of: name, boot: boot, ts: ts) { $0.claimed = [device] }
    }

    private let clock: Int64 = 1_700_000_000_000

    // MARK: - Signatures

    @Test func aSignedClaimMakesAnotherOwner() throws {
        let link = try link()
        connect(link)
        #expect(link.owns(device))
        guard case .handled = link.received(packet(claim(ts: clock))) else {
            Issue.record("not handled")
            return
        }
        #expect(!link.owns(device) && refused == 0)
    }

    /// A stranger has no key, another one, or a signed message of another topic.
    @Test func aStrangersMessageChangesNothing() throws {
        let link = try link()
        connect(link)
        let other = String(repeating: "x", count: 32)
        let signed = packet(claim(ts: clock), at: "accessory/cellar/group").payload
        let unsigned = claim(ts: clock).json
        for (number, one) in [
            packet(claim(ts: clock), key: other),
            received("accessory/kitchen/group", unsigned),
            received("accessory/kitchen/group", signed),
            received("accessory/kitchen/group", []),
            publication(1, by: "kitchen", key: other),
            received(stateTopic, Array("{\"temperature\":21.4}".utf8)),
            received("accessory/kitchen/device/A4C138000001", Array("{\"forgotten\":1}".utf8)),
        ].enumerated() {
            guard case .handled = link.received(one) else {
                Issue.record("message \(number) is none of the group")
                continue
            }
            #expect(refused == number + 1)
        }
        #expect(link.owns(device))
    }

    /// Signed, but by a gateway in the name of another one, or by none that the configuration lists.
    @Test func onlyMembersClaimAndOnlyForThemselves() throws {
        let link = try link()
        connect(link)
        _ = link.received(packet(claim(of: "cellar", ts: clock)))
        _ = link.received(packet(claim(of: "cellar", ts: clock), at: "accessory/cellar/group"))
        _ = link.received(publication(1, by: "cellar"))
        #expect(link.owns(device) && refused == 0)
    }

    @Test func otherTopicsAreNotOfTheGroup() throws {
        let link = try link()
        for topic in ["homeassistant/status", "accessory/kitchen/status", "accessory/devices/x"] {
            guard case .other = link.received(received(topic, [1])) else {
                Issue.record("\(topic)")
                continue
            }
        }
        #expect(refused == 0)
        // a removed record, which is empty, is no stranger's
        _ = link.received(received("accessory/kitchen/device/A4C138000001", []))
        #expect(refused == 0)
    }

    @Test func aPublicationNamesItsDevice() throws {
        let link = try link()
        connect(link)
        guard case .publication(let found) = link.received(publication(1, by: "kitchen")) else {
            Issue.record("no publication")
            return
        }
        #expect(found == device)
        #expect(!link.owns(device))
        guard case .record(let gateway, let address, _) = link.received(signedRecord) else {
            Issue.record("no record")
            return
        }
        #expect(gateway == "kitchen" && address == device)
    }

    private var signedRecord: MQTTClient.Received {
        let topic = "accessory/kitchen/device/A4C138000001"
        return received(topic, GroupKey(Self.key).sealed(Array("{\"a\":1}".utf8), topic: topic))
    }

    // MARK: - The clock of ownership

    /// The own messages have the time of day, so that members recognise old ones.
    @Test func messagesHaveTheTimeOfDay() throws {
        let link = try link()
        link.connected()
        pass(5)
        let sent = try #require(link.takeMessages().first)
        let json = try #require(GroupKey(Self.key).opened(sent.payload, topic: sent.topic))
        let hello = try #require(GroupMessage(json: json))
        #expect(hello.ts == clock + 100_000 && hello.hello != nil && hello.from == "attic")
        #expect(sent.topic == "accessory/attic/group" && link.takeMessages().isEmpty)
    }

    @Test func copiesAndMessagesOfEarlierRunsAreIgnored() throws {
        let link = try link()
        connect(link)
        let old = packet(claim(ts: clock))
        _ = link.received(old)
        #expect(!link.owns(device))
        // its end frees the device
        link.received(status: "offline", of: "kitchen")
        #expect(link.owns(device))
        link.received(status: "online", of: "kitchen")
        _ = link.received(old)
        #expect(link.owns(device))
        // a run that began before, by its clock
        _ = link.received(packet(claim(boot: 8, ts: clock - 1)))
        #expect(link.owns(device))
        _ = link.received(packet(claim(boot: 8, ts: clock + 1)))
        #expect(!link.owns(device))
    }

    // MARK: - Connections

    private func reading(_ value: UInt8, isEvent: Bool = false) throws -> Reading {
        let address = BluetoothAddress(value: device)
        let data = [UInt8(6), 0x16, 0xD2, 0xFC, 0x40] + (isEvent ? [0x3A, value] : [0x01, value])
        let report = AdvertisementReport(address: address, data: data)
        let read = SensorKeys().read(
            report.advertisement,
            from: address,
            name: nil,
            sensors: nil
        )
        let found = try #require(read)
        var reading = Reading(
            address: address,
            name: nil,
            adapter: "hci0",
            rssi: nil,
            time: 1000,
            model: nil,
            format: found.format,
            measurements: found.measurements
        )
        reading.frame = [value]
        if isEvent { reading.event = Reading.Event(identity: UInt64(value), lifetime: 2000) }
        return reading
    }

    private func offer(_ value: UInt8, _ link: GroupLink, isEvent: Bool = false) throws {
        let reading = try reading(value, isEvent: isEvent)
        let message = SpoolMessage(
            key: 1,
            topic: stateTopic,
            payload: topics.payload(reading),
            isEvent: isEvent
        )
        link.offer(reading, message)
    }

    private func taken() -> [SpoolMessage] {
        spool.flush()
        return spool.take(100)
    }

    /// The identity of the first published reading.
    private func identity(_ message: SpoolMessage) throws -> UInt64 {
        try #require(StateMark(message.payload)).identity
    }

    @Test func aReadingIsSignedInTheOwnersName() throws {
        let link = try link()
        connect(link)
        link.received(status: "offline", of: "kitchen")
        try offer(50, link)
        let message = try #require(taken().first)
        let payload = try #require(link.payload(of: message, topic: stateTopic))
        let state = try #require(GroupKey(Self.key).opened(payload, topic: stateTopic))
        let mark = try #require(StateMark.of(published: state))
        #expect(mark.name == "attic" && !mark.asOwner)
        // the broker's copy makes it the owner
        _ = link.received(received(stateTopic, payload))
        let again = try #require(link.payload(of: message, topic: stateTopic))
        let owned = try #require(GroupKey(Self.key).opened(again, topic: stateTopic))
        #expect(StateMark.of(published: owned)?.asOwner == true)
    }

    /// Readings wait while there is no connection, and are given to the spool after it.
    @Test func readingsWaitForTheConnection() throws {
        let link = try link()
        try offer(50, link)
        #expect(taken().isEmpty && !link.maySend)
        connect(link)
        #expect(link.maySend)
        pass(10_000)
        link.received(status: "offline", of: "kitchen")
        link.tick()
        #expect(taken().count == 1)
    }

    @Test func theEndReleasesWhatWaits() throws {
        let link = try link()
        try offer(50, link)
        link.close()
        #expect(taken().count == 1)
    }

    /// What waits in the spool from before a connection is dropped if another gateway has published it meanwhile; what is
    /// newer is not.
    @Test func theBacklogLosesWhatOthersHavePublished() throws {
        let link = try link()
        try offer(50, link)
        try offer(51, link)
        link.close()
        let old = taken()
        try #require(old.count == 2)
        spool.rewind()
        link.connected()
        #expect(link.backlogEnd == old[1].sequence && !link.maySend)
        let hello = try #require(link.takeMessages().first)
        link.received(status: "online", of: "kitchen")
        _ = link.received(received(hello.topic, hello.payload))
        let first = try identity(old[0])
        _ = link.received(
            packet(
                message {
                    $0.answer = GroupMessage.Answer(to: "attic", published: [first], isLast: true)
                }
            )
        )
        link.tick()
        #expect(link.maySend)
        #expect(link.payload(of: old[0], topic: stateTopic) == nil)
        let second = try #require(link.payload(of: old[1], topic: stateTopic))
        #expect(String(decoding: second, as: UTF8.self).contains("\"by\":\"attic\""))
        link.backlogDelivered()
        #expect(link.backlogEnd == nil)
        // an equal reading of now is another one
        #expect(link.payload(of: old[0], topic: stateTopic) != nil)
    }

    /// Messages belong to their connection.
    @Test func aNewConnectionBeginsWithAHello() throws {
        let link = try link()
        connect(link)
        link.received(status: "online", of: "kitchen")
        _ = link.received(packet(claim(ts: clock)))
        try offer(50, link)
        pass(200)
        link.tick()
        link.disconnected()
        pass(1000)
        link.connected()
        let messages = try link.takeMessages().map {
            try #require(
                GroupKey(Self.key).opened($0.payload, topic: $0.topic).flatMap(GroupMessage.init)
            )
        }
        #expect(messages.map { $0.hello != nil } == [true])
        #expect(messages.first?.bids == nil && messages.first?.ready == false)
    }

    @Test func anEventThatWaitedTooLongIsHistory() throws {
        for (wait, topic) in [
            (28_000, stateTopic), (31_000, "accessory/attic/history/A4C138000001"),
        ] as [(Int64, String)] {
            let link = try link()
            try offer(UInt8(wait / 1000), link, isEvent: true)
            pass(wait)
            link.connected()
            for message in link.takeMessages() {
                _ = link.received(received(message.topic, message.payload))
            }
            link.received(status: "offline", of: "kitchen")
            link.tick()
            pass(1000)
            link.tick()
            let found = taken()
            #expect(found.map(\.topic) == [topic], "\(wait)")
            for one in found { spool.acknowledge(one.receipt) }
        }
    }

    @Test func presenceIsWhatTheBrokerHas() throws {
        let link = try link()
        connect(link)
        link.offer(PresenceChange(name: "anna", isHome: true, rssi: nil, time: 1))
        #expect(taken().map(\.topic) == ["accessory/presence/anna"])
        pass(1500)
        link.tick()
        // not confirmed: once more
        #expect(taken().count == 1)
        _ = link.received(received("accessory/presence/anna", Array("maybe".utf8)))
        pass(1500)
        link.tick()
        #expect(taken().count == 1)
        _ = link.received(received("accessory/presence/anna", Array("home".utf8)))
        pass(1500)
        link.tick()
        #expect(taken().isEmpty)
    }

    @Test func theOwnersRoomIsRetained() throws {
        let link = try link()
        connect(link)
        _ = link.received(publication(1, by: "attic"))
        pass(301)
        link.tick()
        let room = try #require(link.takeMessages().first { $0.topic.contains("/rooms/") })
        #expect(room.topic == "accessory/rooms/A4C138000001" && room.isRetained)
        #expect(String(decoding: room.payload, as: UTF8.self) == "attic")
    }
}
