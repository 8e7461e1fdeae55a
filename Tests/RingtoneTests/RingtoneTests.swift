import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import AudioConversion
import AudioJack
import BluetoothLE
import BluetoothSerial
import Foundation
import Modem
import RequestTransfer
import TestSupport
import Testing

@testable import Ringtone

/// The unchanged example, with a watch at the other end.
@Suite(.timeLimit(.minutes(20))) struct RingtoneTests {
    private let folder: URL
    private let mp3: String
    /// A clock that does not advance, because a conversion may take any time. The cable has its own time.
    private let clock = VirtualClock()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        for name in ["app", "watch"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name),
                withIntermediateDirectories: true
            )
        }
        mp3 = folder.appending(path: "tone.mp3").path
        try encodeTone(seconds: 0.4, to: mp3)
    }

    @Test func overAPipe() async throws {
        let pipe = BytePipe()
        try await exchange(app: pipe.host, watch: pipe.accessory)
        pipe.cut()
        try FileManager.default.removeItem(at: folder)
    }

    @Test func overTheAudioJack() async throws {
        let cable = VirtualCable(sampleRate: 44_100)
        var options = AudioJackOptions(try ModemProfile("manchester:11025"))
        options.link.mode = .duplex
        options.link.sleepAfter = nil
        let device = DeviceLink(over: cable.accessory, options: options)
        let watch = DuplexStream(device)
        try await device.start()
        let host = HostLink(over: cable.host, options: options)
        let app = DuplexStream(host)
        try await host.open()
        try await exchange(app: app, watch: watch)
        await host.close()
        try FileManager.default.removeItem(at: folder)
    }

    @Test func overBluetooth() async throws {
        let air = VirtualAir()
        let manager = PeripheralManager(radio: air.addAdapter())
        let service = try await SerialService(.requestTransfer, on: manager)
        try await manager.startAdvertising(name: "watch", uuids: [service.profile.service])
        let central = Central(radio: air.addAdapter(), clock: clock)
        let peripheral = try await central.connect(to: #require(manager.radio.address))
        let app = try await SerialLink.open(.requestTransfer, on: peripheral)
        var lines = service.lines.makeAsyncIterator()
        try await exchange(app: app, watch: #require(await lines.next()))
        await peripheral.disconnect()
        try FileManager.default.removeItem(at: folder)
    }

    private func exchange(app: any ByteLink, watch: any ByteLink) async throws {
        let appFolder = folder.appending(path: "app").path
        let transfer = RequestTransferManager(over: app, folder: appFolder, clock: clock)
        let service = Task(executorPreference: clock) {
            try await serveRingtones(of: mp3, over: transfer)
        }
        let watch = WatchSimulator(
            over: watch,
            folder: folder.appending(path: "watch").path,
            clock: clock
        )
        let answer = try await watch.request("playRingtone", storagePath: "/music")
        #expect(answer.errorCode == 0 && answer.remoteFilePaths == ["/music/tone.pcm"])
        let stored = try Data(contentsOf: URL(filePath: #require(answer.localFilePaths.first)))
        let (expected, report) = try await AudioConverter().convert(
            [UInt8](Data(contentsOf: URL(filePath: mp3))),
            format: PCMFormat(sampleRate: 16_000, depth: .bits16)
        )
        #expect(Array(stored) == expected && report.frames > 6_000)
        #expect(answer.content == ["frames": .integer(Int64(report.frames))])

        let other = try await watch.request("weather")
        #expect(other.errorCode == 4001 && other.localFilePaths.isEmpty)
        service.cancel()
        try await service.value
    }
}

/// A sine of 440 Hz as an MP3 file, made by lame.
private func encodeTone(seconds: Double, to path: String) throws {
    let rate = 16_000.0
    let samples = (0..<Int(seconds * rate)).map { index in
        Int16(20_000 * sin(2 * .pi * 440 * Double(index) / rate)).littleEndian
    }
    let raw = path + ".raw"
    try samples.withUnsafeBytes { Data($0) }.write(to: URL(filePath: raw))
    let lame = Process()
    lame.executableURL = URL(filePath: "/usr/bin/env")
    lame.arguments = ["lame", "--quiet", "-r", "-s", "16", "-m", "m", raw, path]
    try lame.runOnLeash()
    #expect(lame.waitForEnd() == 0)
}
