import BluetoothLE
import CaptureFiles
import Foundation
import Testing

/// Files made by Python's gzip, zipfile and zlib.
@Suite struct CaptureFileTests {
    /// Python's functions that make a btsnoop file of advertisements, and a bug report with a summary of one.
    private static let library = """
        import base64, gzip, io, struct, sys, zipfile, zlib
        EPOCH = 0x00dcddb30f2f8000
        def event(last):
            data = bytes([2, 1, 6, 3, 0xFF, last, 0])
            return bytes([0x3E, 12 + len(data), 2, 1, 0, 0, 1, 2, 3, 4, 5, last, len(data)]) + data + b'\\xc0'
        def btsnoop(*numbers):
            out = b'btsnoop\\0' + struct.pack('>II', 1, 1002)
            for n in numbers:
                packet = b'\\x04' + event(n)
                out += struct.pack('>IIIIQ', len(packet), len(packet), 3, 0, EPOCH + n * 1000000) + packet
            return out
        def snooz(version, *numbers):
            plain, time = b'', 0
            for n in numbers:
                packet = event(n)
                delay = (n - time) * 1000000 if time else 0
                time = n
                sizes = [len(packet) + 1] * version
                plain += struct.pack('<' + 'H' * version + 'IB', *sizes, delay, 0x10) + packet
            raw = struct.pack('<BQ', version, time * 1000000) + zlib.compress(plain)
            text = base64.b64encode(raw).decode()
            lines = '\\n'.join(text[at:at + 64] for at in range(0, len(text), 64))
            return ('bluetooth\\n--- BEGIN:BTSNOOP_LOG_SUMMARY (%d bytes in) ---\\n%s\\n--- END:BTSNOOP_LOG_SUMMARY ---\\nrest\\n'
                    % (len(raw), lines)).encode()
        def archive(method=zipfile.ZIP_DEFLATED, **entries):
            out = io.BytesIO()
            with zipfile.ZipFile(out, 'w', method) as file:
                for name, data in entries.items():
                    file.writestr(name.replace('__', '/'), data)
            return out.getvalue()
        put = sys.stdout.buffer.write

        """

    private static func python(_ script: String) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", library + script]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return Array(data)
    }

    /// The last bytes of the addresses of the reports, and their times in seconds.
    private func reports(_ bytes: [UInt8]) throws -> [[Int]] {
        let capture = try Capture(try CaptureFile.unpack(bytes))
        var iterator = capture.makeIterator()
        var all: [[Int]] = []
        while let report = iterator.next() {
            #expect(
                report.advertisement.manufacturerData?.company == UInt16(report.address.value >> 40)
            )
            all.append([Int(report.address.value >> 40), Int(report.time / .seconds(1))])
        }
        #expect(!iterator.isDamaged)
        return all
    }

    @Test func plainFilesAreUnchanged() throws {
        for script in ["put(btsnoop(1, 2))", "put(b'02 01 06')", ""] {
            let bytes = try Self.python(script)
            #expect(try CaptureFile.unpack(bytes) == bytes)
        }
    }

    @Test(arguments: [
        "put(btsnoop(1, 2, 3))",
        "put(gzip.compress(btsnoop(1, 2, 3)))",
        "b = btsnoop(1, 2, 3); put(gzip.compress(b[:50]) + gzip.compress(b[50:]))",
        "put(archive(log=btsnoop(1, 2, 3)))",
        "put(archive(zipfile.ZIP_STORED, log=btsnoop(1, 2, 3)))",
        "put(archive(note=b'no capture', FS__data__misc__bluetooth__logs__btsnoop_hci=btsnoop(1, 2, 3)))",
        "put(archive(**{'logs__btsnoop_hci.log': btsnoop(3), 'logs__btsnoop_hci.log.last': btsnoop(1, 2)}))",
        "put(snooz(1, 1, 2, 3))",
        "put(snooz(2, 1, 2, 3))",
        "put(snooz(2, 1, 2, 3).replace(b'\\n', b'\\r\\n'))",
        "put(gzip.compress(snooz(2, 1, 2, 3)))",
        "put(archive(**{'version.txt': b'2', 'bugreport-x.txt': snooz(2, 1, 2, 3)}))",
        // the whole log counts, not its summary
        "put(archive(**{'bugreport-x.txt': snooz(2, 9), 'btsnoop_hci.log': btsnoop(1, 2, 3)}))",
    ])
    func reportsAreRead(_ script: String) throws {
        #expect(try reports(try Self.python(script)) == [[1, 1], [2, 2], [3, 3]])
    }

    @Test(arguments: [
        ("put(archive(a=b'text', b=b''))", CaptureFileError.noCapture),
        ("put(archive())", .noCapture),
        ("put(gzip.compress(btsnoop(1))[:-9])", .damaged),
        ("b = bytearray(gzip.compress(btsnoop(1))); b[-6] ^= 1; put(b)", .damaged),
        ("put(archive(a=btsnoop(1))[:60])", .damaged),
        ("b = bytearray(archive(zipfile.ZIP_STORED, a=btsnoop(1))); b[60] ^= 1; put(b)", .damaged),
        ("put(snooz(2, 1).replace(b'END', b'EMD'))", .damaged),
        ("put(snooz(2, 1).replace(b'--\\n', b'--\\n*', 1))", .damaged),
        ("put(snooz(1, 1, 2).replace(b'\\nA', b'\\nB'))", .damaged),
        ("put(gzip.compress(btsnoop(1) + bytes(1 << 25), 9))", .tooLarge(limit: 0)),
        ("put(archive(a=btsnoop(1) + bytes(1 << 25)))", .tooLarge(limit: 0)),
        ("put(gzip.compress(archive(a=btsnoop(1) + bytes(1 << 25))))", .tooLarge(limit: 0)),
    ])
    func faultsAreNamed(_ script: String, _ expected: CaptureFileError) throws {
        let bytes = try Self.python(script)
        let error = #expect(throws: CaptureFileError.self) { _ = try CaptureFile.unpack(bytes) }
        switch (error, expected) {
        case (.tooLarge(let limit), .tooLarge): #expect(limit >= 16 << 20 && limit < 1 << 25)
        default: #expect(error == expected)
        }
        #expect(error?.cause.isEmpty == false && error?.nextStep?.isEmpty == false)
    }

    @Test func exampleOfTheDocumentation() throws {
        let bytes = try Self.python("put(gzip.compress(btsnoop(1)))")
        let capture = try Capture(try CaptureFile.unpack(bytes))
        for report in capture {
            print(report.address, report.advertisement.name ?? "")
        }
    }

    /// No cut and no changed byte ends in a fault of the program.
    @Test(arguments: [
        "put(gzip.compress(btsnoop(1)))", "put(archive(a=btsnoop(1)))", "put(snooz(2, 1))",
    ])
    func damagedFilesAreRefusedOrRead(_ script: String) throws {
        let whole = try Self.python(script)
        for at in whole.indices {
            _ = try? CaptureFile.unpack(Array(whole[..<at]))
            var changed = whole
            changed[at] ^= 0x55
            _ = try? CaptureFile.unpack(changed)
        }
    }
}
