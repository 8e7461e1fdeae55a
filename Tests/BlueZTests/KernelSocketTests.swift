import AccessoryConcurrency
import BluetoothLE
import CAccessoryBlueZ
import Foundation
import Synchronization
import Testing

@testable import BlueZ

/// Packets of the kernel's sockets, and scans that do not start.
@Suite(.timeLimit(.minutes(20))) struct KernelSocketTests {
    private let kernel = FakeKernel()
    private let folder = FileManager.default.temporaryDirectory.path + "/bluez-\(UUID().uuidString)"

    private func radio() async throws -> BlueZRadio { try await kernel.radio(stateFolder: folder) }

    private func count(_ opcode: Int) -> Int {
        kernel.state.withLock { $0.commands.count { $0.opcode == opcode } }
    }

    @Test func packetsArriveInBatchesByTheirKind() throws {
        let (file, other) = try UnixSocket.pair()
        defer { close(other) }
        let events = try ControllerEvents(adapter: "hci0", file: file)
        let seen = Mutex<[[UInt8]]>([])
        let batches = Mutex(0)
        // without a listener, packets wait
        events.drain()
        for number in UInt8(0)..<150 {
            let packet: [UInt8] = [number % 3 == 0 ? 1 : 4, number]
            #expect(send(other, packet, 2, 0) == 2)
        }
        // other kinds, and a packet without content
        for packet in [[2, 9], [0, 9], [4]] as [[UInt8]] {
            #expect(send(other, packet, packet.count, 0) > 0)
        }
        events.start { kind, packet in
            let content = packet.withUnsafeBufferPointer { Array($0) }
            seen.withLock { $0.append([kind.rawValue] + content) }
        } onBatchEnd: {
            batches.withLock { $0 += 1 }
        }
        events.drain()
        #expect(seen.withLock { $0 } == (UInt8(0)..<150).map { [$0 % 3 == 0 ? 1 : 4, $0] })
        #expect(batches.withLock { $0 } > 0)
        events.end()
        events.end()
        #expect(events.update(1, ConnectionParameters()) == -ENODEV)
        #expect(send(other, [4, 1] as [UInt8], 2, CInt(MSG_NOSIGNAL)) < 0)
        #expect(throws: RadioError.noAdapter("hci0")) {
            try ControllerEvents(adapter: "hci0", file: -ENODEV)
        }
    }

    @Test func answersForOtherAdaptersAreIgnored() async throws {
        let (file, other) = try UnixSocket.pair()
        defer { close(other) }
        _ = fcntl(file, F_SETFL, O_NONBLOCK)
        let channel = try ManagementChannel(adapter: "hci3", index: 3, file: file)
        let events = Mutex<[ManagementEvent]>([])
        channel.start { event in events.withLock { $0.append(event) } }
        for index in [2, 3] as [UInt8] {
            let packet: [UInt8] = [
                UInt8(ACC_MGMT_EV_NEW_SETTINGS), 0, index, 0, 4, 0, index, 0, 0, 0,
            ]
            #expect(send(other, packet, packet.count, 0) == packet.count)
        }
        channel.drain()
        #expect(events.withLock { $0 } == [.settings(3)])
        channel.end()
        await #expect(throws: RadioError.noAdapter("hci3")) {
            try await channel.send(ACC_MGMT_OP_READ_INFO)
        }
        #expect(throws: RadioError.poweredOff) {
            try ManagementChannel(adapter: "hci3", index: 3, file: -ENETDOWN)
        }
    }

    @Test func aCommandThatCannotBeSentFails() async throws {
        let (file, other) = try UnixSocket.pair()
        _ = fcntl(file, F_SETFL, O_NONBLOCK)
        let channel = try ManagementChannel(adapter: "hci3", index: 3, file: file)
        close(other)
        for _ in 0..<2 {
            await #expect(throws: RadioError.failed("broken pipe")) {
                try await channel.send(ACC_MGMT_OP_READ_INFO)
            }
        }
        channel.end()
    }

    @Test func commandsHaveTheKernelsFormat() {
        #expect(
            ManagementChannel.packet(0x0102, 0x0304, [5, 6, 7]) == [2, 1, 4, 3, 3, 0, 5, 6, 7]
        )
        #expect(ManagementChannel.packet(1, 0, []) == [1, 0, 0, 0, 0, 0])
    }

    @Test func commandsOfDifferentKindsDoNotWaitForEachOther() async throws {
        let radio = try await radio()
        kernel.state.withLock { $0.silent = [ACC_MGMT_OP_SET_POWERED] }
        let power = Task { try await radio.setPower(true) }
        #expect(await kernel.next(ACC_MGMT_OP_SET_POWERED) == [1])
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        let head = FakeKernel.bytes(ACC_MGMT_OP_SET_POWERED).prefix(2)
        kernel.tell(ACC_MGMT_EV_COMMAND_COMPLETE, head + [0])
        try await power.value
        await set.stop()
    }

    @Test func aPassiveScanNeedsAMonitor() async throws {
        let radio = try await radio()
        kernel.state.withLock {
            $0.answers[ACC_MGMT_OP_ADD_ADVERTISEMENT_MONITOR] = (
                UInt8(ACC_MGMT_STATUS_NOT_SUPPORTED), []
            )
        }
        for _ in 0..<2 {
            await #expect(throws: RadioError.notSupported("passive scanning")) {
                try await radio.scan(ScanParameters { $0.isActive = false })
            }
        }
        #expect(count(ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR) == 0)
        #expect(count(ACC_MGMT_OP_START_DISCOVERY) == 0)
        // an active scan works without
        let reports = try await radio.scan(ScanParameters())
        #expect(count(ACC_MGMT_OP_START_DISCOVERY) == 1)
        withExtendedLifetime(reports) {}
    }

    @Test func aPassiveScanHasAMonitorAndNoDiscovery() async throws {
        let radio = try await radio()
        let reports = try await radio.scan(ScanParameters { $0.isActive = false })
        // one pattern of 16 bytes of service data that no device sends
        let pattern: [UInt8] = [1, 0x21, 0, 16] + [UInt8](repeating: 0xAC, count: 31)
        #expect(await kernel.next(ACC_MGMT_OP_ADD_ADVERTISEMENT_MONITOR) == pattern)
        kernel.tell(ACC_MGMT_EV_DISCOVERING, [6, 0])
        try await radio.setPower(true)
        #expect(count(ACC_MGMT_OP_START_DISCOVERY) == 0)
        try await radio.setPower(false)
        await #expect(throws: RadioError.poweredOff) { for try await _ in reports {} }
        try await radio.setPower(true)
        #expect(count(ACC_MGMT_OP_STOP_DISCOVERY) == 0)
        #expect(count(ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR) == 1)
    }

    @Test(arguments: [
        (ACC_MGMT_STATUS_FAILED, RadioError.failed("the kernel's status 0x3"), false),
        (ACC_MGMT_STATUS_TIMEOUT, .timedOut, true), (ACC_MGMT_STATUS_CANCELLED, .cancelled, true),
    ])
    func aDiscoveryThatFailsEndsTheScan(status: Int, error: RadioError, mayRun: Bool) async throws {
        let radio = try await radio()
        kernel.state.withLock { $0.answers[ACC_MGMT_OP_START_DISCOVERY] = (UInt8(status), []) }
        await #expect(throws: error) { try await radio.scan(ScanParameters()) }
        #expect(await kernel.next(ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR) == [7, 0])
        try await radio.setPower(true)
        #expect(count(ACC_MGMT_OP_STOP_DISCOVERY) == (mayRun ? 1 : 0))
        // another scan may begin
        kernel.state.withLock { $0.answers[ACC_MGMT_OP_START_DISCOVERY] = nil }
        let reports = try await radio.scan(ScanParameters())
        withExtendedLifetime(reports) {}
    }

    @Test func aDiscoveryOfAnotherProgramIsJoined() async throws {
        let radio = try await radio()
        kernel.state.withLock {
            $0.answers[ACC_MGMT_OP_START_DISCOVERY] = (UInt8(ACC_MGMT_STATUS_BUSY), [])
        }
        var reports: AsyncThrowingStream? = try await radio.scan(ScanParameters())
        #expect(await kernel.next(ACC_MGMT_OP_START_DISCOVERY) == [6])
        kernel.hear(RadioTests.report)
        var heard = reports?.makeAsyncIterator()
        #expect(try await heard?.next()?.address == RadioTests.peer)
        (heard, reports) = (nil, nil)
        #expect(await kernel.next(ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR) == [7, 0])
        try await radio.setPower(true)
        // the other program's discovery goes on
        #expect(count(ACC_MGMT_OP_STOP_DISCOVERY) == 0)
    }

    @Test func aLayerThatTheAdapterLacksIsRefused() async throws {
        let radio = try await radio()
        await #expect(throws: RadioError.notSupported("the physical layer \(PHY.coded)")) {
            try await radio.scan(ScanParameters { $0.phys = [.le1M, .coded] })
        }
        let reports = try await radio.scan(ScanParameters { $0.phys = [.le1M] })
        withExtendedLifetime(reports) {}
    }
}
