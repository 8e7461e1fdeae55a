import BluetoothLE
import Glibc

/// How fast a server of ours answers a client of ours over a socket, on the executor of the system and on
/// that of the sockets; what is written is stored, or handed to the application one by one.
enum Bench {
    private static let reads: UInt32 = 20_000
    private static let writes: UInt32 = 200_000

    static func run(at path: String) async throws {
        let central = Central(radio: SocketRadio(path: path))
        let peripheral = try await central.connect(to: BluetoothAddress(value: 0x01))
        try await measure(peripheral, "any")
        try await withTaskExecutorPreference(SocketBearer.executor) {
            try await measure(peripheral, "sockets")
        }
        await peripheral.disconnect()
    }

    private static func measure(_ peripheral: Peripheral, _ executor: String) async throws {
        let text = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
        let stored = try await peripheral.characteristic(0xFFFC, in: 0xFFF0)
        let streamed = try await peripheral.characteristic(0xFFF3, in: 0xFFF0)
        let count = try await peripheral.characteristic(0xFFF6, in: 0xFFF0)
        let before = number(try await count.read())
        let figures = try await [
            ("reads", rate(reads) { for _ in 0..<reads { _ = try await text.read() } }),
            (
                "writes",
                rate(writes) {
                    try await write(to: stored)
                    guard number(try await stored.read()) == writes - 1 else { exit(1) }
                }
            ),
            (
                "streamed",
                rate(writes) {
                    try await write(to: streamed)
                    while number(try await count.read()) != before &+ writes {}
                }
            ),
        ]
        let rates = figures.map { "\"\($0)_per_second\":\($1)" }.joined(separator: ",")
        print("{\"executor\":\"\(executor)\",\(rates)}")
    }

    private static func rate(
        _ count: UInt32,
        _ work: () async throws -> Void
    ) async throws -> Int {
        let time = try await ContinuousClock().measure(work)
        return Int(Double(count) / (time / .seconds(1)))
    }

    /// Values of 244 bytes, each of which begins with its number.
    private static func write(to characteristic: Characteristic) async throws {
        var value = [UInt8](repeating: 0, count: 244)
        for number in 0..<writes {
            for index in 0..<4 { value[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
            try await characteristic.writeWithoutResponse(value)
        }
    }

    private static func number(_ value: [UInt8]) -> UInt32 {
        value.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
