import AccessoryConcurrency
import BluetoothLE
import CAccessoryBlueZ
import Glibc
import Synchronization

@testable import BlueZ

/// The kernel's end of a management channel and of a controller's events, for one adapter, hci0. It
/// records the commands, and replies with success unless configured otherwise.
final class FakeKernel: Sendable {
    struct Command: Equatable {
        let opcode: Int
        let parameters: [UInt8]
    }

    struct State {
        var commands: [Command] = []
        var answers: [Int: (status: UInt8, data: [UInt8])] = [:]
        var silent: Set<Int> = []
        var waiters: [(opcodes: Set<Int>, continuation: AsyncStream<Command>.Continuation)] = []
    }

    static let address = BluetoothAddress("00:AA:01:00:00:00")!
    let state = Mutex(State())
    private let control: CInt
    private let events: CInt
    private let radioControl: CInt
    private let radioEvents: CInt

    init(settings: Int = ACC_MGMT_SETTING_POWERED) {
        (control, radioControl) = Self.pair()
        (events, radioEvents) = Self.pair()
        let supported =
            ACC_MGMT_SETTING_POWERED | ACC_MGMT_SETTING_BONDABLE | ACC_MGMT_SETTING_LE
        state.withLock {
            $0.answers[ACC_MGMT_OP_READ_INFO] = (
                0,
                Self.address.littleEndian + [9, 0, 0] + Self.bytes(supported)
                    + Self.bytes(settings | ACC_MGMT_SETTING_LE)
            )
            // LE 1M and 2M, both configurable, 1M chosen
            $0.answers[ACC_MGMT_OP_GET_PHY] = (
                0, Self.bytes(0x1E00) + Self.bytes(0x1E00) + Self.bytes(0x0600)
            )
            // all flags, 31 and 31 bytes, five instances, the first of them in use
            $0.answers[ACC_MGMT_OP_READ_ADVERTISING_FEATURES] = (
                0, [0x7F, 0, 0, 0, 31, 31, 5, 1, 1]
            )
            $0.answers[ACC_MGMT_OP_ADD_ADVERTISEMENT_MONITOR] = (0, [7, 0])
        }
        EventLoop.shared.watch(control, for: .readable) { [weak self] _ in self?.receive() }
    }

    deinit {
        EventLoop.shared.forget(control)
        close(control)
        close(events)
    }

    func radio(
        stateFolder: String,
        hasDaemon: Bool = false,
        isThere: Bool = true
    ) async throws -> BlueZRadio {
        try await BlueZRadio(
            try ManagementChannel(adapter: "hci0", index: 0, file: radioControl),
            BlueZRadio.Options {
                $0.stateFolder = stateFolder
                $0.runtimeFolder = stateFolder
            },
            isDaemonRunning: { hasDaemon },
            isThere: { isThere },
            openEvents: { self.radioEvents }
        )
    }

    /// The parameters of the next unread command with this opcode; nil when the test is cancelled at its
    /// time limit.
    func next(_ opcode: Int) async -> [UInt8]? { await next(among: [opcode])?.parameters }

    /// The next unread command with one of these opcodes. A wrong one ends the test instead of its time.
    func next(among opcodes: Set<Int>) async -> Command? {
        let (commands, entry) = AsyncStream.makeStream(of: Command.self)
        let known = state.withLock { state -> Command? in
            guard let index = state.commands.firstIndex(where: { opcodes.contains($0.opcode) })
            else {
                state.waiters.append((opcodes, entry))
                return nil
            }
            return state.commands.remove(at: index)
        }
        if let known { return known }
        return await commands.first { _ in true }
    }

    /// A management channel alone.
    func channel(on clock: VirtualClock) throws -> ManagementChannel {
        let channel = try ManagementChannel(
            adapter: "hci0",
            index: 0,
            file: radioControl,
            time: TimeSource(clock)
        )
        channel.start { _ in }
        return channel
    }

    func tell(_ code: Int, _ body: [UInt8]) {
        let packet = Self.bytes(code).prefix(2) + [0, 0] + Self.bytes(body.count).prefix(2) + body
        Glibc.send(control, Array(packet), packet.count, 0)
    }

    /// Sends an HCI command, as the kernel reports those that it gives the controller.
    func command(_ opcode: UInt16, _ parameters: [UInt8]) {
        let code = Self.bytes(Int(opcode)).prefix(2)
        let packet = [1] + code + [UInt8(parameters.count)] + parameters
        Glibc.send(events, packet, packet.count, 0)
    }

    /// The oldest packet that the radio sent to the controller; nil without one.
    func sent() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 260)
        let count = recv(events, &buffer, buffer.count, CInt(MSG_DONTWAIT))
        return count < 0 ? nil : Array(buffer.prefix(count))
    }

    /// Sends an HCI event; `event` begins with the event code.
    func hear(_ event: [UInt8]) {
        Glibc.send(events, [4] + event, event.count + 1, 0)
    }

    static func bytes(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func pair() -> (CInt, CInt) {
        var files: [CInt] = [0, 0]
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &files) == 0)
        return (files[0], files[1])
    }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(control, &buffer, buffer.count, 0), count >= 6 {
            take(
                Command(
                    opcode: Int(buffer[0]) | Int(buffer[1]) << 8,
                    parameters: Array(buffer[6..<count])
                )
            )
        }
    }

    private func take(_ command: Command) {
        let opcode = command.opcode
        let (answer, waiter) = state.withLock { state in
            let index = state.waiters.firstIndex { $0.opcodes.contains(opcode) }
            let waiter = index.map { state.waiters.remove(at: $0).continuation }
            if waiter == nil { state.commands.append(command) }
            let isSilent = state.silent.contains(opcode)
            return (isSilent ? nil : state.answers[opcode] ?? (0, []), waiter)
        }
        if let answer {
            let head = Self.bytes(opcode).prefix(2) + [answer.status]
            tell(ACC_MGMT_EV_COMMAND_COMPLETE, Array(head) + answer.data)
        }
        waiter?.yield(command)
    }
}
