import AccessoryLink
import Foundation
import TestSupport
import Testing

@testable import SerialPort

/// Links on serial ports, with the kernel's ptys.
@Suite(.timeLimit(.minutes(20))) struct SerialPortLinkTests {
    @Test func bytesOfAllValuesPassBothWays() async throws {
        let modem = try NullModem()
        let host = try SerialPortLink.open(modem.path("usb-host"))
        let reader = try SerialPortLink.open(modem.path("usb-reader"))
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
        for (one, other) in [(host, reader), (reader, host)] {
            let sending = Task {
                for start in stride(from: 0, to: bytes.count, by: one.packetSize) {
                    try await one.send(Array(bytes[start...].prefix(one.packetSize)))
                }
            }
            var received: [UInt8] = []
            for try await piece in other.incoming {
                received += piece
                if received.count >= bytes.count { break }
            }
            #expect(received == bytes)
            try await sending.value
        }
        await #expect(throws: ByteLinkError.packetTooLong(1025)) {
            try await host.send([UInt8](repeating: 0, count: 1025))
        }
    }

    @Test func aPortHasOneUser() throws {
        let modem = try NullModem()
        let path = modem.path("usb-host")
        for _ in 0..<2 {
            let port = try SerialPortLink.open(path)
            #expect(throws: SerialPortError.busy(path)) { try SerialPortLink.open(path) }
            port.close()
        }
    }

    @Test func aLossEndsBothDirections() async throws {
        let modem = try NullModem()
        let port = try SerialPortLink.open(modem.path("usb-host"))
        modem.unplug("usb-host")
        await #expect(throws: ByteLinkError.lost) { for try await _ in port.incoming {} }
        await #expect(throws: ByteLinkError.closed) { try await port.send([1]) }
    }

    @Test func aCancelledSendEnds() async throws {
        let modem = try NullModem()
        let port = try SerialPortLink.open(modem.path("usb-host"))
        // the peer does not read, so the kernel's buffers fill up
        let sending = Task {
            while true { try await port.send([UInt8](repeating: 0, count: 1024)) }
        }
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
        port.close()
    }

    @Test func openingFailsWithTheReason() throws {
        let modem = try NullModem()
        let path = modem.path("usb-host")
        #expect(throws: SerialPortError.unsupportedBaud(12_345)) {
            try SerialPortLink.open(path, options: SerialPortOptions { $0.baud = 12_345 })
        }
        // 13 is the kernel's number of 9600 bit/s
        #expect(throws: SerialPortError.unsupportedBaud(13)) {
            try SerialPortLink.open(path, options: SerialPortOptions { $0.baud = 13 })
        }
        let none = modem.path("none")
        #expect(throws: SerialPortError.noSuchPort(none)) { try SerialPortLink.open(none) }
        let file = modem.path("file")
        try Data("no port".utf8).write(to: URL(filePath: file))
        #expect(throws: SerialPortError.notSerial(file)) { try SerialPortLink.open(file) }
        // a refused port is not kept open
        try SerialPortLink.open(path).close()
    }

    @Test(arguments: [9600, 4_000_000], SerialPortOptions.FlowControl.allCases)
    func rateAndFlowControlAreSet(_ baud: Int, _ flow: SerialPortOptions.FlowControl) throws {
        let modem = try NullModem()
        let path = modem.path("usb-host")
        let port = try SerialPortLink.open(
            path,
            options: SerialPortOptions {
                $0.baud = baud
                $0.flowControl = flow
            }
        )
        let stty = Process()
        let output = Pipe()
        stty.executableURL = URL(filePath: "/usr/bin/stty")
        stty.arguments = ["-a"]
        // stty uses this process's open file, because no other process may open the port
        let file = try #require(openFile(of: path))
        stty.standardInput = FileHandle(fileDescriptor: file)
        stty.standardOutput = output
        try stty.runOnLeash()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        stty.waitForEnd()
        #expect(text.contains("speed \(baud) baud"), "\(text)")
        #expect(text.contains("-crtscts") == (flow == .none))
        #expect(text.contains("-echo ") && text.contains("-icanon") && text.contains("-hupcl"))
        port.close()
    }

    /// This process's file descriptor of the port.
    private func openFile(of path: String) -> CInt? {
        let device = URL(filePath: path).resolvingSymlinksInPath().path
        return (3..<1024).first { file in
            ttyname(CInt(file)).map { String(cString: $0) } == device
        }.map(CInt.init)
    }
}
