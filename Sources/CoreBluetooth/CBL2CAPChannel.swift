internal import BluetoothLE
public import Foundation

/// A credit-based channel with two streams, which a run loop or blocking calls serve.
open class CBL2CAPChannel: NSObject, @unchecked Sendable {
    public let peer: CBPeer!
    public let inputStream: InputStream!
    public let outputStream: OutputStream!
    public let psm: CBL2CAPPSM
    private let bearer: any ChannelBearer

    init(_ bearer: any ChannelBearer, _ peer: CBPeer, _ psm: CBL2CAPPSM) {
        (self.bearer, self.peer, self.psm) = (bearer, peer, psm)
        let (input, output) = (ChannelInput(), ChannelOutput(bearer))
        (inputStream, outputStream) = (input, output)
        super.init()
        nonisolated(unsafe) weak let weakInput = input
        nonisolated(unsafe) weak let weakOutput = output
        bearer.start(
            onPacket: { weakInput?.receive($0) },
            onEnd: {
                weakInput?.end()
                weakOutput?.end()
            }
        )
    }

    deinit { bearer.close() }
}

/// The common part of both streams.
private final class StreamState: @unchecked Sendable {
    /// Guards all properties of the stream; signals each change.
    let condition = NSCondition()
    weak var delegate: (any StreamDelegate)?
    var status = Stream.Status.notOpen
    var hasEnded = false
    private var loop: (loop: RunLoop, mode: RunLoop.Mode)?

    func schedule(_ loop: RunLoop?, _ mode: RunLoop.Mode) {
        condition.withLock { self.loop = loop.map { ($0, mode) } }
    }

    /// Calls the delegate on the run loop.
    func report(_ event: Stream.Event, of stream: Stream) {
        guard let (loop, mode) = condition.withLock({ self.loop }) else { return }
        nonisolated(unsafe) weak let stream = stream
        // a timer wakes the loop of another thread; `perform` does not
        let timer = Timer(fire: Date(), interval: 0, repeats: false) { [weak self] _ in
            if let stream { self?.delegate?.stream(stream, handle: event) }
        }
        loop.add(timer, forMode: mode)
    }
}

/// The bytes that the peer has sent.
private final class ChannelInput: InputStream {
    private let state = StreamState()
    private var bytes: [UInt8] = []

    init() { super.init(data: Data()) }

    func receive(_ packet: [UInt8]) {
        state.condition.withLock {
            bytes += packet
            state.condition.broadcast()
        }
        state.report(.hasBytesAvailable, of: self)
    }

    func end() {
        state.condition.withLock {
            state.hasEnded = true
            state.condition.broadcast()
        }
        if !hasBytesAvailable { state.report(.endEncountered, of: self) }
    }

    override var delegate: (any StreamDelegate)? {
        get { state.delegate }
        set { state.delegate = newValue }
    }
    override var streamStatus: Stream.Status {
        state.condition.withLock {
            state.status == .open && state.hasEnded && bytes.isEmpty ? .atEnd : state.status
        }
    }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { state.condition.withLock { !bytes.isEmpty } }

    override func open() {
        state.condition.withLock { state.status = .open }
        state.report(.openCompleted, of: self)
        if hasBytesAvailable { state.report(.hasBytesAvailable, of: self) }
        if streamStatus == .atEnd { state.report(.endEncountered, of: self) }
    }
    override func close() {
        state.condition.withLock {
            state.status = .closed
            state.condition.broadcast()
        }
    }
    override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        state.schedule(aRunLoop, mode)
    }
    override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        state.schedule(nil, mode)
    }

    /// Reads what is there; waits for the first byte.
    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
        let (count, left) = state.condition.withLock {
            while bytes.isEmpty, !state.hasEnded, state.status == .open { state.condition.wait() }
            guard state.status == .open else { return (-1, 0) }
            let count = min(len, bytes.count)
            for index in 0..<count { buffer[index] = bytes[index] }
            bytes.removeFirst(count)
            return (count, bytes.count)
        }
        if left > 0 {
            state.report(.hasBytesAvailable, of: self)
        } else if count > 0, streamStatus == .atEnd {
            state.report(.endEncountered, of: self)
        }
        return count
    }
}

/// Sends bytes to the peer.
private final class ChannelOutput: OutputStream {
    private let state = StreamState()
    private var bearer: (any ChannelBearer)!
    /// Packets since the bearer was last empty.
    private var queued = 0

    /// Maximum number of queued packets.
    private static let window = 32

    required init(toMemory: ()) { super.init(toMemory: ()) }

    convenience init(_ bearer: any ChannelBearer) {
        self.init(toMemory: ())
        self.bearer = bearer
    }

    func end() {
        state.condition.withLock {
            state.hasEnded = true
            state.condition.broadcast()
        }
        state.report(.endEncountered, of: self)
    }

    override var delegate: (any StreamDelegate)? {
        get { state.delegate }
        set { state.delegate = newValue }
    }
    override var streamStatus: Stream.Status {
        state.condition.withLock {
            state.status == .open && state.hasEnded ? .atEnd : state.status
        }
    }
    override var streamError: (any Error)? { nil }
    override var hasSpaceAvailable: Bool {
        state.condition.withLock { queued < Self.window && !state.hasEnded }
    }

    override func open() {
        state.condition.withLock { state.status = .open }
        state.report(.openCompleted, of: self)
        if hasSpaceAvailable { state.report(.hasSpaceAvailable, of: self) }
    }
    override func close() {
        state.condition.withLock {
            state.status = .closed
            state.condition.broadcast()
        }
    }
    override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        state.schedule(aRunLoop, mode)
    }
    override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
        state.schedule(nil, mode)
    }

    /// Sends one packet; waits for room.
    override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {
        let count = state.condition.withLock {
            while queued == Self.window, !state.hasEnded, state.status == .open {
                state.condition.wait()
            }
            guard state.status == .open, !state.hasEnded else { return -1 }
            let count = min(len, bearer.largestPacketOut)
            bearer.send(Array(UnsafeBufferPointer(start: buffer, count: count)))
            queued += 1
            if queued == Self.window { awaitRoom() }
            return count
        }
        if hasSpaceAvailable { state.report(.hasSpaceAvailable, of: self) }
        return count
    }

    private func awaitRoom() {
        nonisolated(unsafe) let stream = self
        // a closure of its own: Swift 6.2 would not let Task's capture the stream
        let drain: @Sendable () async -> Void = {
            await stream.bearer.drained()
            stream.hasDrained()
        }
        Task(operation: drain)
    }

    private func hasDrained() {
        state.condition.withLock {
            queued = 0
            state.condition.broadcast()
        }
        state.report(.hasSpaceAvailable, of: self)
    }
}
