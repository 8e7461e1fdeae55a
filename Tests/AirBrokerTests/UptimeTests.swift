import AirBroker
import BluetoothLE
import Foundation
import Testing

/// A gateway that runs for months: links, notifications and power cycles cost no memory and no descriptors.
/// `UPTIME_LINKS=1800` (`scripts/test uptime`, in a process of its own) takes 20 minutes.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["UPTIME_LINKS"] != nil),
    .timeLimit(.minutes(120))
)
struct UptimeTests {
    private static let wanted = ProcessInfo.processInfo.environment["UPTIME_LINKS"].flatMap {
        Int($0)
    }
    private static let links = wanted ?? 12
    /// Notifications of one link.
    private static let notifications = 1400
    /// The radios are turned off and on in turn, each time after so many links.
    private static let linksPerCycle = wanted == nil ? 5 : 50
    /// Permitted growth after the first fifth of the links, in bytes: what the allocator holds back varies.
    private static let growthLimit = 4 << 20

    private struct Usage {
        let memory: Int
        let files: Int

        /// The resident memory in bytes, and the open descriptors.
        static func now() throws -> Usage {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
                .split(separator: " ")
            return Usage(
                memory: (Int(pages[1]) ?? 0) * sysconf(CInt(_SC_PAGESIZE)),
                files: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            )
        }
    }

    @Test func linksCostNoMemory() async throws {
        let path = NSTemporaryDirectory() + "air-\(UUID().uuidString.prefix(8))"
        let broker = try VirtualAirBroker(air: VirtualAir(), path: path)
        let service = Task { await broker.run() }
        let sensor = try await BrokerRadio.connect(to: path)
        let phone = try await BrokerRadio.connect(to: path)
        let options = PeripheralManager.Options { $0.resumesAdvertising = true }
        let manager = PeripheralManager(radio: sensor, options: options)
        let value = MutableCharacteristic(uuid: 0xFFF1, properties: .notify)
        try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [value]))
        try await manager.startAdvertising(name: "uptime", uuids: [0xFFF0])
        let central = Central(radio: phone)
        let address = try #require(sensor.address)

        var (received, cycles) = (0, 0)
        var usages: [Usage] = []
        let sample = max(1, Self.links / 5)
        for link in 1...Self.links {
            // the limit is for hangs
            let peripheral = try await central.connect(to: address, timeout: .seconds(120))
            let values = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
                .notifications(capacity: .max)
            let count = try await notify(value, to: values)
            #expect(count == Self.notifications)
            received += count
            if link.isMultiple(of: Self.linksPerCycle) {
                let radio = cycles.isMultiple(of: 2) ? sensor : phone
                cycles += 1
                try await radio.setPower(false)
                await #expect(throws: (any Error).self) { for try await _ in values {} }
                try await radio.setPower(true)
            } else {
                await peripheral.disconnect()
            }
            while !manager.centrals.isEmpty { await Task.yield() }
            if link.isMultiple(of: sample) { usages.append(try Usage.now()) }
        }
        #expect(value.droppedUpdates == 0)
        if Self.wanted != nil {
            let (first, last) = (usages[0], usages[usages.count - 1])
            print(
                """
                uptime: \(Self.links) links, \(received) notifications, \(cycles) power cycles; \
                \(first.memory) then \(last.memory) bytes, \(first.files) then \(last.files) descriptors
                """
            )
            #expect(last.memory - first.memory < Self.growthLimit)
            #expect(last.files == first.files)
        }
        service.cancel()
        await service.value
    }

    /// Sends numbered values and returns how many arrive in order.
    private func notify(
        _ value: MutableCharacteristic,
        to values: AsyncThrowingStream<[UInt8], any Error>
    ) async throws -> Int {
        async let sending: Void = {
            for number in 0..<Self.notifications {
                try value.update([UInt8(number & 255), UInt8(number >> 8)])
                if number.isMultiple(of: 256) { await value.drained() }
            }
        }()
        var count = 0
        for try await bytes in values {
            guard bytes == [UInt8(count & 255), UInt8(count >> 8)] else { break }
            count += 1
            if count == Self.notifications { break }
        }
        try await sending
        return count
    }
}
