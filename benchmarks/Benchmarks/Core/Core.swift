import Benchmark
import CAccessory

/// The C core, part by part; each name says the load of one iteration.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput],
        scalingFactor: .kilo,
        maxDuration: .seconds(2)
    )

    Benchmark("frame write and check, 512 bytes") { benchmark in
        let payload = [UInt8](repeating: 0x5A, count: 512)
        var frame = [UInt8](repeating: 0, count: Int(ACC_FRAME_MAX_SIZE))
        var header = acc_frame_header()
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            let size = acc_frame_write(0, payload, payload.count, &frame, frame.count)
            blackHole(acc_frame_check(frame, size, &header))
        }
    }
}
