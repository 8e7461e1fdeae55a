import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// The cases `/auto` of BlueZ's unit/test-gatt.c by name: a server refuses a request for want of security,
/// the client raises it once and repeats the request. BlueZ's cases have the error 0x05; here each also
/// has 0x0F and 0x0C.
@Suite(.timeLimit(.minutes(20))) struct OnDemandCaseTests {
    /// A server that refuses requests for values until the devices are paired.
    private final class Server: Sendable {
        let radio: VirtualRadio
        /// The opcodes of the requests for values, and whether the devices were paired.
        let requests = Mutex<[(opcode: UInt8, isPaired: Bool)]>([])
        private let error: ATTError

        init(_ radio: VirtualRadio, error: ATTError) {
            self.radio = radio
            self.error = error
        }

        func start(_ time: TimeSource) throws {
            let incoming = try radio.incomingConnections()
            _ = try radio.advertise(AdvertisingParameters(data: []))
            _ = time.task { [self] in
                do {
                    for try await connection in incoming {
                        let bearer = connection.attributes
                        bearer.start(
                            onPacket: { [self] in bearer.send(answer(to: $0)) },
                            onEnd: {}
                        )
                    }
                } catch {}
            }
        }

        /// A service 1 to 8 with two characteristics, of the values 3 and 7, and with a descriptor each.
        private func answer(to packet: [UInt8]) -> [UInt8] {
            let first = packet.count > 1 ? packet[1] : 0
            switch (packet[0], first, packet.last) {
            case (0x10, 1, _): return [0x11, 6, 1, 0, 8, 0, 0xE0, 0xFF]
            case (0x08, 1, 0x28) where packet[5] == 0x03:
                return [0x09, 7, 2, 0, 0x0A, 3, 0, 0xE1, 0xFF, 5, 0, 0x0A, 7, 0, 0xE2, 0xFF]
            case (0x04, 4, _): return [0x05, 1, 4, 0, 0x01, 0x29]
            case (0x04, 8, _): return [0x05, 1, 8, 0, 0x01, 0x29]
            case (0x0A, _, _), (0x0C, _, _), (0x20, _, _), (0x12, _, _), (0x16, _, _):
                return value(packet)
            case (0x18, _, _): return [0x19]
            default: return [1, packet[0], first, 0, 0x0A]
            }
        }

        private func value(_ packet: [UInt8]) -> [UInt8] {
            let isPaired = !radio.bonds().isEmpty
            requests.withLock { $0.append((packet[0], isPaired)) }
            guard isPaired else { return [1, packet[0], packet[1], 0, error.rawValue] }
            switch packet[0] {
            case 0x0A: return [0x0B] + OnDemandCaseTests.value.prefix(22)
            case 0x0C: return [0x0D] + OnDemandCaseTests.value.dropFirst(22)
            case 0x20: return [0x21, 1, 0, 7, 1, 0, 8]
            case 0x16: return [0x17] + packet.dropFirst()
            default: return [0x13]
            }
        }
    }

    /// Longer than a packet of 23 bytes.
    private static let value = (1...30).map { UInt8($0) }

    enum Case: String, CaseIterable, Sendable {
        case read = "/TP/GAR/CL/BI-04-C/auto, /TP/GAR/CL/BI-16-C/auto"
        case readSeveral = "/TP/GAR/CL/BI-21-C/auto"
        case readDescriptor = "/TP/GAR/CL/BI-26-C/auto, /TP/GAR/CL/BI-32-C/auto"
        case write = "/TP/GAW/CL/BI-05-C/auto"
        case writeReliably = "/TP/GAW/CL/BI-18-C/auto"
        case writeDescriptor = "/TP/GAW/CL/BI-23-C/auto"

        /// The requests for values that the server receives.
        var opcodes: [UInt8] {
            switch self {
            case .read, .readDescriptor: [0x0A, 0x0A, 0x0C]
            case .readSeveral: [0x20, 0x20]
            case .write, .writeDescriptor: [0x12, 0x12]
            case .writeReliably: [0x16, 0x16]
            }
        }

        func perform(_ first: Characteristic, _ second: Characteristic) async throws {
            switch self {
            case .read: #expect(try await first.read() == value)
            case .readSeveral:
                let values = try await first.peripheral.read([first, second])
                #expect(values == [[7], [8]])
            case .readDescriptor:
                let descriptor = try #require(try await first.descriptors().first)
                #expect(try await descriptor.read() == value)
            case .write: try await second.write([1, 2, 3])
            case .writeReliably:
                try await second.peripheral.writeReliably([(second, [1, 2, 3])])
            case .writeDescriptor:
                let descriptor = try #require(try await second.descriptors().first)
                try await descriptor.write([1, 2, 3])
            }
        }
    }

    @Test(
        arguments: Case.allCases,
        [ATTError.insufficientAuthentication, .insufficientEncryption, .encryptionKeyTooShort]
    )
    func theRequestIsRepeatedAfterOnePairing(of one: Case, error: ATTError) async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: 1)
        let (phone, server) = (air.addAdapter(), Server(air.addAdapter(), error: error))
        let questions = Log()
        try phone.setPairingAgent(
            PairingAgent(.displayYesNo) { question, _ in
                questions.add(question == .consent ? "consent" : "number")
                return .accept
            }
        )
        try server.radio.setPairingAgent(PairingAgent(.displayYesNo) { _, _ in .accept })
        try await clock.run {
            try server.start(TimeSource(clock))
            let central = Central(radio: phone, clock: clock)
            let peripheral = try await central.connect(to: server.radio.ownAddress)
            let all = try await peripheral.service(0xFFE0).characteristics()
            try await one.perform(all[0], all[1])
            let seen = server.requests.withLock { $0 }
            #expect(seen.map(\.opcode) == one.opcodes)
            #expect(seen.map(\.isPaired) == [false] + seen.dropFirst().map { _ in true })
            let number = error == .insufficientAuthentication
            #expect(questions.entries == [number ? "number" : "consent"])
        }
    }

    /// The option is off, as for the command line without --pair.
    @Test(arguments: Case.allCases) func withoutTheOptionTheErrorEndsTheOperation(
        of one: Case
    ) async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: 1)
        let (phone, server) = (
            air.addAdapter(), Server(air.addAdapter(), error: .insufficientAuthentication)
        )
        try await clock.run {
            try server.start(TimeSource(clock))
            let central = Central(radio: phone, clock: clock)
            let peripheral = try await central.connect(
                to: server.radio.ownAddress,
                options: ConnectOptions { $0.securesOnDemand = false }
            )
            let all = try await peripheral.service(0xFFE0).characteristics()
            let thrown = await #expect(throws: GATTError.self) {
                try await one.perform(all[0], all[1])
            }
            guard case .att(.insufficientAuthentication, _) = thrown else {
                Issue.record("\(String(describing: thrown))")
                return
            }
            #expect(server.requests.withLock { $0.count } == 1 && phone.bonds().isEmpty)
        }
    }
}
