import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// Encrypting and pairing when an attribute demands it.
@Suite(.timeLimit(.minutes(20))) struct SecuringTests {
    /// A device with one protected value, and a phone.
    private struct Ward {
        let bench = PeripheralBench()
        let phone: VirtualRadio
        let central: Central
        let value: MutableCharacteristic
        let questions = Log()

        /// - Parameter capability: Of both ends; nil: no agents.
        init(
            _ permissions: AttributePermissions,
            _ capability: PairingAgent.Capability? = .displayYesNo,
            answer: PairingAgent.Answer = .accept,
            features: RadioFeatures = .everything
        ) throws {
            phone = bench.air.addAdapter(features: features)
            central = Central(radio: phone, clock: bench.clock)
            value = MutableCharacteristic(
                uuid: 0xFFF1,
                properties: [.read, .write, .notify],
                permissions: permissions,
                value: [7],
                storesWrites: true
            )
            guard let capability else { return }
            let questions = questions
            try phone.setPairingAgent(
                PairingAgent(capability) { question, _ in
                    questions.add(question == .consent ? "consent" : "number")
                    return answer
                }
            )
            try bench.sensor.setPairingAgent(PairingAgent(capability) { _, _ in .accept })
        }

        func run(
            _ options: ConnectOptions = ConnectOptions(),
            _ work: @escaping @Sendable (Peripheral, Characteristic) async throws -> Void
        ) async throws {
            try await bench.clock.run {
                try await bench.manager.add(MutableService(uuid: 0xFFF0, characteristics: [value]))
                try await bench.manager.startAdvertising(name: "bench", uuids: [0xFFF0])
                let peripheral = try await central.connect(
                    to: bench.sensor.address!,
                    options: options
                )
                try await work(peripheral, try await peripheral.characteristic(0xFFF1, in: 0xFFF0))
                await peripheral.disconnect()
            }
        }

        var level: LinkSecurity? { bench.manager.centrals.first?.security }
    }

    enum Operation: CaseIterable, Sendable {
        case read, write, subscribe, readSeveral

        func perform(_ characteristic: Characteristic) async throws {
            switch self {
            case .read: #expect(try await characteristic.read() == [7])
            case .write: try await characteristic.write([8])
            case .subscribe: _ = try await characteristic.notifications()
            case .readSeveral: _ = try await characteristic.peripheral.read([characteristic])
            }
        }
    }

    private static let levels: [(AttributePermissions, LinkSecurity)] = [
        ([.readEncryptionRequired, .writeEncryptionRequired], .encrypted),
        ([.readAuthenticationRequired, .writeAuthenticationRequired], .authenticated),
        ([.readSecureConnectionsRequired, .writeSecureConnectionsRequired], .secureConnections),
    ]

    @Test(arguments: levels, Operation.allCases)
    func theLinkIsSecuredOnceAndTheRequestRepeated(
        needs: (permissions: AttributePermissions, level: LinkSecurity),
        operation: Operation
    ) async throws {
        let ward = try Ward(needs.permissions)
        try await ward.run { peripheral, characteristic in
            try await operation.perform(characteristic)
            #expect(ward.level.map { $0 >= needs.level } == true)
            for other in Operation.allCases where other != .read {
                try await other.perform(characteristic)
            }
            #expect(ward.questions.entries == [needs.level == .encrypted ? "consent" : "number"])
            // the next link uses the keys
            await peripheral.disconnect()
            try await peripheral.connect(timeout: .seconds(10))
            _ = try await characteristic.read()
            #expect(ward.questions.entries.count == 1)
        }
    }

    @Test(arguments: levels) func theOptionMayBeOff(
        permissions: AttributePermissions,
        level: LinkSecurity
    ) async throws {
        let ward = try Ward(permissions)
        let error: ATTError =
            level == .encrypted ? .insufficientEncryption : .insufficientAuthentication
        let options = ConnectOptions { $0.securesOnDemand = false }
        try await ward.run(options) { _, characteristic in
            for operation in Operation.allCases {
                let thrown = await #expect(throws: GATTError.self) {
                    try await operation.perform(characteristic)
                }
                guard case .att(error, _) = thrown else {
                    Issue.record("\(operation): \(String(describing: thrown))")
                    continue
                }
            }
            #expect(ward.questions.entries.isEmpty && ward.phone.bonds().isEmpty)
        }
    }

    /// Devices without input and output encrypt, because that may suffice, and then report the error.
    @Test func withoutMeansTheErrorRemains() async throws {
        let ward = try Ward(.readAuthenticationRequired, nil)
        try await ward.run { _, characteristic in
            for _ in 0..<2 {
                await #expect(
                    throws: GATTError.att(
                        .insufficientAuthentication,
                        handle: characteristic.handle
                    )
                ) { try await characteristic.read() }
            }
            #expect(ward.level == .encrypted)
        }
    }

    @Test func aRefusalOfTheUserEndsTheOperation() async throws {
        let ward = try Ward(.readAuthenticationRequired, answer: .reject)
        try await ward.run { _, characteristic in
            await #expect(
                throws: CentralError.radio(.pairingFailed("one of the devices refused"))
            ) { try await characteristic.read() }
            #expect(ward.questions.entries == ["number"])
            #expect(ward.level == LinkSecurity.none)
        }
    }

    @Test func concurrentRequestsShareOnePairing() async throws {
        let ward = try Ward([.readAuthenticationRequired, .writeAuthenticationRequired])
        try await ward.run { _, characteristic in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<5 { group.addTask { _ = try await characteristic.read() } }
                try await group.waitForAll()
            }
            #expect(ward.questions.entries == ["number"])
        }
    }

    /// A link with authenticated keys that are not of LE Secure Connections is raised once more.
    @Test func anAuthenticatedLinkIsRaisedToSecureConnections() async throws {
        var features = RadioFeatures.everything
        features.hasSecureConnections = false
        let ward = try Ward(.readSecureConnectionsRequired, .keyboardDisplay, features: features)
        let numbers = AsyncStream.makeStream(of: UInt32.self)
        func agent(_ questions: Log?) -> PairingAgent {
            PairingAgent(.keyboardDisplay) { question, _ in
                questions?.add("number")
                if case .showPasskey(let number) = question { numbers.continuation.yield(number) }
                guard question == .enterPasskey else { return .accept }
                for await number in numbers.stream { return .passkey(number) }
                return .reject
            }
        }
        try ward.phone.setPairingAgent(agent(ward.questions))
        try ward.bench.sensor.setPairingAgent(agent(nil))
        try await ward.run { _, characteristic in
            await #expect(throws: CentralError.radio(.noSecureConnections)) {
                try await characteristic.read()
            }
            #expect(ward.level == .authenticated && ward.questions.entries == ["number"])
        }
        #expect(ATTError.insufficientAuthentication.level(above: .secureConnections) == nil)
    }

    /// A request that waited for the pairing of another one is repeated first, before more security.
    @Test func theSecurityOfAnotherRequestMaySuffice() async throws {
        let ward = try Ward(.readable)
        let refusals = Mutex<[ATTError]>([])
        func refuses(_ error: ATTError) -> MutableCharacteristic.ReadHandler {
            { central in
                guard central.security == .none else { return [7] }
                refusals.withLock { $0.append(error) }
                throw error
            }
        }
        let other = MutableCharacteristic(
            uuid: 0xFFF2,
            properties: .read,
            permissions: .readable
        )
        ward.value.readHandler = refuses(.insufficientEncryption)
        other.readHandler = refuses(.insufficientAuthentication)
        let (bench, questions) = (ward.bench, ward.questions)
        // encrypting lasts until the server has refused both
        try ward.phone.setPairingAgent(
            PairingAgent(.displayYesNo) { question, _ in
                questions.add(question == .consent ? "consent" : "number")
                await bench.until { refusals.withLock { $0.count } == 2 }
                return .accept
            }
        )
        try await bench.clock.run {
            let service = MutableService(uuid: 0xFFF0, characteristics: [ward.value, other])
            try await bench.manager.add(service)
            try await bench.manager.startAdvertising(name: "bench", uuids: [0xFFF0])
            let peripheral = try await ward.central.connect(to: bench.sensor.address!)
            let one = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
            let two = try await peripheral.characteristic(0xFFF2, in: 0xFFF0)
            async let first = one.read()
            await bench.until { refusals.withLock { $0.count } == 1 }
            #expect(try await two.read() == [7])
            #expect(try await first == [7])
            #expect(
                refusals.withLock { $0 } == [.insufficientEncryption, .insufficientAuthentication]
            )
            #expect(questions.entries == ["consent"] && ward.level == .encrypted)
            await peripheral.disconnect()
        }
    }

    /// Servers that name another reason until the link is secure enough for them.
    @Test(
        arguments: [
            (.insufficientAuthentication, .encrypted, nil, true),
            (.insufficientAuthentication, .secureConnections, .displayYesNo, true),
            (.insufficientEncryption, .encrypted, nil, true),
            (.insufficientEncryption, .authenticated, .displayYesNo, false),
            (.encryptionKeyTooShort, .encrypted, nil, true),
            (.insufficientAuthorization, .encrypted, nil, true),
            (.insufficientAuthorization, .authenticated, .displayYesNo, false),
            (.readNotPermitted, .encrypted, nil, false), (.unlikely, .encrypted, nil, false),
        ] as [(ATTError, LinkSecurity, PairingAgent.Capability?, Bool)]
    )
    func errorsThatPairingMayHeal(
        error: ATTError,
        level: LinkSecurity,
        capability: PairingAgent.Capability?,
        heals: Bool
    ) async throws {
        let ward = try Ward(.readable, capability)
        let requests = Mutex(0)
        ward.value.readHandler = { central in
            requests.withLock { $0 += 1 }
            guard central.security >= level else { throw error }
            return [7]
        }
        try await ward.run { _, characteristic in
            if heals {
                let value = try await characteristic.read()
                #expect(value == [7])
            } else {
                await #expect(throws: GATTError.att(error, handle: characteristic.handle)) {
                    try await characteristic.read()
                }
            }
            let isTried = error.needsSecurity
            #expect(requests.withLock { $0 } == (isTried ? 2 : 1))
            #expect(ward.phone.bonds().isEmpty != isTried)
        }
    }

    /// A link whose radio answers each level with an error, or reaches it.
    private final class LimitedConnection: RadioConnection {
        let peer = BluetoothAddress(value: 1)
        let isCentral = true
        let attributes: any PacketBearer
        let largestPacket = 23
        let parameters: LinkParameters? = nil
        let endReason: DisconnectReason? = nil
        let errors: [LinkSecurity: RadioError]
        let asked = Mutex<[LinkSecurity]>([])
        private let level = Mutex(LinkSecurity.none)

        init(_ bearer: any PacketBearer, _ errors: [LinkSecurity: RadioError]) {
            attributes = bearer
            self.errors = errors
        }

        var securityNow: ConnectionSecurity? {
            ConnectionSecurity(level: level.withLock { $0 })
        }

        var security: AsyncStream<ConnectionSecurity> { AsyncStream { $0.finish() } }

        func secure(to level: LinkSecurity) throws(RadioError) {
            asked.withLock { $0.append(level) }
            if let error = errors[level] { throw error }
            self.level.withLock { $0 = level }
        }

        func update(_ parameters: ConnectionParameters) {}
        func readRSSI() -> Int { -50 }

        func openChannel(psm: UInt16, mtu: Int) throws(RadioError) -> any ChannelBearer {
            throw .notSupported("channels")
        }

        func incomingChannels(
            psm: UInt16,
            mtu: Int
        ) throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
            throw .notSupported("channels")
        }

        func disconnect() {}
    }

    /// What a radio without means refuses is not asked for again on the same link.
    @Test(
        arguments: [
            ([:], .insufficientAuthentication, true, [.authenticated]),
            ([:], .insufficientEncryption, true, [.encrypted]),
            ([.authenticated: .cannotAuthenticate], .insufficientAuthentication, true, both),
            ([.authenticated: .notSupported("pairing")], .insufficientAuthentication, true, both),
            (
                [.authenticated: .cannotAuthenticate, .encrypted: .notSupported("pairing")],
                .insufficientAuthentication, false, both
            ),
            (
                [.authenticated: .cannotAuthenticate, .encrypted: .timedOut],
                .insufficientAuthentication, nil, both
            ),
            ([.authenticated: .timedOut], .insufficientAuthentication, nil, [.authenticated]),
            ([.encrypted: .notSupported("pairing")], .insufficientEncryption, false, [.encrypted]),
            ([.encrypted: .timedOut], .insufficientEncryption, nil, [.encrypted]),
        ] as [([LinkSecurity: RadioError], ATTError, Bool?, [LinkSecurity])]
    )
    func aRadioMayLackMeans(
        errors: [LinkSecurity: RadioError],
        refusal: ATTError,
        isSecured: Bool?,
        asked: [LinkSecurity]
    ) async throws {
        let clock = VirtualClock()
        let (near, _) = PipeBearer.pair(clock: clock)
        let link = GATTLink(bearer: near, time: TimeSource(clock))
        let connection = LimitedConnection(near, errors)
        let session = Session(
            connection,
            GATTClient(link: link),
            began: .zero,
            securesOnDemand: true
        )
        let error = GATTError.att(refusal, handle: 3)
        if let isSecured {
            #expect(try await session.secures(after: error) == isSecured)
        } else {
            await #expect(throws: CentralError.connectionTimeout) {
                try await session.secures(after: error)
            }
        }
        #expect(connection.asked.withLock { $0 } == asked)
        // the server refuses again, on a link that cannot be more secure
        guard errors[.authenticated] != nil, isSecured != nil else { return }
        #expect(try await session.secures(after: error) == false)
        #expect(connection.asked.withLock { $0 } == asked)
    }

    private static let both = [LinkSecurity.authenticated, .encrypted]

    /// An automatic reconnection encrypts before it renews a subscription.
    @Test func subscriptionsAreRenewedOverASecureLink() async throws {
        let ward = try Ward(.readAuthenticationRequired)
        let options = ConnectOptions { $0.reconnect = .backoff }
        try await ward.run(options) { peripheral, characteristic in
            var values = try await characteristic.notifications().makeAsyncIterator()
            await ward.bench.manager.centrals.first?.disconnect()
            await ward.bench.until { ward.level == .secureConnections }
            await ward.bench.until { !ward.value.subscribers.isEmpty }
            try ward.value.update([9])
            #expect(try await values.next() == [9])
            #expect(ward.questions.entries == ["number"])
        }
    }
}
