import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(20))) struct CentralTests {
    @Test func everyCallReachesTheDevice() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            #expect(peripheral.mtu == 517)
            #expect(peripheral.connectionState == .connected)
            #expect(try await peripheral.readRSSI() == -60)
            #expect(try await peripheral.discoverServices().map(\.uuid) == [0x1801, 0xFFF0])
            #expect(try await peripheral.discoverServices([0x180F]).isEmpty)
            await #expect(throws: CentralError.serviceNotFound(0x180F)) {
                try await peripheral.service(0x180F)
            }
            await #expect(throws: CentralError.characteristicNotFound(0x2A19)) {
                try await peripheral.characteristic(0x2A19, in: 0xFFF0)
            }

            let all = try await ward.characteristics(peripheral)
            #expect(try await all.plain.read() == Array("hello".utf8))
            let long = (0..<512).map { UInt8(truncatingIfNeeded: $0) }
            #expect(try await all.long.read() == long)
            #expect(
                try await peripheral.read([all.plain, all.long]) == [Array("hello".utf8), long]
            )

            try await all.plain.write([1, 2, 3])
            #expect(try await all.plain.read() == [1, 2, 3])
            let longest = [UInt8](repeating: 7, count: 512)
            try await all.plain.write(longest)
            #expect(try await all.plain.read() == longest)
            try await peripheral.writeReliably([(all.plain, [4]), (all.plain, [5])])
            #expect(try await all.plain.read() == [5])

            let text = try #require(try await all.plain.descriptors().first)
            #expect(text.uuid == 0x2901)
            #expect(try await text.read() == Array("plain".utf8))
        }
    }

    @Test func commandsArriveInOrderAndAllOfThem() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let all = try await ward.characteristics(peripheral)
            for number in UInt16(0)..<2000 {
                try await all.command.writeWithoutResponse(littleEndian(number))
            }
            _ = try await all.plain.read()
            let values = ward.device.host.state.withLock {
                $0.writes.map { littleEndian16($0.value) }
            }
            #expect(values == Array(0..<2000))
        }
    }

    /// A radio may discard packets when it disconnects, so the peripheral answers a request before.
    @Test func commandsAreConfirmedBeforeADisconnect() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let all = try await ward.characteristics(peripheral)
            let opcodes = Mutex<[UInt8]>([])
            ward.air.setTap { packet in
                opcodes.withLock { $0.append(packet.bytes[0]) }
                return .delivered
            }
            try await all.command.writeWithoutResponse([1])
            await peripheral.disconnect()
            #expect(opcodes.withLock { $0 } == [0x52, 0x04, 0x05])
        }
    }

    @Test func unsupportedOperationsAreRefusedLocally() async throws {
        let ward = try Ward()
        try await ward.connected(ConnectOptions { $0.securesOnDemand = false }) { peripheral in
            let all = try await ward.characteristics(peripheral)
            await #expect(throws: CentralError.readNotSupported) { try await all.command.read() }
            await #expect(throws: CentralError.writeNotSupported) { try await all.long.write([1]) }
            await #expect(throws: CentralError.writeNotSupported) {
                try await all.plain.writeWithoutResponse([1])
            }
            await #expect(throws: CentralError.notifyNotSupported) {
                _ = try await all.plain.notifications()
            }
            await #expect(throws: GATTError.valueTooLong(limit: 514)) {
                try await all.command.writeWithoutResponse([UInt8](repeating: 0, count: 515))
            }
            await #expect(
                throws: GATTError.att(.insufficientEncryption, handle: ward.device.handles.secret)
            ) { try await all.secret.read() }
        }
    }

    @Test func valuesArriveAndTheLastListenerUnsubscribes() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let notify = try await ward.characteristics(peripheral).notify
            let handle = ward.device.handles.notify
            do {
                let one = try await notify.notifications()
                let other = try await notify.notifications()
                #expect(
                    ward.device.host.state.withLock { $0.subscriptions[handle] } == .notifications
                )
                for number in UInt8(0)..<100 { ward.device.link?.notify([number], handle: handle) }
                #expect(try await first(100, of: one) == (0..<100).map { [$0] })
                #expect(try await first(100, of: other) == (0..<100).map { [$0] })
            }
            try await ward.clock.sleep(for: .seconds(1))
            #expect(ward.device.host.state.withLock { $0.subscriptions[handle] } == [])
        }
    }

    @Test func aSlowReaderLosesTheOldestValues() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let notify = try await ward.characteristics(peripheral).notify
            let values = try await notify.notifications(capacity: 2)
            let handle = ward.device.handles.notify
            for number in UInt8(0)..<5 { ward.device.link?.notify([number], handle: handle) }
            try await ward.clock.sleep(for: .seconds(1))
            #expect(peripheral.droppedValues == 3)
            #expect(try await first(2, of: values) == [[3], [4]])
        }
    }

    @Test func valuesBeforeTheAnswerAreNotLost() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let notify = try await ward.characteristics(peripheral).notify
            let handle = littleEndian(ward.device.handles.notify)
            ward.device.sendsEarly([[0x1B] + handle + [1], [0x1D] + handle + [2]])
            let values = try await notify.notifications()
            ward.device.link?.notify([3], handle: ward.device.handles.notify)
            #expect(try await first(3, of: values) == [[1], [2], [3]])
        }
    }

    @Test func writesWaitForRoomAndNoneIsDropped() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let command = try await ward.characteristics(peripheral).command
            let began = ward.clock.now.offset
            let sent = Mutex(0)
            let writer = TimeSource(ward.clock).task {
                await Result {
                    for number in 0..<2_000 as Range<UInt16> {
                        try await command.writeWithoutResponse(littleEndian(number))
                        sent.withLock { $0 += 1 }
                    }
                }
            }
            // half a second is 17 to 34 connection events, which limit the writer
            try await ward.clock.sleep(for: .milliseconds(500))
            let arrived = ward.device.host.state.withLock { $0.writes.count }
            let ahead = sent.withLock { $0 } - arrived
            #expect((0...64).contains(ahead) && arrived < 2_000, "\(ahead) ahead, \(arrived) there")
            try await writer.value.get()
            _ = try await ward.characteristics(peripheral).plain.read()
            let numbers = ward.device.host.state.withLock {
                $0.writes.map { littleEndian16($0.value) }
            }
            #expect(numbers == Array(0..<2_000))
            #expect(ward.clock.now.offset - began > .milliseconds(500))
        }
    }

    @Test func scansFindByServiceAndByNameInTheScanResponse() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            try ward.device.start(name: "Sensor 7")
            let filter = ScanFilter.services(0xFFF0) && .name(matching: "Sen*7")
            let reports = try await first(4, of: ward.central.scan(filter))
            #expect(reports.allSatisfy { $0.address == ward.device.address })
            #expect(Set(reports.map(\.advertisement.name)) == [nil, "Sensor 7"])
        }
    }
}
