import AccessoryConcurrency
import AccessoryLink
import Foundation
import RequestTransfer
import SerialPort
import TestSupport
import Testing
import TxRx

/// Other protocols for byte links, over serial ports.
@Suite(.timeLimit(.minutes(20))) struct OtherProtocolTests {
    @Test func requestsAndFilesPassASerialPort() async throws {
        // does not advance: a loaded machine needs more time than the protocol's timeouts
        let clock = VirtualClock()
        let modem = try NullModem()
        let (appFolder, deviceFolder) = (modem.folder + "/app", modem.folder + "/device")
        for folder in [appFolder, deviceFolder] {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
        }
        let song = Data((0..<30_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) })
        try song.write(to: URL(filePath: deviceFolder + "/song.mp3"))
        let transfer = RequestTransferManager(
            over: try SerialPortLink.open(modem.path("usb-host")),
            folder: appFolder,
            clock: clock
        )
        let device = RequestDevice(
            over: try SerialPortLink.open(modem.path("usb-reader")),
            folder: deviceFolder,
            clock: clock
        )
        let service = Task {
            for await request in transfer.requests {
                let answer = TransferAnswer(to: request, content: ["heard": "yes"])
                try await transfer.respond(to: request, with: answer)
                return request.localFilePaths
            }
            return []
        }
        let answer = try await device.send(
            TransferRequest(id: "17", name: "keep", remoteFilePaths: ["/song.mp3"])
        )
        #expect(answer.content == ["heard": "yes"])
        let kept = try #require(try await service.value.first)
        #expect(try Data(contentsOf: URL(filePath: kept)) == song)
    }

    /// `TxRxManager` needs GATT; the frames of its readers are plain text, which a serial port carries.
    @Test func commandsOfTertiumReadersPassASerialPort() async throws {
        let modem = try NullModem()
        let host = try SerialPortLink.open(modem.path("usb-host"))
        let reader = try SerialPortLink.open(modem.path("usb-reader"))
        let request = try #require(ReaderRequest(.status, parameters: [1, 2], sequence: 5))
        try await host.send(Array((request.text + "\r\n").utf8))
        let received = try await line(from: reader)
        #expect(ReaderRequest(received) == request)
        let reply = try #require(ReaderRequest(received)?.answer(.ok, data: [0x12, 0x34]))
        try await reader.send(Array((reply + "\r\n").utf8))
        let lines = ReaderLine.lines(Array(try await line(from: host).utf8))
        #expect(lines == [.answer(sequence: 5, .ok, [0x12, 0x34])])
    }

    /// The next line, without its end of two bytes.
    private func line(from port: SerialPortLink) async throws -> String {
        var bytes: [UInt8] = []
        for try await piece in port.incoming {
            bytes += piece
            if bytes.last == UInt8(ascii: "\n") { break }
        }
        return String(decoding: bytes.dropLast(2), as: UTF8.self)
    }
}
