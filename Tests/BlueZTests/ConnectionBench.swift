import BluetoothLE
import CAccessoryBlueZ
import Foundation
import Testing

@testable import BlueZ

/// A simulated kernel, and connections of its radio with local sockets for the Attribute Protocol.
struct ConnectionBench {
    let kernel = FakeKernel()
    let folder = FileManager.default.temporaryDirectory.path + "/bluez-\(UUID().uuidString)"
    static let device = RadioTests.device
    static let peer = RadioTests.peer
    static let handle: UInt16 = 0x40

    func radio() async throws -> BlueZRadio { try await kernel.radio(stateFolder: folder) }

    /// An LE Connection Complete of the peer: 30 ms, latency 2, timeout 4 s.
    static func connected(status: UInt8 = 0) -> [UInt8] {
        [0x3E, 19, 0x01, status, 0x40, 0, 0, 1] + peer.littleEndian + [24, 0, 2, 0, 0x90, 1, 0]
    }

    static func encrypted(_ isOn: Bool, status: UInt8 = 0) -> [UInt8] {
        [0x08, 4, status, 0x40, 0, isOn ? 1 : 0]
    }

    static func key(kind: UInt8, size: UInt8 = 16, isKept: Bool = true) -> [UInt8] {
        [isKept ? 1 : 0] + device + [kind, 0, size] + Array(0..<26)
    }

    /// A connection, and the peer's end of its socket.
    ///
    /// - Parameter level: The level of the kernel's socket, or a negative errno.
    func connection(
        of radio: BlueZRadio,
        level: @escaping @Sendable () -> CInt = { -ENOPROTOOPT }
    ) throws -> (BlueZConnection, CInt) {
        kernel.hear(Self.connected())
        radio.events.drain()
        let link = try #require(radio.state.withLock { $0.links[Self.handle] })
        let peer = KernelAddress(Self.peer)
        link.peer = peer
        let (file, other) = try UnixSocket.pair()
        return (
            BlueZConnection(
                radio: radio,
                link: link,
                peer: peer,
                isCentral: true,
                file: file,
                readLevel: { _ in level() }
            ),
            other
        )
    }

    /// Waits until the radio has handled all that the kernel reported before.
    func settle(_ radio: BlueZRadio) async throws {
        try await radio.setPower(true)
        radio.events.drain()
    }

    func count(_ opcode: Int) -> Int {
        kernel.state.withLock { $0.commands.count { $0.opcode == opcode } }
    }
}
