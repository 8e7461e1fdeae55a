import AccessoryConcurrency
import Testing

@testable import BluetoothLE

/// Every attribute that security protects, by every operation, on every kind of link.
@Suite(.timeLimit(.minutes(20))) struct SecurityMatrixTests {
    /// A link, and the pairing that makes it so. The level and the size of its key are this test's own.
    enum Link: String, CaseIterable, Sendable {
        case open, encrypted7, encrypted16, authenticated7, authenticated16, secureConnections

        /// 0: none, 1: encrypted, 2: authenticated, 3: authenticated by LE Secure Connections.
        var level: Int {
            switch self {
            case .open: 0
            case .encrypted7, .encrypted16: 1
            case .authenticated7, .authenticated16: 2
            case .secureConnections: 3
            }
        }

        var keySize: Int { [.encrypted7, .authenticated7].contains(self) ? 7 : 16 }

        var features: RadioFeatures {
            var features = RadioFeatures.everything
            features.hasSecureConnections = self != .authenticated16
            features.largestKeySize = keySize
            return features
        }

        var security: LinkSecurity {
            [.none, .encrypted, .authenticated, .secureConnections][level]
        }
    }

    /// The levels that an attribute needs; a nil of `subscribe`: not stated.
    struct Needs: Sendable {
        let read: Int, write: Int, subscribe: Int?, keySize: Int

        static let all = (0..<4).flatMap { read in
            (0..<4).flatMap { write in
                [nil, 0, 1, 2, 3].flatMap { subscribe in
                    [7, 16].map {
                        Needs(read: read, write: write, subscribe: subscribe, keySize: $0)
                    }
                }
            }
        }

        var permissions: AttributePermissions {
            let reads: [AttributePermissions] = [
                .readable, .readEncryptionRequired, .readAuthenticationRequired,
                .readSecureConnectionsRequired,
            ]
            let writes: [AttributePermissions] = [
                .writeable, .writeEncryptionRequired, .writeAuthenticationRequired,
                .writeSecureConnectionsRequired,
            ]
            let subscribes: [AttributePermissions] = [
                .subscribable, .subscribeEncryptionRequired, .subscribeAuthenticationRequired,
                .subscribeSecureConnectionsRequired,
            ]
            return [reads[read], writes[write], subscribe.map { subscribes[$0] } ?? []]
        }

        /// The code of the error for an operation (Core 5.4, Vol 3, Part C, table 10.2, and Part F,
        /// section 4); 0: performed.
        func error(_ level: Int, over link: Link) -> UInt8 {
            if link.level < level { return level == 1 ? 0x0F : 0x05 }
            return level > 0 && link.keySize < keySize ? 0x0C : 0
        }
    }

    /// The error of an operation; 0: none.
    private func code(_ work: () async throws -> Void) async throws -> UInt8 {
        do {
            try await work()
            return 0
        } catch GATTError.att(let error, _) {
            return error.rawValue
        }
    }

    /// Lets one end show a number, which the other end enters.
    private func letThemPair(_ one: VirtualRadio, _ other: VirtualRadio) throws {
        let (numbers, entry) = AsyncStream.makeStream(of: UInt32.self)
        try one.setPairingAgent(
            PairingAgent(.displayOnly) { question, _ in
                if case .showPasskey(let number) = question { entry.yield(number) }
                return .accept
            }
        )
        try other.setPairingAgent(
            PairingAgent(.keyboardOnly) { question, _ in
                guard question == .enterPasskey else { return .accept }
                for await number in numbers { return .passkey(number) }
                return .reject
            }
        )
    }

    @Test(arguments: Link.allCases) func everyOperationNeedsItsLevel(link: Link) async throws {
        let bench = PeripheralBench()
        let values = Needs.all.indices.map { index in
            MutableCharacteristic(
                uuid: BluetoothUUID(UInt16(0xA000 + index)),
                properties: [.read, .write, .writeWithoutResponse, .notify, .indicate],
                permissions: Needs.all[index].permissions,
                value: [1],
                minimumKeySize: Needs.all[index].keySize,
                storesWrites: true
            )
        }
        try await bench.clock.run {
            try await bench.manager.add(MutableService(uuid: 0xFFF0, characteristics: values))
            try await bench.manager.startAdvertising(name: "bench", uuids: [0xFFF0])
            let phone = bench.air.addAdapter(features: link.features)
            try letThemPair(phone, bench.sensor)
            let visit = try await bench.connect(phone)
            try await visit.connection.secure(to: link.security)
            let central = try #require(bench.manager.centrals.first)
            await bench.until { central.security == link.security }
            #expect(link == .open || central.keySize == link.keySize)

            var subscribed: Set<UInt16> = []
            let service = try await visit.client.services(0xFFF0)[0]
            let found = try await visit.client.characteristics(of: service)
            for (needs, (value, remote)) in zip(Needs.all, zip(values, found)) {
                let handle = remote.valueHandle
                #expect(
                    try await code { _ = try await visit.client.read(handle) }
                        == needs.error(needs.read, over: link),
                    "read \(needs)"
                )
                let written = needs.error(needs.write, over: link)
                #expect(
                    try await code { try await visit.client.write([2], to: handle) } == written,
                    "write \(needs)"
                )
                #expect(value.value == (written == 0 ? [2] : [1]))
                try await visit.client.writeWithoutResponse([3], to: handle)
                // the configuration follows the value
                let refused = needs.error(needs.subscribe ?? needs.read, over: link)
                for kind in [1, 2] as [UInt8] {
                    #expect(
                        try await code { try await visit.client.write([kind, 0], to: handle + 1) }
                            == refused,
                        "subscribe \(kind) \(needs)"
                    )
                }
                #expect(value.value == (written == 0 ? [3] : [1]))
                if refused == 0 { subscribed.insert(handle) }
            }
            for value in values { try value.update([4]) }
            var received: Set<UInt16> = []
            for await value in visit.values.prefix(subscribed.count) {
                received.insert(value.handle)
            }
            #expect(received == subscribed)
        }
    }

    /// A value that is only notified has the level of its reading, too, which nobody may perform.
    @Test(
        arguments: [
            (.readable, LinkSecurity.none), (.readEncryptionRequired, .encrypted),
            (.readSecureConnectionsRequired, .secureConnections),
            ([.readSecureConnectionsRequired, .subscribable], .none),
            ([.readable, .subscribeAuthenticationRequired], .authenticated), ([], .none),
        ] as [(AttributePermissions, LinkSecurity)]
    )
    func aValueThatIsOnlyNotified(permissions: AttributePermissions, level: LinkSecurity) {
        let value = MutableCharacteristic(
            uuid: 0xFFF1,
            properties: .notify,
            permissions: permissions
        )
        let definition = value.definition
        #expect(definition.permissions.level(for: .read) == nil)
        #expect(definition.configurationPermissions.level(for: .write) == level)
        #expect(definition.configurationPermissions.level(for: .read) == LinkSecurity.none)
    }

    /// A subscription of an earlier link is restored only on a link that may subscribe.
    @Test(arguments: [7, 16]) func restoredSubscriptionsNeedTheSame(keySize: Int) throws {
        var table = AttributeTable()
        let placed = try table.add(
            ServiceDefinition(
                0xFFF0,
                characteristics: [
                    CharacteristicDefinition(
                        0xFFF1,
                        permissions: .readAuthenticationRequired,
                        minimumKeySize: keySize
                    )
                ]
            )
        )
        let handle = placed.characteristics[0].value
        for level in LinkSecurity.allCases {
            for size in 7...16 {
                let security = ConnectionSecurity(level: level, isBonded: true, keySize: size)
                #expect(
                    table.canSubscribe(to: handle, over: security)
                        == (level >= .authenticated && size >= keySize)
                )
            }
        }
    }
}
