import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import Synchronization
import Testing

@testable import FirmwareUpdate

/// What a simulated device shows and does, apart from updates.
@Suite(.timeLimit(.minutes(20))) struct SuotaTargetTests {
    /// The events of a device with their times.
    private final class Log: Sendable {
        private let entries = Mutex<[(event: SuotaTargetSimulator.Event, time: Duration)]>([])

        init(_ bench: UpdateBench) {
            let events = bench.target.events
            _ = TimeSource(bench.clock).task { [clock = bench.clock] in
                for await event in events {
                    self.entries.withLock { $0.append((event, clock.now.offset)) }
                }
            }
        }

        var events: [SuotaTargetSimulator.Event] { entries.withLock { $0.map(\.event) } }

        func times(of event: SuotaTargetSimulator.Event) -> [Duration] {
            entries.withLock { $0.filter { $0.event == event }.map(\.time) }
        }
    }

    /// Whether the device advertises within 2 s.
    private func isFound(_ bench: UpdateBench) async throws -> Bool {
        do {
            for try await report in try await bench.central.scan(timeout: .seconds(2)) {
                if report.address == bench.radio.address { return true }
            }
        } catch CentralError.serviceScanTimeout {}
        return false
    }

    @Test func itShowsItsProperties() async throws {
        let bench = try UpdateBench(
            target: .init {
                ($0.name, $0.manufacturer, $0.model) = ("door", "We", "M1")
                ($0.version, $0.patchDataSize, $0.psm, $0.bufferSize) = (14, 100, 0x82, 4096)
            }
        )
        try await bench.run {
            for try await report in try await bench.central.scan() {
                guard let name = report.advertisement.name else { continue }
                #expect(name == "door")
                break
            }
            for try await report in try await bench.central.scan() {
                guard !report.advertisement.serviceUUIDs.isEmpty else { continue }
                #expect(Array(report.advertisement.serviceUUIDs) == [SuotaCharacteristic.service])
                break
            }
            let device = try await bench.manager().connect()
            #expect(device.manufacturer == "We" && device.model == "M1")
            #expect(device.softwareRevision == "1.0.0" && device.firmwareRevision == nil)
            #expect(device.version == 14 && device.patchDataSize == 100 && device.psm == 0x82)
            #expect(device.mtu == bench.central.peripheral(bench.radio.address!).mtu)
        }
    }

    @Test func theDefaultsAreThoseOfANewDevice() async throws {
        let options = SuotaTargetSimulator.Options()
        #expect(options.name == "suota" && options.manufacturer == "Accessories")
        #expect(options.model == "DA14531" && options.bufferSize == 512)
        #expect(options.writeTime == .zero && options.eraseTime == .zero && !options.isOld)
        #expect(options.bootTime == .milliseconds(500) && options.pin == nil)
        let bench = try UpdateBench()
        try await bench.run {
            let device = try await bench.manager().connect()
            #expect(device.version == 13 && device.patchDataSize == 244 && device.psm == nil)
        }
        let old = try UpdateBench(target: .init { $0.isOld = true })
        try await old.run {
            let device = try await old.manager().connect()
            #expect(device.version == nil && device.patchDataSize == nil && device.mtu == nil)
        }
    }

    /// The table of SUOTA 1.3, and of the first devices.
    @Test func theServiceHasItsCharacteristics() async throws {
        for (isOld, psm, count) in [(true, nil, 6), (false, nil, 9), (false, 0x80, 10)]
            as [(Bool, UInt16?, Int)]
        {
            let bench = try UpdateBench(target: .init { ($0.isOld, $0.psm) = (isOld, psm) })
            try await bench.run {
                let peripheral = try await bench.central.connect(to: bench.radio.address!)
                let all = try await peripheral.service(SuotaCharacteristic.service)
                    .characteristics()
                #expect(all.count == count)
                let kinds = all.compactMap { SuotaCharacteristic($0.uuid) }
                #expect(kinds.count == count && kinds.contains(.psm) == (psm != nil))
                #expect(kinds.contains(.mtu) == !isOld)
                for characteristic in all {
                    let kind = SuotaCharacteristic(characteristic.uuid)
                    let expected: CharacteristicProperties =
                        switch kind {
                        case .memoryDevice, .gpioMap, .patchLength: [.read, .write]
                        case .patchData: [.read, .write, .writeWithoutResponse]
                        case .status: [.read, .notify]
                        default: .read
                        }
                    #expect(characteristic.properties == expected, "\(String(describing: kind))")
                }
                await peripheral.disconnect()
            }
        }
    }

    @Test func anUpdateIsReportedStepByStep() async throws {
        let bench = try UpdateBench()
        let log = Log(bench)
        let file = try makeFile(.da1458x, code: 1000, version: "1.1.0")
        try await bench.run {
            _ = try await bench.manager().start(file)
            try await bench.clock.sleep(for: .seconds(3))
        }
        let phone = try #require(bench.phone.address)
        let size = file.bytes.count
        // blocks as long as PATCH_DATA, the header, and its magic last, which makes the image valid
        let writes = stride(from: 244, to: size, by: 244) + [size]
        let expected: [SuotaTargetSimulator.Event] =
            [.booted(version: "1.0.0"), .connected(phone), .notified(0x10)]
            + writes.flatMap { [.written($0), .notified(2)] }
            + [.written(64), .written(2), .notified(2)]
            + [.disconnected(phone), .booted(version: "1.1.0")]
        #expect(log.events == expected)
    }

    @Test func aResetTakesTheBootTime() async throws {
        for milliseconds in [500, 1200] {
            let bench = try UpdateBench(target: .init { $0.bootTime = .milliseconds(milliseconds) })
            let log = Log(bench)
            try await bench.run {
                let peripheral = try await bench.central.connect(to: bench.radio.address!)
                try await bench.clock.sleep(for: .seconds(1))
                let begin = bench.clock.now.offset
                try await bench.target.reset()
                let end = bench.clock.now.offset
                // the disconnection takes a few connection intervals
                let boot = Duration.milliseconds(milliseconds)
                #expect(end - begin >= boot && end - begin < boot + .milliseconds(300))
                #expect(peripheral.connectionState == .disconnected(.remoteUser))
                #expect(try await isFound(bench))
                let boots = log.times(of: .booted(version: "1.0.0"))
                #expect(boots == [.zero, end])
            }
        }
    }

    @Test func itAdvertisesWhileItIsOn() async throws {
        let bench = try UpdateBench()
        try await bench.clock.run {
            #expect(try await !isFound(bench))
            try await bench.target.start()
            #expect(try await isFound(bench))
            try bench.radio.setPower(false)
            #expect(try await !isFound(bench))
            try bench.radio.setPower(true)
            #expect(try await isFound(bench))
            let peripheral = try await bench.central.connect(to: bench.radio.address!)
            await bench.target.stop()
            try await bench.clock.sleep(for: .seconds(1))
            #expect(peripheral.connectionState != .connected)
            #expect(try await !isFound(bench))
            // a device that is off does not boot
            try await bench.target.reset()
            #expect(try await !isFound(bench))
            try await bench.target.start()
            #expect(try await isFound(bench))
            #expect(try await bench.manager().connect().softwareRevision == "1.0.0")
            await bench.target.stop()
        }
    }

    /// Flash work takes its time.
    @Test func flashWorkDelaysItsStatus() async throws {
        let bench = try UpdateBench(
            target: .init { ($0.writeTime, $0.eraseTime) = (.milliseconds(80), .seconds(5)) }
        )
        let log = Log(bench)
        let file = try makeFile(.da1458x, code: 1000, version: "1.1.0")
        try await bench.run { _ = try await bench.manager().start(file) }
        let first = try #require(log.times(of: .written(244)).first)
        let second = try #require(log.times(of: .written(488)).first)
        let started = try #require(log.times(of: .notified(0x10)).first)
        #expect(first - started >= .milliseconds(5080))
        #expect(second - first >= .milliseconds(80) && second - first < .seconds(1))
    }

    @Test func theEventsEndWithTheDevice() async throws {
        let clock = VirtualClock()
        let radio = VirtualAir(clock: clock).addAdapter()
        var target: SuotaTargetSimulator? = SuotaTargetSimulator(
            radio: radio,
            flash: SuotaFlash(family: .da1458x),
            clock: clock
        )
        let events = try #require(target?.events)
        target = nil
        for await event in events { Issue.record("\(event) after the end") }
    }
}
