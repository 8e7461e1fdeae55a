import BluetoothLE
import Foundation
import Testing

@testable import AirBroker

/// A program that speaks the broker's messages by itself, one after the other.
private struct RawProgram: ~Copyable {
    let file: CInt

    init(path: String) throws {
        file = try UnixSocket.connect(to: path)
    }

    deinit { close(file) }

    /// Sends a message with files, of which the kernel makes copies.
    func send(_ request: NumberedRequest, with files: [CInt] = []) throws {
        var bytes = Array(try JSONEncoder().encode(request))
        // cmsghdr: its length, SOL_SOCKET, SCM_RIGHTS
        let header = [UInt64(16 + 4 * files.count), UInt64(1) << 32 | UInt64(SOL_SOCKET)]
        var control = header.withUnsafeBytes { Array($0) } + files.withUnsafeBytes { Array($0) }
        control += [UInt8](repeating: 0, count: control.count % 8)
        let sent = bytes.withUnsafeMutableBytes { data in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: data.baseAddress, iov_len: data.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (part, 1)
                    if !files.isEmpty {
                        (message.msg_control, message.msg_controllen) =
                            (control.baseAddress, control.count)
                    }
                    return sendmsg(file, &message, 0)
                }
            }
        }
        #expect(sent == bytes.count)
    }

    /// The next answer to a request; everything before it is left out.
    func reply() throws -> Reply {
        while true {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(file, &buffer, buffer.count, 0)
            try #require(count > 0)
            let data = Data(buffer[..<count])
            if case .reply(_, let reply) = try JSONDecoder().decode(Message.self, from: data) {
                return reply
            }
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct WireTests {
    private let path = NSTemporaryDirectory() + "air-\(UUID().uuidString.prefix(8))"

    @Test func filesThatNobodyAskedForAreClosed() async throws {
        let broker = try AirBroker(air: VirtualAir(), path: path)
        let service = Task { await broker.run() }
        let program = try RawProgram(path: path)
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        try program.send(NumberedRequest(number: 1, request: .bonds), with: [ends[1], ends[1]])
        close(ends[1])
        guard case .addresses = try program.reply() else {
            Issue.record("the broker did not answer")
            return
        }
        // all copies of the pipe's other end are closed
        var state = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&state, 1, 0) == 1 && state.revents & Int16(POLLHUP) != 0)
        close(ends[0])
        service.cancel()
        await service.value
    }

    @Test func whatIsHeardBeforeTheAnswerToAScanCounts() async throws {
        let listener = try UnixSocket.listen(at: path)
        let connecting = Task { [path] in try await BrokerRadio.connect(to: path) }
        var state = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        #expect(poll(&state, 1, 60_000) == 1)
        let socket = MessageSocket(file: UnixSocket.accept(from: listener))
        let report = AdvertisementReport(address: BluetoothAddress(value: 7), data: [1])
        socket.start(
            NumberedRequest.self,
            onMessage: { message, _ in
                guard case .scan = message.request else { return }
                socket.send(Message.report(report))
                socket.send(Message.reply(to: message.number, .done))
            },
            onEnd: {}
        )
        socket.send(
            Message.welcome(
                name: "fake",
                address: BluetoothAddress(value: 1),
                features: RadioFeatures()
            )
        )
        socket.send(Message.state(.poweredOn))
        let radio = try await connecting.value
        for try await heard in try await radio.scan(ScanParameters()) {
            #expect(heard.address == report.address)
            break
        }
        socket.close()
        close(listener)
        unlink(path)
    }

    @Test func aPacketThatIsTooLongEndsItsChannelOnly() async throws {
        let (near, far) = PipeBearer.pair()
        let (passed, entry) = AsyncStream.makeStream(of: [UInt8].self)
        far.start(onPacket: { entry.yield($0) }, onEnd: { entry.finish() })
        let program = SocketBearer(file: try Relay.begin(near, longest: 23))
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        program.start(onPacket: { _ in }, onEnd: { end.finish() })
        program.send([UInt8](repeating: 1, count: 23))
        program.send([UInt8](repeating: 2, count: 24))
        var packets: [[UInt8]] = []
        for await packet in passed { packets.append(packet) }
        #expect(packets == [[UInt8](repeating: 1, count: 23)])
        for await _ in ended {}
    }
}
