import AccessoryLink
import Glibc
import TestSupport
import Testing

@testable import BlueZ

/// The stream of a serial line, on a pair of the kernel's own sockets.
@Suite(.timeLimit(.minutes(20))) struct RFCOMMLinkTests {
    /// Two connected ends. `buffer`: size of the kernel's buffer for one end, in bytes.
    private func pair(buffer: CInt? = nil) throws -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        if var buffer {
            for end in ends {
                setsockopt(end, SOL_SOCKET, SO_SNDBUF, &buffer, socklen_t(MemoryLayout<CInt>.size))
            }
        }
        return (ends[0], ends[1])
    }

    @Test func bytesArriveInOrderThroughASmallBuffer() async throws {
        let (first, second) = try pair(buffer: 1)
        let (one, other) = (RFCOMMLink(file: first), RFCOMMLink(file: second))
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
        let sending = Task {
            for start in stride(from: 0, to: bytes.count, by: one.packetSize) {
                try await one.send(Array(bytes[start..<min(start + one.packetSize, bytes.count)]))
            }
        }
        var heard: [UInt8] = []
        for try await piece in other.incoming {
            heard += piece
            if heard.count >= bytes.count { break }
        }
        #expect(heard == bytes)
        try await sending.value
        await #expect(throws: ByteLinkError.packetTooLong(513)) {
            try await one.send([UInt8](repeating: 0, count: 513))
        }
    }

    @Test func sendersTakeTurns() async throws {
        let (first, second) = try pair(buffer: 1)
        let (one, other) = (RFCOMMLink(file: first), RFCOMMLink(file: second))
        try await withThrowingTaskGroup { group in
            for number in UInt8(0)..<40 {
                group.addTask { try await one.send([UInt8](repeating: number, count: 500)) }
            }
            var heard: [UInt8] = []
            for try await piece in other.incoming {
                heard += piece
                if heard.count == 40 * 500 { break }
            }
            for start in stride(from: 0, to: heard.count, by: 500) {
                #expect(Set(heard[start..<start + 500]).count == 1)
            }
            try await group.waitForAll()
        }
    }

    @Test func closingOneEndEndsTheOther() async throws {
        let (first, second) = try pair()
        let (one, other) = (RFCOMMLink(file: first), RFCOMMLink(file: second))
        try await one.send([1, 2])
        one.close()
        var heard: [UInt8] = []
        for try await piece in other.incoming { heard += piece }
        #expect(heard == [1, 2])
        await #expect(throws: ByteLinkError.closed) { try await one.send([3]) }
        await #expect(throws: ByteLinkError.self) { try await other.send([3]) }
    }

    @Test func cancellingEndsASendThatWaits() async throws {
        let (first, second) = try pair(buffer: 1)
        defer { close(second) }
        let link = RFCOMMLink(file: first)
        let sending = Task {
            while true { try await link.send([UInt8](repeating: 0, count: 512)) }
        }
        while true {
            var room = pollfd(fd: first, events: Int16(POLLOUT), revents: 0)
            if poll(&room, 1, 0) == 0 { break }
            await Task.yield()
        }
        sending.cancel()
        let result = try await ended { await sending.result }
        #expect(throws: CancellationError.self) { try result.get() }
        link.close()
    }

    @Test func closingEndsASendThatWaits() async throws {
        let (first, second) = try pair(buffer: 1)
        defer { close(second) }
        let link = RFCOMMLink(file: first)
        let sending = Task {
            while true { try await link.send([UInt8](repeating: 0, count: 512)) }
        }
        // wait until the buffer is full, because the peer does not read
        while true {
            var room = pollfd(fd: first, events: Int16(POLLOUT), revents: 0)
            if poll(&room, 1, 0) == 0 { break }
            await Task.yield()
        }
        link.close()
        await #expect(throws: ByteLinkError.closed) { try await sending.value }
        for try await _ in link.incoming { Issue.record("nothing came") }
    }
}
