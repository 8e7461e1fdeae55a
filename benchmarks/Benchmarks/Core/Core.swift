import Benchmark
import CAccessory

/// Benchmarks of the C core, by part. Each name states the load of one iteration.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput],
        maxDuration: .seconds(2)
    )

    Benchmark("frame write and check, 512 bytes", configuration: .init(scalingFactor: .kilo)) {
        benchmark in
        let payload = [UInt8](repeating: 0x5A, count: 512)
        var frame = [UInt8](repeating: 0, count: Int(ACC_FRAME_MAX_SIZE))
        var header = acc_frame_header()
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
            let size = acc_frame_write(0, payload, payload.count, &frame, frame.count)
            blackHole(acc_frame_check(frame, size, &header))
        }
    }

    for load in [
        ModemLoad("bell202", .stream), ModemLoad("bell202", .frames), ModemLoad("reader", .frames),
    ] {
        Benchmark("modulate \(load.title)") { benchmark in
            let sound = UnsafeMutableBufferPointer<Float>.allocate(capacity: Int(ModemLoad.rate))
            defer { sound.deallocate() }
            benchmark.startMeasurement()
            load.modulate(into: sound)
            benchmark.stopMeasurement()
            blackHole(sound[0])
        }

        Benchmark("demodulate \(load.title)") { benchmark in
            let sound = UnsafeMutableBufferPointer<Float>.allocate(capacity: Int(ModemLoad.rate))
            let demodulator = load.makeDemodulator()
            defer {
                sound.deallocate()
                demodulator.memory.deallocate()
            }
            load.modulate(into: sound)
            benchmark.startMeasurement()
            let found = ModemLoad.demodulate(UnsafeBufferPointer(sound), with: demodulator.handle)
            benchmark.stopMeasurement()
            precondition(found > 0)
        }
    }

    for (name, channel) in [("jack", acc_link_channel.jack), ("bluetooth", .bluetooth)] {
        Benchmark("link exchange and echo over \(name), 64 KiB") { benchmark in
            let pair = LinkPair(channel: channel, capacity: 1 << 16)
            let request = (0..<1 << 16).map { UInt8(truncatingIfNeeded: $0 >> 3) }
            benchmark.startMeasurement()
            let echoed = request.withUnsafeBufferPointer { pair.exchange($0) }
            benchmark.stopMeasurement()
            precondition(echoed == request.count)
        }
    }
}
