import AccessoryConcurrency
import BluetoothLE
import Testing

@testable import WatchDisplay

/// The watch of the example, and a phone with Current Time and Apple's notifications.
@Suite(.timeLimit(.minutes(5))) struct WatchDisplayTests {
    private static let service = BluetoothUUID("7905F431-B5CE-4E99-A40F-4B1E122D00D0")!

    /// A phone's end of the link.
    private struct Phone {
        let central: Central
        let manager: PeripheralManager
        let source = MutableCharacteristic(
            uuid: BluetoothUUID("9FBF120D-6301-42D9-8C58-25E699A21DBD")!,
            properties: .notify,
            permissions: .subscribeEncryptionRequired
        )
        private let control = MutableCharacteristic(
            uuid: BluetoothUUID("69D1D8F3-45E1-49A8-9821-9BBDFDAAD9D9")!,
            properties: .write,
            permissions: .writeEncryptionRequired
        )
        private let data = MutableCharacteristic(
            uuid: BluetoothUUID("22EAC6E9-24D6-4BB5-BE44-B36ACE7C7BFB")!,
            properties: .notify,
            permissions: .subscribeEncryptionRequired
        )

        init(_ radio: VirtualRadio, _ clock: VirtualClock) async throws {
            central = Central(radio: radio, clock: clock)
            manager = PeripheralManager(radio: radio, clock: clock)
            let time = MutableCharacteristic(
                uuid: 0x2A2B,
                properties: [.read, .notify],
                value: [0xEA, 0x07, 11, 30, 1, 59, 7, 1, 0, 0]
            )
            try await manager.add(MutableService(uuid: 0x1805, characteristics: [time]))
            try await manager.add(
                MutableService(uuid: service, characteristics: [source, control, data])
            )
        }

        /// Answers the requests for a notification's texts, in parts of three bytes.
        func answer(_ title: String, _ message: String) async throws {
            for await request in try control.startRespondingToWriteRequests() {
                #expect(request.value == [0, 7, 0, 0, 0, 1, 64, 0, 3, 64, 0])
                control.respond(to: request, with: nil)
                var rest = request.value.prefix(5)[...]
                for (id, text) in [(UInt8(1), title), (3, message)] {
                    rest += [id, UInt8(text.utf8.count), 0] + Array(text.utf8)
                }
                while !rest.isEmpty {
                    try data.update(Array(rest.prefix(3)))
                    rest = rest.dropFirst(3)
                }
            }
        }
    }

    @Test func thePhoneReadsTheWatchAndTheWatchThePhone() async throws {
        let clock = VirtualClock()
        let time = TimeSource(clock)
        try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let radio = air.addAdapter()
            let (shown, screen) = AsyncStream<PhoneNews>.makeStream()
            let watch = time.task {
                let manager = PeripheralManager(radio: radio, clock: clock)
                try? await runWatch(manager, Central(radio: radio, clock: clock)) {
                    screen.yield($0)
                }
            }
            let phone = try await Phone(air.addAdapter(), clock)
            let answering = time.task { try? await phone.answer("Ann", "on my way") }
            let link = try await phone.central.connect(to: #require(radio.address))
            var news = shown.makeAsyncIterator()
            #expect(await news.next() == .time("2026-11-30 01:59:07"))
            while phone.source.subscribers.isEmpty { try await clock.sleep(for: .milliseconds(10)) }
            try phone.source.update([0, 0, 4, 1, 7, 0, 0, 0])
            // on the same link
            #expect(try await link.characteristic(0x2A19, in: 0x180F).read() == [80])
            #expect(await news.next() == .notification(title: "Ann", message: "on my way"))
            try phone.source.update([2, 0, 4, 0, 7, 0, 0, 0])
            #expect(await news.next() == .removed)
            #expect(air.connectionCount == 1)
            await link.disconnect()
            guard case .ended = await news.next() else {
                Issue.record("the end is not shown")
                return
            }
            watch.cancel()
            answering.cancel()
        }
    }
}
