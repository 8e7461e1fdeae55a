internal import BluetoothLE
internal import Foundation
public import GatewayConfiguration
public import GatewayCore
public import GatewaySpool
internal import Logging

/// Publishes to an MQTT broker, through the spool.
public final class MQTTSink: Sink {
    public let name = "mqtt"
    public let takesAdvertisements: Bool
    private let publishesAdvertisements: Bool

    private let topics: Topics
    private let spool: Spool
    private let delivery: Delivery
    private let group: GroupLink?

    /// The settings of a group of gateways.
    public struct GroupSettings: Sendable {
        let gateways: Configuration.Gateways
        let throttle: Configuration.Throttle
        /// Time after which an entry of the presence list is away, milliseconds.
        let awayAfter: Int64

        public init(
            gateways: Configuration.Gateways,
            throttle: Configuration.Throttle,
            awayAfter: Int64
        ) {
            (self.gateways, self.throttle, self.awayAfter) = (gateways, throttle, awayAfter)
        }
    }

    public init(
        _ mqtt: Configuration.MQTT,
        events: Configuration.Events = Configuration.Events(),
        group settings: GroupSettings? = nil,
        adapters: [String],
        spool: Spool,
        _ context: SinkContext
    ) {
        publishesAdvertisements = mqtt.publishesAdvertisements
        takesAdvertisements = mqtt.publishesAdvertisements || settings != nil
        let topics = Topics(mqtt, gateway: context.gateway)
        self.topics = topics
        self.spool = spool
        group = settings.map {
            GroupLink(
                $0.gateways,
                $0.throttle,
                awayAfter: $0.awayAfter,
                eventAge: events.maximumAge,
                topics: topics,
                spool: spool,
                metrics: context.metrics
            )
        }
        delivery = Delivery(
            mqtt,
            eventAge: events.maximumAge,
            topics: topics,
            clientID: mqtt.clientID ?? ClientID.make(context.gateway, adapters),
            adapters: adapters,
            spool: spool,
            group: group,
            metrics: context.metrics,
            log: context.log,
            takeRequest: Self.requestTaker(context.requests, topics, spool)
        )
    }

    private static func requestTaker(
        _ requests: (any RequestHandler)?,
        _ topics: Topics,
        _ spool: Spool
    ) -> Delivery.RequestTaker? {
        guard let requests else { return nil }
        return { address, payload, isRetained, reply in
            requests.handle(payload, device: address, isRetained: isRetained) { answer in
                spool.offer(topics.message(answer, address, reply))
            }
        }
    }

    public func offer(_ item: Item) {
        switch item {
        case .reading(let reading): offer(reading)
        case .presence(let change):
            let notes = delivery.withOutbox { $0.note(change) }
            if let group {
                spool.keep(notes)
                group.offer(change)
                return delivery.signal()
            }
            spool.offer(topics.message(change.name, isHome: change.isHome), notes: notes)
        case .advertisement(let report, let adapter):
            group?.sighted(report)
            guard publishesAdvertisements else { return }
            let message = Outbox.Message(
                topic: topics.advertisement(report.address.plainText),
                payload: topics.payload(report, adapter: adapter),
                qos: 0
            )
            delivery.add(message)
        }
    }

    public func offer(_ message: ReaderMessage) {
        let topic = topics.reader(message.reader)
        let key = SpoolKey.make(0, topic)
        spool.offer(SpoolMessage(key: key, topic: topic, payload: message.json))
    }

    private func offer(_ reading: Reading) {
        let payload = topics.payload(reading)
        let (message, notes) = delivery.withOutbox { $0.note(reading, state: payload) }
        if let group {
            spool.keep(reading.notes + notes)
            group.offer(reading, message)
            // it may wait for a time
            return delivery.signal()
        }
        spool.offer(message, notes: reading.notes + notes)
    }

    public func keep(_ notes: [Note]) { spool.keep(notes) }

    public func forget(_ device: UInt64) {
        spool.keep(delivery.withOutbox { $0.forget(device, now: WallClock.now) })
        spool.keep(Note.reset(device))
        delivery.signal()
    }

    /// Removes what the broker retains of devices that the filter denies, and of presence entries that are not configured.
    public func update(_ configuration: Configuration) {
        group?.update(configuration.throttle)
        let notes = delivery.withOutbox {
            $0.forgetAll(
                deniedBy: configuration.filter,
                butPeople: configuration.presence.devices.map(\.name),
                now: WallClock.now
            )
        }
        spool.keep(notes)
        delivery.signal()
    }

    public func run() async throws {
        let delivery = delivery
        let (end, entry) = AsyncStream.makeStream(of: Never.self)
        Thread.detachNewThread {
            delivery.run()
            entry.finish()
        }
        let (forever, stopped) = AsyncStream.makeStream(of: Never.self)
        await withTaskCancellationHandler {
            for await _ in forever {}
        } onCancel: {
            stopped.finish()
        }
        delivery.stop()
        // in a new task, as this one is cancelled; limited to 5 s, as a blocked name lookup must not
        // delay the end of the service
        await Task {
            await withTaskGroup { group in
                group.addTask { for await _ in end {} }
                group.addTask { try? await Task.sleep(for: .seconds(5)) }
                await group.next()
                group.cancelAll()
            }
        }.value
    }

    public func drain() async {
        spool.flush()
        await delivery.drained()
    }
}

extension Topics {
    /// The message for an answer. It is spooled, as the broker may be unreachable for a while.
    fileprivate func message(
        _ answer: RequestAnswer,
        _ address: String,
        _ reply: ReplyPath
    ) -> SpoolMessage {
        // an answer published to a request topic would be executed as a request
        let chosen = reply.topic.flatMap { $0.hasPrefix(requests) ? nil : $0 }
        let (topic, payload) =
            switch answer {
            case .response(let payload): (chosen ?? response(address), payload)
            case .value(let characteristic, let payload):
                (chosen ?? value(address, characteristic), payload)
            }
        return SpoolMessage(
            key: SpoolKey.make(0, topic),
            topic: topic,
            payload: payload,
            correlation: reply.correlation
        )
    }
}

/// Keys of messages with readings of the same quantities.
enum SpoolKey {
    /// A hash over a device's address and a name; stable over restarts.
    static func make(_ address: UInt64, _ name: String) -> Int64 {
        var hash = StableHash()
        hash.add(address, bytes: 6)
        hash.add(name.utf8)
        return Int64(bitPattern: hash.value)
    }
}

/// The MQTT client id. Two gateways with the same id would disconnect each other forever.
enum ClientID {
    /// Derives the id from the machine id, the network interface's address, the gateway's name and its adapters; at
    /// most 23 characters, which every broker accepts (MQTT 3.1.1, section 3.1.3.1). Machines started from copies of
    /// one card have the same machine id.
    ///
    /// - Parameter interfaces: The folder of the network interfaces.
    static func make(
        _ gateway: String,
        _ adapters: [String],
        interfaces: String = "/sys/class/net"
    ) -> String {
        let machine =
            (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8))
            ?? ProcessInfo.processInfo.hostName
        let text = [
            machine, hardwareAddress(in: interfaces), gateway, adapters.joined(separator: ","),
        ].joined(separator: "/")
        let hash = UInt64(bitPattern: SpoolKey.make(0, text))
        return "acc" + String(hash, radix: 36)
    }

    /// The address of the first physical network interface; empty if there is none.
    private static func hardwareAddress(in interfaces: String) -> String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: interfaces)) ?? []
        for name in names.sorted() {
            let folder = "\(interfaces)/\(name)"
            guard FileManager.default.fileExists(atPath: "\(folder)/device"),
                let text = try? String(contentsOfFile: "\(folder)/address", encoding: .utf8)
            else { continue }
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return ""
    }
}
