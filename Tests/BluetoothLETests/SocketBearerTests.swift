import BluetoothLE
import Glibc
import Synchronization
import Testing

/// A bearer on one end of a socket pair; the test uses the other end.
@Suite(.timeLimit(.minutes(20))) struct SocketBearerTests {
    private let bearer: SocketBearer
    private let other: CInt

    init() {
        var files: [CInt] = [0, 0]
        socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &files)
        bearer = SocketBearer(file: files[0])
        other = files[1]
    }

    /// Sends more packets than fit into the socket, so that the rest waits. Returns their number.
    private func fill() -> Int {
        for _ in 0..<1000 { bearer.send([UInt8](repeating: 7, count: 1000)) }
        return 1000
    }

    private func take(_ count: Int) {
        var packet = [UInt8](repeating: 0, count: 1024)
        for _ in 0..<count { #expect(recv(other, &packet, packet.count, 0) == 1000) }
    }

    @Test func anEmptyPacketIsNotTheEnd() async {
        let (packets, entry) = AsyncStream.makeStream(of: [UInt8].self)
        bearer.start(onPacket: { entry.yield($0) }, onEnd: { entry.finish() })
        for packet in [[1], [], [], [2, 3]] as [[UInt8]] {
            #expect(send(other, packet, packet.count, 0) == packet.count)
        }
        // packets sent before the end are delivered
        close(other)
        #expect(await packets.reduce(into: []) { $0.append($1) } == [[1], [], [], [2, 3]])
    }

    @Test("a bearer that reads ahead drains the socket while a packet is being processed")
    func readsAhead() async {
        var files: [CInt] = [0, 0]
        socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &files)
        let (file, other) = (files[0], files[1])
        let bearer = SocketBearer(file: file, readsAhead: true)
        let (packets, entry) = AsyncStream.makeStream(of: [UInt8].self)
        let waiting = Mutex<[CInt]>([])
        for number in 0..<UInt8(64) { #expect(send(other, [number], 1, 0) == 1) }
        bearer.start { packet in
            var rest: CInt = 0
            _ = ioctl(file, UInt(FIONREAD), &rest)
            waiting.withLock { $0.append(rest) }
            // arrives while packets are being processed
            if packet[0] < 64 { _ = send(other, [packet[0] + 64], 1, 0) }
            if packet[0] == 63 { close(other) }
            entry.yield(packet)
        } onEnd: {
            entry.finish()
        }
        let received = await packets.reduce(into: [UInt8]()) { $0 += $1 }
        #expect(received == Array(0..<128))
        // the first 16 are read one by one, as requests are; then 16 at most are sent between two reads
        #expect(waiting.withLock { $0.dropFirst(16).max() ?? 0 } <= 16)
    }

    @Test func sendsQueuedPacketsBeforeStart() async {
        let count = fill()
        take(count)
        await bearer.drained()
        bearer.close()
        close(other)
    }

    @Test func waitingForRoomEndsWhenThePeerCloses() async {
        _ = fill()
        close(other)
        await bearer.drained()
    }

    @Test func aLateStartReceivesPacketsFromBeforeTheEnd() async {
        _ = fill()
        #expect(send(other, [1, 2, 3] as [UInt8], 3, 0) == 3)
        close(other)
        await bearer.drained()
        let got = Mutex<[[UInt8]]>([])
        await withCheckedContinuation { continuation in
            bearer.start {
                packet in
                got.withLock { $0.append(packet) }
            } onEnd: {
                continuation.resume()
            }
        }
        #expect(got.withLock { $0 } == [[1, 2, 3]])
    }

    @Test func startAfterCloseEndsAtOnce() async {
        bearer.close()
        await withCheckedContinuation { continuation in
            bearer.start { _ in
            } onEnd: {
                continuation.resume()
            }
        }
        close(other)
    }
}
