import BluetoothLE
import Testing

@testable import BlueZDaemon

/// Passive scans with a simulated bluetoothd that has advertisement monitors.
@Suite(.enabled(if: PrivateBus.isThere), .timeLimit(.minutes(5))) struct PassiveScanTests {
    private let passive = ScanParameters { $0.isActive = false }

    private func daemon() async throws -> FakeDaemon {
        let daemon = try await FakeDaemon()
        daemon.add(FakeDaemon.hci0, ["org.bluez.AdvertisementMonitorManager1": [:]])
        return daemon
    }

    /// The monitors below a root, with their patterns, as bluetoothd reads them.
    private func monitors(
        of call: DBusMessage,
        _ daemon: FakeDaemon
    ) async throws -> [String: [AdvertisementMonitors.Pattern]] {
        let answer = try await daemon.connection.call(
            call.sender,
            call.body[0].text ?? "",
            DaemonObjects.objectManager,
            "GetManagedObjects"
        )
        var monitors: [String: [AdvertisementMonitors.Pattern]] = [:]
        for (path, interfaces) in answer[0].entries ?? [] {
            let interface = try #require(interfaces.entries?.first)
            #expect(interface.key.text == "org.bluez.AdvertisementMonitor1")
            let properties = Dictionary(
                uniqueKeysWithValues: (interface.value.entries ?? []).map {
                    ($0.key.text ?? "", $0.value)
                }
            )
            #expect(properties["Type"]?.text == "or_patterns")
            monitors[path.text ?? ""] = (properties["Patterns"]?.elements ?? []).compactMap {
                guard case .structure(let fields) = $0, fields.count == 3,
                    let position = fields[0].number, let type = fields[1].number,
                    let value = fields[2].bytes, value.count == 1
                else { return nil }
                return .init(type: UInt8(type), position: UInt8(position), value: value[0])
            }
        }
        return monitors
    }

    /// Whether a monitor matches one structure of an advertisement.
    private func matches(_ patterns: some Sequence<AdvertisementMonitors.Pattern>, _ data: [UInt8])
        -> Bool
    {
        patterns.contains { pattern in
            let position = Int(pattern.position) + 1
            return data[0] == pattern.type && position < data.count
                && data[position] == pattern.value
        }
    }

    @Test("a passive scan registers monitors, starts no discovery and reports matching devices")
    func scans() async throws {
        let daemon = try await daemon()
        let radio = try await daemon.radio()
        #expect(radio.features.canScanPassively)
        var reports: AsyncThrowingStream? = try await radio.scan(passive)
        let call = await daemon.next("RegisterMonitor")
        let monitors = try await monitors(of: call, daemon)
        // more than 7 patterns crash bluetoothd 5.66
        #expect(monitors.count == 13 && monitors.values.allSatisfy { (1...7).contains($0.count) })
        let all = monitors.values.joined()
        for data: [UInt8] in [
            [0x01, 0x06], [0x01, 0x1A], [0xFF, 0x4C, 0x00, 0x02], [0xFF, 0xFF, 0xFF],
            [0x16, 0xAA, 0xFE, 0x00], [0x03, 0x0F, 0x18],
        ] {
            #expect(matches(all, data), "\(data)")
        }
        #expect(!matches(all, [0x09] + Array("name".utf8)))
        // bluetoothd calls the monitor; the report is built from the properties
        let monitor = try #require(monitors.keys.first)
        for (member, body) in [
            ("Activate", []), ("DeviceFound", [.path(FakeDaemon.device)]),
            ("DeviceLost", [.path(FakeDaemon.device)]),
        ] as [(String, [DBusValue])] {
            let answer = try await daemon.connection.call(
                call.sender,
                monitor,
                AdvertisementMonitors.interface,
                member,
                body
            )
            #expect(answer.isEmpty)
        }
        daemon.addDevice(["Name": .string("lab"), "RSSI": .int16(-61)])
        var iterator = try #require(reports).makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.address == FakeDaemon.peer && first.rssi == -61 && first.isRebuilt)
        // another program's discovery does not affect it
        daemon.change(["Discovering": .bool(true)])
        daemon.change(["Discovering": .bool(false)])
        daemon.changeDevice(["RSSI": .int16(-62)])
        #expect(try await iterator.next()?.rssi == -62)
        reports = nil
        iterator = AsyncThrowingStream<AdvertisementReport, any Error> { $0.finish() }
            .makeAsyncIterator()
        #expect(await daemon.next("UnregisterMonitor").body[0].text == call.body[0].text)
        await #expect(throws: DBusError.self) { try await self.monitors(of: call, daemon) }
        // the next scan has another root, because bluetoothd may still have this one
        let next = try await radio.scan(passive)
        #expect(await daemon.next("RegisterMonitor").body[0].text != call.body[0].text)
        for member in ["SetDiscoveryFilter", "StartDiscovery", "StopDiscovery"] {
            #expect(daemon.count(of: member) == 0, "\(member)")
        }
        withExtendedLifetime(next) {}
    }

    @Test("a refused monitor ends the scan at once, a released monitor with the reason")
    func released() async throws {
        let daemon = try await daemon()
        daemon.on("RegisterMonitor") { _ in FakeDaemon.error("InvalidArguments", "no") }
        let radio = try await daemon.radio()
        await #expect(throws: RadioError.self) { try await radio.scan(passive) }
        daemon.on("RegisterMonitor") { _ in .values([]) }
        _ = await daemon.next("RegisterMonitor")
        let reports = try await radio.scan(passive)
        let call = await daemon.next("RegisterMonitor")
        let monitor = try #require(try await monitors(of: call, daemon).keys.first)
        _ = try await daemon.connection.call(
            call.sender,
            monitor,
            AdvertisementMonitors.interface,
            "Release"
        )
        let error = await #expect(throws: RadioError.self) { for try await _ in reports {} }
        #expect("\(error, default: "")".contains("released"))
    }

    @Test("a passive scan ends with bluetoothd")
    func restart() async throws {
        let daemon = try await daemon()
        let radio = try await daemon.radio()
        let reports = try await radio.scan(passive)
        daemon.vanish()
        await #expect(throws: RadioError.self) { for try await _ in reports {} }
    }
}
