import CoreBluetooth
import Testing

@Suite struct ValueTests {
    @Test(
        "a UUID's text and bytes have the shortest form",
        arguments: [
            ("180d", "180D", [0x18, 0x0D]),
            ("0000180D-0000-1000-8000-00805F9B34FB", "180D", [0x18, 0x0D]),
            ("1234180D", "1234180D", [0x12, 0x34, 0x18, 0x0D]),
            ("1234180d-0000-1000-8000-00805f9b34fb", "1234180D", [0x12, 0x34, 0x18, 0x0D]),
            (
                "6e400001-b5a3-f393-e0a9-e50e24dcca9e", "6E400001-B5A3-F393-E0A9-E50E24DCCA9E",
                [
                    0x6E, 0x40, 0, 1, 0xB5, 0xA3, 0xF3, 0x93, 0xE0, 0xA9, 0xE5, 0x0E, 0x24, 0xDC,
                    0xCA,
                    0x9E,
                ]
            ),
        ] as [(String, String, [UInt8])]
    )
    func uuid(text: String, shortest: String, bytes: [UInt8]) {
        let uuid = CBUUID(string: text)
        #expect(uuid.uuidString == shortest && "\(uuid)" == shortest)
        #expect(uuid.data == Data(bytes) && CBUUID(data: Data(bytes)) == uuid)
        #expect(Set([uuid, CBUUID(string: shortest)]).count == 1)
    }

    @Test("a UUID of Foundation")
    func nsuuid() {
        let uuid = UUID()
        #expect(CBUUID(nsuuid: uuid).uuidString == uuid.uuidString)
        #expect(CBUUID(nsuuid: uuid) != CBUUID(nsuuid: UUID()))
    }

    @Test("errors have Apple's domains and codes, and cast")
    func errors() throws {
        let errors: [(any Error, String, Int)] = [
            (CBError(.connectionTimeout), CBErrorDomain, 6),
            (CBError(.leGattNearBackgroundNotificationLimit), CBErrorDomain, 18),
            (CBATTError(.insufficientEncryption), CBATTErrorDomain, 15),
        ]
        for (error, domain, code) in errors {
            #expect((error as NSError).domain == domain && (error as NSError).code == code)
            #expect((error as NSError).localizedDescription == error.localizedDescription)
        }
        let error: any Error = CBATTError(.insufficientAuthentication)
        #expect((error as? CBATTError)?.code == .insufficientAuthentication)
        #expect(error as? CBError == nil)
        #expect(throws: CBError(.connectionFailed)) {
            do {
                throw CBError(.connectionFailed)
            } catch CBError.connectionTimeout {
                Issue.record("the wrong code")
            }
        }
        do { throw CBError(.connectionFailed) } catch CBError.connectionFailed {}
        do { throw error } catch CBATTError.insufficientAuthentication {}
    }
}
