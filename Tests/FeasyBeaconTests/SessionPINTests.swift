import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import Testing

@testable import FeasyBeacon

/// The PINs that a session tries, and what it reports about them.
@Suite(.timeLimit(.minutes(20))) struct SessionPINTests {
    /// Opens a session and returns its error, and the checks of the PIN.
    private func open(
        _ bench: AirBench,
        _ session: BeaconModuleSession
    ) async throws -> (error: BeaconModuleError?, checks: [PINCheck], time: Duration) {
        let events = session.events
        let checks = session.time.task {
            var checks: [PINCheck] = []
            for await case .pinCheck(let check) in events { checks.append(check) }
            return checks
        }
        let begin = bench.now()
        let error: BeaconModuleError? = try await failure { try await session.open() }
        let time = bench.now() - begin
        try await bench.clock.sleep(for: .milliseconds(1))
        checks.cancel()
        return (error, await checks.value, time)
    }

    @Test func anExpectedPINIsTriedFirst() async throws {
        let bench = AirBench { $0.pin = "222222" }
        let session = bench.session(pin: "111111")
        try await bench.run {
            #expect(try await open(bench, session).error == .pinRefused)
            // what is no PIN is ignored
            await session.expect(pin: "22222x")
            await session.expect(pin: "222222")
            let found = try await open(bench, session)
            #expect(found.error == nil && found.checks == [.checking, .accepted])
            await session.close()
            // the other one is forgotten: it is not tried even if this one is refused
            bench.module.misbehave(.refusesPIN)
            let refused = try await open(bench, session)
            #expect(refused.error == .pinRefused && refused.checks == [.checking, .refused])
        }
    }

    @Test func aRefusedPINIsFollowedByTheNext() async throws {
        let bench = AirBench { $0.pin = "111111" }
        let session = bench.session(pin: "111111")
        try await bench.run {
            await session.expect(pin: "222222")
            await session.expect(pin: "333333")
            // only the refusal of the last one is reported
            let found = try await open(bench, session)
            #expect(found.error == nil)
            #expect(found.checks == [.checking, .checking, .checking, .accepted])
            await session.close()
            let again = try await open(bench, session)
            #expect(again.error == nil && again.checks == [.checking, .accepted])
        }
    }

    @Test(arguments: [true, false]) func aSettledPINIsTheOnlyOneOrNone(_ isSet: Bool) async throws {
        let bench = AirBench { $0.pin = "111111" }
        let session = bench.session(pin: "111111")
        try await bench.run {
            // the only PIN stays
            await session.settle(pin: "111111", isSet: false)
            await session.expect(pin: "222222")
            // an unknown one changes nothing
            await session.settle(pin: "444444", isSet: true)
            await session.settle(pin: "222222", isSet: isSet)
            let found = try await open(bench, session)
            #expect(found.error == (isSet ? .pinRefused : nil))
            #expect(found.checks == [.checking, isSet ? .refused : .accepted])
        }
    }

    @Test func aSessionWithoutAPINExpectsNone() async throws {
        let bench = AirBench()
        let session = bench.session()
        try await bench.run {
            await session.expect(pin: "222222")
            let found = try await open(bench, session)
            #expect(found.error == nil && found.checks.isEmpty)
        }
    }

    @Test(arguments: [3000, 500]) func aModuleMayNotAnswer(_ milliseconds: Int) async throws {
        let bench = AirBench()
        let limit = Duration.milliseconds(milliseconds)
        let session = bench.session(pin: "111111") { $0.loginTimeout = limit }
        try await bench.run {
            let found = try await open(bench, session)
            #expect(found.error == .loginTimedOut && found.checks == [.checking, .timedOut])
            #expect(found.time >= limit && found.time < limit + .seconds(1))
            #expect(bench.peripheral.connectionState == .disconnected(.localHost))
        }
        #expect(BeaconModuleSession.Options().loginTimeout == .seconds(3))
    }

    @Test func aClosedSessionWritesNothing() async throws {
        let bench = AirBench()
        let session = bench.session()
        try await bench.run {
            // nothing happens
            await session.close()
            let opening = session.time.task {
                try? await failure(as: BeaconModuleError.self) { try await session.open() }
            }
            try await bench.clock.sleep(for: .milliseconds(150))
            await session.close()
            #expect(await opening.value == .notOpen)
            #expect(await !session.isOpen)
            let error: BeaconModuleError? = try await failure { try await session.write([1]) }
            #expect(error == .notOpen)
            #expect(bench.peripheral.connectionState != .connected)
            try await session.open()
            #expect(await session.isOpen)
        }
    }
}
