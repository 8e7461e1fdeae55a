import AccessorySimulators
import BluetoothLE
import FeasyBeacon
import FirmwareUpdate
import Foundation
import GatewayConfiguration
import GatewayCore
import Logging
import Testing

@testable import GatewayCommands

/// Requests for devices on a virtual air.
@Suite(.timeLimit(.minutes(5))) struct CommandRunnerTests {
    /// A gateway with one adapter, and one allowed device on another.
    private final class Bench: Sendable {
        let air = VirtualAir()
        let radios = AdapterRadios()
        let device: VirtualRadio
        let runner: CommandRunner
        let task: Task<Void, Never>
        let metrics = Metrics()
        private let answers: AsyncStream<RequestAnswer>
        private let entry: AsyncStream<RequestAnswer>.Continuation

        init(_ rules: String, firmware: String? = nil, isReceived: Bool = true) throws {
            device = air.addAdapter(name: "device")
            radios.add("hci0", air.addAdapter(name: "hci0"))
            let address = device.address!
            let folder = firmware.map { "firmware: \($0), " } ?? ""
            let configuration = try Configuration(
                yaml: """
                    commands: {\(folder)devices: [{address: "\(address)", \(rules)}]}
                    """,
                sections: [CommandSettings.self]
            )
            let runner = CommandRunner(
                configuration.section(CommandSettings.self)!,
                radios: radios,
                metrics: metrics,
                log: Logger(label: "commands") { _ in SwiftLogNoOpLogHandler() }
            ) { value in
                guard isReceived, value == address.value else { return nil }
                return DeviceLocation(address: address, adapter: "hci0")
            }
            self.runner = runner
            task = Task { await runner.run() }
            (answers, entry) = AsyncStream.makeStream()
        }

        func send(_ json: String, to device: String? = nil, isRetained: Bool = false) {
            let device = device ?? self.device.address!.plainText
            runner.handle(Array(json.utf8), device: device, isRetained: isRetained) { [entry] in
                entry.yield($0)
            }
        }

        /// The next answer.
        func next() async throws -> [String: Any] {
            var iterator = answers.makeAsyncIterator()
            let payload =
                switch await iterator.next() {
                case .response(let payload)?, .value(_, let payload)?: payload
                case nil: throw CancellationError()
                }
            let object = try JSONSerialization.jsonObject(with: Data(payload))
            return try #require(object as? [String: Any])
        }

        /// Sends a request and returns its first answer.
        func ask(_ json: String, to device: String? = nil) async throws -> [String: Any] {
            send(json, to: device)
            return try await next()
        }

        func stop() async {
            task.cancel()
            await task.value
        }

        /// Offers a battery level of 100 % at 180F/2A19, and 2A1A, which refuses reads.
        func serveBattery() async throws -> MutableCharacteristic {
            let level = MutableCharacteristic(uuid: 0x2A19, value: [100], storesWrites: true)
            let state = MutableCharacteristic(uuid: 0x2A1A, permissions: .writeable, value: [1])
            let manager = PeripheralManager(radio: device)
            try await manager.add(MutableService(uuid: 0x180F, characteristics: [level, state]))
            try await manager.startAdvertising(name: "battery")
            managers.withLock { $0.append(manager) }
            return level
        }

        private let managers = Locked<[PeripheralManager]>([])
    }

    private static let battery = #""service": "180F", "characteristic": "2A19""#

    @Test func aCharacteristicIsReadAndWritten() async throws {
        let bench = try Bench("allow: [read, write]")
        let level = try await bench.serveBattery()
        let read = try await bench.ask(#"{"id": "1", "do": "read", \#(Self.battery)}"#)
        #expect(read["ok"] as? Bool == true)
        #expect(read["id"] as? String == "1")
        #expect(read["value"] as? String == "64")
        let write = #"{"id": "2", "do": "write", \#(Self.battery), "value": "2a00"}"#
        #expect(try await bench.ask(write)["ok"] as? Bool == true)
        #expect(level.value == [0x2A, 0])
        await bench.stop()
    }

    @Test func aRepeatedRequestIsExecutedOnce() async throws {
        let bench = try Bench("allow: [write]")
        let level = try await bench.serveBattery()
        let write = #"{"id": "a", "do": "write", \#(Self.battery), "value": "01"}"#
        #expect(try await bench.ask(write)["ok"] as? Bool == true)
        level.value = [7]
        // repeated, as by a broker: the answer is sent again, the write is not
        #expect(try await bench.ask(write)["ok"] as? Bool == true)
        #expect(level.value == [7])
        let other = #"{"id": "a", "do": "write", \#(Self.battery), "value": "02"}"#
        #expect(try await bench.ask(other)["error"] as? String == "bad-request")
        #expect(level.value == [7])
        await bench.stop()
    }

    @Test func aSubscriptionDeliversEveryValueUntilItIsEnded() async throws {
        let bench = try Bench("allow: [subscribe]")
        let level = try await bench.serveBattery()
        let subscribe = #"{"id": "s", "do": "subscribe", \#(Self.battery)}"#
        #expect(try await bench.ask(subscribe)["ok"] as? Bool == true)
        for value in UInt8(0)..<100 { try level.update([value]) }
        for value in 0..<100 {
            let answer = try await bench.next()
            #expect(answer["value"] as? String == String(format: "%02x", value))
            #expect(answer["characteristic"] as? String == "2A19")
        }
        let unsubscribe = #"{"id": "u", "do": "unsubscribe", \#(Self.battery)}"#
        #expect(try await bench.ask(unsubscribe)["ok"] as? Bool == true)
        let again = #"{"id": "v", "do": "unsubscribe", \#(Self.battery)}"#
        #expect(try await bench.ask(again)["error"] as? String == "bad-request")
        await bench.stop()
    }

    @Test func theDevicesRefusalHasItsCode() async throws {
        let bench = try Bench("allow: [read]")
        _ = try await bench.serveBattery()
        let answer = try await bench.ask(
            #"{"id": "1", "do": "read", "service": "180F", "characteristic": "2A1A"}"#
        )
        #expect(answer["error"] as? String == "refused")
        #expect(answer["code"] as? Int == 2)
        let missing = try await bench.ask(
            #"{"id": "2", "do": "read", "service": "180F", "characteristic": "2A00"}"#
        )
        #expect(missing["error"] as? String == "not-supported")
        await bench.stop()
    }

    @Test func disallowedRequestsAreRefused() async throws {
        let bench = try Bench("allow: [read], characteristics: [180F/2A19]")
        func error(_ json: String, to device: String? = nil) async throws -> String? {
            try await bench.ask(json, to: device)["error"] as? String
        }
        let write = #"{"id": "1", "do": "write", \#(Self.battery), "value": "01"}"#
        #expect(try await error(write) == "not-allowed")
        let other = #"{"id": "2", "do": "read", "service": "180F", "characteristic": "2A1A"}"#
        #expect(try await error(other) == "not-allowed")
        let read = #"{"id": "3", "do": "read", \#(Self.battery)}"#
        #expect(try await error(read, to: "A4C138000001") == "not-allowed")
        bench.send(read, isRetained: true)
        #expect(try await bench.next()["error"] as? String == "bad-request")
        #expect(bench.metrics.text.contains(#"commands_total{result="not-allowed"} 3"#))
        await bench.stop()
    }

    @Test func anAbsentDeviceIsReported() async throws {
        let bench = try Bench("allow: [read]", isReceived: false)
        let read = #"{"id": "1", "do": "read", \#(Self.battery)}"#
        #expect(try await bench.ask(read)["error"] as? String == "not-received")
        bench.radios.remove("hci0")
        await bench.stop()
        let closed = try Bench("allow: [read]")
        closed.radios.remove("hci0")
        #expect(try await closed.ask(read)["error"] as? String == "not-connected")
        await closed.stop()
    }

    @Test func tooManyRequestsAreRefusedAndMayBeRepeated() async throws {
        let bench = try Bench("allow: [read]")
        // no worker executes requests
        await bench.stop()
        for number in 0...DeviceWorker.capacity {
            bench.send(#"{"id": "\#(number)", "do": "read", \#(Self.battery)}"#)
        }
        #expect(try await bench.next()["error"] as? String == "busy")
        // the refused id may be used again
        let last = #"{"id": "\#(DeviceWorker.capacity)", "do": "read", \#(Self.battery)}"#
        #expect(try await bench.ask(last)["error"] as? String == "busy")
    }

    // MARK: Updates and beacon modules

    private func firmwareFolder() throws -> String {
        let folder = NSTemporaryDirectory() + "firmware-\(UInt64.random(in: 0...(.max)))"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        return folder
    }

    @Test func anImageIsSentWithProgress() async throws {
        let folder = try firmwareFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let code = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let image = try SuotaImage.file(family: .da1458x, version: "2.0", time: 1, code: code)
        try Data(image).write(to: URL(fileURLWithPath: folder + "/lamp.img"))
        try Data(image.dropLast()).write(to: URL(fileURLWithPath: folder + "/cut.img"))
        let bench = try Bench("allow: [update]", firmware: folder)
        let target = SuotaTargetSimulator(
            radio: bench.device,
            flash: SuotaFlash(family: .da1458x),
            options: .init { $0.bootTime = .zero }
        )
        try await target.start()
        for (id, file) in [("1", "cut.img"), ("2", "../lamp.img"), ("3", "none.img")] {
            let answer = try await bench.ask(
                #"{"id": "\#(id)", "do": "update", "file": "\#(file)"}"#
            )
            #expect(answer["error"] as? String == (id == "2" ? "bad-request" : "bad-file"))
        }
        bench.send(#"{"id": "4", "do": "update", "file": "lamp.img"}"#)
        var progress: [Int] = []
        var last = try await bench.next()
        while let part = last["progress"] as? Int {
            progress.append(part)
            last = try await bench.next()
        }
        #expect(last["ok"] as? Bool == true, "\(last)")
        #expect(!progress.isEmpty && progress == progress.sorted())
        await bench.stop()
        await target.stop()
    }

    @Test func aBeaconModuleIsSet() async throws {
        let bench = try Bench("allow: [beacon]")
        let module = BeaconModuleSimulator(radio: bench.device)
        try await module.start()
        let request = #"""
            {"id": "1", "do": "beacon", "settings": {"name": "Door 4", "interval": 500, "led": true},
             "beacons": {"0": "02010605094c616d70"}}
            """#
        let answer = try await bench.ask(request)
        #expect(answer["ok"] as? Bool == true, "\(answer)")
        let all =
            try #require(answer["saved"] as? [String]) + (answer["unchanged"] as? [String] ?? [])
        #expect(Set(all).isSuperset(of: ["name", "interval", "led", "beacon 0"]))
        let bad = #"{"id": "2", "do": "beacon", "settings": {"interval": 5}}"#
        #expect(try await bench.ask(bad)["error"] as? String == "bad-request")
        await bench.stop()
        await module.stop()
    }
}

/// A value with a lock.
private final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.withLock { body(&value) }
    }
}
