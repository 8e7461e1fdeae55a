import AccessoryConcurrency
import AccessoryLink
import Foundation
import Synchronization

@testable import RequestTransfer

/// A folder that is removed with the test.
final class Scratch: Sendable {
    let path: String

    init() {
        path =
            FileManager.default.temporaryDirectory
            .appending(path: "request-\(UUID().uuidString)").path
        try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
        return file.path
    }

    func read(_ name: String) -> [UInt8]? {
        (try? Data(contentsOf: URL(filePath: path).appending(path: name))).map(Array.init)
    }

    /// The folder's contents, by relative path.
    var contents: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: path))?.sorted() ?? []
    }
}

/// Both ends of request transfer on a pipe in virtual time, with a folder each.
final class Bench: Sendable {
    let clock = VirtualClock()
    let appFolder = Scratch()
    let deviceFolder = Scratch()
    let appOptions: RequestTransferOptions
    let deviceOptions: RequestTransferOptions

    init(
        app: RequestTransferOptions = RequestTransferOptions(),
        device: RequestTransferOptions = RequestTransferOptions()
    ) {
        appOptions = app
        deviceOptions = device
    }

    /// A connection. `wrap` may wrap the link of each end.
    func connect(
        packetSize: Int = 1000,
        faults: PipeFaults = PipeFaults(),
        seed: UInt64 = 1,
        wrap: (_ link: any ByteLink, _ pipe: BytePipe) -> any ByteLink = { link, _ in link }
    ) -> Connection {
        let pipe = BytePipe(packetSize: packetSize, faults: faults, seed: seed, clock: clock)
        return connection(app: wrap(pipe.host, pipe), device: wrap(pipe.accessory, pipe), pipe)
    }

    /// Both ends over links that are joined.
    func connection(
        app: any ByteLink,
        device: any ByteLink,
        _ pipe: BytePipe = BytePipe()
    ) -> Connection {
        Connection(
            clock: clock,
            pipe: pipe,
            app: RequestTransferManager(
                over: app,
                folder: appFolder.path,
                options: appOptions,
                clock: clock
            ),
            device: RequestDevice(
                over: device,
                folder: deviceFolder.path,
                options: deviceOptions,
                clock: clock
            )
        )
    }
}

struct Connection: Sendable {
    let clock: VirtualClock
    let pipe: BytePipe
    let app: RequestTransferManager
    let device: RequestDevice

    /// Sends a request, which the app answers with the result of `answer`.
    func ask(
        _ request: TransferRequest,
        answer: @escaping @Sendable (TransferRequest) throws -> TransferAnswer
    ) async throws -> TransferAnswer {
        let requests = app.requests
        let service = Task(executorPreference: clock) {
            for await request in requests {
                try? await app.respond(to: request, with: try answer(request))
                return
            }
        }
        defer { service.cancel() }
        let result = try await device.send(request)
        await service.value
        return result
    }
}

/// Pseudo-random bytes, the same for the same seed.
func noise(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
}

extension TransferRequest {
    static let ringtone = TransferRequest(
        id: "17",
        name: "playRingtone",
        appID: "com.example.watch",
        parameters: ["lang": "en", "rate": 16_000],
        deviceStoragePath: "/music/tones"
    )
}
