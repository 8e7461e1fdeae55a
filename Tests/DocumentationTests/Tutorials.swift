// The code of docs/tutorials as its pages show it, each page run on virtual devices.

import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import AudioJack
import Beacons
import BluetoothLE
import Communication
import Dispatch
import FirmwareUpdate
import Foundation
import Glibc
import Radios
import Synchronization
import TestSupport
import Testing

// MARK: add-a-transport.md

final class SocketLink: ByteLink {
    let packetSize = 1024
    let incoming: AsyncThrowingStream<[UInt8], any Error>
    private let channel: DispatchIO
    private let queue = DispatchQueue(label: "socket")

    init(_ file: CInt) {
        let (stream, entry) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        incoming = stream
        channel = DispatchIO(type: .stream, fileDescriptor: file, queue: queue) { _ in
            _ = Glibc.close(file)
        }
        channel.setLimit(lowWater: 1)
        channel.read(offset: 0, length: .max, queue: queue) { isDone, data, error in
            if let data, !data.isEmpty { entry.yield(Array(data)) }
            if isDone {
                entry.finish(throwing: error == 0 || error == ECANCELED ? nil : ByteLinkError.lost)
            }
        }
    }

    func send(_ bytes: [UInt8]) async throws {
        guard bytes.count <= packetSize else { throw ByteLinkError.packetTooLong(bytes.count) }
        let data = bytes.withUnsafeBytes { DispatchData(bytes: $0) }
        let error = await withCheckedContinuation { continuation in
            channel.write(offset: 0, data: data, queue: queue) { isDone, _, error in
                if isDone { continuation.resume(returning: error) }
            }
        }
        if error != 0 { throw error == ECANCELED ? ByteLinkError.closed : ByteLinkError.lost }
    }

    func close() { channel.close(flags: .stop) }
}

/// A clock that does not advance, in place of the page's: no timeout passes while the sockets are slow.
// swift-format-ignore: AlwaysUseLowerCamelCase
private func ContinuousClock() -> VirtualClock { VirtualClock() }

extension TransportKind {
    static let tcp = TransportKind("tcp", loss: .disconnected)
}

final class TCPTransport: ConnectingTransport {
    let kind = TransportKind.tcp
    let clock: any Clock<Duration> = ContinuousClock()

    func search(timeout: Duration?) async throws(DeviceSearchError) -> AsyncStream<FoundDevice> {
        throw .failed("TCP has no search; open a reader as HOST:PORT")
    }

    func canonicalIdentifier(_ identifier: String) throws(DeviceOpenError) -> String {
        let parts = identifier.split(separator: ":")
        guard parts.count == 2, UInt16(parts[1]) != nil else { throw .illegalAddress(identifier) }
        return identifier.lowercased()
    }

    func connect(to identifier: String) async throws(DeviceOpenError) -> any ByteLink {
        let parts = try canonicalIdentifier(identifier).split(separator: ":").map(String.init)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(parts[0], parts[1], nil, &list) == 0, let first = list?.pointee else {
            throw .connectionFailed("there is no host \(parts[0])")
        }
        defer { freeaddrinfo(list) }
        let file = socket(first.ai_family, CInt(SOCK_STREAM.rawValue), 0)
        guard Glibc.connect(file, first.ai_addr, first.ai_addrlen) == 0 else {
            _ = Glibc.close(file)
            throw .connectionFailed("\(identifier) does not answer")
        }
        return SocketLink(file)
    }
}

func askReader(at identifier: String, _ request: [UInt8]) async throws -> [UInt8] {
    let reader = try await TCPTransport().link(to: identifier)
    try await reader.open()
    let answer = try await reader.exchange(request, timeout: .seconds(30))
    await reader.close()
    return answer
}

@Suite(.timeLimit(.minutes(5))) struct TutorialTests: VirtualExamples {
    let clock = VirtualClock()

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private func SuotaTargetSimulator(
        radio: any Radio,
        flash: SuotaFlash
    ) -> AccessorySimulators.SuotaTargetSimulator {
        .init(radio: radio, flash: flash, clock: clock)
    }

    /// read-a-sensor.md
    @Test func aSensorIsRead() async throws {
        try await clock.run {
            func describe(_ report: AdvertisementReport) -> String? {
                guard let reading = SensorReading(report.advertisement, from: report.address) else {
                    return nil
                }
                let values = reading.measurements.map { "\($0)" }.joined(separator: ", ")
                return "\(reading.model?.title ?? "unknown model") \(report.address): \(values)"
            }

            func watchSensors(with central: Central, _ show: (String) throws -> Void) async throws {
                for try await report in try await central.scan() {
                    if let line = describe(report) { try show(line) }
                }
            }

            func watchSensors(adapter: String) async throws {
                let radio = try await openRadio(adapter)
                try await radio.setPower(true)
                try await watchSensors(with: Central(radio: radio)) { print($0) }
            }

            func simulateSensor(on radio: any Radio) async throws -> PeripheralManager {
                let sensor = PeripheralManager(radio: radio)
                let frame: [UInt8] = [0x09, 0xFF, 0x88, 0xEC, 0x00, 0x03, 0x94, 0x47, 0x58, 0x00]
                try await sensor.startAdvertising(AdvertisingParameters(data: frame))
                return sensor
            }

            struct Enough: Error {}
            let air = VirtualAir()
            let sensor = try await simulateSensor(on: air.addAdapter())
            var lines: [String] = []
            await #expect(throws: Enough.self) {
                try await watchSensors(with: Central(radio: air.addAdapter())) {
                    lines.append($0)
                    throw Enough()
                }
            }
            #expect(lines.count == 1 && lines[0].hasPrefix("Govee"))
            #expect(lines[0].contains("23.4") && lines[0].contains("56.7"))
            try await sensor.stopAdvertising()
        }
    }

    /// talk-to-a-reader.md
    @Test func aReaderAnswers() async throws {
        func startReader(on cable: VirtualCable) async throws -> ReaderSimulator {
            let reader = ReaderSimulator(cable.accessory) { request, work in
                try await work.progress(Array("swipe the card".utf8))
                await work.wait(.seconds(2))
                return Array("card 1234".utf8)
            }
            try await reader.start()
            return reader
        }

        func readCard(on port: some AudioPort, show: @escaping @Sendable (String) -> Void)
            async throws -> String
        {
            let jack = HostLink(over: port)
            let watch = Task { [events = jack.events] in
                for await case .progress(let message) in events {
                    show(String(decoding: message, as: UTF8.self))
                }
            }
            defer { watch.cancel() }
            try await jack.open()
            do {
                let answer = try await jack.exchange(Array("read card".utf8), timeout: .seconds(30))
                await jack.close()
                return String(decoding: answer, as: UTF8.self)
            } catch {
                await jack.close()
                throw error
            }
        }

        func advice(for error: LinkError) -> String {
            switch error {
            case .noDevice: "plug in the reader"
            case .timedOut: "the reader did not answer in time; try again"
            case .unplugged: "the reader was unplugged"
            default: "the exchange failed: \(error)"
            }
        }

        let cable = VirtualCable()
        let reader = try await startReader(on: cable)
        let shown = Mutex<[String]>([])
        let answer = try await readCard(on: cable.host) { line in shown.withLock { $0.append(line) }
        }
        #expect(answer == "card 1234")
        #expect(shown.withLock { $0 } == ["swipe the card"])
        #expect(advice(for: .noDevice) == "plug in the reader")
        withExtendedLifetime(reader) {}
    }

    /// build-a-peripheral.md
    @Test func aPeripheralIsUsed() async throws {
        try await clock.run {
            let temperature = MutableCharacteristic(
                uuid: 0xFFF1,
                properties: [.read, .notify],
                value: [21]
            )
            let unit = MutableCharacteristic(uuid: 0xFFF2, properties: [.read, .write], value: [0])
            let thermometer = MutableService(uuid: 0xFFF0, characteristics: [temperature, unit])

            func serve(_ thermometer: MutableService, on radio: any Radio) async throws
                -> PeripheralManager
            {
                let manager = PeripheralManager(radio: radio)
                try await manager.add(thermometer)
                try await manager.startAdvertising(name: "Thermometer", uuids: [0xFFF0])
                return manager
            }

            func acceptUnits(
                _ unit: MutableCharacteristic,
                changed: @escaping @Sendable (UInt8) -> Void
            ) throws -> Task<Void, Never> {
                let writes = try unit.startRespondingToWriteRequests()
                return Task {
                    for await request in writes {
                        let isUnit = request.value == [0] || request.value == [1]
                        unit.respond(to: request, with: isUnit ? nil : .valueNotAllowed)
                        if isUnit { changed(request.value[0]) }
                    }
                }
            }

            func measured(_ degrees: UInt8, of temperature: MutableCharacteristic) throws {
                try temperature.update([degrees])
            }

            func readThermometer(with central: Central) async throws -> [UInt8] {
                for try await report in try await central.scan(.services(0xFFF0))
                where report.isConnectable {
                    let device = try await central.connect(to: report.address)
                    try await device.characteristic(0xFFF2, in: 0xFFF0).write([1])
                    let value = try await device.characteristic(0xFFF1, in: 0xFFF0).read()
                    await device.disconnect()
                    return value
                }
                return []
            }

            let air = VirtualAir()
            let manager = try await serve(thermometer, on: air.addAdapter())
            let changed = Mutex<UInt8>(0)
            let answering = try acceptUnits(unit) { new in changed.withLock { $0 = new } }
            try measured(22, of: temperature)
            let value = try await readThermometer(with: Central(radio: air.addAdapter()))
            #expect(value == [22])
            #expect(changed.withLock { $0 } == 1 && unit.value == [1])
            answering.cancel()
            try await manager.stopAdvertising()
        }
    }

    /// update-firmware.md
    @Test func firmwareIsUpdated() async throws {
        try await clock.run {
            func openImage(_ name: String, _ bytes: [UInt8]) throws -> SuotaFile {
                let file = SuotaFile(name: name, bytes: bytes)
                try file.check()
                return file
            }

            func update(
                _ device: Peripheral,
                with file: SuotaFile,
                show: @escaping @Sendable (SuotaEvent) -> Void
            ) async throws -> SuotaManager.Outcome {
                let manager = SuotaManager(device) { $0.restarts = 3 }
                let watch = Task { [events = manager.events] in
                    for await event in events { show(event) }
                }
                defer { watch.cancel() }
                let information = try await manager.connect()
                print("the device runs", information.softwareRevision ?? "an unknown version")
                return try await manager.start(file)
            }

            func startTarget(on radio: any Radio, flash: SuotaFlash) async throws
                -> SuotaTargetSimulator
            {
                let target = SuotaTargetSimulator(radio: radio, flash: flash)
                try await target.start()
                return target
            }

            let air = VirtualAir()
            let deviceRadio = air.addAdapter()
            let flash = SuotaFlash(family: .da1458x)
            let target = try await startTarget(on: deviceRadio, flash: flash)
            let image = try SuotaImage.file(
                family: .da1458x,
                version: "1.1.0",
                time: 1_700_000_000,
                code: [UInt8](repeating: 0x5A, count: 4000)
            )
            let device = Central(radio: air.addAdapter()).peripheral(deviceRadio.address!)
            let outcome = try await update(device, with: openImage("blinky.img", image)) { _ in }
            #expect(outcome.attempts == 1 && flash.bootVersion == "1.1.0")
            await target.stop()
        }
    }

    /// add-a-sensor.md
    @Test func aSensorIsAdded() async throws {
        try await clock.run {
            func loadSensors(from file: URL) throws -> SensorTable {
                let definitions = try JSONDecoder().decode(
                    [SensorDefinition].self,
                    from: Data(contentsOf: file)
                )
                return try SensorTable(definitions)
            }

            func temperature(in report: AdvertisementReport, _ sensors: SensorTable) -> Double? {
                SensorReading(report.advertisement, from: report.address, sensors: sensors)?
                    .temperature
            }

            let page = try Repository.text("docs/tutorials/add-a-sensor.md")
            let json = try #require(
                page.components(separatedBy: "```json\n").dropFirst().first?.components(
                    separatedBy: "\n```"
                ).first
            )
            let file = FileManager.default.temporaryDirectory.appending(
                path: "tutorial-\(getpid()).json"
            )
            try Data(json.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let frame: [UInt8] = [0x0A, 0xFF, 0xFF, 0xFF, 0x47, 0x57, 0xD7, 0x00, 0x28, 0xC2, 0x0B]
            let air = VirtualAir()
            let sensor = PeripheralManager(radio: air.addAdapter())
            try await sensor.startAdvertising(AdvertisingParameters(data: frame))
            let scan = try await Central(radio: air.addAdapter()).scan()
            let report = try #require(try await scan.first { _ in true })
            #expect(temperature(in: report, try loadSensors(from: file)) == 21.5)
        }
    }

    /// add-a-transport.md
    @Test func aReaderAnswersOverTCP() async throws {
        let (listener, port) = try Self.listen()
        let device = _Concurrency.Task { [clock] in
            let file = accept(listener, nil, nil)
            let reader = ReaderSimulator(over: SocketLink(file), clock: clock) { request, _ in
                request.reversed()
            }
            try await reader.start()
            return reader
        }
        #expect(try await askReader(at: "127.0.0.1:\(port)", [1, 2, 3]) == [3, 2, 1])
        withExtendedLifetime(try await device.value) {}
        // a program that another test has just started may hold a copy of the socket
        _ = shutdown(listener, CInt(SHUT_RDWR))
        _ = Glibc.close(listener)
        await #expect(throws: DeviceOpenError.connectionFailed("127.0.0.1:\(port) does not answer"))
        {
            try await askReader(at: "127.0.0.1:\(port)", [1])
        }
        await #expect(throws: DeviceOpenError.illegalAddress("nowhere")) {
            try await askReader(at: "nowhere", [1])
        }
    }

    /// A socket that accepts connections from this machine, and its port.
    private static func listen() throws -> (CInt, UInt16) {
        let file = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port: UInt16? = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                guard bind(file, name, size) == 0, Glibc.listen(file, 1) == 0,
                    getsockname(file, name, &size) == 0
                else { return nil }
                return pointer.pointee.sin_port.bigEndian
            }
        }
        return (file, try #require(port))
    }
}
