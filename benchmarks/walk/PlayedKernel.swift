import AccessoryConcurrency
import CAccessoryBlueZ
import Glibc

/// A simulated kernel at the other end of a management channel. It has one adapter, which is on, and answers
/// every command with success.
final class PlayedKernel: Sendable {
    /// The radio's end of the channel.
    let control: CInt
    private let file: CInt

    init() {
        var files: [CInt] = [0, 0]
        let type = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &files) == 0)
        (control, file) = (files[0], files[1])
        EventLoop.shared.watch(file, for: .readable) { [file] _ in
            var command = [UInt8](repeating: 0, count: 4096)
            while recv(file, &command, command.count, 0) >= 6 {
                let body = Array(command[0..<2]) + [0] + Self.answer(Int(command[0]))
                let code: [UInt8] = [UInt8(ACC_MGMT_EV_COMMAND_COMPLETE), 0, 0, 0]
                let packet = code + [UInt8(body.count), 0] + body
                send(file, packet, packet.count, 0)
            }
        }
    }

    private static func answer(_ opcode: Int) -> [UInt8] {
        let settings: [UInt8] = [
            UInt8(ACC_MGMT_SETTING_POWERED | ACC_MGMT_SETTING_BONDABLE),
            UInt8(ACC_MGMT_SETTING_LE >> 8), 0, 0,
        ]
        switch opcode {
        case Int(ACC_MGMT_OP_READ_INFO):
            return [0, 0, 0, 0, 0, 1] + [9, 0, 0] + settings + settings
        case Int(ACC_MGMT_OP_ADD_ADVERTISEMENT_MONITOR): return [1, 0]
        default: return []
        }
    }
}
