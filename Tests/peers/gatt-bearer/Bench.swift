import BluetoothLE
import Glibc

/// Measures the cost of our reads and writes over a socket, on the system's executor and on the sockets'
/// executor. Written values are stored, or passed to the application one by one.
struct Bench {
    private static let reads: UInt32 = 100_000
    private static let writes: UInt32 = 200_000

    private let text, stored, streamed, count, processor: Characteristic

    static func run(at path: String) async throws {
        let central = Central(radio: SocketRadio(path: path))
        let peripheral = try await central.connect(to: BluetoothAddress(value: 0x01))
        let bench = try await Bench(peripheral)
        try await bench.measure("any")
        try await withTaskExecutorPreference(SocketBearer.executor) {
            try await bench.measure("sockets")
        }
        await peripheral.disconnect()
    }

    private init(_ peripheral: Peripheral) async throws {
        text = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
        stored = try await peripheral.characteristic(0xFFFC, in: 0xFFF0)
        streamed = try await peripheral.characteristic(0xFFF3, in: 0xFFF0)
        count = try await peripheral.characteristic(0xFFF6, in: 0xFFF0)
        processor = try await peripheral.characteristic(0xFFFD, in: 0xFFF0)
    }

    private func measure(_ executor: String) async throws {
        var figures = ["\"executor\":\"\(executor)\""]
        figures += try await cost("reads", Self.reads) {
            for _ in 0..<Self.reads { _ = try await text.read() }
        }
        figures += try await cost("writes", Self.writes) {
            try await write(to: stored)
            guard try await number(stored) == Self.writes - 1 else { exit(1) }
        }
        let before = try await number(count)
        figures += try await cost("streamed", Self.writes) {
            try await write(to: streamed)
            while try await number(count) != before &+ Self.writes {}
        }
        print("{" + figures.joined(separator: ",") + "}")
    }

    /// Operations/s, and the CPU time of both processes per operation.
    private func cost(
        _ name: String,
        _ count: UInt32,
        _ work: () async throws -> Void
    ) async throws -> [String] {
        let before = try await processorMilliseconds()
        let time = try await ContinuousClock().measure(work)
        let spent = try await processorMilliseconds() - before
        return [
            "\"\(name)_per_second\":\(Int(Double(count) / (time / .seconds(1))))",
            "\"\(name)_ns\":\(Int(Double(spent) / Double(count) * 1e6))",
        ]
    }

    private func processorMilliseconds() async throws -> UInt32 {
        try await number(processor) + UInt32(clock() / 1000)
    }

    /// Values of 244 bytes, each of which begins with its number.
    private func write(to characteristic: Characteristic) async throws {
        var value = [UInt8](repeating: 0, count: 244)
        for number in 0..<Self.writes {
            for index in 0..<4 { value[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
            try await characteristic.writeWithoutResponse(value)
        }
    }

    private func number(_ characteristic: Characteristic) async throws -> UInt32 {
        try await characteristic.read().prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
