import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// A list that several tasks append to.
final class Log: Sendable {
    private let list = Mutex<[String]>([])

    var entries: [String] { list.withLock { $0 } }
    func add(_ entry: String) { list.withLock { $0.append(entry) } }
}

/// The methods of pairing, and what both ends see of them.
@Suite(.timeLimit(.minutes(20))) struct PairingTests {
    /// Core 5.4, Vol 3, Part H, table 2.8, for LE Secure Connections. A row for each capability of the
    /// central, a column for each of the peripheral. 0: just works; 1: comparison; c, p: a number shown
    /// by the central or the peripheral; b: entered on both.
    private static let methods = ["00c0c", "01c01", "ppb0p", "00000", "p1c01"]
    /// The same for legacy pairing, which has no comparison.
    private static let legacyMethods = ["00c0c", "00c0c", "ppb0p", "00000", "ppc0c"]

    @Test(arguments: PairingAgent.Capability.allCases, PairingAgent.Capability.allCases)
    func theMethodFollowsFromTheCapabilities(
        central: PairingAgent.Capability,
        peripheral: PairingAgent.Capability
    ) {
        let methods: [Character: PairingMethod] = [
            "0": .justWorks, "1": .comparison, "c": .passkey(shownBy: .central),
            "p": .passkey(shownBy: .peripheral), "b": .passkeyAtBoth,
        ]
        for (table, isSecure) in [(Self.methods, true), (Self.legacyMethods, false)] {
            let letter = Array(table[Int(central.rawValue)])[Int(peripheral.rawValue)]
            let method = PairingMethod(
                central: central,
                peripheral: peripheral,
                isSecure: isSecure
            )
            #expect(method == methods[letter])
        }
    }

    @Test func eachSideGetsItsQuestion() {
        func questions(_ method: PairingMethod) -> [PairingAgent.Question] {
            [.central, .peripheral].map { method.question(to: $0, number: 42) }
        }
        #expect(questions(.justWorks) == [.consent, .consent])
        #expect(questions(.comparison) == [.compare(42), .compare(42)])
        #expect(questions(.passkey(shownBy: .central)) == [.showPasskey(42), .enterPasskey])
        #expect(questions(.passkey(shownBy: .peripheral)) == [.enterPasskey, .showPasskey(42)])
        #expect(questions(.passkeyAtBoth) == [.enterPasskey, .enterPasskey])
    }

    @Test(
        arguments: [
            (.justWorks, .accept, .accept, true), (.justWorks, .accept, .reject, false),
            (.justWorks, .reject, .accept, false), (.comparison, .accept, .accept, true),
            (.comparison, .reject, .accept, false), (.comparison, .passkey(42), .accept, false),
            (.passkey(shownBy: .central), .accept, .passkey(42), true),
            (.passkey(shownBy: .central), .accept, .passkey(43), false),
            (.passkey(shownBy: .central), .reject, .passkey(42), false),
            (.passkey(shownBy: .central), .passkey(42), .accept, false),
            (.passkey(shownBy: .peripheral), .passkey(42), .accept, true),
            (.passkey(shownBy: .peripheral), .accept, .accept, false),
            (.passkeyAtBoth, .passkey(5), .passkey(5), true),
            (.passkeyAtBoth, .passkey(5), .passkey(6), false),
            (.passkeyAtBoth, .reject, .reject, false), (.passkeyAtBoth, .accept, .accept, false),
        ] as [(PairingMethod, PairingAgent.Answer, PairingAgent.Answer, Bool)]
    )
    func bothAnswersHaveToBeRight(
        method: PairingMethod,
        one: PairingAgent.Answer,
        other: PairingAgent.Answer,
        isRight: Bool
    ) {
        let questions = [LinkModel.Side.central, .peripheral].map {
            method.question(to: $0, number: 42)
        }
        #expect(method.isRight([one, other], to: questions, number: 42) == isRight)
    }

    /// The phone shows a number, the sensor's user enters it.
    @Test(arguments: [false, true]) func aNumberIsEnteredOnTheOtherDevice(
        byPeripheral: Bool
    ) async throws {
        let pair = Pair()
        let shown = Mutex<UInt32?>(nil)
        let log = Log()
        let (display, keyboard) = (pair.phone.ownAddress, pair.sensor.ownAddress)
        try pair.phone.setPairingAgent(
            PairingAgent(.displayOnly) { question, peer in
                #expect(peer == keyboard)
                guard case .showPasskey(let number) = question else { return .reject }
                log.add("shown")
                shown.withLock { $0 = number }
                return .accept
            }
        )
        let clock = pair.clock
        try pair.sensor.setPairingAgent(
            PairingAgent(.keyboardOnly) { question, peer in
                #expect(peer == display && question == .enterPasskey)
                try? await clock.sleep(for: .seconds(10))
                guard let number = shown.withLock({ $0 }), number < 1_000_000 else {
                    return .reject
                }
                return .passkey(number)
            }
        )
        try await clock.run {
            let (central, peripheral) = try await pair.connect()
            var levels = central.security.makeAsyncIterator()
            #expect(await levels.next() == ConnectionSecurity())
            try await (byPeripheral ? peripheral : central).secure(to: .authenticated)
            let reached = ConnectionSecurity(level: .secureConnections, isBonded: true)
            #expect(await levels.next() == reached)
            #expect(log.entries == ["shown"])
            #expect(pair.phone.bonds() == [keyboard] && pair.sensor.bonds() == [display])
        }
    }

    /// Without agents there is no question; pairing takes four and six events of 15 ms, a later link
    /// three with the keys.
    @Test func aBondSavesTheSecondPairing() async throws {
        let pair = Pair()
        try await pair.clock.run {
            func duration(_ work: () async throws -> Void) async rethrows -> Duration {
                let begin = pair.clock.now.offset
                try await work()
                return pair.clock.now.offset - begin
            }
            let (first, _) = try await pair.connect()
            let pairing = try await duration { try await first.secure(to: .encrypted) }
            #expect(pairing == .milliseconds(150))
            // encrypted packets are longer
            let models = pair.air.change { state, _ in state.links.values.map(\.model) }
            #expect(models.count == 1 && models.allSatisfy(\.isEncrypted))
            // done already
            #expect(try await duration { try await first.secure(to: .encrypted) } == .zero)
            #expect(try await duration { try await first.secure(to: .none) } == .zero)
            await first.disconnect()

            let (again, other) = try await pair.connect()
            var levels = other.security.makeAsyncIterator()
            #expect(await levels.next() == ConnectionSecurity())
            #expect(
                try await duration { try await again.secure(to: .encrypted) } == .milliseconds(45)
            )
            let encrypted = ConnectionSecurity(level: .encrypted, isBonded: true)
            #expect(await levels.next() == encrypted)
            // keys of "just works" do not authenticate
            await #expect(
                throws: RadioError.pairingFailed(
                    "the devices have no means to authenticate each other"
                )
            ) { try await again.secure(to: .authenticated) }
            await again.disconnect()
            await #expect(throws: RadioError.disconnected(.localHost)) {
                try await again.secure(to: .encrypted)
            }
        }
    }

    @Test func aPeerWithoutItsKeysIsReported() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (first, _) = try await pair.connect()
            try await first.secure(to: .encrypted)
            await first.disconnect()
            pair.sensor.removeBond(with: pair.phone.ownAddress)
            #expect(pair.sensor.bonds().isEmpty && pair.phone.bonds() == [pair.sensor.ownAddress])
            let (again, _) = try await pair.connect()
            let lost = RadioError.pairingFailed(
                "the peer has lost its keys; remove the bond, and pair"
            )
            await #expect(throws: lost) { try await again.secure(to: .encrypted) }
            pair.phone.removeBond(with: pair.sensor.ownAddress)
            try await again.secure(to: .encrypted)
            #expect(pair.phone.bonds() == [pair.sensor.ownAddress])
        }
    }

    @Test func consentDoesNotReplaceAuthenticatedKeys() async throws {
        let pair = Pair()
        for radio in [pair.phone, pair.sensor] {
            try radio.setPairingAgent(PairingAgent(.keyboardDisplay) { _, _ in .accept })
        }
        try await pair.clock.run {
            let (first, _) = try await pair.connect()
            try await first.secure(to: .authenticated)
            await first.disconnect()
            pair.phone.removeBond(with: pair.sensor.ownAddress)
            let (again, _) = try await pair.connect()
            let kept = RadioError.pairingFailed(
                """
                the peer has authenticated keys, and does not replace them; remove the bond from the \
                peer, or pair with a number
                """
            )
            await #expect(throws: kept) { try await again.secure(to: .encrypted) }
            #expect(pair.phone.bonds().isEmpty)
            try await again.secure(to: .authenticated)
            #expect(pair.phone.bonds() == [pair.sensor.ownAddress])
        }
    }

    /// Consent suffices for encryption, whatever the devices could do.
    @Test(arguments: [false, true]) func encryptionNeedsConsentOnly(consents: Bool) async throws {
        let pair = Pair()
        for radio in [pair.phone, pair.sensor] {
            try radio.setPairingAgent(
                PairingAgent(.keyboardDisplay) { question, _ in
                    #expect(question == .consent)
                    return consents || radio === pair.phone ? .accept : .reject
                }
            )
        }
        try await pair.clock.run {
            let (central, _) = try await pair.connect()
            guard consents else {
                await #expect(throws: RadioError.pairingFailed("one of the devices refused")) {
                    try await central.secure(to: .encrypted)
                }
                return #expect(pair.phone.bonds().isEmpty && pair.sensor.bonds().isEmpty)
            }
            try await central.secure(to: .encrypted)
            var levels = central.security.makeAsyncIterator()
            #expect(await levels.next()?.level == .encrypted)
        }
    }

    @Test func aPairingCanBeCancelled() async throws {
        let pair = Pair()
        let clock = pair.clock
        try pair.sensor.setPairingAgent(
            PairingAgent(.displayYesNo) { _, _ in
                try? await clock.sleep(for: .seconds(3600))
                return .accept
            }
        )
        try await clock.run {
            let (central, _) = try await pair.connect()
            let securing = TimeSource(clock).task {
                await Result { try await central.secure(to: .encrypted) }
            }
            try await clock.sleep(for: .seconds(1))
            securing.cancel()
            let result = await securing.value
            #expect(throws: RadioError.cancelled) { try result.get() }
            #expect(clock.now.offset < .seconds(10) && central.endReason == nil)
        }
    }

    @Test func bondsAreListedByAddress() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock)
        let phone = air.addAdapter()
        try await clock.run {
            let addresses = [3, 1, 2].map { BluetoothAddress(value: $0) }
            for address in addresses {
                let sensor = air.addAdapter(address: address)
                let incoming = try sensor.incomingConnections()
                _ = try sensor.advertise(AdvertisingParameters(data: []))
                let link = try await phone.connect(to: address, ConnectionParameters())
                try await link.secure(to: .encrypted)
                withExtendedLifetime(incoming) {}
            }
            #expect(phone.bonds().map(\.value) == [1, 2, 3])
        }
    }
}
