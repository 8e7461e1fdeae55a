import BluetoothLE
import Foundation
import Testing

@testable import AirBroker

/// A client that sends raw broker messages, one after the other.
private struct RawProgram: ~Copyable {
    let file: CInt

    init(path: String) throws {
        file = try UnixSocket.connect(to: path)
    }

    deinit { close(file) }

    /// Sends a message with files. The kernel duplicates them.
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

    /// Receives the next answer to a request and skips all messages before it. Waits without blocking a thread,
    /// which the broker may need.
    func reply() async throws -> Reply {
        while true {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            try await untilReadable(file)
            let count = recv(file, &buffer, buffer.count, 0)
            try #require(count > 0)
            let data = Data(buffer[..<count])
            if case .reply(_, let reply) = try JSONDecoder().decode(Message.self, from: data) {
                return reply
            }
        }
    }
}

/// - Throws: `CancellationError` at the test's time limit.
private func untilReadable(_ file: CInt) async throws {
    while true {
        var look = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        if poll(&look, 1, 0) == 1 { return }
        try Task.checkCancellation()
        await Task.yield()
    }
}

@Suite(.timeLimit(.minutes(20))) struct WireTests {
    private let path = NSTemporaryDirectory() + "air-\(UUID().uuidString.prefix(8))"

    /// Checks that each field may be missing, with its default in its place, except the required ones.
    private func checkDefaults<Value: Codable & Equatable>(
        _ value: Value,
        defaults: Value,
        required: Set<String> = []
    ) throws {
        let fields = { (value: Value) in
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any]
                ?? [:]
        }
        let decode = { (fields: [String: Any]) in
            let message = try JSONSerialization.data(withJSONObject: fields)
            return try JSONDecoder().decode(Value.self, from: message)
        }
        let (all, usual) = (try fields(value), try fields(defaults))
        #expect(!all.isEmpty)
        for name in all.keys {
            var older = all
            older[name] = nil
            guard !required.contains(name) else {
                #expect(throws: DecodingError.self, "\(Value.self).\(name)") {
                    try decode(older)
                }
                continue
            }
            var wanted = all
            wanted[name] = usual[name]
            // not as JSON, where the order of a set's members varies
            #expect(try decode(older) == decode(wanted), "\(Value.self).\(name)")
        }
        #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
    }

    /// A program and a broker may be of different versions.
    @Test func fieldsThatAnOlderProgramDoesNotSendHaveDefaults() throws {
        var features = RadioFeatures()
        (features.advertisingSets, features.advertisingData) = (7, 251)
        (features.phys, features.hasChannels, features.canScanPassively) = ([.coded], true, false)
        (features.hasWholeAdvertisements, features.canSetConnectionParameters) = (false, false)
        (features.canSetAdvertisingInterval, features.namesSubscribers) = (false, false)
        (features.hasSecureConnections, features.largestKeySize) = (false, 7)
        (features.checksKeySizes, features.acceptsSignedWrites) = (false, true)
        try checkDefaults(features, defaults: RadioFeatures())
        let scan = ScanParameters {
            ($0.isActive, $0.reportsDuplicates, $0.phys) = (false, false, [.coded])
            ($0.interval, $0.window) = (.seconds(2), .seconds(1))
        }
        try checkDefaults(scan, defaults: ScanParameters())
        let advertising = AdvertisingParameters(data: [1]) {
            ($0.scanResponse, $0.isConnectable, $0.txPower) = ([2], false, 4)
            $0.interval = .seconds(1)...(.seconds(2))
            ($0.isExtended, $0.primaryPHY, $0.secondaryPHY) = (true, .coded, .coded)
        }
        try checkDefaults(
            advertising,
            defaults: AdvertisingParameters(data: []),
            required: ["data"]
        )
        let connection = ConnectionParameters {
            $0.interval = .seconds(1)...(.seconds(2))
            ($0.latency, $0.supervisionTimeout, $0.phys) = (3, .seconds(20), [.coded])
        }
        try checkDefaults(connection, defaults: ConnectionParameters())
        try checkDefaults(
            LinkParameters(
                interval: .seconds(1),
                latency: 3,
                supervisionTimeout: .seconds(20),
                phy: .coded,
                dataLength: 251
            ),
            defaults: LinkParameters(interval: .zero),
            required: ["interval"]
        )
        try checkDefaults(
            ConnectionSecurity(level: .authenticated, isBonded: true, keySize: 7),
            defaults: ConnectionSecurity(),
            required: ["level"]
        )
        var report = AdvertisementReport(
            address: BluetoothAddress(value: 7),
            properties: .directed,
            rssi: -50,
            txPower: 4,
            set: 3,
            time: .seconds(1),
            data: [1]
        )
        report.isRebuilt = true
        try checkDefaults(
            report,
            defaults: AdvertisementReport(address: BluetoothAddress(value: 0), data: []),
            required: ["address", "data"]
        )
    }

    @Test func unrequestedFilesAreClosed() async throws {
        let broker = try VirtualAirBroker(air: VirtualAir(), path: path)
        let service = Task { await broker.run() }
        let program = try RawProgram(path: path)
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        try program.send(NumberedRequest(number: 1, request: .bonds), with: [ends[1], ends[1]])
        close(ends[1])
        guard case .addresses = try await program.reply() else {
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

    @Test func aProgramOfAnotherUserIsRefused() async throws {
        let broker = try VirtualAirBroker(air: VirtualAir(), path: path, for: geteuid() + 1)
        let service = Task { await broker.run() }
        let path = path
        await #expect(throws: RadioError.noAdapter(path)) {
            try await BrokerRadio.connect(to: path)
        }
        service.cancel()
        await service.value
    }

    @Test func pendingRequestsPerProgramAreLimited() async throws {
        let broker = try VirtualAirBroker(air: VirtualAir(), path: path)
        let service = Task { await broker.run() }
        let radio = try await BrokerRadio.connect(to: path)
        let nobody = BluetoothAddress(value: 1)
        let errors = await withTaskGroup(of: RadioError?.self) { group in
            for _ in 0..<1100 {
                group.addTask {
                    do throws(RadioError) {
                        _ = try await radio.connect(to: nobody, ConnectionParameters())
                        return nil
                    } catch { return error }
                }
            }
            // connections beyond the limit are refused; the others do not wait
            var refused: [RadioError?] = []
            while refused.count < 1100 - 1024, let error = await group.next() {
                refused.append(error)
            }
            group.cancelAll()
            return refused
        }
        #expect(errors.allSatisfy { $0 == .busy })
        // then there is room again
        #expect(try await radio.bonds() == [])
        service.cancel()
        await service.value
    }

    @Test func aNumberThatIsInUseIsRefused() async throws {
        let broker = try VirtualAirBroker(air: VirtualAir(), path: path)
        let service = Task { await broker.run() }
        let program = try RawProgram(path: path)
        let nobody = Request.connect(BluetoothAddress(value: 1), ConnectionParameters())
        for _ in 0..<2 { try program.send(NumberedRequest(number: 7, request: nobody), with: []) }
        guard case .failed(.invalidParameters) = try await program.reply() else {
            Issue.record("the second was not refused")
            return
        }
        service.cancel()
        await service.value
    }

    @Test func reportsBeforeTheAnswerToAScanCount() async throws {
        let listener = try UnixSocket.listen(at: path)
        let connecting = Task { [path] in try await BrokerRadio.connect(to: path) }
        try await untilReadable(listener)
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
