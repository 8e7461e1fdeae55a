import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// Connecting to a device that advertises late, on a radio that ends each attempt by itself, as Linux does
/// after 40 s.
@Suite(.timeLimit(.minutes(20))) struct AbsentDeviceTests {
    /// The radio of a virtual adapter with a time limit for attempts to connect.
    private final class ImpatientRadio: Radio {
        static let limit = Duration.seconds(40)
        let base: VirtualRadio
        let time: TimeSource
        let attempts = Mutex(0)
        /// The error at the limit.
        let error: RadioError

        init(_ base: VirtualRadio, _ time: TimeSource, error: RadioError = .timedOut) {
            (self.base, self.time, self.error) = (base, time, error)
        }

        var name: String { base.name }
        var address: BluetoothAddress? { base.address }
        var features: RadioFeatures { base.features }
        var states: AsyncStream<RadioState> { base.states }
        var links: RadioLinks { base.links }

        func connect(
            to address: BluetoothAddress,
            _ parameters: ConnectionParameters
        ) async throws(RadioError) -> any RadioConnection {
            attempts.withLock { $0 += 1 }
            let isLate = Mutex(false)
            let attempt = time.task { [base] in
                await Result { try await base.connect(to: address, parameters) }
            }
            let timer = time.schedule(at: time.now() + Self.limit) {
                isLate.withLock { $0 = true }
                attempt.cancel()
            }
            let result = await withTaskCancellationHandler {
                await attempt.value
            } onCancel: {
                attempt.cancel()
            }
            timer.cancel()
            switch result {
            case .success(let connection): return connection
            case .failure: throw isLate.withLock { $0 } ? error : .cancelled
            }
        }

        func setPower(_ isOn: Bool) async throws(RadioError) { try base.setPower(isOn) }
        func scan(
            _ parameters: ScanParameters
        ) async throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
            try base.scan(parameters)
        }
        func advertise(
            _ parameters: AdvertisingParameters
        ) async throws(RadioError) -> any AdvertisingSet { try base.advertise(parameters) }
        func incomingConnections() async throws(RadioError)
            -> AsyncThrowingStream<any RadioConnection, any Error>
        { try base.incomingConnections() }
        func setPairingAgent(_ agent: PairingAgent?) async throws(RadioError) {
            try base.setPairingAgent(agent)
        }
        func bonds() async throws(RadioError) -> [BluetoothAddress] { base.bonds() }
        func removeBond(with address: BluetoothAddress) async throws(RadioError) {
            base.removeBond(with: address)
        }
    }

    /// - Parameter timeout: In seconds; nil: none.
    @Test(arguments: [nil, 600]) func theRadiosLimitBeginsAgain(timeout: Int?) async throws {
        let ward = try Ward()
        let radio = ImpatientRadio(ward.radio, TimeSource(ward.clock))
        let central = Central(radio: radio, clock: ward.clock)
        try await ward.clock.run {
            ward.clock.schedule(at: .seconds(500)) { _ = try? ward.device.start() }
            let peripheral = try await central.connect(
                to: ward.device.address,
                timeout: timeout.map { .seconds($0) }
            )
            #expect(radio.attempts.withLock { $0 } == 13)
            #expect(ward.clock.now.offset >= .seconds(500))
            #expect(ward.clock.now.offset < .seconds(510))
            let value = try await ward.characteristics(peripheral).plain.read()
            #expect(value == Array("hello".utf8))
            #expect(central.counters.timeouts == 0)
        }
    }

    @Test func theCallersLimitEndsTheAttempts() async throws {
        let ward = try Ward()
        let radio = ImpatientRadio(ward.radio, TimeSource(ward.clock))
        let central = Central(radio: radio, clock: ward.clock)
        await ward.clock.run {
            await #expect(throws: CentralError.connectionTimeout) {
                try await central.connect(to: ward.device.address, timeout: .seconds(100))
            }
            #expect(ward.clock.now.offset == .seconds(100))
            #expect(radio.attempts.withLock { $0 } == 3)
        }
    }

    @Test func cancellingEndsTheWaitWithoutALimit() async throws {
        let ward = try Ward()
        let radio = ImpatientRadio(ward.radio, TimeSource(ward.clock))
        let central = Central(radio: radio, clock: ward.clock)
        let time = TimeSource(ward.clock)
        try await ward.clock.run {
            let attempt = time.task {
                await Result { try await central.connect(to: ward.device.address, timeout: nil) }
            }
            try await ward.clock.sleep(for: .seconds(1000))
            attempt.cancel()
            let result = await attempt.value
            #expect(throws: CancellationError.self) { try result.get() }
            #expect(ward.clock.now.offset == .seconds(1000))
        }
    }

    /// Other errors end the attempt, also without a limit.
    @Test func anotherErrorEndsTheAttempt() async throws {
        let ward = try Ward()
        let radio = ImpatientRadio(ward.radio, TimeSource(ward.clock), error: .busy)
        let central = Central(radio: radio, clock: ward.clock)
        await ward.clock.run {
            await #expect(throws: CentralError.self) {
                try await central.connect(to: ward.device.address, timeout: nil)
            }
            #expect(radio.attempts.withLock { $0 } == 1)
        }
    }
}
