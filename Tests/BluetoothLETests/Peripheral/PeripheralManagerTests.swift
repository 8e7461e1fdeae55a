import AccessoryConcurrency
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(1))) struct PeripheralManagerTests {
    /// A value that can be read, written and subscribed to.
    private func plain(_ value: [UInt8] = []) -> MutableCharacteristic {
        MutableCharacteristic(
            uuid: 0xFFF1,
            properties: [.read, .write, .writeWithoutResponse, .notify, .indicate],
            value: value
        )
    }

    /// A bench that advertises one service with this characteristic.
    private func advertising(_ characteristic: MutableCharacteristic) async throws
        -> PeripheralBench
    {
        let bench = PeripheralBench()
        let manager = bench.manager
        try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [characteristic]))
        try await manager.startAdvertising(name: "bench", uuids: [0xFFF0])
        return bench
    }

    @Test func aCentralFindsWhatIsAdvertised() async throws {
        let bench = PeripheralBench()
        let heard = try await bench.clock.run {
            try await bench.manager.startAdvertising(name: "Thermometer", uuids: [0x1809, 0xFFF0])
            for try await report in try bench.air.addAdapter().scan(ScanParameters()) {
                await bench.manager.reset()
                return Advertisement(report.data)
            }
            return Advertisement([])
        }
        #expect(heard.name == "Thermometer")
        #expect(heard.serviceUUIDs == [0x1809, 0xFFF0])
        #expect(heard.flags == .default)
    }

    @Test func valuesAreRead() async throws {
        let characteristic = plain(Array(0..<200))
        let bench = try await advertising(characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect(mtu: 23)
            let handle = try await visit.handle(of: 0xFFF1)
            #expect(try await visit.client.read(handle) == Array(0..<200))
            characteristic.value = [1]
            #expect(try await visit.client.read(handle) == [1])
            let name = try await visit.handle(of: 0x2A00)
            #expect(try await visit.client.read(name) == Array("accessory".utf8))
            await visit.connection.disconnect()
        }
    }

    @Test func writesAreAnsweredByWhoResponds() async throws {
        let characteristic = plain()
        let bench = try await advertising(characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect()
            let handle = try await visit.handle(of: 0xFFF1)
            await #expect(throws: GATTError.att(.requestNotSupported, handle: handle)) {
                try await visit.client.write([1], to: handle)
            }
            let requests = try characteristic.startRespondingToWriteRequests(capacity: 10)
            let responder = bench.time.task {
                for await request in requests {
                    #expect(request.central.address == visit.radio.address)
                    let isGood = request.value.count == 1
                    characteristic.respond(to: request, with: isGood ? nil : .invalidValueLength)
                }
            }
            try await visit.client.write([7], to: handle)
            #expect(characteristic.value == [7])
            await #expect(throws: GATTError.att(.invalidValueLength, handle: handle)) {
                try await visit.client.write([7, 8], to: handle)
            }
            #expect(characteristic.value == [7])
            characteristic.stopRespondingToWriteRequests()
            await responder.value
            await #expect(throws: GATTError.att(.requestNotSupported, handle: handle)) {
                try await visit.client.write([1], to: handle)
            }
        }
    }

    @Test func updatesWaitForASubscriber() async throws {
        let characteristic = plain()
        let bench = try await advertising(characteristic)
        try await bench.clock.run {
            for number in 0..<5 as Range<UInt8> { try characteristic.update([number]) }
            #expect(characteristic.value == [4])
            #expect(characteristic.pendingUpdates.count == 5)
            let visit = try await bench.connect()
            try await visit.subscribe(to: 0xFFF1)
            #expect(await visit.next(5) == [[0], [1], [2], [3], [4]])
            #expect(characteristic.isUpdating)
            try characteristic.update([5])
            #expect(await visit.next(1) == [[5]])
        }
    }

    @Test(arguments: [Subscription.notifications, .indications])
    func manyUpdatesArriveInOrder(_ subscription: Subscription) async throws {
        let characteristic = plain()
        let bench = try await advertising(characteristic)
        try await bench.clock.run {
            let visit = try await bench.connect()
            try await visit.subscribe(to: 0xFFF1, subscription)
            for number in 0..<500 { try characteristic.update([UInt8(number & 255)]) }
            #expect(!characteristic.isUpdating)
            let received = await visit.next(500)
            #expect(received == (0..<500).map { [UInt8($0 & 255)] })
            await characteristic.drained()
            #expect(characteristic.pendingUpdates.isEmpty && characteristic.droppedUpdates == 0)
        }
    }
}
