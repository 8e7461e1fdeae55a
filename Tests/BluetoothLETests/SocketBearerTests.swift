import BluetoothLE
import Glibc
import Synchronization
import Testing

/// A bearer on one end of a socket pair; the other end is the test's.
@Suite(.timeLimit(.minutes(20))) struct SocketBearerTests {
    private let bearer: SocketBearer
    private let other: CInt

    init() {
        var files: [CInt] = [0, 0]
        socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &files)
        bearer = SocketBearer(file: files[0])
        other = files[1]
    }

    /// Sends until packets wait for room, which are this many at least.
    private func fill() -> Int {
        for _ in 0..<1000 { bearer.send([UInt8](repeating: 7, count: 1000)) }
        return 1000
    }

    private func take(_ count: Int) {
        var packet = [UInt8](repeating: 0, count: 1024)
        for _ in 0..<count { #expect(recv(other, &packet, packet.count, 0) == 1000) }
    }

    @Test func anEmptyPacketIsNoEnd() async {
        let (packets, entry) = AsyncStream.makeStream(of: [UInt8].self)
        bearer.start(onPacket: { entry.yield($0) }, onEnd: { entry.finish() })
        for packet in [[1], [], [], [2, 3]] as [[UInt8]] {
            #expect(send(other, packet, packet.count, 0) == packet.count)
        }
        // what was sent before the end counts
        close(other)
        #expect(await packets.reduce(into: []) { $0.append($1) } == [[1], [], [], [2, 3]])
    }

    @Test func sendsWhatWaitedForRoomBeforeAnybodyListens() async {
        let count = fill()
        take(count)
        await bearer.drained()
        bearer.close()
        close(other)
    }

    @Test func letsGoOfThoseWhoWaitForRoomWhenTheOtherEndGoes() async {
        _ = fill()
        close(other)
        await bearer.drained()
    }

    @Test func tellsWhatCameBeforeTheEndToWhoStartsLate() async {
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

    @Test func endsAtOnceForWhoStartsAfterItsClose() async {
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
