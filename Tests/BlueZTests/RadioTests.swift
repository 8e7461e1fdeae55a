import Beacons
import BluetoothLE
import CAccessoryBlueZ
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BlueZ

/// The radio on a simulated kernel: everything except the sockets of connections.
@Suite(.timeLimit(.minutes(20))) struct RadioTests {
    let kernel = FakeKernel()
    let folder = FileManager.default.temporaryDirectory.path + "/bluez-\(UUID().uuidString)"
    static let peer = BluetoothAddress("C0:1A:7D:DA:71:13", kind: .random)!
    static let device = peer.littleEndian + [UInt8(ACC_BLUEZ_LE_RANDOM)]

    /// An ADV_IND of `C0:1A:7D:DA:71:13`, random, with flags, at -61 dBm.
    static let report: [UInt8] =
        [0x3E, 15, 0x02, 1, 0, 1] + peer.littleEndian + [3, 2, 1, 6, 0xC3]

    func radio() async throws -> BlueZRadio { try await kernel.radio(stateFolder: folder) }

    @Test func describesTheAdapter() async throws {
        let radio = try await radio()
        #expect(radio.name == "hci0" && radio.address == FakeKernel.address)
        #expect(radio.features.phys == [.le1M, .le2M])
        #expect(radio.features.advertisingSets == 5 && radio.features.advertisingData == 31)
        #expect(await radio.states.first { _ in true } == .poweredOn)
        #expect(await kernel.next(ACC_MGMT_OP_SET_BONDABLE) == [1])
        #expect(await kernel.next(ACC_MGMT_OP_LOAD_LTKS) == [0, 0])
    }

    @Test func aScanIsRestartedForAsLongAsNeeded() async throws {
        let radio = try await radio()
        var reports: AsyncThrowingStream? = try await radio.scan(ScanParameters())
        #expect(await kernel.next(ACC_MGMT_OP_START_DISCOVERY) == [6])
        await #expect(throws: RadioError.busy) { try await radio.scan(ScanParameters()) }
        kernel.tell(ACC_MGMT_EV_DISCOVERING, [6, 1])
        kernel.hear(Self.report)
        kernel.hear(Self.report)
        var heard = reports?.makeAsyncIterator()
        for _ in 0..<2 {
            let report = try await heard?.next()
            #expect(report?.address == Self.peer && report?.rssi == -61)
            #expect(report?.data == [2, 1, 6])
        }
        // the kernel stops after ten seconds
        kernel.tell(ACC_MGMT_EV_DISCOVERING, [6, 0])
        #expect(await kernel.next(ACC_MGMT_OP_START_DISCOVERY) == [6])
        (heard, reports) = (nil, nil)
        #expect(await kernel.next(ACC_MGMT_OP_STOP_DISCOVERY) == [6])
        #expect(await kernel.next(ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR) == [7, 0])
    }

    @Test func reportsEachAdvertiserOnceWhenAsked() async throws {
        let radio = try await radio()
        let reports = try await radio.scan(
            ScanParameters {
                $0.isActive = false
                $0.reportsDuplicates = false
            }
        )
        let other = BluetoothAddress("C0:1A:7D:DA:71:14", kind: .random)!
        kernel.hear(Self.report)
        kernel.hear(Self.report)
        kernel.hear([0x3E, 12, 0x02, 1, 0, 1] + other.littleEndian + [0, 0x80])
        var heard = reports.makeAsyncIterator()
        #expect(try await heard.next()?.address == Self.peer)
        #expect(try await heard.next()?.address == other)
        #expect(
            kernel.state.withLock { $0.commands.map(\.opcode) }.allSatisfy {
                $0 != ACC_MGMT_OP_START_DISCOVERY
            }
        )
    }

    @Test func advertisesOnAFreeInstance() async throws {
        let radio = try await radio()
        let set = try await radio.advertise(
            AdvertisingParameters(data: [2, 1, 6]) {
                $0.scanResponse = [2, 0x0A, 0]
                $0.txPower = -4
            }
        )
        // instance 2, connectable with interval and power, 100 to 150 ms
        #expect(
            await kernel.next(ACC_MGMT_OP_ADD_ADVERTISING_PARAMETERS)
                == [2, 0x01, 0xC0, 0, 0, 0, 0, 0, 0, 160, 0, 0, 0, 240, 0, 0, 0, 0xFC]
        )
        #expect(
            await kernel.next(ACC_MGMT_OP_ADD_ADVERTISING_DATA)
                == [2, 3, 3, 2, 1, 6, 2, 0x0A, 0]
        )
        await set.stop()
        #expect(await kernel.next(ACC_MGMT_OP_REMOVE_ADVERTISING) == [2])
        #expect(try await ended { await set.ended() } == nil)
    }

    /// The kernel's set-up of instance 2, sent from an address of this kind.
    private static func setUp(ownAddress: UInt8) -> [UInt8] {
        [2, 0, 0, 160, 0, 0, 240, 0, 0, 7, ownAddress]
    }

    @Test func reportsThePrivateAddressOfASet() async throws {
        let radio = try await radio()
        let address = BluetoothAddress("3A:11:22:33:44:55", kind: .random)!
        kernel.command(0x2036, Self.setUp(ownAddress: 1))
        kernel.command(0x2035, [2] + address.littleEndian)
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        #expect(set.address == address)
        // and when the kernel changes it
        let next = BluetoothAddress("3A:11:22:33:44:56", kind: .random)!
        kernel.command(0x2035, [2] + next.littleEndian)
        radio.events.drain()
        #expect(set.address == next)
    }

    @Test func reportsThePublicAddressOfASet() async throws {
        let radio = try await radio()
        kernel.command(0x2036, Self.setUp(ownAddress: 0))
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        #expect(set.address == FakeKernel.address)
    }

    @Test func reportsNoAddressIfItIsUnknown() async throws {
        let radio = try await radio()
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        #expect(set.address == nil)
        kernel.command(0x2036, Self.setUp(ownAddress: 1))
        radio.events.drain()
        #expect(set.address == nil)
    }

    @Test func aStoppedSetChangesNoOther() async throws {
        let radio = try await radio()
        let first = try await radio.advertise(AdvertisingParameters(data: [2, 1, 6]))
        await first.stop()
        let second = try await radio.advertise(AdvertisingParameters(data: []))
        for data in [[3, 2, 1, 6], [0]] as [[UInt8]] {
            #expect(await kernel.next(ACC_MGMT_OP_ADD_ADVERTISING_DATA)?[1] == data[0])
        }
        await #expect(throws: RadioError.failed("the advertising set was stopped")) {
            try await first.update(data: [2, 1, 4], scanResponse: [])
        }
        try await second.update(data: [1, 2], scanResponse: [])
        #expect(await kernel.next(ACC_MGMT_OP_ADD_ADVERTISING_DATA) == [2, 2, 0, 1, 2])
    }

    @Test func anEventWithoutACodeIsIgnored() async throws {
        let radio = try await radio()
        let reports = try await radio.scan(ScanParameters())
        kernel.hear([])
        kernel.hear(Self.report)
        var heard = reports.makeAsyncIterator()
        #expect(try await heard.next()?.address == Self.peer)
    }

    @Test func waitingForChannelsEndsWithTheLink() async throws {
        let radio = try await radio()
        let (stream, entry) = AsyncThrowingStream.makeStream(of: (any ChannelBearer).self)
        let peer = KernelAddress(Self.peer)
        let link = Link(handle: 0x40)
        link.peer = peer
        let (file, other) = try UnixSocket.pair()
        let listener = SocketListener(file: file) { socket, _ in
            close(socket)
        } onEnd: {
        }
        radio.state.withLock { $0.links[0x40] = link }
        radio.channelListeners.insert(
            .init(socket: listener, mtu: 100, entries: [peer: (entry, link)]),
            psm: 0x81
        )
        // disconnection complete, by the peer
        kernel.hear([0x05, 4, 0, 0x40, 0, 0x13])
        for try await _ in stream {}
        #expect(link.endReason == .remoteUser)
        close(other)
    }

    @Test func earlyEventsKeepTheirOrder() {
        let early = EarlyEvents()
        let heard = Mutex<[ManagementEvent]>([])
        early.handle(.settings(1))
        early.handle(.settings(2))
        early.hand { event in
            heard.withLock { $0.append(event) }
            // arrives during the first event's handler
            if event == .settings(1) { early.handle(.settings(3)) }
        }
        early.handle(.settings(4))
        #expect(heard.withLock { $0 } == (1...4).map { .settings($0) })
    }

    @Test func keysThatCannotBeReadAreNotReplaced() async throws {
        let file = BondFile(folder: folder, adapter: FakeKernel.address)
        #expect(try file.load() == BondList())
        try FileManager.default.createDirectory(
            atPath: file.path,
            withIntermediateDirectories: true
        )
        #expect(throws: RadioError.self) { try file.load() }
        await #expect(throws: RadioError.self) { try await radio() }
    }

    @Test func reportsThatAnotherProgramTookTheInstance() async throws {
        let radio = try await radio()
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        kernel.tell(ACC_MGMT_EV_ADVERTISING_REMOVED, [2])
        #expect(try await ended { await set.ended() } == .owned(by: "another program"))
    }

    @Test func refusesWhatTheKernelCannotAdvertise() async throws {
        let radio = try await radio()
        await #expect(
            throws: RadioError.invalidParameters("advertising data is at most 31 bytes here")
        ) {
            try await radio.advertise(
                AdvertisingParameters(data: [UInt8](repeating: 0, count: 32))
            )
        }
        await #expect(
            throws: RadioError.notSupported("extended advertising on this physical layer")
        ) {
            try await radio.advertise(AdvertisingParameters(data: []) { $0.isExtended = true })
        }
        await #expect(throws: (any Error).self) {
            try await radio.advertise(
                AdvertisingParameters(data: []) { $0.interval = .zero...(.seconds(1)) }
            )
        }
    }

    @Test func powerOffEndsAll() async throws {
        let radio = try await radio()
        let reports = try await radio.scan(ScanParameters())
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        kernel.tell(ACC_MGMT_EV_NEW_SETTINGS, FakeKernel.bytes(ACC_MGMT_SETTING_LE))
        await #expect(throws: RadioError.poweredOff) { for try await _ in reports {} }
        #expect(try await ended { await set.ended() } == .poweredOff)
        #expect(await radio.states.first { $0 == .poweredOff } == .poweredOff)
        await #expect(throws: RadioError.poweredOff) { try await radio.scan(ScanParameters()) }
        await #expect(throws: RadioError.poweredOff) {
            try await radio.connect(to: Self.peer, ConnectionParameters())
        }
    }

    @Test func anUnpluggedAdapterIsReportedAsRemoved() async throws {
        let radio = try await kernel.radio(stateFolder: folder, isThere: false)
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        kernel.tell(ACC_MGMT_EV_NEW_SETTINGS, FakeKernel.bytes(ACC_MGMT_SETTING_LE))
        #expect(try await ended { await set.ended() } == .noAdapter("hci0"))
        withExtendedLifetime(radio) {}
    }

    @Test func powerOnDoesNotRestoreAdvertising() async throws {
        let radio = try await radio()
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        kernel.tell(ACC_MGMT_EV_NEW_SETTINGS, FakeKernel.bytes(ACC_MGMT_SETTING_LE))
        #expect(try await ended { await set.ended() } == .poweredOff)
        let settings = ACC_MGMT_SETTING_LE | ACC_MGMT_SETTING_POWERED
        kernel.tell(ACC_MGMT_EV_NEW_SETTINGS, FakeKernel.bytes(settings))
        #expect(await kernel.next(ACC_MGMT_OP_REMOVE_ADVERTISING) == [2])
        withExtendedLifetime(radio) {}
    }

    /// The program stops its set before the kernel has reported that the adapter is off.
    @Test func aSetThatCannotBeRemovedIsRemovedAtPowerOn() async throws {
        let notes = { [folder] in
            try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasPrefix("hci0-advertisement") }
        }
        let radio = try await radio()
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        #expect(try notes() == ["hci0-advertisement-2"])
        let refused = (UInt8(ACC_MGMT_STATUS_NOT_POWERED), [UInt8]())
        kernel.state.withLock { $0.answers[ACC_MGMT_OP_REMOVE_ADVERTISING] = refused }
        await set.stop()
        #expect(await kernel.next(ACC_MGMT_OP_REMOVE_ADVERTISING) == [2])
        // a later process would find it
        #expect(try notes() == ["hci0-advertisement-2"])
        kernel.state.withLock { $0.answers[ACC_MGMT_OP_REMOVE_ADVERTISING] = nil }
        kernel.tell(ACC_MGMT_EV_NEW_SETTINGS, FakeKernel.bytes(ACC_MGMT_SETTING_LE))
        let settings = ACC_MGMT_SETTING_LE | ACC_MGMT_SETTING_POWERED
        kernel.tell(ACC_MGMT_EV_NEW_SETTINGS, FakeKernel.bytes(settings))
        #expect(await kernel.next(ACC_MGMT_OP_REMOVE_ADVERTISING) == [2])
        #expect(try notes() == [])
        // a set that is gone leaves no note
        let other = try await radio.advertise(AdvertisingParameters(data: []))
        let unknown = (UInt8(ACC_MGMT_STATUS_INVALID_PARAMETERS), [UInt8]())
        kernel.state.withLock { $0.answers[ACC_MGMT_OP_REMOVE_ADVERTISING] = unknown }
        await other.stop()
        #expect(try notes() == [])
    }

    @Test func advertisesAnIBeacon() async throws {
        let radio = try await radio()
        let manager = PeripheralManager(radio: radio)
        let uuid = BluetoothUUID("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
        try await manager.startAdvertising(region: BeaconRegion("door", uuid: uuid, major: 7))
        let parameters = try #require(await kernel.next(ACC_MGMT_OP_ADD_ADVERTISING_PARAMETERS))
        // instance 2 is not connectable
        #expect(parameters[0] == 2 && parameters[1] & 1 == 0)
        let data = try #require(await kernel.next(ACC_MGMT_OP_ADD_ADVERTISING_DATA))
        #expect(data[0] == 2 && Int(data[1]) == data.count - 3 && data[2] == 0)
        let beacon = IBeacon(uuid: uuid, major: 7, minor: 0, measuredPower: -59)
        #expect(Beacon(Advertisement(Array(data.dropFirst(3)))) == .iBeacon(beacon))
        try await manager.stopAdvertising()
    }

    @Test func removingTheAdapterEndsAllOperations() async throws {
        let radio = try await radio()
        let states = radio.states
        let reports = try await radio.scan(ScanParameters())
        kernel.state.withLock { _ = $0.silent.insert(ACC_MGMT_OP_SET_POWERED) }
        let power = Task { try await radio.setPower(true) }
        _ = await kernel.next(ACC_MGMT_OP_SET_POWERED)
        kernel.tell(ACC_MGMT_EV_INDEX_REMOVED, [])
        await #expect(throws: RadioError.noAdapter("hci0")) { try await power.value }
        await #expect(throws: RadioError.noAdapter("hci0")) { for try await _ in reports {} }
        // the stream ends without a cancellation
        #expect(await states.reduce(into: []) { $0.append($1) } == [.poweredOn, .unsupported])
        await #expect(throws: RadioError.noAdapter("hci0")) { try await radio.bonds() }
    }

    @Test(arguments: [
        (UInt8(ACC_MGMT_STATUS_RFKILLED), RadioError.blocked),
        (UInt8(ACC_MGMT_STATUS_INVALID_INDEX), RadioError.noAdapter("hci0")),
        (UInt8(ACC_MGMT_STATUS_PERMISSION_DENIED), .notPermitted("CAP_NET_ADMIN is missing")),
        (UInt8(ACC_MGMT_STATUS_BUSY), RadioError.busy),
    ])
    func reportsWhyPowerCannotBeTurnedOn(status: UInt8, error: RadioError) async throws {
        let radio = try await radio()
        kernel.state.withLock { $0.answers[ACC_MGMT_OP_SET_POWERED] = (status, []) }
        await #expect(throws: error) { try await radio.setPower(true) }
    }

    @Test func keepsKeysAndLoadsThemAgain() async throws {
        var first: BlueZRadio? = try await radio()
        let key: [UInt8] = Self.device + [3, 0, 16] + Array(0..<26)
        kernel.tell(ACC_MGMT_EV_NEW_LTK, [1] + key)
        kernel.tell(
            ACC_MGMT_EV_NEW_IRK,
            [1] + [UInt8](repeating: 0, count: 6) + Self.device
                + [UInt8](repeating: 0xA5, count: 16)
        )
        // of a device that does not bond
        kernel.tell(
            ACC_MGMT_EV_NEW_LTK,
            [0] + FakeKernel.address.littleEndian + [1, 3, 0, 16] + Array(0..<26)
        )
        // a command's reply arrives after the events before it
        try await first?.setPower(true)
        #expect(try await first?.bonds() == [Self.peer])
        first = nil

        let restarted = FakeKernel()
        let radio = try await restarted.radio(stateFolder: folder)
        #expect(await restarted.next(ACC_MGMT_OP_LOAD_LTKS) == [1, 0] + key)
        let identities = await restarted.next(ACC_MGMT_OP_LOAD_IRKS)
        #expect(identities == [1, 0] + Self.device + [UInt8](repeating: 0xA5, count: 16))
        try await radio.removeBond(with: Self.peer)
        #expect(await restarted.next(ACC_MGMT_OP_UNPAIR_DEVICE) == Self.device + [0])
        #expect(try await radio.bonds() == [])
        #expect(try radio.bondFile.load() == BondList())
    }

    @Test func privacyHasOneKeyPerAdapter() async throws {
        var keys: [ArraySlice<UInt8>] = []
        for _ in 0..<2 {
            let kernel = FakeKernel(settings: 0)
            let radio = try await kernel.radio(stateFolder: folder)
            let on = FakeKernel.bytes(ACC_MGMT_SETTING_LE | ACC_MGMT_SETTING_PRIVACY)
            kernel.state.withLock { $0.answers[ACC_MGMT_OP_SET_PRIVACY] = (0, on) }
            #expect(!radio.hasPrivacy)
            try await radio.setPrivacy(true)
            #expect(radio.hasPrivacy)
            let sent = try #require(await kernel.next(ACC_MGMT_OP_SET_PRIVACY))
            #expect(sent.count == 17 && sent[0] == 1)
            keys.append(sent.dropFirst())
            // nothing to change
            try await radio.setPrivacy(true)
            let off = FakeKernel.bytes(ACC_MGMT_SETTING_LE)
            kernel.state.withLock { $0.answers[ACC_MGMT_OP_SET_PRIVACY] = (0, off) }
            try await radio.setPrivacy(false)
            #expect(!radio.hasPrivacy)
            let zeros = [UInt8](repeating: 0, count: 17)
            #expect(await kernel.next(ACC_MGMT_OP_SET_PRIVACY) == zeros)
        }
        #expect(keys[0] == keys[1] && Set(keys[0]).count > 1)
    }

    @Test func privacyNeedsAnAdapterThatIsOffAndFree() async throws {
        let radio = try await radio()
        let error = await #expect(throws: RadioError.self) { try await radio.setPrivacy(true) }
        #expect(error?.nextStep == "turn it off first")
        let other = FakeKernel(settings: 0)
        let owned = try await other.radio(stateFolder: folder, hasDaemon: true)
        await #expect(throws: RadioError.owned(by: "bluetoothd")) {
            try await owned.setPrivacy(true)
        }
        #expect(
            !other.state.withLock { $0.commands }.contains { $0.opcode == ACC_MGMT_OP_SET_PRIVACY }
        )
    }

    @Test func pairingCallsTheAgent() async throws {
        let radio = try await radio()
        try await radio.setPairingAgent(
            PairingAgent(.keyboardDisplay) { question, peer in
                switch question {
                case .enterPasskey: peer == Self.peer ? .passkey(123_456) : .reject
                case .compare(let number): number == 42 ? .accept : .reject
                default: .reject
                }
            }
        )
        #expect(await kernel.next(ACC_MGMT_OP_SET_IO_CAPABILITY) == [3])
        #expect(await kernel.next(ACC_MGMT_OP_SET_IO_CAPABILITY) == [4])
        kernel.tell(ACC_MGMT_EV_PASSKEY_REQUEST, Self.device)
        #expect(
            await kernel.next(ACC_MGMT_OP_PASSKEY_REPLY)
                == Self.device + FakeKernel.bytes(123_456)
        )
        kernel.tell(ACC_MGMT_EV_CONFIRM_REQUEST, Self.device + [0] + FakeKernel.bytes(42))
        #expect(await kernel.next(ACC_MGMT_OP_CONFIRM_REPLY) == Self.device)
        kernel.tell(ACC_MGMT_EV_CONFIRM_REQUEST, Self.device + [1] + FakeKernel.bytes(0))
        #expect(await kernel.next(ACC_MGMT_OP_CONFIRM_NEGATIVE_REPLY) == Self.device)
    }

    @Test func withoutAnAgentOnlyJustWorks() async throws {
        let radio = try await radio()
        kernel.tell(ACC_MGMT_EV_CONFIRM_REQUEST, Self.device + [1] + FakeKernel.bytes(0))
        #expect(await kernel.next(ACC_MGMT_OP_CONFIRM_REPLY) == Self.device)
        kernel.tell(ACC_MGMT_EV_CONFIRM_REQUEST, Self.device + [0] + FakeKernel.bytes(42))
        #expect(await kernel.next(ACC_MGMT_OP_CONFIRM_NEGATIVE_REPLY) == Self.device)
        withExtendedLifetime(radio) {}
    }

    @Test func refusesOperationsThatBluetoothdOwns() async throws {
        let radio = try await kernel.radio(stateFolder: folder, hasDaemon: true)
        let owned = RadioError.owned(by: "bluetoothd")
        await #expect(throws: owned) { try await radio.setPairingAgent(nil) }
        await #expect(throws: owned) { try await radio.bonds() }
        await #expect(throws: owned) { try await radio.removeBond(with: Self.peer) }
        await #expect(throws: owned) { try await radio.incomingConnections() }
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        kernel.tell(ACC_MGMT_EV_ADVERTISING_REMOVED, [2])
        #expect(try await ended { await set.ended() } == owned)
        #expect(
            kernel.state.withLock { $0.commands }.allSatisfy {
                $0.opcode != ACC_MGMT_OP_LOAD_LTKS && $0.opcode != ACC_MGMT_OP_SET_IO_CAPABILITY
            }
        )
    }

    @Test func aMissingAdapterIsReported() async throws {
        let error = await #expect(throws: RadioError.self) { try await BlueZRadio("hci4711") }
        if case .notPermitted(let reason)? = error {
            #expect(reason.cause.contains("CAP_NET"))
        } else {
            #expect(error == .noAdapter("hci4711"))
        }
        await #expect(throws: RadioError.noAdapter("usb0")) { try await BlueZRadio("usb0") }
    }
}
