import BluetoothLE
import Testing

@testable import GatewayProxy

@Suite struct ProxyMessageTests {
    private func request(_ type: UInt64, _ text: String) throws -> ProxyRequest {
        try ProxyRequest(type: type, hex(text)[...])
    }

    @Test func requestsAreRead() throws {
        #expect(try request(1, "0a 03 616263 10 01 18 0c") == .hello(client: "abc"))
        let address: UInt64 = 0xA4C1_3800_0001
        let peer = "08 818080c0939829"
        #expect(
            try request(68, peer + "10 04 18 01 20 01")
                == .connect(BluetoothAddress(value: address, kind: .random), usesCache: true)
        )
        #expect(
            try request(68, peer + "10 05 18 01")
                == .connect(BluetoothAddress(value: address, kind: .public), usesCache: false)
        )
        #expect(try request(68, peer + "10 01") == .device(.disconnect, address))
        #expect(
            try request(75, peer + "10 2a 18 01 22 02 0100")
                == .write(GATTTarget(address: address, handle: 42), [1, 0], wantsResponse: true)
        )
        #expect(
            try request(77, peer + "10 2b 1a 02 0100")
                == .write(
                    GATTTarget(address: address, handle: 43, isDescriptor: true),
                    [1, 0],
                    wantsResponse: true
                )
        )
        #expect(try request(127, "08 01") == .setScannerMode(isActive: true))
        #expect(
            try request(145, peer + "10 06 18 0c 20 00 28 9003")
                == .setParameters(
                    address,
                    ConnectionNumbers(minimum: 6, maximum: 12, latency: 0, timeout: 400)
                )
        )
        #expect(try request(9999, "") == .ignored)
    }

    @Test(arguments: [
        "08",  // cut
        "0a 05 61",  // longer than the message
        "0a ffffffffffffffff7f",  // longer than memory
        "0b",  // a group
        "00 01",  // field 0
        "08 ffffffffffffffffffff01",  // eleven bytes
    ])
    func damagedMessagesAreRefused(_ text: String) {
        #expect(throws: ProtobufError.malformed) { try request(1, text) }
    }

    @Test func numbersOutOfRangeAreRefused() {
        // a handle of 17 bits, an address of 49
        #expect(throws: ProtobufError.malformed) { try request(73, "08 01 10 808004") }
        #expect(throws: ProtobufError.malformed) { try request(73, "08 80808080808040 10 01") }
    }

    @Test func answersAreWritten() {
        #expect(
            ProxyMessage.slots(limit: 3, held: [1, 300]).payload == hex("08 01 10 03 1a 03 01ac02")
        )
        #expect(ProxyMessage.connected(1, mtu: 247).payload == hex("08 01 10 01 18 f701"))
        // a negative int32 is encoded as ten bytes
        let failed = ProxyMessage.failed(GATTTarget(address: 1, handle: 2), error: -1)
        #expect(failed.payload == hex("08 01 10 02 18 ffffffffffffffffff01"))
    }

    @Test func servicesHaveShortUUIDsIfPossible() {
        let long = BluetoothUUID("00000000-0000-0001-0000-000000000002")!
        let service = ProxyService(
            uuid: 0x180F,
            handle: 16,
            characteristics: [
                .init(
                    uuid: long,
                    handle: 18,
                    properties: 0x12,
                    descriptors: [.init(uuid: 0x2902, handle: 19)]
                )
            ]
        )
        #expect(
            service.encoded
                == hex("20 8f30 10 10 1a 0f 0a 02 0102 10 12 18 12 22 05 18 8252 10 13")
        )
    }
}
