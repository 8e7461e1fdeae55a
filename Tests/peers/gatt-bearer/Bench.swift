import BluetoothLE
import Foundation

/// How fast a server of ours answers a client of ours over a socket.
enum Bench {
    private static let reads = 20_000
    private static let writes = 200_000

    static func run(at path: String) async throws {
        let central = Central(radio: SocketRadio(path: path))
        let peripheral = try await central.connect(to: BluetoothAddress(value: 0x01))
        let text = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
        let command = try await peripheral.characteristic(0xFFF3, in: 0xFFF0)
        let clock = ContinuousClock()
        let reading = try await clock.measure {
            for _ in 0..<reads { _ = try await text.read() }
        }
        let value = [UInt8](repeating: 0, count: 244)
        let writing = try await clock.measure {
            for _ in 0..<writes { try await command.writeWithoutResponse(value) }
            _ = try await text.read()
        }
        print(
            """
            {"reads_per_second":\(Int(Double(reads) / (reading / .seconds(1)))),\
            "writes_per_second":\(Int(Double(writes) / (writing / .seconds(1))))}
            """
        )
        await peripheral.disconnect()
    }
}
