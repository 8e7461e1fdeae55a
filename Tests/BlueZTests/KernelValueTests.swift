import AccessoryBase
import AccessoryConcurrency
import AccessoryLink
import BluetoothLE
import CAccessoryBlueZ
import Glibc
import Testing

@testable import BlueZ

/// Values in the kernel's formats.
@Suite struct KernelValueTests {
    @Test func itemsHaveNamesAndRemovals() {
        for (item, name, opcode, parameters) in [
            (.advertisement(255), "advertisement-255", ACC_MGMT_OP_REMOVE_ADVERTISING, [255]),
            (.monitor(0x0102), "monitor-258", ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR, [2, 1]),
        ] as [(KernelItem, String, Int, [UInt8])] {
            #expect(item.name == name && KernelItem(name: name) == item)
            #expect(item.removal.opcode == opcode && item.removal.parameters == parameters)
        }
        for name in [
            "", "monitor", "monitor-", "monitor-65536", "advertisement-256", "other-1",
            "monitor-1-2", "-1",
        ] {
            #expect(KernelItem(name: name) == nil, "\(name)")
        }
    }

    @Test func eachStatusIsAnError() {
        for (status, error) in [
            (ACC_MGMT_STATUS_INVALID_INDEX, .noAdapter("hci3")),
            (ACC_MGMT_STATUS_NOT_POWERED, .poweredOff),
            (ACC_MGMT_STATUS_RFKILLED, .blocked),
            (ACC_MGMT_STATUS_PERMISSION_DENIED, .notPermitted("CAP_NET_ADMIN is missing")),
            (ACC_MGMT_STATUS_BUSY, .busy),
            (
                ACC_MGMT_STATUS_UNKNOWN_COMMAND,
                .notSupported(FailureReason("this", nextStep: "use a newer kernel"))
            ),
            (ACC_MGMT_STATUS_NOT_SUPPORTED, .notSupported("this")),
            (
                ACC_MGMT_STATUS_INVALID_PARAMETERS,
                .invalidParameters("the kernel refuses the parameters")
            ),
            (ACC_MGMT_STATUS_TIMEOUT, .timedOut), (ACC_MGMT_STATUS_CANCELLED, .cancelled),
            (ACC_MGMT_STATUS_NOT_CONNECTED, .disconnected(.localHost)),
            (ACC_MGMT_STATUS_DISCONNECTED, .disconnected(.localHost)),
            (ACC_MGMT_STATUS_CONNECT_FAILED, .disconnected(.notEstablished)),
            (
                ACC_MGMT_STATUS_AUTHENTICATION_FAILED,
                .pairingFailed("the devices do not agree, or one of them refused")
            ),
            (0x1F, .failed("the kernel's status 0x1f")),
        ] as [(Int, RadioError)] {
            #expect(RadioError(managementStatus: UInt8(status), adapter: "hci3") == error)
        }
    }

    @Test func eachSocketErrorIsAnError() {
        for (code, error) in [
            (EPROTONOSUPPORT, .noAdapter("hci3")), (EADDRNOTAVAIL, .noAdapter("hci3")),
            (EACCES, .notPermitted("CAP_NET_ADMIN and CAP_NET_RAW are needed")), (EALREADY, .busy),
            (EHOSTUNREACH, .disconnected(.notEstablished)),
            (EHOSTDOWN, .disconnected(.notEstablished)),
            (ECONNRESET, .disconnected(.remoteUser)), (ECONNABORTED, .disconnected(.localHost)),
            (EPIPE, .failed("broken pipe")),
        ] as [(CInt, RadioError)] {
            #expect(RadioError(socketError: -code, adapter: "hci3") == error)
        }
    }

    @Test(arguments: [
        ("6.1.0-18-amd64", true), ("6.1", true), ("6.10.1", false), ("5.6.1", false),
        ("16.1.0", false), ("", false),
    ])
    func aKernelThatMayStopIsKnownByItsRelease(kernel: String, mayStop: Bool) {
        #expect(BluetoothSurvey(adapters: [], kernel: kernel).mayKernelStopAtHangUp == mayStop)
    }

    @Test func bytesAreReadUpToTheirEnd() {
        var reader = ByteReader([1, 2, 3, 4, 5, 6, 7, 8, 0xFF])
        #expect(reader.read(UInt16.self) == 0x0201)
        #expect(reader.read(UInt32.self) == 0x0605_0403)
        #expect(reader.read(UInt32.self) == nil)
        #expect(reader.read(2) == [7, 8] && reader.read(Int8.self) == -1)
        #expect(reader.read(UInt8.self) == nil && reader.read(0) == [])
        var address = ByteReader([1, 2, 3, 4, 5, 6, 2, 9])
        #expect(address.readAddress() == KernelAddress(bytes: [1, 2, 3, 4, 5, 6], type: 2))
        #expect(address.readAddress() == nil && address.read(UInt8.self) == 9)
        var short = ByteReader([1, 2, 3, 4, 5, 6])
        #expect(short.readAddress() == nil)
        var writer = ByteWriter()
        writer.write(UInt16(0x0102))
        writer.write([9] as [UInt8])
        writer.write(KernelAddress(bytes: [1, 2, 3, 4, 5, 6], type: 2))
        #expect(writer.bytes == [2, 1, 9, 1, 2, 3, 4, 5, 6, 2])
    }

    @Test func addressesKeepTheirKind() throws {
        for (kind, type, back) in [
            (.public, ACC_BLUEZ_LE_PUBLIC, .public), (.random, ACC_BLUEZ_LE_RANDOM, .random),
            (.publicIdentity, ACC_BLUEZ_LE_PUBLIC, .public),
            (.randomIdentity, ACC_BLUEZ_LE_RANDOM, .random),
        ] as [(BluetoothAddress.Kind, Int, BluetoothAddress.Kind)] {
            let address = try #require(BluetoothAddress("C0:1A:7D:DA:71:13", kind: kind))
            let kernel = KernelAddress(address)
            #expect(
                kernel.bytes == [0x13, 0x71, 0xDA, 0x7D, 0x1A, 0xC0] && Int(kernel.type) == type
            )
            #expect(kernel.address == BluetoothAddress("C0:1A:7D:DA:71:13", kind: back))
            #expect(KernelAddress(kernel.c) == kernel)
        }
    }

    private static let device = RadioTests.device
    private static let peer = KernelAddress(RadioTests.peer)

    private static func event(_ code: Int, _ body: [UInt8]) -> ManagementEvent? {
        var packet = ByteWriter()
        for value in [code, 5, body.count] { packet.write(UInt16(value)) }
        packet.write(body)
        let read = ManagementEvent.read(packet.bytes)
        if let read { #expect(read.index == 5) }
        return read?.event
    }

    @Test func eventsAreDecoded() {
        let key = [UInt8](repeating: 7, count: 16)
        // whether the body begins with the device
        for (code, hasDevice, rest, event) in [
            (
                ACC_MGMT_EV_COMMAND_COMPLETE, false, [0x34, 0x12, 0, 8, 9],
                .answer(opcode: 0x1234, status: 0, [8, 9])
            ),
            (
                ACC_MGMT_EV_COMMAND_STATUS, false, [0x34, 0x12, 10],
                .answer(opcode: 0x1234, status: 10, [])
            ),
            (ACC_MGMT_EV_INDEX_REMOVED, false, [], .adapterRemoved),
            (ACC_MGMT_EV_NEW_SETTINGS, false, [1, 2, 3, 4], .settings(0x0403_0201)),
            (ACC_MGMT_EV_CONFIRM_REQUEST, true, [0, 42, 0, 0, 0], .confirm(Self.peer, number: 42)),
            (
                ACC_MGMT_EV_CONFIRM_REQUEST, true, [1, 42, 0, 0, 0],
                .confirm(Self.peer, number: nil)
            ),
            (ACC_MGMT_EV_PASSKEY_REQUEST, true, [], .enterPasskey(Self.peer)),
            (
                ACC_MGMT_EV_PASSKEY_NOTIFY, true, [0x40, 0xE2, 1, 0, 0],
                .showPasskey(Self.peer, 123_456)
            ),
            (ACC_MGMT_EV_AUTHENTICATION_FAILED, true, [5], .pairingFailed(Self.peer, status: 5)),
            (ACC_MGMT_EV_DEVICE_UNPAIRED, true, [], .unpaired(Self.peer)),
            (ACC_MGMT_EV_DISCOVERING, false, [6, 1], .discovering(true)),
            (ACC_MGMT_EV_DISCOVERING, false, [6, 0], .discovering(false)),
            (ACC_MGMT_EV_ADVERTISING_REMOVED, false, [3], .advertisingRemoved(instance: 3)),
        ] as [(Int, Bool, [UInt8], ManagementEvent)] {
            #expect(Self.event(code, hasDevice ? Self.device + rest : rest) == event)
        }
        let newKey: [UInt8] = [1, 0, 0, 0, 0, 0, 0] + Self.device + key
        guard
            case .identity(let identity, let former, true)? = Self.event(
                ACC_MGMT_EV_NEW_IRK,
                newKey
            )
        else {
            Issue.record("no identity")
            return
        }
        #expect(former == Self.peer)
        #expect(identity.device == RadioTests.peer && identity.packet == Self.device + key)
        var bonds = BondList()
        bonds.insert(identity)
        bonds.insert(identity)
        #expect(bonds.identities == [identity] && bonds.keys.isEmpty && bonds.devices.isEmpty)
        #expect(bonds.level(of: RadioTests.peer) == nil && bonds.remove(RadioTests.peer))
        #expect(bonds.identities.isEmpty)
    }

    @Test func aKeysKindIsItsLevel() {
        var key = BytesTests.key
        for (kind, level) in [
            (0, .encrypted), (1, .authenticated), (2, .encrypted),
            (3, .secureConnections),
        ]
            as [(UInt8, LinkSecurity)]
        {
            key.kind = kind
            #expect(key.level == level)
        }
        var publicKey = key
        publicKey.isRandomAddress = false
        #expect(
            publicKey.device.kind == .public && publicKey.packet[6] == UInt8(ACC_BLUEZ_LE_PUBLIC)
        )
    }

    @Test func advertisingFeaturesNeedAllTheirBytes() throws {
        let answer: [UInt8] = [0x81, 1, 0, 0, 251, 31, 5, 2, 1, 3]
        let support = try #require(AdvertisingSupport(answer))
        #expect(support.flags == 0x0181 && support.dataSize == 251 && support.instances == 5)
        #expect(support.taken == [1, 3])
        for count in 0..<answer.count {
            #expect(AdvertisingSupport(Array(answer[..<count])) == nil)
        }
        let layers: [UInt8] = [UInt8](repeating: 0, count: 12)
        for count in 0..<12 { #expect(PHYSelection(Array(layers[..<count])) == nil) }
        #expect(PHYSelection(layers)?.supportedPHYs == [])
    }

    private static func request(
        flags: UInt32 = .max,
        dataSize: UInt8 = 251,
        change: (inout AdvertisingParameters) -> Void
    ) throws -> AdvertisingRequest {
        let support = try #require(
            AdvertisingSupport(FakeKernel.bytes(Int(flags)) + [dataSize, 31, 5, 0])
        )
        return try AdvertisingRequest(AdvertisingParameters(data: [], change), support)
    }

    /// Bits of the flags: net/bluetooth's management interface, Add Extended Advertising Parameters.
    @Test func advertisingFlagsFollowTheParameters() throws {
        for (change, flags) in [
            ({ _ in }, 0x4001), ({ $0.isConnectable = false }, 0x4000),
            ({ $0.txPower = 4 }, 0xC001),
            ({ $0.isExtended = true }, 0x4081),
            (
                {
                    $0.isExtended = true
                    $0.secondaryPHY = .le2M
                }, 0x4101
            ),
            (
                {
                    $0.isExtended = true
                    ($0.primaryPHY, $0.secondaryPHY) = (.coded, .coded)
                }, 0x4201
            ),
        ] as [((inout AdvertisingParameters) -> Void, UInt32)] {
            let request = try Self.request(change: change)
            #expect(request.flags == flags)
            // every flag but those of interval and power needs the kernel's support
            for bit in 0..<16 where flags >> bit & 1 == 1 {
                let without = { try Self.request(flags: .max & ~(1 << bit), change: change) }
                if bit < 14 {
                    #expect(throws: RadioError.self) { try without() }
                } else {
                    _ = try without()
                }
            }
        }
        #expect {
            try Self.request {
                $0.isExtended = true
                ($0.primaryPHY, $0.secondaryPHY) = (.coded, .le1M)
            }
        } throws: {
            "\($0)".contains("this pair of physical layers")
        }
    }

    @Test func advertisingParametersAreInTheKernelsFormat() throws {
        let request = try Self.request {
            $0.interval = .milliseconds(100)...(.milliseconds(200))
            $0.txPower = -7
        }
        // instance, flags, duration and timeout, 160 and 320 units of 0.625 ms, the power
        #expect(
            request.parameters(of: 3) == [
                3, 1, 0xC0, 0, 0, 0, 0, 0, 0, 160, 0, 0, 0, 64, 1, 0, 0, 0xF9,
            ]
        )
        #expect(try Self.request { _ in }.parameters(of: 1).last == 127)
        #expect(request.largestData == 31)
        #expect(try Self.request { $0.isExtended = true }.largestData == 251)
        #expect(try Self.request(dataSize: 20) { _ in }.largestData == 20)
        let bytes = { [UInt8](repeating: 0, count: $0) }
        try request.check(bytes(31), bytes(31))
        #expect(throws: RadioError.self) { try request.check(bytes(32), []) }
        #expect(throws: RadioError.self) { try request.check([], bytes(32)) }
    }

    @Test func eventsOfALinkChangeItsParameters() {
        let link = Link(handle: 1)
        #expect(link.parameters == nil)
        var event = acc_hci_link_event()
        (event.interval, event.latency, event.timeout) = (24, 3, 400)
        (event.tx_phy, event.tx_length) = (2, 251)
        for kind in [ACC_HCI_LINK_CONNECTED, ACC_HCI_LINK_PARAMETERS] {
            event.kind = kind
            event.interval += 1
            link.update(by: event)
            #expect(link.parameters?.interval == .microseconds(1250) * Int(event.interval))
            #expect(
                link.parameters?.latency == 3 && link.parameters?.supervisionTimeout == .seconds(4)
            )
            #expect(link.parameters?.phy == .le1M && link.parameters?.dataLength == 27)
        }
        event.kind = ACC_HCI_LINK_PHY
        link.update(by: event)
        #expect(link.parameters?.phy == .le2M && link.parameters?.dataLength == 27)
        event.tx_phy = 9
        link.update(by: event)
        #expect(link.parameters?.phy == .le1M)
        event.kind = ACC_HCI_LINK_DATA_LENGTH
        link.update(by: event)
        #expect(link.parameters?.dataLength == 251 && link.parameters?.latency == 3)
    }

    @Test func setsHaveAddressesOfTheirOwn() {
        let own = BluetoothAddress("00:AA:01:00:00:00")!
        let other = BluetoothAddress("3A:11:22:33:44:55", kind: .random)!
        var addresses = AdvertisingAddresses()
        func parameters(_ kind: UInt8, of set: UInt8) -> [UInt8] {
            [0x36, 0x20, 25, set, 0, 0, 160, 0, 0, 240, 0, 0, 7, kind]
        }
        addresses.handle(command: [0x35, 0x20, 7, 1] + other.littleEndian)
        #expect(addresses.address(ofInstance: 1, public: own) == nil)
        for (kind, address) in [(0, own), (1, other), (2, nil), (3, other), (4, nil)]
            as [(UInt8, BluetoothAddress?)]
        {
            addresses.handle(command: parameters(kind, of: 1))
            #expect(addresses.address(ofInstance: 1, public: own) == address, "\(kind)")
            #expect(addresses.address(ofInstance: 2, public: own) == nil)
        }
        // other commands change nothing
        addresses.handle(command: parameters(1, of: 1))
        addresses.handle(command: [0x37, 0x20, 4, 1, 1, 1, 1])
        #expect(addresses.address(ofInstance: 1, public: own) == other)
    }

    @Test func aSerialPortHasThirtyChannels() async throws {
        let folder = "/tmp/bluez-\(UInt64.random(in: 0 ... .max))"
        let kernel = FakeKernel()
        let radio = try await kernel.radio(stateFolder: folder)
        let refused = RadioError.invalidParameters("an RFCOMM channel is 1 to 30")
        for channel in [0, 31] {
            await #expect(throws: refused) {
                try await radio.openSerialPort(to: RadioTests.peer, channel: channel)
            }
            #expect(throws: refused) { try radio.incomingSerialPorts(channel: channel) }
        }
        for channel in [1, 30] {
            // no such adapter in the real kernel, or no kernel support
            let error = #expect(throws: RadioError.self) {
                try radio.incomingSerialPorts(channel: channel)
            }
            #expect(error != refused)
        }
    }
}

/// The transport of classic serial ports.
@Suite struct RFCOMMTransportTests {
    private static func transport(
        _ open: @escaping RFCOMMTransport.Connect = { _ in throw RadioError.busy }
    ) -> RFCOMMTransport {
        RFCOMMTransport(clock: VirtualClock(), open: open)
    }

    @Test func identifiersAreAddresses() throws {
        let transport = Self.transport()
        for identifier in ["00:1a:7d:da:71:13", "00:1A:7D:DA:71:13/classic"] {
            #expect(try transport.canonicalIdentifier(identifier) == "00:1A:7D:DA:71:13/classic")
        }
        for identifier in ["", "/classic", "00:1A:7D:DA:71", "00:1A:7D:DA:71:13/other"] {
            #expect(throws: DeviceOpenError.illegalAddress(identifier)) {
                try transport.canonicalIdentifier(identifier)
            }
        }
        #expect(transport.kind == .rfcomm)
    }

    @Test func aSearchFindsNothing() async {
        for await _ in Self.transport().search(timeout: nil) { Issue.record("found a device") }
    }

    @Test func errorsAreThoseOfAnOpening() async {
        for (error, opening) in [
            (CancellationError(), .link(.cancelled)), (RadioError.cancelled, .link(.cancelled)),
            (RadioError.timedOut, .connectionFailed("\(RadioError.timedOut)")),
            (
                RadioError.disconnected(.remoteUser),
                .connectionFailed("\(RadioError.disconnected(.remoteUser))")
            ),
            (RadioError.failed("x"), .connectionFailed("\(RadioError.failed("x"))")),
            (RadioError.poweredOff, .poweredOff), (RadioError.blocked, .poweredOff),
            (RadioError.noAdapter("hci0"), .unsupported),
            (RadioError.notSupported("x"), .unsupported),
            (RadioError.busy, .unknown("\(RadioError.busy)")),
        ] as [(any Error, DeviceOpenError)] {
            let transport = Self.transport { _ in throw error }
            await #expect(throws: opening) { try await transport.connect(to: "00:1A:7D:DA:71:13") }
        }
        await #expect(throws: DeviceOpenError.illegalAddress("x")) {
            try await Self.transport().connect(to: "x")
        }
    }
}
