import BluetoothLE
import CoreBluetooth
import CoreBluetoothTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct ChannelTests {
    /// Keeps the channels that are opened.
    private final class Opener: Watcher, @unchecked Sendable {
        private let kept = Mutex<CBL2CAPChannel?>(nil)
        var channel: CBL2CAPChannel? {
            get { kept.withLock { $0 } }
            set { kept.withLock { $0 = newValue } }
        }
        override func peripheral(
            _ peripheral: CBPeripheral,
            didOpen channel: CBL2CAPChannel?,
            error: (any Error)?
        ) {
            self.channel = channel
            super.peripheral(peripheral, didOpen: channel, error: error)
        }
    }

    private final class Publisher: Strap, @unchecked Sendable {
        private let kept = Mutex<CBL2CAPChannel?>(nil)
        var channel: CBL2CAPChannel? {
            get { kept.withLock { $0 } }
            set { kept.withLock { $0 = newValue } }
        }
        override func peripheralManager(
            _ peripheral: CBPeripheralManager,
            didOpen channel: CBL2CAPChannel?,
            error: (any Error)?
        ) {
            self.channel = channel
            super.peripheralManager(peripheral, didOpen: channel, error: error)
        }
    }

    /// Opens a channel between the ends.
    private func run(
        publishesFirst: Bool = true,
        isEncrypted: Bool = false,
        _ body: @escaping @Sendable (Bench, CBPeripheral, Opener, Publisher) async throws -> Void
    ) async throws {
        try await Bench.run { bench in
            let (opener, publisher) = (Opener(), Publisher())
            bench.peripheral.delegate = publisher
            if publishesFirst {
                bench.peripheral.publishL2CAPChannel(withEncryption: isEncrypted)
                #expect(await publisher.log.wait(for: "published") == ["published 128"])
            }
            let device = await bench.connect()
            if !publishesFirst {
                bench.peripheral.publishL2CAPChannel(withEncryption: isEncrypted)
                #expect(await publisher.log.wait(for: "published") == ["published 128"])
            }
            device.delegate = opener
            try await body(bench, device, opener, publisher)
        }
    }

    /// The streams' events.
    private final class Events: NSObject, StreamDelegate, @unchecked Sendable {
        let log = Log()
        func stream(_ stream: Stream, handle event: Stream.Event) {
            let names: [(Stream.Event, String)] = [
                (.openCompleted, "open"), (.hasBytesAvailable, "bytes"),
                (.hasSpaceAvailable, "space"), (.endEncountered, "end"),
            ]
            for (kind, name) in names where event.contains(kind) {
                log.add((stream is InputStream ? "in " : "out ") + name)
            }
        }
    }

    @Test("bytes pass both ways, with blocking calls", arguments: [true, false])
    func bytes(publishesFirst: Bool) async throws {
        try await run(publishesFirst: publishesFirst) { bench, device, opener, publisher in
            device.openL2CAPChannel(128)
            #expect(await opener.log.wait(for: "channel") == ["channel 128"])
            await publisher.log.wait(for: "open 128")
            let (near, far) = (try #require(opener.channel), try #require(publisher.channel))
            #expect(near.peer === device && far.peer.identifier != device.identifier)
            for (from, to) in [(near, far), (far, near)] {
                from.outputStream.open()
                to.inputStream.open()
                #expect(from.outputStream.hasSpaceAvailable)
                #expect(from.outputStream.write([1, 2, 3, 4, 5], maxLength: 5) == 5)
                await bench.settle()
                var buffer = [UInt8](repeating: 0, count: 3)
                #expect(to.inputStream.hasBytesAvailable)
                #expect(to.inputStream.read(&buffer, maxLength: 3) == 3 && buffer == [1, 2, 3])
                #expect(to.inputStream.read(&buffer, maxLength: 3) == 2 && buffer == [4, 5, 3])
                #expect(!to.inputStream.hasBytesAvailable)
            }
            // longer than a packet
            let long = [UInt8](repeating: 7, count: 5000)
            #expect(near.outputStream.write(long, maxLength: long.count) == 1024)
        }
    }

    @Test("a run loop receives the events of both streams")
    func events() async throws {
        try await run { bench, device, opener, publisher in
            device.openL2CAPChannel(128)
            await opener.log.wait(for: "channel")
            await publisher.log.wait(for: "open 128")
            let (near, far) = (try #require(opener.channel), try #require(publisher.channel))
            let events = Events()
            let loop = LoopThread()
            for stream in [near.inputStream, near.outputStream] as [Stream] {
                stream.delegate = events
                stream.schedule(in: loop.loop, forMode: .default)
                stream.open()
            }
            await events.log.wait(for: "out space")
            far.outputStream.open()
            _ = far.outputStream.write([1, 2], maxLength: 2)
            #expect(await events.log.wait(for: "in bytes").last == "in bytes")
            var byte: UInt8 = 0
            #expect(near.inputStream.read(&byte, maxLength: 1) == 1)
            // the second byte is reported again
            #expect(await events.log.wait(for: "in bytes") == ["in bytes"])
            bench.central.cancelPeripheralConnection(device)
            await bench.watcher.log.wait(for: "disconnected")
            #expect(near.inputStream.streamStatus == .open)
            #expect(near.inputStream.read(&byte, maxLength: 1) == 1 && byte == 2)
            await events.log.wait(for: "in end")
            #expect(near.inputStream.streamStatus == .atEnd)
            #expect(near.inputStream.read(&byte, maxLength: 1) == 0)
            #expect(near.outputStream.write([1], maxLength: 1) == -1)
            loop.stop()
        }
    }

    /// A thread with a run loop.
    private final class LoopThread: @unchecked Sendable {
        private let ready = DispatchSemaphore(value: 0)
        private(set) var loop = RunLoop.main
        private let isDone = Mutex(false)

        init() {
            let thread = Thread { [self] in
                loop = RunLoop.current
                // a loop without a source returns at once
                let timer = Timer(timeInterval: 3600, repeats: true) { _ in }
                loop.add(timer, forMode: .default)
                ready.signal()
                while !isDone.withLock({ $0 }) {
                    _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 3600))
                }
                timer.invalidate()
            }
            thread.start()
            ready.wait()
        }

        func stop() {
            isDone.withLock { $0 = true }
            loop.add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: .default)
        }
    }

    @Test("a closed stream neither reads nor writes")
    func closed() async throws {
        try await run { bench, device, opener, _ in
            device.openL2CAPChannel(128)
            await opener.log.wait(for: "channel")
            let channel = try #require(opener.channel)
            var byte: UInt8 = 0
            #expect(channel.inputStream.streamStatus == .notOpen)
            #expect(channel.inputStream.read(&byte, maxLength: 1) == -1)
            #expect(channel.outputStream.write([1], maxLength: 1) == -1)
            for stream in [channel.inputStream, channel.outputStream] as [Stream] {
                stream.open()
                #expect(stream.streamStatus == .open && stream.streamError == nil)
                stream.close()
                #expect(stream.streamStatus == .closed)
            }
            #expect(channel.inputStream.read(&byte, maxLength: 1) == -1)
            #expect(channel.outputStream.write([1], maxLength: 1) == -1)
        }
    }

    @Test("a channel that nobody publishes, or that needs encryption, does not open")
    func refused() async throws {
        try await run(isEncrypted: true) { bench, device, opener, publisher in
            device.openL2CAPChannel(129)
            #expect(await opener.log.wait(for: "channel") == ["channel 0 CBError.unknown"])
            device.openL2CAPChannel(128)
            await opener.log.wait(for: "channel")
            await bench.settle()
            #expect(publisher.channel == nil)
            bench.peripheral.unpublishL2CAPChannel(128)
            bench.peripheral.unpublishL2CAPChannel(128)
            await publisher.log.wait(for: "unpublished 128")
            #expect(
                await publisher.log.wait(for: "unpublished")
                    == ["unpublished 128 CBError.invalidParameters"]
            )
            device.openL2CAPChannel(128)
            #expect(await opener.log.wait(for: "channel") == ["channel 0 CBError.unknown"])
            bench.peripheral.publishL2CAPChannel(withEncryption: false)
            #expect(await publisher.log.wait(for: "published") == ["published 128"])
        }
    }

    @Test("a released channel is closed at the other end")
    func released() async throws {
        try await run { bench, device, opener, publisher in
            device.openL2CAPChannel(128)
            await publisher.log.wait(for: "open 128")
            await opener.log.wait(for: "channel 128")
            let far = try #require(publisher.channel)
            far.inputStream.open()
            opener.channel = nil
            await bench.settle()
            #expect(far.inputStream.streamStatus == .atEnd)
        }
    }

    @Test("an adapter without channels publishes none")
    func noChannels() async throws {
        try await Bench.run { bench in
            let publisher = Publisher()
            let radio = bench.air.addAdapter(features: RadioFeatures())
            let manager = ManagerRadio(radio, clock: bench.clock).use {
                CBPeripheralManager(delegate: publisher, queue: DispatchQueue(label: "own"))
            }
            await publisher.log.wait(for: "state poweredOn")
            manager.publishL2CAPChannel(withEncryption: false)
            #expect(
                await publisher.log.wait(for: "published")
                    == ["published 0 CBError.operationNotSupported"]
            )
        }
    }
}
