import AirBroker
import BluetoothLE
import Foundation
import Testing

/// A broker in this process, and clients that connect to its socket.
private func withBroker(_ work: (String) async throws -> Void) async throws {
    let path = NSTemporaryDirectory() + "air-\(UUID().uuidString.prefix(8))"
    let broker = try VirtualAirBroker(air: VirtualAir(), path: path)
    let service = Task { await broker.run() }
    do {
        try await work(path)
    } catch {
        service.cancel()
        throw error
    }
    service.cancel()
    await service.value
    #expect(!FileManager.default.fileExists(atPath: path))
}

private func packets(of bearer: any PacketBearer) -> AsyncStream<[UInt8]> {
    let (stream, entry) = AsyncStream.makeStream(of: [UInt8].self)
    bearer.start(onPacket: { entry.yield($0) }, onEnd: { entry.finish() })
    return stream
}

private func connect(
    _ phone: BrokerRadio,
    _ sensor: BrokerRadio
) async throws -> (central: any RadioConnection, peripheral: any RadioConnection) {
    let incoming = try await sensor.incomingConnections()
    let set = try await sensor.advertise(
        AdvertisingParameters(data: [2, 1, 6]) {
            $0.interval = .milliseconds(20)...(.milliseconds(20))
        }
    )
    let central = try await phone.connect(
        to: #require(sensor.address),
        ConnectionParameters { $0.interval = .microseconds(7500)...(.microseconds(7500)) }
    )
    var ends = incoming.makeAsyncIterator()
    let peripheral = try #require(try await ends.next())
    await set.stop()
    return (central, peripheral)
}

@Suite(.timeLimit(.minutes(20))) struct AirBrokerTests {
    @Test func anIBeaconIsReceivedAsAdvertised() async throws {
        // Apple's company identifier, the type of an iBeacon, a UUID, major 1, minor 2, -59 dBm
        let beacon = [0x4C, 0, 2, 0x15] + [UInt8](0..<16) + [0, 1, 0, 2, 0xC5]
        let data = [2, 1, 6, UInt8(beacon.count + 1), 0xFF] + beacon
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            let sensor = try await BrokerRadio.connect(to: path)
            let set = try await sensor.advertise(
                AdvertisingParameters(data: data) { $0.isConnectable = false }
            )
            for try await report in try await phone.scan(ScanParameters()) {
                #expect(report.data == data && !report.isConnectable)
                break
            }
            await set.stop()
        }
    }

    @Test func programsReceiveEachOther() async throws {
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            let sensor = try await BrokerRadio.connect(to: path)
            let set = try await sensor.advertise(AdvertisingParameters(data: [2, 1, 6]))
            for try await report in try await phone.scan(ScanParameters()) {
                #expect(report.address == sensor.address)
                #expect(report.data == [2, 1, 6])
                break
            }
            await set.stop()
            #expect(await set.ended() == nil)
        }
    }

    @Test func packetsPassBothWaysAndTheEndIsReported() async throws {
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            let sensor = try await BrokerRadio.connect(to: path)
            let (central, peripheral) = try await connect(phone, sensor)
            let received = packets(of: peripheral.attributes)
            for value in 0..<200 as Range<UInt8> {
                central.attributes.send([value, 1, 2])
                await central.attributes.drained()
            }
            var count: UInt8 = 0
            for await packet in received {
                #expect(packet == [count, 1, 2])
                count += 1
                if count == 200 { break }
            }
            #expect(try await central.readRSSI() == -60)
            try await peripheral.secure(to: .encrypted)
            #expect(try await phone.bonds() == [#require(sensor.address)])
            let rest = packets(of: central.attributes)
            await peripheral.disconnect()
            for await _ in rest {}
            #expect(central.endReason == .remoteUser)
        }
    }

    @Test func packetsSentBeforeADisconnectArrive() async throws {
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            let sensor = try await BrokerRadio.connect(to: path)
            let (central, peripheral) = try await connect(phone, sensor)
            let received = packets(of: peripheral.attributes)
            let sent = (0..<500).map { [UInt8($0 & 255), UInt8($0 >> 8)] }
            for packet in sent { central.attributes.send(packet) }
            await central.disconnect()
            #expect(await received.reduce(into: []) { $0.append($1) } == sent)
            #expect(central.endReason == .localHost && peripheral.endReason == .remoteUser)
        }
    }

    @Test func channelsPass() async throws {
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            let sensor = try await BrokerRadio.connect(to: path)
            let (central, peripheral) = try await connect(phone, sensor)
            let incoming = try await peripheral.incomingChannels(psm: 0x81, mtu: 4000)
            let near = try await central.openChannel(psm: 0x81, mtu: 100)
            var accepted = incoming.makeAsyncIterator()
            let far = try #require(try await accepted.next())
            let received = packets(of: far)
            near.send([UInt8](repeating: 9, count: 4000))
            for await packet in received {
                #expect(packet == [UInt8](repeating: 9, count: 4000))
                break
            }
        }
    }

    @Test func acceptingChannelsContinuesAfterARefusal() async throws {
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            let sensor = try await BrokerRadio.connect(to: path)
            let (central, peripheral) = try await connect(phone, sensor)
            let incoming = try await peripheral.incomingChannels(psm: 0x81, mtu: 100)
            await #expect(throws: RadioError.busy) {
                try await peripheral.incomingChannels(psm: 0x81, mtu: 100)
            }
            let near = try await central.openChannel(psm: 0x81, mtu: 100)
            var accepted = incoming.makeAsyncIterator()
            #expect(try await accepted.next() != nil)
            near.close()
        }
    }

    @Test func aPairingQuestionEndsWithItsLink() async throws {
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            let sensor = try await BrokerRadio.connect(to: path)
            let (questions, asked) = AsyncStream.makeStream(of: PairingAgent.Question.self)
            let (ends, ended) = AsyncStream.makeStream(of: Bool.self)
            try await phone.setPairingAgent(
                PairingAgent(.displayYesNo) { question, _ in
                    asked.yield(question)
                    try? await Task.sleep(for: .seconds(3600))
                    ended.yield(Task.isCancelled)
                    return .accept
                }
            )
            let (central, peripheral) = try await connect(phone, sensor)
            let securing = Task { try await central.secure(to: .encrypted) }
            #expect(await questions.first { _ in true } == .consent)
            await peripheral.disconnect()
            await #expect(throws: RadioError.disconnected(.remoteUser)) {
                try await securing.value
            }
            #expect(await ends.first { _ in true } == true)
        }
    }

    @Test func aScanMayFollowAnotherAtOnce() async throws {
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            let sensor = try await BrokerRadio.connect(to: path)
            let set = try await sensor.advertise(AdvertisingParameters(data: [2, 1, 6]))
            for _ in 0..<300 { _ = try await phone.scan(ScanParameters()) }
            for try await report in try await phone.scan(ScanParameters()) {
                #expect(report.address == sensor.address)
                break
            }
            await set.stop()
        }
    }

    @Test func invalidRequestsOfAProgramDoNotAffectOthers() async throws {
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            let sensor = try await BrokerRadio.connect(to: path)
            await #expect(throws: RadioError.self) {
                try await phone.scan(ScanParameters { $0.interval = .zero })
            }
            await #expect(throws: RadioError.self) {
                try await phone.connect(
                    to: BluetoothAddress(value: 1),
                    ConnectionParameters { $0.interval = .zero...(.zero) }
                )
            }
            await #expect(throws: RadioError.self) {
                try await phone.advertise(AdvertisingParameters(data: []) { $0.txPower = .max })
            }
            let (central, peripheral) = try await connect(phone, sensor)
            await #expect(throws: RadioError.self) {
                try await central.update(ConnectionParameters { $0.latency = .max })
            }
            await #expect(throws: RadioError.self) {
                try await peripheral.incomingChannels(psm: 0x81, mtu: -1)
            }
            #expect(try await central.readRSSI() == -60)
        }
    }

    @Test func aProgramsExitEndsItsLinks() async throws {
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            var sensor: BrokerRadio? = try await BrokerRadio.connect(to: path)
            let (central, peripheral) = try await connect(phone, #require(sensor))
            let received = packets(of: central.attributes)
            try await sensor?.setPower(false)
            sensor = nil
            for await _ in received {}
            #expect(central.endReason == .remotePowerOff)
            _ = peripheral
        }
    }

    @Test func theEndOfTheBrokerIsReported() async throws {
        var radio: BrokerRadio?
        try await withBroker { path in
            radio = try await BrokerRadio.connect(to: path)
            #expect(throws: RadioError.busy) { try VirtualAirBroker(air: VirtualAir(), path: path) }
        }
        let left = try #require(radio)
        for await _ in left.states {}
        await #expect(throws: RadioError.self) { try await left.scan(ScanParameters()) }
        await #expect(throws: RadioError.noAdapter("/nowhere/air")) {
            try await BrokerRadio.connect(to: "/nowhere/air")
        }
    }

    @Test func socketsOfOtherUsersAreRefused() async throws {
        func isRefused(_ result: Result<CInt, RadioError>) -> Bool {
            guard case .failure(.notPermitted(let reason)) = result else { return false }
            return reason.cause.contains("belongs to another user")
        }
        let stranger = geteuid() + 1
        try await withBroker { path in
            #expect(
                isRefused(
                    Result { () throws(RadioError) in
                        try UnixSocket.connect(to: path, as: stranger)
                    }
                )
            )
            #expect(
                isRefused(
                    Result { () throws(RadioError) in
                        try UnixSocket.listen(at: path, as: stranger)
                    }
                )
            )
            // the socket still belongs to the first listener
            close(try UnixSocket.connect(to: path))
        }
    }

    @Test func aConnectionAttemptCanBeCancelled() async throws {
        try await withBroker { path in
            let phone = try await BrokerRadio.connect(to: path)
            let attempt = Task {
                try await phone.connect(
                    to: BluetoothAddress(value: 0x1234),
                    ConnectionParameters()
                )
            }
            attempt.cancel()
            await #expect(throws: RadioError.cancelled) { _ = try await attempt.value }
        }
    }
}
