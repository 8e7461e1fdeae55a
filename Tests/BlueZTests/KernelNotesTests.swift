import AccessoryConcurrency
import BluetoothLE
import CAccessoryBlueZ
import Foundation
import TestSupport
import Testing

@testable import BlueZ

/// Items that a dead process left in the kernel.
@Suite(.timeLimit(.minutes(20))) struct KernelNotesTests {
    private let kernel = FakeKernel()
    private let folder =
        FileManager.default.temporaryDirectory.path + "/bluez-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// A note of a process; `start` in clock ticks since the boot.
    private func note(_ name: String, process: Int32, start: UInt64, time: UInt64 = 1000) throws {
        try Data(
            #"{"process":\#(process),"start":\#(start),"time":\#(time),"adapter":0}"#.utf8
        ).write(to: URL(filePath: folder + "/" + name))
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
    }

    private var removed: [FakeKernel.Command] {
        kernel.state.withLock { state in
            state.commands.filter {
                $0.opcode == ACC_MGMT_OP_REMOVE_ADVERTISING
                    || $0.opcode == ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR
            }
        }
    }

    @Test func theNextStartRemovesItemsOfADeadProcess() async throws {
        // this process's ID, which another process had before
        try note("hci0-advertisement-3", process: getpid(), start: 1)
        try note("hci0-monitor-258", process: 1 << 22 + 1, start: 5)
        let radio = try await kernel.radio(stateFolder: folder)
        #expect(
            removed == [
                FakeKernel.Command(opcode: ACC_MGMT_OP_REMOVE_ADVERTISING, parameters: [3]),
                FakeKernel.Command(
                    opcode: ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR,
                    parameters: [2, 1]
                ),
            ]
        )
        #expect(try names.isEmpty)
        withExtendedLifetime(radio) {}
    }

    @Test func itemsOfALivingProcessStay() async throws {
        let start = try #require(KernelNotes.startTime(of: getpid()))
        try note("hci0-advertisement-3", process: getpid(), start: start)
        try note("hci1-advertisement-4", process: 1 << 22 + 1, start: 5)
        try Data("no note".utf8).write(to: URL(filePath: folder + "/hci0-advertisement-5"))
        let radio = try await kernel.radio(stateFolder: folder)
        #expect(removed.isEmpty)
        #expect(try names.count == 3)
        withExtendedLifetime(radio) {}
    }

    @Test func itemsRemovedByBluetoothdAreNotRemovedAgain() throws {
        let notes = KernelNotes(folder: folder, adapter: "hci0")
        try note("hci0-advertisement-3", process: 1 << 22 + 1, start: 5, time: 1000)
        try note("hci0-advertisement-4", process: 1 << 22 + 1, start: 5, time: 2001)
        #expect(notes.removeRemains(daemonStart: 2000) == [.advertisement(4)])
        #expect(try names.isEmpty)
    }

    @Test func anotherAdapterWithTheNameKeepsItsItems() throws {
        try Data(#"{"process":4194305,"start":1,"time":1000,"adapter":77}"#.utf8)
            .write(to: URL(filePath: folder + "/hci0-advertisement-3"))
        let notes = KernelNotes(folder: folder, adapter: "hci0")
        #expect(notes.removeRemains(daemonStart: nil) == [])
        #expect(try names.isEmpty)
    }

    @Test func activeSetsAndScansAreNoted() async throws {
        let radio = try await kernel.radio(stateFolder: folder)
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        var reports: AsyncThrowingStream? = try await radio.scan(ScanParameters())
        #expect(try names == ["hci0-advertisement-2", "hci0-monitor-7"])
        // the process is alive, so its items are not removed
        #expect(KernelNotes(folder: folder, adapter: "hci0").removeRemains(daemonStart: nil) == [])
        await set.stop()
        reports = nil
        _ = await kernel.next(ACC_MGMT_OP_REMOVE_ADVERTISEMENT_MONITOR)
        _ = reports
        try await radio.setPower(true)
        #expect(try names == [])
    }

    @Test func aNoteSurvivesPowerOffUntilTheSetIsRemoved() async throws {
        let radio = try await kernel.radio(stateFolder: folder)
        let set = try await radio.advertise(AdvertisingParameters(data: []))
        kernel.tell(ACC_MGMT_EV_NEW_SETTINGS, FakeKernel.bytes(ACC_MGMT_SETTING_LE))
        #expect(try await ended { await set.ended() } == .poweredOff)
        #expect(try names == ["hci0-advertisement-2"])
        let settings = ACC_MGMT_SETTING_LE | ACC_MGMT_SETTING_POWERED
        kernel.tell(ACC_MGMT_EV_NEW_SETTINGS, FakeKernel.bytes(settings))
        #expect(await kernel.next(ACC_MGMT_OP_REMOVE_ADVERTISING) == [2])
        try await radio.setPower(true)
        #expect(try names == [])
    }

    @Test func advertisingResumesAfterAnotherProgramTakesTheSet() async throws {
        let radio = try await kernel.radio(stateFolder: folder)
        let clock = VirtualClock()
        let manager = PeripheralManager(
            radio: radio,
            clock: clock,
            options: .init { $0.resumesAdvertising = true }
        )
        var events = manager.events.makeAsyncIterator()
        try await manager.startAdvertising(
            AdvertisingParameters(data: [2, 1, 6]) { $0.isConnectable = false }
        )
        kernel.tell(ACC_MGMT_EV_ADVERTISING_REMOVED, [2])
        guard case .advertisingStopped(.owned(by: "another program"))? = await events.next() else {
            Issue.record("no event of the end")
            return
        }
        // time passes until the event arrives
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        let passing = Task { await clock.run { for await _ in gate {} } }
        guard case .advertisingResumed? = await events.next() else {
            Issue.record("no event of the resumption")
            return
        }
        #expect(await manager.isAdvertising)
        opening.finish()
        await passing.value
    }
}
