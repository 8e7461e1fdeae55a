import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import FirmwareUpdate
import Synchronization
import Testing

@testable import FeasyBeacon

/// The login of a simulated SUOTA device, byte by byte.
@Suite(.timeLimit(.minutes(20))) struct LoginGateTests {
    /// A plain login that records what the device passes to it.
    private final class RecordingLogin: ModuleLogin {
        private let calls = Mutex<[(pin: String, mac: [UInt8])]>([])
        var macs: [[UInt8]] { calls.withLock { $0.map(\.mac) } }
        var pins: Set<String> { calls.withLock { Set($0.map(\.pin)) } }

        func answer(
            to request: [UInt8],
            pin: String,
            mac: [UInt8]
        ) -> (answer: [UInt8], isAuthenticated: Bool)? {
            calls.withLock { $0.append((pin, mac)) }
            return PlainLogin().answer(to: request, pin: pin, mac: mac)
        }
    }

    private struct Line {
        let memory: Characteristic
        let input: Characteristic
        var answers: AsyncThrowingStream<[UInt8], any Error>.AsyncIterator

        init(_ peripheral: Peripheral) async throws {
            memory = try await peripheral.service(SuotaCharacteristic.service)
                .characteristic(SuotaCharacteristic.memoryDevice.uuid)
            let login = try await peripheral.service(BeaconModuleSession.service)
            input = try await login.characteristic(BeaconModuleSession.usualOutput)
            answers = try await login.characteristic(BeaconModuleSession.notifying)
                .notifications().makeAsyncIterator()
        }

        /// The error of a write to MEM_DEV; nil if the device accepts it.
        func refusal() async throws -> ATTError? {
            do {
                try await memory.write([0, 0, 0, 0x13])
                return nil
            } catch GATTError.att(let error, _) {
                return error
            }
        }

        mutating func ask(_ text: String) async throws -> String {
            try await input.write(Array(text.utf8))
            let answer = try #require(try await answers.next())
            return String(decoding: answer, as: UTF8.self)
        }
    }

    @Test func eachConnectionLogsIn() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock)
        let (phone, radio) = (air.addAdapter(), air.addAdapter())
        let login = RecordingLogin()
        let target = SuotaTargetSimulator(
            radio: radio,
            flash: SuotaFlash(family: .da1458x),
            options: .init { ($0.pin, $0.login) = ("123456", login) },
            clock: clock
        )
        let central = Central(radio: phone, clock: clock)
        try await clock.run {
            try await target.start()
            let peripheral = try await central.connect(to: radio.address!)
            var line = try await Line(peripheral)
            #expect(try await line.refusal() == .insufficientAuthorization)
            #expect(try await line.ask("AUTH000000") == "AUTHERROR\r\n")
            #expect(try await line.refusal() == .insufficientAuthorization)
            // in two parts
            try await line.input.write(Array("AUTH12".utf8))
            #expect(try await line.ask("3456") == "AUTHOK\r\n")
            #expect(try await line.refusal() == nil)
            // a later error does not log out
            #expect(try await line.ask("AUTH000000") == "AUTHERROR\r\n")
            #expect(try await line.refusal() == nil)
            try await line.input.write(Array("AUTH".utf8))
            await peripheral.disconnect()
            try await peripheral.connect()
            line = try await Line(peripheral)
            #expect(try await line.refusal() == .insufficientAuthorization)
            #expect(try await line.ask("AUTH123456") == "AUTHOK\r\n")
            #expect(try await line.refusal() == nil)
            await target.stop()
        }
        let address = try #require(radio.address)
        let printed = (0..<6).map { UInt8(truncatingIfNeeded: address.value >> (40 - 8 * $0)) }
        #expect(login.macs.allSatisfy { $0 == printed } && login.pins == ["123456"])
    }

    @Test func aLoginIsOfOneCentral() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock)
        let radio = air.addAdapter()
        let target = SuotaTargetSimulator(
            radio: radio,
            flash: SuotaFlash(family: .da1458x),
            options: .init { $0.pin = "123456" },
            clock: clock
        )
        try await clock.run {
            try await target.start()
            let one = try await Central(radio: air.addAdapter(), clock: clock)
                .connect(to: radio.address!)
            var first = try await Line(one)
            #expect(try await first.ask("AUTH123456") == "AUTHOK\r\n")
            await one.disconnect()
            let two = try await Central(radio: air.addAdapter(), clock: clock)
                .connect(to: radio.address!)
            var second = try await Line(two)
            #expect(try await second.refusal() == .insufficientAuthorization)
            #expect(try await second.ask("AUTH123456") == "AUTHOK\r\n")
            #expect(try await second.refusal() == nil)
            await target.stop()
        }
    }
}
