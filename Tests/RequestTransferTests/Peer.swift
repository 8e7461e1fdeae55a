import AccessoryConcurrency
import AccessoryLink
import Testing

@testable import RequestTransfer

/// A peer that sends and receives single frames.
struct Peer: ~Copyable {
    private let link: any ByteLink
    private var packets: AsyncThrowingStream<[UInt8], any Error>.AsyncIterator
    private var reader = MetaFrameReader()
    private var frames: [MetaFrame] = []

    init(_ link: any ByteLink) {
        self.link = link
        packets = link.incoming.makeAsyncIterator()
    }

    /// The next frame of the session.
    mutating func next() async throws -> MetaFrame {
        while frames.isEmpty { frames += reader.push(try #require(try await packets.next())) }
        return frames.removeFirst()
    }

    func send(_ bytes: [UInt8]) async throws { try await link.send(bytes) }

    /// Answers a frame.
    func answer(_ frame: MetaFrame, _ payload: [UInt8]) async throws {
        var answer = frame
        (answer.flags, answer.payload) = (0, payload)
        try await send(answer.bytes)
    }

    /// Sends a frame; returns the payload of its answer.
    mutating func ask(
        _ kind: FrameKind,
        _ payload: [UInt8],
        sequence: UInt16,
        flags: UInt8 = 0
    ) async throws -> [UInt8] {
        let frame = MetaFrame(kind: kind, flags: flags, sequence: sequence, payload: payload)
        try await send(frame.bytes)
        let answer = try await next()
        #expect(answer.kind == kind && answer.sequence == sequence && answer.flags == 0)
        return answer.payload
    }
}

extension VirtualClock {
    /// Runs a session of the app or the device against a peer of single frames, and ends it after `body`.
    ///
    /// - Parameter capacity: The packets that wait in the pipe.
    func runSession(
        _ role: TransferSession.Role,
        in folder: Scratch,
        options: RequestTransferOptions = RequestTransferOptions(),
        judge: @escaping TransferSession.Judge = { _, _ in (.ok, nil) },
        capacity: Int = 16,
        _ body: @escaping @Sendable (TransferSession, inout Peer) async throws -> Void
    ) async throws {
        try await run {
            let pipe = BytePipe(packetSize: 2000, capacity: capacity, clock: self)
            let session = TransferSession(
                pipe.host,
                role: role,
                folder: folder.path,
                options: options,
                time: TimeSource(self),
                judge: judge
            )
            async let run: Void = session.run()
            var peer = Peer(pipe.accessory)
            try await body(session, &peer)
            pipe.cut()
            await run
        }
    }
}
