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
            answer: PairingAgent.Answer = .accept
        ) throws {
            phone = bench.air.addAdapter()
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
