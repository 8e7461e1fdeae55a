import BeaconTestSupport
import Beacons
import BluetoothLE
import Testing

@testable import FeasyBeacon

/// Every public vector of `.dfu` files and the AT engine.
@Suite(.enabled(if: Vectors.areShared, "../shared/facts/vectors is not there"))
struct SharedFeasycomTests {
    @Test func headers() throws {
        for vector in try Vectors.list("feasycom", "dfu_headers") {
            let expected = try #require(vector.object("expect"))
            let header = try vector.needHex("header")
            let length = try expected.needInt("payload_length")
            let file = try DFUFile(header + [UInt8](repeating: 0, count: length))
            #expect(file.bootloader == expected.int("bootloader"))
            #expect(Int(file.programCRC) == expected.int("program_crc"))
            #expect(file.length == length)
            #expect(file.versions.lowerBound == expected.int("version_from"))
            #expect(file.versions.upperBound == expected.int("version_to"))
            #expect(file.model == expected.int("model"))
            #expect(file.uploadModel == expected.int("upload_mode"))
            #expect(Int(file.headerCRC) == expected.int("header_crc"))
            let made = try DFUFile.make(
                program: [UInt8](repeating: 0, count: length),
                programCRC: file.programCRC,
                bootloader: UInt16(file.bootloader),
                versions: UInt16(
                    expected.needInt("version_from")
                )...UInt16(expected.needInt("version_to")),
                model: UInt16(file.model)
            )
            #expect(Array(made.prefix(32)) == header)
        }
    }

    @Test func atEngine() throws {
        let vectors = try Vectors.list("feasycom", "at")
        var seen = 0
        for vector in vectors {
            let sent = try vector.needText("send")
            var engine = ATEngine()
            let request: ATRequest
            switch (vector.text("reply"), sent.hasPrefix("AT+")) {
            case (_, false): request = .open
            case (_?, true) where !sent.contains("="): request = .query(String(sent.dropFirst(3)))
            default: request = .command(String(sent.dropFirst(3)))
            }
            engine.start(request, at: .zero)
            let end = vector.text("terminator") == "CRLF" ? "\r\n" : ""
            #expect(engine.nextAction(at: .zero) == .send(Array((sent + end).utf8)))
            guard let reply = vector.text("reply") else { continue }
            engine.receive(Array(reply.utf8), at: .zero)
            let value = vector.object("expect")?.text("value")
            #expect(
                engine.nextAction(at: .zero) == .done(request, .ok(value.map { [$0] } ?? []))
            )
            seen += 1
        }
        #expect(seen == 2)
        // the slot of the last vector, read and written again
        let slot = try #require(
            vectors.compactMap { $0.text("send") }.last.flatMap {
                BeaconSlot(wire: $0.dropFirst("AT+BADVDATA=".count))
            }
        )
        guard case .iBeacon(let beacon)? = slot.beacon else {
            Issue.record("no iBeacon")
            return
        }
        #expect(beacon.major == 0x2765 && beacon.minor == 0x1BA2)
        #expect(try "AT+BADVDATA=" + slot.wire == vectors.last!.needText("send"))
    }
}
