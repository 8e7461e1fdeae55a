import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// The values and long reads of one connected central, on a link that records what is sent.
@Suite(.timeLimit(.minutes(20))) struct RemoteCentralTests {
    private final class RecordingLink: LocalGATT {
        struct State {
            var mtu = 23
            var subscriptions: [UInt16: Subscription] = [:]
            var sent: [String] = []
            var isFull = false
            var waiters: [CheckedContinuation<Void, Never>] = []
        }

        let state = Mutex(State())

        var mtu: Int { state.withLock { $0.mtu } }
        var subscriptions: [UInt16: Subscription] { state.withLock { $0.subscriptions } }
        var sent: [String] { state.withLock { $0.sent } }
        var security: LinkSecurity {
            get { .none }
            set {}
        }
        var keySize: Int {
            get { 16 }
            set {}
        }
        var isAuthorized: Bool {
            get { false }
            set {}
        }
        func subscribe(to handle: UInt16, _ subscription: Subscription) {
            state.withLock { $0.subscriptions[handle] = subscription }
        }
        func forgetSubscriptions(in range: ClosedRange<UInt16>) {}
        func respondToRead(_ result: Result<[UInt8], ATTError>) {}
        func respondToWrites(_ error: ATTError?, failedHandle: UInt16?) {}
        func setReading(_ task: Task<Void, Never>) {}
        func notify(_ value: [UInt8], handle: UInt16) {
            state.withLock { $0.sent.append("notify \(handle) \(value)") }
        }
        func indicate(_ value: [UInt8], handle: UInt16) {
            state.withLock { $0.sent.append("indicate \(handle) \(value)") }
        }
        nonisolated(nonsending) func drained() async {
            await withCheckedContinuation { waiter in
                let isFull = state.withLock { state in
                    if state.isFull { state.waiters.append(waiter) }
                    return state.isFull
                }
                if !isFull { waiter.resume() }
            }
        }
        func empty() {
            let waiters = state.withLock { state in
                defer { (state.waiters, state.isFull) = ([], false) }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
        func start() {}
        func whenEnded(_ handler: @escaping @Sendable () -> Void) {}
        func close() {}
    }

    private struct Bench: Sendable {
        let clock = VirtualClock()
        let link = RecordingLink()
        let rooms = Log()
        let central: RemoteCentral

        init() {
            let bearer = PipeBearer.pair().0
            central = RemoteCentral(
                connection: FanOutTests.PipeConnection(bearer, peer: BluetoothAddress(value: 7)),
                link: link,
                time: TimeSource(clock)
            ) { [rooms] _ in rooms.add("room") }
        }

        func send(_ value: UInt8, to handle: UInt16) -> Task<Result<Void, any Error>, Never> {
            TimeSource(clock).task { [central] in
                await Result { try await central.sendInTurn([value], handle: handle) }
            }
        }

        func settle() async { try? await clock.sleep(for: .milliseconds(1)) }
    }

    /// A value that fills a packet may have more parts; the last part is shorter than a packet.
    @Test(
        arguments: [
            (23, 21, [21], []), (23, 22, [22, 22], [22]), (23, 43, [22, 22], [22]),
            (23, 44, [22, 44, 44], [22, 44]), (23, 44, [23, 44], [23]), (100, 98, [98], []),
            (100, 99, [99, 99], [99]), (100, 300, [99, 198, 201, 202, 202], [99, 198, 201, 202]),
        ] as [(Int, Int, [Int], [Int])]
    )
    func aLongReadEndsWithItsLastPart(mtu: Int, size: Int, offsets: [Int], found: [Int]) {
        let bench = Bench()
        bench.link.state.withLock { $0.mtu = mtu }
        let value = [UInt8](repeating: 7, count: size)
        bench.central.beginLongRead(3, value)
        #expect(bench.central.longRead(5, offset: offsets[0]) == nil)
        let answers = offsets.filter { bench.central.longRead(3, offset: $0) == value }
        // the same offset may occur twice, and is found once
        #expect(answers == found)
    }

    @Test func aNewReadForgetsTheOldValue() {
        let central = Bench().central
        central.beginLongRead(3, [UInt8](repeating: 7, count: 100))
        #expect(central.longRead(3, offset: 22) != nil && central.longRead(3, offset: 22) != nil)
        #expect(central.longRead(3, offset: 0) == nil && central.longRead(3, offset: 22) == nil)
    }

    @Test func sixteenLongReadsAreRemembered() {
        let central = Bench().central
        let value = [UInt8](repeating: 7, count: 100)
        for handle in 1...16 as ClosedRange<UInt16> { central.beginLongRead(handle, value) }
        func known() -> [UInt16] { (1...18).filter { central.longRead($0, offset: 22) != nil } }
        #expect(known() == Array(1...16))
        central.beginLongRead(17, value)
        #expect(known() == Array(2...17))
        central.beginLongRead(18, value)
        #expect(known() == Array(3...18))
    }

    @Test func aWindowOfNotificationsFillsTheLink() async {
        let bench = Bench()
        await bench.clock.run {
            let central = bench.central
            bench.link.state.withLock { $0.isFull = true }
            for number in 1...32 as ClosedRange<UInt8> {
                #expect(central.hasRoom(for: .notifications))
                // notifications have priority if the central has subscribed to both
                central.send([number], handle: 3, as: [.notifications, .indications])
            }
            #expect(!central.hasRoom(for: .notifications) && central.hasRoom(for: .indications))
            await bench.settle()
            #expect(!central.hasRoom(for: .notifications) && bench.rooms.entries.isEmpty)
            bench.link.empty()
            await bench.settle()
            #expect(central.hasRoom(for: .notifications) && bench.rooms.entries == ["room"])
            #expect(bench.link.sent == (1...32).map { "notify 3 [\($0)]" })
        }
    }

    @Test func oneIndicationIsUnconfirmed() async {
        let bench = Bench()
        let central = bench.central
        central.send([1], handle: 3, as: .indications)
        #expect(!central.hasRoom(for: .indications) && central.hasRoom(for: .notifications))
        #expect(central.hasRoom(for: [.notifications, .indications]))
        central.confirmed()
        #expect(central.hasRoom(for: .indications) && bench.rooms.entries == ["room"])
        #expect(bench.link.sent == ["indicate 3 [1]"])
    }

    @Test func valuesInTurnWaitForRoom() async throws {
        let bench = Bench()
        try await bench.clock.run {
            let central = bench.central
            bench.link.subscribe(to: 3, .indications)
            bench.link.subscribe(to: 5, .notifications)
            let first = bench.send(1, to: 3)
            await bench.settle()
            let second = bench.send(2, to: 3)
            await bench.settle()
            // behind a value that waits, even if its own subscription has room
            let third = bench.send(3, to: 5)
            await bench.settle()
            #expect(bench.link.sent == ["indicate 3 [1]"])
            #expect(!central.hasRoom(for: .notifications))
            let fourth = bench.send(4, to: 5)
            await bench.settle()
            fourth.cancel()
            let cancelled = await fourth.value
            #expect(throws: CancellationError.self) { try cancelled.get() }
            central.confirmed()
            try await first.value.get()
            // the second is sent and unconfirmed, the third is sent
            try await third.value.get()
            #expect(bench.link.sent == ["indicate 3 [1]", "indicate 3 [2]", "notify 5 [3]"])
            // what has been sent cannot be cancelled
            second.cancel()
            await bench.settle()
            central.confirmed()
            try await second.value.get()
            #expect(central.hasRoom(for: .indications) && bench.link.sent.count == 3)
        }
    }

    @Test func valuesInTurnFail() async throws {
        let bench = Bench()
        await bench.clock.run {
            let central = bench.central
            let unsubscribed = await bench.send(1, to: 9).value
            #expect(throws: MutableCharacteristicError.notSubscribed) { try unsubscribed.get() }
            #expect(bench.link.sent.isEmpty)
            bench.link.subscribe(to: 3, .indications)
            let waiting = [bench.send(1, to: 3), bench.send(2, to: 3)]
            await bench.settle()
            #expect(central.isConnected)
            central.end()
            for task in waiting {
                let result = await task.value
                #expect(throws: MutableCharacteristicError.disconnected) { try result.get() }
            }
            #expect(!central.isConnected && !central.hasRoom(for: .notifications))
            #expect(!central.hasRoom(for: .indications))
            let late = await bench.send(3, to: 3).value
            #expect(throws: MutableCharacteristicError.disconnected) { try late.get() }
            // a task that is cancelled already
            let other = Bench()
            other.link.subscribe(to: 3, .indications)
            let task = TimeSource(bench.clock).task {
                try? await bench.clock.sleep(for: .seconds(1))
                return await Result { try await other.central.sendInTurn([1], handle: 3) }
            }
            task.cancel()
            let result = await task.value
            #expect(throws: CancellationError.self) { try result.get() }
            #expect(other.link.sent.isEmpty)
        }
    }

    @Test func changesAreCombinedUntilTheyAreSent() {
        let bench = Bench()
        let central = bench.central
        #expect(!central.hasChange)
        central.reportChange(0x0110...0x0120, handle: 8)
        #expect(!central.hasChange && bench.link.sent == ["indicate 8 [16, 1, 32, 1]"])
        central.reportChange(40...50, handle: 8)
        #expect(central.hasChange && bench.link.sent.count == 1)
        central.reportChange(45...60, handle: 8)
        central.reportChange(30...42, handle: 8)
        central.reportChange(41...41, handle: 9)
        central.confirmed()
        #expect(!central.hasChange && bench.link.sent.last == "indicate 9 [30, 0, 60, 0]")
        // the next change starts over
        central.reportChange(50...51, handle: 8)
        central.confirmed()
        #expect(bench.link.sent.last == "indicate 8 [50, 0, 51, 0]" && bench.link.sent.count == 3)
        central.end()
        central.reportChange(1...2, handle: 8)
        #expect(central.hasChange && bench.link.sent.count == 3)
    }

    @Test func aCentralDescribesItsLink() async {
        let bench = Bench()
        let central = bench.central
        #expect(central.address == BluetoothAddress(value: 7) && central.mtu == 23)
        #expect(central.security == .none && !central.isAuthorized && !central.isBonded)
        central.isBonded = true
        #expect(central.isBonded)
        let other = Bench().central
        #expect(
            central == central && central != other && Set([central, central, other]).count == 2
        )
    }
}
