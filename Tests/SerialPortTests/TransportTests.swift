import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import Communication
import Foundation
import TestSupport
import Testing

@testable import SerialPort

/// Readers on serial ports, from search to unplugging, by the calls of all transports.
@Suite(.timeLimit(.minutes(20))) struct TransportTests {
    /// A reader at the end of a null modem, and a manager at the other.
    private struct Bench {
        let modem: NullModem
        let manager: CommunicationManager
        let reader: ReaderSimulator
        /// A clock that does not advance: no timeout passes while the ports are slow.
        private let clock = VirtualClock()

        init(handler: @escaping ReaderSimulator.Handler = { request, _ in request }) async throws {
            modem = try NullModem()
            manager = CommunicationManager(SerialPortTransport(folder: modem.folder, clock: clock))
            reader = ReaderSimulator(
                over: try SerialPortLink.open(modem.path("usb-reader")),
                clock: clock,
                handler: handler
            )
            try await reader.start()
        }
    }

    @Test func aSearchFindsPresentAndLaterPorts() async throws {
        let modem = try NullModem(isPlugged: false)
        let transport = SerialPortTransport(folder: modem.folder)
        var found = try await transport.search(timeout: nil).makeAsyncIterator()
        // neither the folder nor its parent exists
        try modem.plug()
        var names = [await found.next()?.identifier, await found.next()?.identifier]
        #expect(Set(names) == ["usb-host", "usb-reader"])
        // a port that is plugged in again is found again
        modem.unplug("usb-host")
        try FileManager.default.createSymbolicLink(
            atPath: modem.path("usb-new"),
            withDestinationPath: "/dev/null"
        )
        #expect(
            await found.next() == FoundDevice(.serialPort, name: "usb-new", identifier: "usb-new")
        )
        var again = try await transport.search(timeout: nil).makeAsyncIterator()
        names = [await again.next()?.identifier, await again.next()?.identifier]
        #expect(names == ["usb-new", "usb-reader"])
    }

    @Test func aSearchEndsAtItsTimeout() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let transport = SerialPortTransport(folder: "/nowhere/by-id", clock: clock)
            let manager = CommunicationManager(transport)
            for await event in try await manager.search(timeout: .seconds(10)) {
                #expect(event == .complete)
            }
        }
    }

    @Test func aReaderIsFoundOpenedAndAnswers() async throws {
        let bench = try await Bench { request, work in
            try await work.progress([1])
            try await work.progress([2])
            return request.reversed()
        }
        let manager = bench.manager
        for await case .found(let device) in try await manager.search(timeout: nil)
        where device.identifier == "usb-host" {
            try await manager.open(device.identifier)
            break
        }
        #expect(await manager.state == .idle && manager.transport == .serialPort)
        let events = manager.events
        let request = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
        #expect(try await manager.exchange(request) == request.reversed())
        var seen: [CommunicationEvent] = []
        for await event in events {
            seen.append(event)
            if case .received = event { break }
        }
        #expect(seen.dropLast() == [.sent, .progress([1]), .progress([2])])
        await manager.close()
        #expect(await manager.state == .deviceDetected)
        // the port is free again, and has a path too
        try await manager.open(bench.modem.path("usb-host"))
        #expect(try await manager.exchange([7]) == [7])
        await manager.close()
        await bench.reader.stop()
    }

    @Test func anExchangeIsCancelledAtTheReader() async throws {
        let bench = try await Bench { request, work in
            try await work.progress([1])
            await work.wait(.seconds(3600))
            return request
        }
        let (manager, events) = (bench.manager, bench.manager.events)
        try await manager.open("usb-host")
        let exchange = Task { try await manager.exchange([7]) }
        for await case .progress in events { break }
        try await manager.cancelExchange()
        await #expect(throws: LinkError.cancelled) { try await exchange.value }
        await manager.close()
        await bench.reader.stop()
    }

    @Test func anUnpluggedPortEndsTheExchange() async throws {
        let bench = try await Bench { request, work in
            try await work.progress([1])
            await work.wait(.seconds(3600))
            return request
        }
        let (manager, events) = (bench.manager, bench.manager.events)
        try await manager.open("usb-host")
        let exchange = Task { try await manager.exchange([7]) }
        for await case .progress in events { break }
        bench.modem.unplug("usb-host")
        await #expect(throws: LinkError.unplugged) { try await exchange.value }
        #expect(LinkError.unplugged.code == 14)
        for await state in manager.states where state == .waitingDevice { break }
        await bench.reader.stop()
    }

    @Test func openingFailsWithItsCode() async throws {
        let modem = try NullModem()
        let manager = CommunicationManager(SerialPortTransport(folder: modem.folder))
        for identifier in [nil, "", ".", "..", "a\0b"] as [String?] {
            await expect(-1) { try await manager.open(identifier) }
        }
        await expect(-2) { try await manager.open("none") }
        let other = try SerialPortLink.open(modem.path("usb-host"))
        await expect(-2) { try await manager.open("usb-host") }
        other.close()
        let options = SerialPortOptions { $0.baud = 12_345 }
        let odd = CommunicationManager(SerialPortTransport(folder: modem.folder, options: options))
        await expect(-6) { try await odd.open("usb-host") }
    }

    private func expect(_ code: Int, _ call: () async throws -> Void) async {
        let error = await #expect(throws: DeviceOpenError.self) { try await call() }
        #expect(error?.code == code)
    }
}
