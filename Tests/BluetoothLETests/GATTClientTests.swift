import AccessoryConcurrency
import Foundation
import Synchronization
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(20))) struct GATTClientTests {
    @Test(
        "the host's table is read without holding the link's lock, which the host may be waiting for"
    )
    func lockOrder() async throws {
        let joined = try JoinedLinks()
        let isFree = Mutex(true)
        joined.host.state.withLock { state in
            state.onDemand[joined.handles.onDemand] = [1]
            state.onTable = { [server = joined.server] in
                // another thread holds the host's lock, as for a notification
                let hasSent = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    _ = server.mtu
                    hasSent.signal()
                }
                if hasSent.wait(timeout: .now() + 20) == .timedOut {
                    isFree.withLock { $0 = false }
                }
            }
        }
        #expect(try await joined.client.read(joined.handles.onDemand) == [1])
        try await joined.client.write([2], to: joined.handles.plain)
        #expect(isFree.withLock { $0 })
    }

    @Test("a request is sent without holding the link's lock, so its answer does not wait for it")
    func answerBeforeSendReturns() async throws {
        let link = GATTLink(bearer: PromptBearer(), time: TimeSource(VirtualClock()))
        link.start()
        #expect(try await GATTClient(link: link).read(3) == [7])
    }

    @Test(arguments: [23, 64, 247, 517])
    func discoveryFindsWhatWasAdded(mtu: Int) async throws {
        let joined = try JoinedLinks()
        let client = joined.client
        if mtu > 23 { #expect(try await client.link.exchangeMTU(mtu) == mtu) }

        let services = try await client.services()
        #expect(services.map(\.uuid) == [0x1800, 0xFFF0])
        #expect(try await client.services(0xFFF0) == [services[1]])
        #expect(try await client.services(0x180F).isEmpty)

        let found = try await client.characteristics(of: services[1])
        let wanted = JoinedLinks.service.characteristics
        #expect(found.map(\.uuid) == wanted.map(\.uuid))
        #expect(found.map(\.properties) == wanted.map(\.properties))
        #expect(found[0].valueHandle == joined.handles.plain)

        var descriptors: [[BluetoothUUID]] = []
        for characteristic in found {
            descriptors.append(try await client.descriptors(of: characteristic).map(\.uuid))
        }
        #expect(descriptors == [[0x2901], [], [], [], [0x2902], []])
    }

    @Test func includedServicesOfBothSizesAreFound() async throws {
        let joined = try JoinedLinks()
        let long = BluetoothUUID("1450781E-5F5A-4B19-8C35-2D0E2B2C6A10")!
        try joined.host.state.withLock { state in
            let short = try state.table.add(ServiceDefinition(0xAAAA, isPrimary: false))
            let other = try state.table.add(ServiceDefinition(long, isPrimary: false))
            _ = try state.table.add(
                ServiceDefinition(0xBBBB),
                included: [short.range, other.range]
            )
        }
        let service = try #require(try await joined.client.services(0xBBBB).first)
        #expect(
            try await joined.client.includedServices(of: service).map(\.uuid) == [0xAAAA, long]
        )
    }

    @Test(arguments: [23, 100, 517])
    func longValuesAreReadCompletely(mtu: Int) async throws {
        let joined = try JoinedLinks()
        if mtu > 23 { _ = try await joined.client.link.exchangeMTU(mtu) }
        #expect(
            try await joined.client.read(joined.handles.long)
                == JoinedLinks.service.characteristics[1].value
        )
    }

    @Test func theApplicationProvidesValuesOnDemand() async throws {
        let joined = try JoinedLinks()
        joined.host.state.withLock { $0.onDemand[joined.handles.onDemand] = Array(0..<60) }
        #expect(try await joined.client.read(joined.handles.onDemand) == Array(0..<60))
    }

    @Test func severalValuesAreReadByOneRequest() async throws {
        let joined = try JoinedLinks()
        joined.host.state.withLock { $0.onDemand[joined.handles.onDemand] = [1, 2] }
        let values = try await joined.client.read([joined.handles.plain, joined.handles.onDemand])
        #expect(values == [Array("hello".utf8), [1, 2]])
    }

    @Test(arguments: [0, 1, 20, 21, 300, 512])
    func longWritesArriveCompletely(size: Int) async throws {
        let joined = try JoinedLinks()
        let value = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try await joined.client.write(value, to: joined.handles.plain)
        #expect(joined.host.table[joined.handles.plain]?.value == value)
    }

    @Test func tooLongValuesAreRefusedLocally() async throws {
        let joined = try JoinedLinks()
        await #expect(throws: GATTError.valueTooLong(limit: 512)) {
            try await joined.client.write(
                [UInt8](repeating: 0, count: 513),
                to: joined.handles.plain
            )
        }
        await #expect(throws: GATTError.valueTooLong(limit: 20)) {
            try await joined.client.writeWithoutResponse(
                [UInt8](repeating: 0, count: 21),
                to: joined.handles.command
            )
        }
    }

    @Test func commandsArriveInOrder() async throws {
        let joined = try JoinedLinks()
        for number in 0..<500 {
            try await joined.client.writeWithoutResponse(
                [UInt8(number & 255), UInt8(number >> 8)],
                to: joined.handles.command
            )
        }
        // a request after the commands: when it is answered, the commands are done
        _ = try await joined.client.read(joined.handles.plain)
        let values = joined.host.state.withLock { $0.writes.map { Int(littleEndian16($0.value)) } }
        #expect(values == Array(0..<500))
    }

    @Test func refusalsKeepTheirCodeAndHandle() async throws {
        let joined = try JoinedLinks()
        let handles = joined.handles
        await #expect(throws: GATTError.att(.invalidHandle, handle: 0x7777)) {
            try await joined.client.read(0x7777)
        }
        await #expect(throws: GATTError.att(.readNotPermitted, handle: handles.command)) {
            try await joined.client.read(handles.command)
        }
        await #expect(throws: GATTError.att(.writeNotPermitted, handle: handles.long)) {
            try await joined.client.write([1], to: handles.long)
        }
        joined.host.state.withLock { $0.refusal = ATTError(rawValue: 0x80) }
        await #expect(throws: GATTError.att(ATTError(rawValue: 0x80), handle: handles.plain)) {
            try await joined.client.write([1], to: handles.plain)
        }
    }

    /// The system has encrypted the link before the server is informed.
    @Test func aRequestIsCheckedWithTheCurrentSecurity() async throws {
        let joined = try JoinedLinks { ConnectionSecurity(level: .encrypted) }
        #expect(try await joined.client.read(joined.handles.secret) == Array("secret".utf8))
    }

    @Test func securityIsEnforced() async throws {
        let joined = try JoinedLinks()
        let secret = joined.handles.secret
        await #expect(throws: GATTError.att(.insufficientEncryption, handle: secret)) {
            try await joined.client.read(secret)
        }
        joined.server.security = .encrypted
        #expect(try await joined.client.read(secret) == Array("secret".utf8))
        await #expect(throws: GATTError.att(.insufficientAuthentication, handle: secret)) {
            try await joined.client.write([1], to: secret)
        }
        joined.server.security = .authenticated
        try await joined.client.write([1], to: secret)
        #expect(try await joined.client.read(secret) == [1])
    }

    @Test func valuesArriveAfterSubscribing() async throws {
        let joined = try JoinedLinks()
        let configuration = joined.handles.notify + 1
        try await joined.client.write([3, 0], to: configuration)
        #expect(try await joined.client.read(configuration) == [3, 0])
        #expect(
            joined.server.subscriptions == [joined.handles.notify: [.notifications, .indications]]
        )
        for number in UInt8(0)..<10 {
            joined.server.notify([number], handle: joined.handles.notify)
            joined.server.indicate([100 + number], handle: joined.handles.notify)
        }
        var received: [UInt8] = []
        for await (handle, value) in joined.values {
            #expect(handle == joined.handles.notify)
            received += value
            if received.count == 20 { break }
        }
        // notifications may overtake indications that wait for a confirmation
        #expect(received.filter { $0 < 100 } == Array(0..<10))
        #expect(received.filter { $0 >= 100 } == Array(100..<110))
        _ = try await joined.client.read(joined.handles.plain)
        #expect(joined.host.state.withLock { $0.confirmed } == 10)
    }

    @Test func wrongSubscriptionsAreRefused() async throws {
        let joined = try JoinedLinks()
        let configuration = joined.handles.notify + 1
        await #expect(throws: GATTError.att(.invalidValueLength, handle: configuration)) {
            try await joined.client.write([1], to: configuration)
        }
        #expect(joined.server.subscriptions.isEmpty)
    }

    /// A client with a scripted server. Without an answer from `answer`, the server responds with error 0x0A.
    private func client(
        mtu: Int = 23,
        onFault: @escaping FaultHandler = { _ in },
        _ answer: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) async throws -> GATTClient {
        let (near, far) = PipeBearer.pair()
        far.start(
            onPacket: { packet in
                let refusal = [1, packet[0], 0, 0, 0x0A]
                let agreed = packet[0] == 2 ? [3] + littleEndian(UInt16(mtu)) : nil
                far.send(agreed ?? answer(packet) ?? refusal)
            },
            onEnd: {}
        )
        let link = GATTLink(bearer: near, time: TimeSource(VirtualClock()))
        link.start()
        if mtu > 23 { #expect(try await link.exchangeMTU(517) == mtu) }
        return GATTClient(link: link, onFault: onFault)
    }

    @Test(arguments: [0x01, 0x02, 0x06, 0x0E, 0x80] as [UInt8])
    func aListThatEndsWithAnotherErrorIsKept(error: UInt8) async throws {
        let client = try await client { packet in
            switch (packet[0], packet[1]) {
            case (0x10, 1): [0x11, 6, 1, 0, 5, 0, 0, 0x18]
            case (0x06, 1): [0x07, 1, 0, 5, 0]
            case (0x08, 1): [0x09, 7, 2, 0, 2, 3, 0, 0, 0x2A]
            case (0x04, 4): [0x05, 1, 4, 0, 2, 0x29]
            default: [1, packet[0], packet[1], packet[2], error]
            }
        }
        let services = try await client.services()
        #expect(services.map(\.uuid) == [0x1800])
        #expect(try await client.services(0x1800) == services)
        let found = try await client.characteristics(of: services[0])
        #expect(found.map(\.valueHandle) == [3])
        #expect(try await client.descriptors(of: found[0]).map(\.uuid) == [0x2902])
    }

    @Test func aListThatBeginsWithAnErrorIsEmpty() async throws {
        let client = try await client { packet in [1, packet[0], 1, 0, 0x0E] }
        await #expect(throws: GATTError.att(.unlikely, handle: 1)) { try await client.services() }
        let service = RemoteService(uuid: 0x1800, handles: 1...9, isPrimary: true)
        #expect(try await client.characteristics(of: service).isEmpty)
        #expect(try await client.includedServices(of: service).isEmpty)
        #expect(try await client.databaseHash() == nil)
    }

    @Test(arguments: [0x05, 0x08, 0x0C, 0x0F] as [UInt8])
    func aListThatNeedsSecurityIsRefused(error: UInt8) async throws {
        let client = try await client { packet in [1, packet[0], 1, 0, error] }
        let service = RemoteService(uuid: 0x1800, handles: 1...9, isPrimary: true)
        await #expect(throws: GATTError.att(ATTError(rawValue: error), handle: 1)) {
            try await client.characteristics(of: service)
        }
    }

    @Test func anOutdatedListIsDiscarded() async throws {
        let client = try await client { packet in
            packet[1] == 1 ? [0x11, 6, 1, 0, 5, 0, 0, 0x18] : [1, packet[0], 6, 0, 0x12]
        }
        await #expect(throws: GATTError.att(.databaseOutOfSync, handle: 6)) {
            try await client.services()
        }
    }

    @Test(arguments: [23, 247])
    func aValueWithoutAnEndIsRefused(mtu: Int) async throws {
        let client = try await client(mtu: mtu) { packet in
            [packet[0] + 1] + [UInt8](repeating: 7, count: mtu - 1)
        }
        await #expect(throws: GATTError.endlessValue) { try await client.read(3) }
    }

    @Test func aValueOf512BytesIsComplete() async throws {
        // eight parts of 64 bytes
        let client = try await client(mtu: 65) { packet in
            [packet[0] + 1] + [UInt8](repeating: 7, count: 64)
        }
        #expect(try await client.read(3).count == 512)
    }

    @Test(
        "a faulty declaration does not hide the others",
        arguments: [
            ([0x09, 7, 0, 0, 2, 1, 0, 0, 0x2A], 0), ([0x09, 7, 2, 0, 2, 0, 0, 0, 0x2A], 2),
            ([0x09, 7, 2, 0, 2, 2, 0, 0, 0x2A], 2), ([0x09, 3, 2, 0, 2], 2),
            ([0x09, 8, 2, 0, 2, 3, 0, 1, 2, 3], 2),
        ] as [([UInt8], UInt16)]
    )
    func faultyDeclarations(answer: [UInt8], fault: UInt16) async throws {
        let faults = Mutex<[AttributeFault]>([])
        let note: @Sendable (AttributeFault) -> Void = { fault in
            faults.withLock { $0.append(fault) }
        }
        let client = try await client(onFault: note) {
            switch $0[1] {
            case 1: answer
            case 3: [0x09, 7, 8, 0, 2, 9, 0, 1, 0x2A]
            default: nil
            }
        }
        let service = RemoteService(uuid: 0x1800, handles: 1...9, isPrimary: true)
        let found = try await client.characteristics(of: service)
        #expect(found.map(\.valueHandle) == (fault == 0 ? [] : [9]))
        #expect(faults.withLock { $0 }.map(\.handle) == [fault])
    }

    @Test("a value anywhere is believed, and has descriptors only in its place")
    func valuesInOtherPlaces() async throws {
        let client = try await client { packet in
            packet[1] == 1
                ? [0x09, 7, 2, 0, 2, 5, 0, 0, 0x2A, 4, 0, 2, 3, 0, 1, 0x2A, 6, 0, 2, 7, 0, 2, 0x2A]
                : nil
        }
        let service = RemoteService(uuid: 0x1800, handles: 1...9, isPrimary: true)
        let found = try await client.characteristics(of: service)
        #expect(found.map(\.valueHandle) == [5, 3, 7])
        #expect(found.map(\.descriptorHandles) == [nil, nil, 8...9])
    }

    @Test("lists outside of the range, in another order and repeated")
    func listsInAnyOrder() async throws {
        let client = try await client { packet in
            switch (packet[0], packet[1]) {
            case (0x04, 4): [0x05, 1, 5, 0, 2, 0x29, 4, 0, 1, 0x29, 0, 0, 3, 0x29, 3, 0, 3, 0x29]
            case (0x04, _): [0x05, 1, 4, 0, 2, 0x29]
            case (0x08, _):
                [0x09, 7, 4, 0, 2, 5, 0, 1, 0x2A, 2, 0, 2, 3, 0, 0, 0x2A, 2, 0, 2, 3, 0, 0, 0x2A]
            case (0x10, 1):
                [0x11, 6, 6, 0, 9, 0, 1, 0x18, 1, 0, 5, 0, 0, 0x18, 1, 0, 5, 0, 0, 0x18]
            default: nil
            }
        }
        let services = try await client.services()
        #expect(services.map(\.handles) == [1...5, 6...9])
        let found = try await client.characteristics(of: services[0])
        #expect(found.map(\.valueHandle) == [3, 5])
        let characteristic = RemoteCharacteristic(
            uuid: 0x2A00,
            properties: .read,
            valueHandle: 3,
            descriptorHandles: 4...7
        )
        let descriptors = try await client.descriptors(of: characteristic)
        #expect(
            descriptors.map(\.handle) == [4, 5] && descriptors.map(\.uuid) == [0x2901, 0x2902]
        )
    }

    @Test("descriptors in a malformed list are not used")
    func malformedDescriptors() async throws {
        let faults = Mutex<[AttributeFault]>([])
        let note: @Sendable (AttributeFault) -> Void = { fault in
            faults.withLock { $0.append(fault) }
        }
        let client = try await client(onFault: note) {
            $0[0] == 0x04 ? [0x05, 2, 4, 0, 1, 0x29] : nil
        }
        let characteristic = RemoteCharacteristic(
            uuid: 0x2A00,
            properties: .read,
            valueHandle: 3,
            descriptorHandles: 4...7
        )
        #expect(try await client.descriptors(of: characteristic).isEmpty)
        #expect(faults.withLock { $0 }.map(\.handle) == [3])
    }

    /// The server uses the MTU that the client at its end has negotiated.
    @Test func bothEndsUseTheLinksMTU() async throws {
        let joined = try JoinedLinks()
        _ = try await joined.client.link.exchangeMTU(100)
        #expect(joined.client.link.mtu == 100 && joined.server.mtu == 100)
    }

    @Test func anEmptyPacketIsIgnored() async throws {
        let (near, far) = PipeBearer.pair()
        let host = TableHost()
        let link = GATTLink(bearer: near, time: TimeSource(VirtualClock()), host: host)
        link.start()
        let (answers, entry) = AsyncStream.makeStream(of: [UInt8].self)
        far.start(onPacket: { entry.yield($0) }, onEnd: { entry.finish() })
        far.send([])
        far.send([0x0A, 9, 0])
        #expect(await answers.first { _ in true } == [0x01, 0x0A, 9, 0, 0x01])
    }

    @Test func lostLinkEndsEveryCall() async throws {
        let joined = try JoinedLinks()
        joined.host.state.withLock { $0.holdsReads = true }
        await withTaskGroup(of: GATTError?.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    do {
                        _ = try await joined.client.read(joined.handles.onDemand)
                        return nil
                    } catch { return error as? GATTError }
                }
            }
            joined.server.close()
            for await error in group { #expect(error == .disconnected) }
        }
        await #expect(throws: GATTError.disconnected) {
            try await joined.client.read(joined.handles.plain)
        }
    }

    @Test func cancelledCallLeavesTheOthersAlone() async throws {
        let joined = try JoinedLinks()
        joined.host.state.withLock { $0.holdsReads = true }
        let held = Task { try await joined.client.read(joined.handles.onDemand) }
        let behind = Task { try await joined.client.read(joined.handles.plain) }
        held.cancel()
        await #expect(throws: CancellationError.self) { try await held.value }
        // the server's answer to the cancelled call releases the next one
        joined.server.respondToRead(.success([1]))
        #expect(try await behind.value == Array("hello".utf8))
    }
}

/// A bearer whose peer answers each read with 7, before the request's `send` returns.
private final class PromptBearer: PacketBearer {
    private struct PacketHandler {
        var onPacket: @Sendable ([UInt8]) -> Void
    }

    private let handler = Mutex<PacketHandler?>(nil)

    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        handler.withLock { $0 = PacketHandler(onPacket: onPacket) }
    }

    func send(_ packet: [UInt8]) {
        handler.withLock { $0 }?.onPacket([0x0B, 7])
    }

    func drained() async {}

    func close() {}
}
