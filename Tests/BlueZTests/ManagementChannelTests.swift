import AccessoryConcurrency
import BluetoothLE
import CAccessoryBlueZ
import TestSupport
import Testing

@testable import BlueZ

/// Commands whose answers come late or never.
@Suite(.timeLimit(.minutes(20))) struct ManagementChannelTests {
    private let kernel = FakeKernel()
    private let clock = VirtualClock()

    private func silence(_ isSilent: Bool) {
        kernel.state.withLock { $0.silent = isSilent ? [ACC_MGMT_OP_SET_POWERED] : [] }
    }

    @Test func aLostAnswerTimesOutAndTheNextCommandIsSent() async throws {
        let channel = try kernel.channel(on: clock)
        silence(true)
        let lost = Task { await channel.result(of: ACC_MGMT_OP_SET_POWERED, [1]) }
        #expect(await kernel.next(ACC_MGMT_OP_SET_POWERED) == [1])
        let next = Task { await channel.result(of: ACC_MGMT_OP_SET_POWERED, [0]) }
        silence(false)
        await clock.run { try? await clock.sleep(for: ManagementChannel.usualLimit) }
        #expect(try await ended { await lost.value } == .failure(.timedOut))
        #expect(await kernel.next(ACC_MGMT_OP_SET_POWERED) == [0])
        // its own time may have come too before the kernel's answer
        next.cancel()
        channel.end()
    }

    @Test func aCancelledCommandsAnswerIsNotTakenForTheNext() async throws {
        let channel = try kernel.channel(on: clock)
        silence(true)
        let first = Task { await channel.result(of: ACC_MGMT_OP_SET_POWERED, [1]) }
        #expect(await kernel.next(ACC_MGMT_OP_SET_POWERED) == [1])
        first.cancel()
        #expect(try await ended { await first.value } == .failure(.cancelled))
        let second = Task { await channel.result(of: ACC_MGMT_OP_SET_POWERED, [0]) }
        // the answer to the first: busy
        let head = FakeKernel.bytes(ACC_MGMT_OP_SET_POWERED).prefix(2)
        kernel.tell(ACC_MGMT_EV_COMMAND_COMPLETE, head + [UInt8(ACC_MGMT_STATUS_BUSY)])
        #expect(await kernel.next(ACC_MGMT_OP_SET_POWERED) == [0])
        kernel.tell(ACC_MGMT_EV_COMMAND_COMPLETE, head + [0, 7])
        #expect(try await ended { await second.value } == .success([7]))
        channel.end()
    }

    @Test func aCancelledTaskStillRemovesItsItems() async throws {
        let channel = try kernel.channel(on: clock)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await channel.settle(.advertisement(3))
        }
        try await task.value
        #expect(await kernel.next(ACC_MGMT_OP_REMOVE_ADVERTISING) == [3])
        channel.end()
    }

    @Test func cancellingEndsTheWaitForAnotherAttempt() async throws {
        let folder = "/tmp/bluez-\(UInt64.random(in: 0 ... .max))"
        let radio = try await kernel.radio(stateFolder: folder)
        let turn = Task { try await radio.attemptEnded.nextTurn() }
        turn.cancel()
        let result = try await ended { await turn.result }
        #expect(throws: RadioError.cancelled) { try result.get() }
    }
}
