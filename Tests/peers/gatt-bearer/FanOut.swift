import AccessoryConcurrency
import BluetoothLE
import Glibc

/// Measures the cost of a notification when one peripheral has many subscribers. Each of `total` values is sent
/// to one of `centrals`, and each central checks that it receives all of its values in order.
enum FanOut {
    private static let centrals = 100
    private static let step = 512

    /// - Parameter carrier: `pipes`, for the two halves of GATT alone, or `air`, with the virtual air's
    ///   model of time below them.
    static func run(_ total: Int, over carrier: String) async throws {
        let clock = VirtualClock()
        let count = max(1, total / centrals)
        let lost = try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let radio = air.addAdapter()
            let manager = PeripheralManager(radio: radio, clock: clock)
            let teller = MutableCharacteristic(uuid: 0xFFF4, properties: .notify)
            try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [teller]))
            try await manager.startAdvertising(name: "teller", uuids: [])
            let time = TimeSource(clock)
            var listeners: [Task<Int, Never>] = []
            var peripherals: [Peripheral] = []
            for _ in 0..<centrals {
                let near: any Radio =
                    carrier == "air" ? air.addAdapter() : pipe(to: manager, clock)
                let central = Central(radio: near, clock: clock)
                let peripheral = try await central.connect(to: radio.address!)
                peripherals.append(peripheral)
                let values = try await peripheral.characteristic(0xFFF4, in: 0xFFF0).notifications()
                listeners.append(time.task { await missing(of: count, in: values) })
            }
            let began = processorSeconds()
            for number in 0..<UInt32(count) {
                try teller.update(withUnsafeBytes(of: number.littleEndian) { Array($0) })
                if Int(number) % step == step - 1 { await teller.drained() }
            }
            await teller.drained()
            var lost = 0
            for listener in listeners { lost += await listener.value }
            report(total: count * centrals, lost, processorSeconds() - began, carrier)
            for peripheral in peripherals { await peripheral.disconnect() }
            return lost + teller.droppedUpdates
        }
        if lost > 0 { exit(1) }
    }

    /// A radio whose connections are pipes to a peripheral manager of this process.
    private static func pipe(to manager: PeripheralManager, _ clock: VirtualClock) -> SocketRadio {
        SocketRadio(path: "pipe") { () throws(RadioError) in
            let (near, far) = PipeBearer.pair(clock: clock)
            let connection = BearerConnection(far, isCentral: false)
            _ = TimeSource(clock).task { await manager.serve(connection) }
            return near
        }
    }

    /// Values that were lost or out of order.
    private static func missing(
        of count: Int,
        in values: AsyncThrowingStream<[UInt8], any Error>
    ) async -> Int {
        var next = 0
        do {
            for try await value in values {
                let number = value.reversed().reduce(0) { $0 << 8 | Int($1) }
                guard number == next else { return count - next }
                next += 1
                if next == count { break }
            }
        } catch {}
        return count - next
    }

    private static func report(total: Int, _ lost: Int, _ seconds: Double, _ carrier: String) {
        print(
            """
            {"carrier":"\(carrier)","centrals":\(centrals),"notifications":\(total),"lost":\(lost),\
            "nanoseconds":\(Int(seconds / Double(total) * 1e9))}
            """
        )
    }

    private static func processorSeconds() -> Double {
        Double(clock()) / Double(CLOCKS_PER_SEC)
    }
}
