import BluetoothLE
import Foundation
import Testing

@testable import accessory

/// `accessory advertise` in one process, `accessory scan` in another.
@Suite(.timeLimit(.minutes(20))) struct AdvertiseCommandTests {
    private struct Heard: Decodable {
        let name: String
        let connectable: Bool
        let advertisement: AdvertCommandTests.Record
    }

    private static let uuid = "2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6"

    /// The first report of a scan, which Ctrl-C then ends.
    private static func heard(on air: TestAir, _ options: [String] = []) throws -> Heard {
        let scan = try air.start(["scan", "--json"] + options)
        let line = try #require(scan.line())
        scan.interrupt()
        let end = try scan.finish()
        #expect(end.status == 130)
        return try JSONDecoder().decode(Heard.self, from: Data(line.utf8))
    }

    @Test(
        "a beacon is received as configured",
        arguments: [
            (["ibeacon", "--uuid", uuid, "--major", "1", "--minor", "2"], "ibeacon"),
            (["eddystone-url", "https://example.com"], "eddystone-url"),
            (["eddystone-tlm", "--battery", "3000"], "eddystone-tlm"),
            (
                [
                    "eddystone-uid", "--namespace", "00010203040506070809", "--instance",
                    "0a0b0c0d0e0f",
                ], "eddystone-uid"
            ),
            (
                ["altbeacon", "--company", "280", "--id", String(repeating: "0f", count: 20)],
                "altbeacon"
            ),
        ]
    )
    func beacons(words: [String], type: String) throws {
        let air = try TestAir()
        let beacon = try air.start(["advertise"] + words)
        let first = try #require(beacon.line())
        #expect(first.hasPrefix("advertising \(type) as C0:DE:"), "\(first)")
        let heard = try Self.heard(on: air, ["--kind", "beacon"])
        #expect(heard.advertisement.beacon?.type == type && !heard.connectable)
        let built = try CommandLineTool.run(["advert", "build"] + words).output
        #expect(heard.advertisement.data + "\n" == built)
        beacon.interrupt()
        let end = try beacon.finish()
        #expect(end.status == 130 && end.errors == "accessory: cancelled\n")
    }

    @Test("raw data with a scan response, which only an active scan requests")
    func raw() throws {
        let air = try TestAir()
        let device = try air.start([
            "advertise", "raw", "020106", "--scan-response", "05 09 44 6f 6f 72",
        ])
        _ = device.line()
        let scan = try air.start(["scan", "--json"])
        #expect(scan.line(with: #""name":"Door""#) != nil)
        let passive = try air.start(["scan", "--json", "--passive"])
        for _ in 0..<5 {
            #expect(passive.line()?.contains(#""name":"""#) == true)
        }
        for tool in [scan, passive, device] {
            tool.interrupt()
            #expect(try tool.finish().status == 130)
        }
    }

    @Test("extended advertising on the coded PHY is received only by scanners of that PHY")
    func longRange() throws {
        let air = try TestAir()
        let long = "02010628ff0000" + String(repeating: "ab", count: 37)
        let device = try air.start(["advertise", "raw", long, "--phy", "coded"])
        _ = try #require(device.line())
        let scan = try air.start(["scan", "--json", "--phy", "coded"])
        #expect(scan.line()?.contains(long) == true)
        let near = try air.run(["scan", "--duration", "300ms", "--json"])
        #expect(near.status == 0 && near.lines.isEmpty, "\(near)")
        for tool in [scan, device] {
            tool.interrupt()
            #expect(try tool.finish().status == 130)
        }
        let legacy = try air.run(["advertise", "raw", long])
        #expect(legacy.status == 64 && legacy.errors.contains("at most 31 bytes"), "\(legacy)")
    }

    @Test("a scan of a set length ends by itself with the table")
    func duration() throws {
        let air = try TestAir()
        let beacon = try air.start(["advertise", "raw", "020106", "--interval", "20ms"])
        _ = beacon.line()
        let isTable = { (lines: [String]) in lines.contains { $0.hasPrefix("ADDRESS ") } }
        let lines = try CommandLineTool.search(until: isTable) {
            let scan = try air.run(["scan", "--duration", $0])
            #expect(scan.status == 0 && scan.errors.isEmpty)
            return scan.lines
        }
        #expect(isTable(lines), "\(lines)")
        let advertised = try air.run(["advertise", "raw", "020106", "--duration", "10ms"])
        #expect(advertised.status == 0)
    }

    @Test("a simulated beacon alternates between all formats")
    func simulated() throws {
        let air = try TestAir()
        let beacon = try air.start(["simulate", "beacon", "--turn", "100ms", "--interval", "20ms"])
        let scan = try air.start(["scan", "--json", "--kind", "beacon"])
        let kinds = ["ibeacon", "eddystone-uid", "eddystone-url", "eddystone-tlm", "altbeacon"]
        for kind in kinds {
            #expect(beacon.line()?.hasPrefix("advertising \(kind) as C0:DE:") == true)
        }
        var missing = Set(kinds)
        while !missing.isEmpty, let line = scan.line() {
            let heard = try JSONDecoder().decode(Heard.self, from: Data(line.utf8))
            if let type = heard.advertisement.beacon?.type { missing.remove(type) }
        }
        #expect(missing.isEmpty)
        for tool in [scan, beacon] {
            tool.interrupt()
            #expect(try tool.finish().status == 130)
        }
    }

    @Test(
        "invalid advertisements",
        arguments: [
            (["raw", "0201"], 64, "ends inside a structure"), (["raw", "xyz"], 64, "hexadecimal"),
            (["raw", "020106", "--interval", "1ms"], 64, "20ms"),
            (["raw", "020106", "--phy", "4M"], 64, "coded"),
            (["eddystone-url", "ftp://example.com"], 64, "scheme"),
            (["ibeacon", "--uuid", "1", "--major", "1", "--minor", "1"], 64, "not a UUID"),
        ]
    )
    func wrong(words: [String], status: Int32, message: String) throws {
        let result = try CommandLineTool.run(["advertise"] + words)
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
    }

    @Test("a scan offers the physical layers on which advertising begins")
    func scannedLayers() throws {
        let result = try CommandLineTool.run(["scan", "--phy", "2M"])
        #expect(result.status == 64)
        #expect(result.errors.contains("'1M' and 'coded'"), "\(result.errors)")
        let help = try CommandLineTool.run(["scan", "--help"]).output
        #expect(help.contains("(values: 1M, coded)"))
    }

    @Test("advertising resumes after the adapter was off, and ends with the adapter")
    func powerCycle() async throws {
        let air = VirtualAir()
        let radio = air.addAdapter()
        let options = try AdvertisingOptions.parse([])
        let (sets, entry) = AsyncStream.makeStream(of: Void.self)
        let advertising = Task {
            try await options.stayOnAir(
                radio,
                options.parameters([2, 1, 6]),
                CommonOptions.parse([])
            ) { _ in
                entry.yield()
                await waitForEnd(after: nil)
            }
        }
        var each = sets.makeAsyncIterator()
        await each.next()
        for _ in 0..<2 {
            try radio.setPower(false)
            try radio.setPower(true)
            await each.next()
        }
        air.remove(radio)
        let result = await advertising.result
        #expect(throws: RadioError.noAdapter(radio.name)) { try result.get() }
    }

    @Test("an update waits for a subscriber")
    func updatesWait() async throws {
        let notifying = MutableCharacteristic(uuid: 0x2A19, properties: [.read, .notify])
        let plain = MutableCharacteristic(uuid: 0x2A00, properties: .read)
        let manager = PeripheralManager(radio: VirtualAir().addAdapter())
        try await manager.add(MutableService(uuid: 0x180F, characteristics: [notifying, plain]))
        for (number, line) in ["2A19 63", "2A19 62", "2A00 \"x\""].enumerated() {
            try ValueLine(line, number + 1, [notifying, plain]).perform()
        }
        #expect(notifying.pendingUpdates == [[0x63], [0x62]] && notifying.value == [0x62])
        #expect(plain.value == Array("x".utf8))
    }
}
