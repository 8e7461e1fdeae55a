import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// The packets of each procedure of a client (Core 5.4, Vol 3, Part G, section 4).
@Suite(.timeLimit(.minutes(20))) struct GATTProcedureTests {
    /// A server of given answers. Any other request gets the error "attribute not found".
    private final class Server: Sendable {
        let client: GATTClient
        let bearer: PipeBearer
        let faults: AsyncStream<AttributeFault>
        private let received = Mutex<[[UInt8]]>([])

        init(_ answers: [[UInt8]: [UInt8]]) {
            let (near, far) = PipeBearer.pair()
            let (faults, entry) = AsyncStream.makeStream(of: AttributeFault.self)
            self.faults = faults
            client = GATTClient(
                link: GATTLink(bearer: near, time: TimeSource(VirtualClock())),
                onFault: { entry.yield($0) }
            )
            bearer = far
            far.start(
                onPacket: { [self] packet in
                    received.withLock { $0.append(packet) }
                    guard packet[0] & 0x40 == 0 else { return }
                    far.send(answers[packet] ?? [0x01, packet[0], 0, 0, 0x0A])
                },
                onEnd: {}
            )
            client.start()
        }

        var requests: [[UInt8]] { received.withLock { $0 } }
    }

    private func groups(from handle: UInt8) -> [UInt8] {
        [0x10, handle, 0, 0xFF, 0xFF, 0x00, 0x28]
    }

    @Test func servicesAreListedUpToTheLastHandle() async throws {
        let server = Server([
            groups(from: 1): [0x11, 6, 1, 0, 2, 0, 0x00, 0x18, 3, 0, 5, 0, 0x01, 0x18],
            groups(from: 6): [0x11, 6, 6, 0, 0xFF, 0xFF, 0x0F, 0x18],
        ])
        let services = try await server.client.services()
        #expect(services.map(\.uuid) == [0x1800, 0x1801, 0x180F])
        #expect(services.map(\.handles) == [1...2, 3...5, 6...0xFFFF])
        #expect(services.allSatisfy { $0.isPrimary })
        #expect(server.requests == [groups(from: 1), groups(from: 6)])
    }

    @Test func decreasingHandlesEndAList() async throws {
        let server = Server([
            groups(from: 1): [0x11, 6, 1, 0, 5, 0, 0x00, 0x18],
            groups(from: 6): [0x11, 6, 2, 0, 5, 0, 0x01, 0x18],
        ])
        #expect(try await server.client.services().map(\.handles) == [1...5])
        #expect(server.requests.count == 2)
        // a handle that stays the same is the next one's first
        let same = Server([
            groups(from: 1): [0x11, 6, 1, 0, 1, 0, 0x00, 0x18],
            groups(from: 2): [0x11, 6, 2, 0, 2, 0, 0x01, 0x18],
        ])
        #expect(try await same.client.services().count == 2)
        #expect(same.requests == [groups(from: 1), groups(from: 2), groups(from: 3)])
    }

    @Test(
        arguments: [
            ([0x11, 6, 0, 0, 5, 0, 0, 0x18], 0), ([0x11, 6, 5, 0, 4, 0, 0, 0x18], 5),
            ([0x11, 7, 1, 0, 5, 0, 1, 2, 3], 1), ([0x11, 4, 1, 0, 5, 0], 1),
        ] as [([UInt8], UInt16)]
    )
    func invalidServicesAreSkipped(answer: [UInt8], fault: UInt16) async throws {
        let server = Server([
            groups(from: 1): answer, groups(from: 6): [0x11, 6, 6, 0, 7, 0, 1, 0x18],
        ])
        #expect(try await server.client.services().map(\.handles) == [6...7])
        #expect(await server.faults.first { _ in true }?.handle == fault)
    }

    @Test func servicesAreFoundByUUID() async throws {
        func find(from handle: UInt8) -> [UInt8] {
            [0x06, handle, 0, 0xFF, 0xFF, 0x00, 0x28, 0x0F, 0x18]
        }
        for (second, count, requests) in [
            ([0x07, 6, 0, 0xFF, 0xFF], 2, 2), ([0x07, 6, 0, 6, 0], 2, 3),
            ([0x07, 2, 0, 5, 0], 1, 2),
        ] as [([UInt8], Int, Int)] {
            let server = Server([find(from: 1): [0x07, 1, 0, 5, 0], find(from: 6): second])
            let services = try await server.client.services(0x180F)
            #expect(services.count == count && services[0].handles == 1...5)
            #expect(services.allSatisfy { $0.uuid == 0x180F && $0.isPrimary })
            #expect(server.requests.count == requests)
        }
        for answer in [[0x07, 0, 0, 5, 0], [0x07, 5, 0, 4, 0]] as [[UInt8]] {
            let server = Server([find(from: 1): answer])
            #expect(try await server.client.services(0x180F).isEmpty)
            #expect(await server.faults.first { _ in true }?.handle == UInt16(answer[1]))
        }
    }

    @Test func includedServicesAreDeclaredOrRead() async throws {
        let service = RemoteService(uuid: 0xFFF0, handles: 10...20, isPrimary: true)
        func includes(from handle: UInt8) -> [UInt8] { [0x08, handle, 0, 20, 0, 0x02, 0x28] }
        let long = BluetoothUUID("6E400001-B5A3-F393-E0A9-E50E24DCCA9E")!
        let server = Server([
            includes(from: 10): [0x09, 8, 11, 0, 30, 0, 33, 0, 0x0F, 0x18],
            includes(from: 12): [0x09, 6, 12, 0, 40, 0, 44, 0],
            [0x0A, 40, 0]: PDU.readResponse(to: 0x0A, long.littleEndian128[...]),
        ])
        let included = try await server.client.includedServices(of: service)
        #expect(included.map(\.uuid) == [0x180F, long])
        #expect(included.map(\.handles) == [30...33, 40...44])
        #expect(server.requests.count == 4)
        for (answer, fault) in [
            ([0x09, 5, 11, 0, 30, 0, 33], 11), ([0x09, 8, 11, 0, 33, 0, 30, 0, 0x0F, 0x18], 33),
            ([0x09, 9, 11, 0, 30, 0, 33, 0, 1, 2, 3], 30), ([0x09, 6, 11, 0, 40, 0, 44, 0], 40),
        ] as [([UInt8], UInt16)] {
            let server = Server([
                includes(from: 10): answer, [0x0A, 40, 0]: [0x01, 0x0A, 40, 0, 0x02],
                includes(from: 12): [0x09, 8, 12, 0, 50, 0, 53, 0, 0x0F, 0x18],
            ])
            #expect(
                try await server.client.includedServices(of: service).map(\.handles) == [50...53]
            )
            #expect(await server.faults.first { _ in true }?.handle == fault)
        }
    }

    @Test func theDatabaseHashIsRead() async throws {
        let request: [UInt8] = [0x08, 1, 0, 0xFF, 0xFF, 0x2A, 0x2B]
        let hash = Array(1...16 as ClosedRange<UInt8>)
        let answer: [UInt8] = [0x09, 18, 7, 0] + hash
        let server = Server([request: answer])
        #expect(try await server.client.databaseHash() == hash)
        #expect(server.requests.first == request)
        #expect(try await Server([:]).client.databaseHash() == nil)
    }

    /// Descriptors lie between a value and the next declaration, or the end of the service.
    @Test func characteristicsAndTheirDescriptors() async throws {
        let service = RemoteService(uuid: 0xFFF0, handles: 1...12, isPrimary: true)
        let server = Server([
            [0x08, 1, 0, 12, 0, 0x03, 0x28]: [
                0x09, 7, 2, 0, 0x12, 3, 0, 0xF1, 0xFF, 4, 0, 0x08, 5, 0, 0xF2, 0xFF, 6, 0, 0x0A, 9,
                0,
                0xF3, 0xFF,
            ],
            [0x08, 7, 0, 12, 0, 0x03, 0x28]: [0x09, 7, 11, 0, 0x02, 12, 0, 0xF4, 0xFF],
        ])
        let found = try await server.client.characteristics(of: service)
        #expect(found.map(\.uuid) == [0xFFF1, 0xFFF2, 0xFFF3, 0xFFF4])
        #expect(found.map(\.properties) == [[.read, .notify], .write, [.read, .write], .read])
        #expect(found.map(\.valueHandle) == [3, 5, 9, 12])
        #expect(found.map(\.descriptorHandles) == [nil, nil, 10...10, nil])
        // the list ended at the service's last handle but one
        #expect(
            server.requests.count == 3 && server.requests[2] == [0x08, 12, 0, 12, 0, 0x03, 0x28]
        )
        let last = Server([[0x08, 1, 0, 5, 0, 0x03, 0x28]: [0x09, 7, 2, 0, 2, 3, 0, 0xF1, 0xFF]])
        let short = RemoteService(uuid: 0xFFF0, handles: 1...5, isPrimary: true)
        #expect(
            try await last.client.characteristics(of: short).map(\.descriptorHandles) == [4...5]
        )
    }

    @Test func descriptorsAreListedUpToTheirLastHandle() async throws {
        let characteristic = RemoteCharacteristic(
            uuid: 0xFFF1,
            properties: .read,
            valueHandle: 3,
            descriptorHandles: 4...7
        )
        let server = Server([
            [0x04, 4, 0, 7, 0]: [0x05, 1, 4, 0, 0x01, 0x29, 5, 0, 0x02, 0x29],
            [0x04, 6, 0, 7, 0]: [0x05, 1, 7, 0, 0x04, 0x29],
        ])
        let found = try await server.client.descriptors(of: characteristic)
        #expect(found.map(\.uuid) == [0x2901, 0x2902, 0x2904] && found.map(\.handle) == [4, 5, 7])
        #expect(server.requests.count == 2)
        let none = RemoteCharacteristic(
            uuid: 0xFFF1,
            properties: .read,
            valueHandle: 3,
            descriptorHandles: nil
        )
        #expect(try await server.client.descriptors(of: none).isEmpty && server.requests.count == 2)
        // handles that do not increase
        let endless = Server([
            [0x04, 4, 0, 7, 0]: [0x05, 1, 5, 0, 0x01, 0x29],
            [0x04, 6, 0, 7, 0]: [0x05, 1, 4, 0, 0x01, 0x29],
        ])
        #expect(try await endless.client.descriptors(of: characteristic).map(\.handle) == [5])
        #expect(endless.requests.count == 2)
    }

    /// Parts of 22 bytes; the end is a shorter part, or one of three errors.
    @Test func valuesAreReadInParts() async throws {
        let part = [UInt8](repeating: 7, count: 22)
        let (first, second): ([UInt8], [UInt8]) = ([0x0A, 3, 0], [0x0C, 3, 0, 22, 0])
        let whole = PDU.readResponse(to: 0x0A, part[...])
        for (answer, count) in [
            ([0x0D, 8], 23), ([0x0D], 22), ([0x01, 0x0C, 3, 0, 0x0B], 22),
            ([0x01, 0x0C, 3, 0, 0x07], 22), ([0x01, 0x0C, 3, 0, 0x06], 22),
        ] as [([UInt8], Int)] {
            let server = Server([first: whole, second: answer])
            #expect(try await server.client.read(3).count == count)
            #expect(server.requests == [first, second])
        }
        let server = Server([first: whole, second: [0x01, 0x0C, 3, 0, 0x05]])
        await #expect(throws: GATTError.att(.insufficientAuthentication, handle: 3)) {
            try await server.client.read(3)
        }
        let short = Server([first: PDU.readResponse(to: 0x0A, part.dropLast())])
        #expect(try await short.client.read(3).count == 21 && short.requests == [first])
    }

    @Test func severalValuesAreReadAtOnce() async throws {
        let both: [UInt8] = [0x20, 3, 0, 5, 0]
        let server = Server([both: [0x21, 1, 0, 7, 2, 0, 8, 9], [0x0A, 5, 0]: [0x0B, 4]])
        #expect(try await server.client.read([3, 5]) == [[7], [8, 9]])
        #expect(server.requests == [both])
        #expect(try await server.client.read([5]) == [[4]])
        #expect(try await server.client.read([]) == [])
        // a full packet may have lost the end of its last value
        func answer(_ count: UInt8) -> [UInt8] {
            [0x21, 1, 0, 7, count, 0] + [UInt8](repeating: 8, count: Int(count))
        }
        let full = Server([both: answer(17), [0x0A, 5, 0]: [0x0B, 4]])
        #expect(try await full.client.read([3, 5]) == [[7], [4]])
        let almost = Server([both: answer(16)])
        #expect(try await almost.client.read([3, 5])[1].count == 16)
        // fewer values, more values, no support, another error
        let fewer = Server([both: [0x21, 2, 0, 7, 8], [0x0A, 5, 0]: [0x0B, 4]])
        #expect(try await fewer.client.read([3, 5]) == [[7, 8], [4]])
        let more = Server([both: [0x21, 1, 0, 7, 1, 0, 8, 1, 0, 9]])
        #expect(try await more.client.read([3, 5]) == [[7], [8]])
        let old = Server([
            both: [0x01, 0x20, 3, 0, 0x06], [0x0A, 3, 0]: [0x0B, 1], [0x0A, 5, 0]: [0x0B, 2],
        ])
        #expect(try await old.client.read([3, 5]) == [[1], [2]] && old.requests.count == 3)
        let refused = Server([both: [0x01, 0x20, 5, 0, 0x02]])
        await #expect(throws: GATTError.att(.readNotPermitted, handle: 5)) {
            try await refused.client.read([3, 5])
        }
    }

    /// 20 bytes fit a request; a longer value is prepared in parts of 18.
    @Test func longValuesArePrepared() async throws {
        let value = Array(0..<UInt8(40))
        let single: [UInt8] = [0x12, 3, 0] + value.prefix(20)
        func part(_ opcode: UInt8, _ range: Range<Int>) -> [UInt8] {
            [opcode, 3, 0, UInt8(range.lowerBound), 0] + value[range]
        }
        let ranges = [0..<18, 18..<36, 36..<40]
        var answers: [[UInt8]: [UInt8]] = [
            single: [0x13], [0x18, 1]: [0x19], [0x16, 5, 0, 0, 0]: [0x17, 5, 0, 0, 0],
        ]
        for range in ranges { answers[part(0x16, range)] = part(0x17, range) }
        let server = Server(answers)
        try await server.client.write(Array(value.prefix(20)), to: 3)
        #expect(server.requests == [single])
        try await server.client.write(value, to: 3)
        let prepared = ranges.map { part(0x16, $0) }
        #expect(Array(server.requests.dropFirst()) == prepared + [[0x18, 1]])
        // an empty value is one part
        try await server.client.writeReliably([(5, [])])
        #expect(server.requests.suffix(2) == [[0x16, 5, 0, 0, 0], [0x18, 1]])
        let small = Server([part(0x16, 0..<18): [0x01, 0x16, 3, 0, 0x06]])
        await #expect(throws: GATTError.longWriteNotSupported(limit: 20)) {
            try await small.client.write(value, to: 3)
        }
    }

    @Test(
        arguments: [
            ([0x17, 3, 0, 0, 0, 7, 9], .reliableWriteMismatch),
            ([0x17, 3, 0, 0, 0, 7], .reliableWriteMismatch),
            ([0x17, 4, 0, 0, 0, 7, 8], .reliableWriteMismatch),
            ([0x17, 3, 0, 1, 0, 7, 8], .reliableWriteMismatch),
            ([0x17, 3], .reliableWriteMismatch),
            ([0x01, 0x16, 3, 0, 0x09], .att(.prepareQueueFull, handle: 3)),
        ] as [([UInt8], GATTError)]
    )
    func aWrongEchoCancelsTheWrites(echo: [UInt8], error: GATTError) async throws {
        let prepare: [UInt8] = [0x16, 3, 0, 0, 0, 7, 8]
        let server = Server([prepare: echo, [0x18, 0]: [0x19], [0x18, 1]: [0x19]])
        await #expect(throws: error) { try await server.client.writeReliably([(3, [7, 8])]) }
        // the next request follows the cancellation
        _ = try? await server.client.read(3)
        #expect(server.requests == [prepare, [0x18, 0], [0x0A, 3, 0]])
    }

    @Test func commandsFitOnePacket() async throws {
        let server = Server([:])
        let value = Array(0..<UInt8(20))
        let writer = server.client.commandWriter(to: 0x0103)
        try await server.client.writeWithoutResponse(value, to: 3)
        try await writer.write(value[2...])
        try await writer.write(value[...])
        let long = value + [1]
        await #expect(throws: GATTError.valueTooLong(limit: 20)) {
            try await writer.write(long[...])
        }
        await #expect(throws: GATTError.valueTooLong(limit: 20)) {
            try await server.client.writeWithoutResponse(long, to: 3)
        }
        _ = try? await server.client.read(3)
        let heads: [[UInt8]] = [[0x52, 3, 0], [0x52, 3, 1], [0x52, 3, 1], [0x0A, 3, 0]]
        #expect(server.requests.map { Array($0.prefix(3)) } == heads)
        let tails: [[UInt8]] = [value, Array(value[2...]), value, []]
        #expect(server.requests.map { Array($0.dropFirst(3)) } == tails)
        let ended = Alarm()
        server.client.whenEnded { ended.ring() }
        server.client.close()
        await ended.wait()
        await #expect(throws: GATTError.disconnected) {
            try await server.client.writeWithoutResponse([1], to: 3)
        }
        await #expect(throws: GATTError.disconnected) { try await writer.write([1]) }
        await #expect(throws: GATTError.disconnected) { try await server.client.read(3) }
        // a handler that comes late is called at once
        let late = Mutex(false)
        server.client.whenEnded { late.withLock { $0 = true } }
        #expect(late.withLock { $0 } && server.client.link.hasEnded)
        server.client.link.post(.execute(write: false))
    }

    @Test func subscriptionsAreWritten() async throws {
        let characteristic = RemoteCharacteristic(
            uuid: 0xFFF1,
            properties: .notify,
            valueHandle: 3,
            descriptorHandles: 4...4
        )
        let server = Server([[0x12, 4, 0, 2, 0]: [0x13]])
        try await server.client.subscribe(to: characteristic, as: .indications, configuration: 4)
        #expect(server.requests == [[0x12, 4, 0, 2, 0]])
    }

    @Test func aLinkHasTheMandatoryServices() async throws {
        let (near, far) = PipeBearer.pair()
        let link = GATTLink(bearer: near, time: TimeSource(VirtualClock()))
        link.start()
        var answers = packets(of: far).makeAsyncIterator()
        far.send([0x52, 3, 0, 1])
        far.send([0x0A, 3, 0])
        #expect(await answers.next() == [0x0B] + Array("accessory".utf8))
        link.respondToRead(.success([1]))
        link.respondToWrites(nil)
        link.close()
        #expect(await answers.next() == nil)
    }

    @Test func subscriptionsOfARangeAreForgotten() throws {
        let joined = try JoinedLinks()
        for handle in 3...7 as ClosedRange<UInt16> {
            joined.server.subscribe(to: handle, .indications)
        }
        joined.server.forgetSubscriptions(in: 4...6)
        #expect(joined.server.subscriptions == [3: .indications, 7: .indications])
    }

    /// A request ends at its timeout, and an unconfirmed indication ends the link after 30 s.
    @Test func silenceEndsTheLink() async throws {
        let clock = VirtualClock()
        await clock.run {
            let time = TimeSource(clock)
            func link(_ host: TableHost, _ timeout: Duration) -> (GATTLink, Alarm, PipeBearer) {
                let (near, far) = PipeBearer.pair(clock: clock)
                let link = GATTLink(bearer: near, time: time, host: host, requestTimeout: timeout)
                let ended = Alarm()
                link.whenEnded { ended.ring() }
                link.start()
                far.start(onPacket: { _ in }, onEnd: {})
                return (link, ended, far)
            }
            let (client, clientEnd, _) = link(TableHost(), .seconds(7))
            await #expect(throws: GATTError.timedOut) { try await GATTClient(link: client).read(3) }
            #expect(clock.now.offset == .seconds(7))
            await clientEnd.wait()
            let (server, serverEnd, _) = link(TableHost(), .seconds(7))
            server.indicate([1], handle: 3)
            await serverEnd.wait()
            #expect(clock.now.offset == .seconds(37))
            // the link's end ends the provider of a value
            for isLate in [false, true] {
                let (link, end, _) = link(TableHost(), .seconds(7))
                if isLate { link.close() }
                if isLate { await end.wait() }
                let reading = time.task { () -> Void in try? await clock.sleep(for: .seconds(3600))
                }
                link.setReading(reading)
                link.close()
                await reading.value
            }
            #expect(clock.now.offset == .seconds(37))
        }
    }
}
