internal import AccessoryConcurrency
public import BluetoothLE
internal import Glibc
import Synchronization

/// An adapter on the air of a ``VirtualAirBroker`` in another process.
public final class BrokerRadio: Radio {
    typealias Answer = (reply: Reply, file: CInt?)

    private struct Welcome {
        var name: String
        var address: BluetoothAddress
        var features: RadioFeatures
    }

    private struct State {
        var count = 0
        var requests: [Int: CheckedContinuation<Answer, Never>] = [:]
        var scan: AsyncThrowingStream<AdvertisementReport, any Error>.Continuation?
        var acceptor: AsyncThrowingStream<any RadioConnection, any Error>.Continuation?
        var sets: [Int: BrokerAdvertisingSet] = [:]
        /// Advertising sets that ended before their request was answered.
        var earlyEnds: [Int: RadioError?] = [:]
        var links: [Int: BrokerConnection] = [:]
        var agent: PairingAgent?
        var questions: [Int: Task<Void, Never>] = [:]
        var hasEnded = false
    }

    private let socket: MessageSocket
    private let welcome = Mutex<Welcome?>(nil)
    private let arrival = Alarm()
    private let announcements = Broadcaster<RadioState>(replaying: .unknown)
    private let state = Mutex(State())

    private init(file: CInt) {
        socket = MessageSocket(file: file)
    }

    /// Connects to the broker that listens at `path` and returns its new adapter.
    ///
    /// - Throws: `noAdapter` if no broker listens there.
    public static func connect(to path: String) async throws(RadioError) -> BrokerRadio {
        let radio = BrokerRadio(file: try UnixSocket.connect(to: path))
        radio.socket.start(
            Message.self,
            onMessage: { [weak radio] in radio?.receive($0, file: $1) },
            onEnd: { [weak radio] in radio?.end() }
        )
        await radio.arrival.wait()
        guard radio.welcome.withLock({ $0 != nil }) else { throw .noAdapter(path) }
        return radio
    }

    deinit { socket.close() }

    public let links = RadioLinks()
    public var name: String { welcome.withLock { $0?.name ?? "" } }
    public var address: BluetoothAddress? { welcome.withLock { $0?.address } }
    public var features: RadioFeatures { welcome.withLock { $0?.features ?? RadioFeatures() } }
    public var states: AsyncStream<RadioState> { announcements.stream() }

    // MARK: Requests

    /// Sends a request and waits for its answer. Cancelling the task cancels the request at the
    /// broker.
    func call(_ request: Request) async throws(RadioError) -> Answer {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.hasEnded { state.requests[number] = continuation }
                    return state.hasEnded
                }
                if isOver {
                    return continuation.resume(returning: (.failed(.noAdapter(name)), nil))
                }
                socket.send(NumberedRequest(number: number, request: request))
                if Task.isCancelled { send(.cancel(number)) }
            }
        } onCancel: {
            send(.cancel(number))
        }
        if case .failed(let error) = answer.reply { throw error }
        return answer
    }

    /// Sends a request without an answer.
    func send(_ request: Request) {
        socket.send(NumberedRequest(number: 0, request: request))
    }

    public func setPower(_ isOn: Bool) async throws(RadioError) {
        _ = try await call(.power(isOn))
    }

    public func scan(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: AdvertisementReport.self,
            throwing: (any Error).self,
            bufferingPolicy: .bufferingNewest(65536)
        )
        // registered before the answer arrives: reports may follow at once, and some are sent only
        // once
        let isFree = state.withLock { state in
            guard state.scan == nil else { return false }
            state.scan = entry
            return true
        }
        guard isFree else { throw .busy }
        entry.onTermination = { [weak self] _ in
            self?.state.withLock { $0.scan = nil }
            self?.send(.stopScan)
        }
        _ = try await call(.scan(parameters))
        return stream
    }

    public func advertise(
        _ parameters: AdvertisingParameters
    ) async throws(RadioError) -> any AdvertisingSet {
        guard case .number(let number) = try await call(.advertise(parameters)).reply else {
            throw .failed("the broker's answer does not fit the request")
        }
        let set = BrokerAdvertisingSet(radio: self, number: number)
        let end = state.withLock { state -> RadioError?? in
            if state.hasEnded { return .noAdapter(name) }
            if let end = state.earlyEnds.removeValue(forKey: number) { return end }
            state.sets[number] = set
            return .none
        }
        if let end { set.end(end) }
        return set
    }

    public func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) async throws(RadioError) -> any RadioConnection {
        let answer = try await call(.connect(address, parameters))
        guard case .link(let info) = answer.reply, let file = answer.file else {
            throw .failed("the broker's answer does not fit the request")
        }
        return adopt(info, file)
    }

    public func incomingConnections() async throws(RadioError)
        -> AsyncThrowingStream<any RadioConnection, any Error>
    {
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: (any RadioConnection).self,
            throwing: (any Error).self
        )
        // registered before the answer arrives: a connection may follow at once
        let isFree = state.withLock { state in
            guard state.acceptor == nil else { return false }
            state.acceptor = entry
            return true
        }
        guard isFree else { throw .busy }
        entry.onTermination = { [weak self] _ in
            self?.state.withLock { $0.acceptor = nil }
            self?.send(.stopAccepting)
        }
        _ = try await call(.accept)
        return stream
    }

    public func setPairingAgent(_ agent: PairingAgent?) async throws(RadioError) {
        state.withLock { $0.agent = agent }
        _ = try await call(.agent(agent?.capability))
    }

    public func bonds() async throws(RadioError) -> [BluetoothAddress] {
        guard case .addresses(let addresses) = try await call(.bonds).reply else { return [] }
        return addresses
    }

    public func removeBond(with address: BluetoothAddress) async throws(RadioError) {
        _ = try await call(.removeBond(address))
    }

    // MARK: Messages

    private func receive(_ message: Message, file: CInt?) {
        switch message {
        case .welcome(let name, let address, let features):
            welcome.withLock { $0 = Welcome(name: name, address: address, features: features) }
        case .reply(let number, let reply):
            answer(number, (reply, file))
        case .state(let value):
            announcements.send(value)
            // the first state follows the welcome
            arrival.ring()
        case .report(let report):
            state.withLock { $0.scan }?.yield(report)
        case .scanEnded(let error):
            state.withLock { $0.scan }?.finish(throwing: error)
        case .setEnded(let number, let error):
            let set = state.withLock { state in
                let set = state.sets.removeValue(forKey: number)
                if set == nil { state.earlyEnds[number] = .some(error) }
                return set
            }
            set?.end(error)
        case .incoming(let info):
            guard let file else { return }
            let connection = adopt(info, file)
            if case .enqueued? = state.withLock({ $0.acceptor })?.yield(connection) { return }
            // this radio no longer accepts connections
            connection.attributes.close()
        case .acceptingEnded(let error):
            state.withLock { $0.acceptor }?.finish(throwing: error)
        case .security(let link, let security):
            state.withLock { $0.links[link] }?.announce(security)
        case .linkEnded(let link, let reason):
            state.withLock { $0.links.removeValue(forKey: link) }?.end(reason)
        case .question(let number, let question, let peer):
            answer(question, number, peer)
        case .questionEnded(let number):
            state.withLock { $0.questions.removeValue(forKey: number) }?.cancel()
        case .channel(let link, let psm, let size):
            guard let file else { return }
            state.withLock { $0.links[link] }?.accept(
                BrokerChannel(file: file, largestPacketOut: size),
                psm: psm
            )
        }
    }

    private func answer(_ number: Int, _ answer: Answer) {
        let request = state.withLock { $0.requests.removeValue(forKey: number) }
        if let request { return request.resume(returning: answer) }
        // no caller awaits the answer
        if let file = answer.file { _ = Glibc.close(file) }
    }

    private func answer(
        _ question: PairingAgent.Question,
        _ number: Int,
        _ peer: BluetoothAddress
    ) {
        state.withLock { state in
            let agent = state.agent
            state.questions[number] = Task { [weak self] in
                let answer = await agent?.answer(question, peer) ?? .reject
                let asked = self?.state.withLock { $0.questions.removeValue(forKey: number) }
                if asked != nil { self?.send(.answer(question: number, answer)) }
            }
        }
    }

    private func adopt(_ info: LinkInfo, _ file: CInt) -> BrokerConnection {
        let connection = BrokerConnection(radio: self, info: info, file: file)
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.links[info.number] = connection }
            return state.hasEnded
        }
        if hasEnded { connection.end(.connectionTimeout) }
        return connection
    }

    /// Ends all activity, because the broker has disconnected.
    private func end() {
        let old = state.withLock { state in
            let old = state
            state = State(hasEnded: true)
            return old
        }
        let error = RadioError.noAdapter(name)
        for request in old.requests.values { request.resume(returning: (.failed(error), nil)) }
        for question in old.questions.values { question.cancel() }
        old.scan?.finish(throwing: error)
        old.acceptor?.finish(throwing: error)
        for set in old.sets.values { set.end(error) }
        for link in old.links.values { link.end(.connectionTimeout) }
        announcements.send(.unsupported)
        announcements.finish()
        arrival.ring()
    }
}

/// An advertising set on the broker's air.
final class BrokerAdvertisingSet: AdvertisingSet {
    private let radio: BrokerRadio
    private let number: Int
    private let ending = Completion<RadioError?>()

    init(radio: BrokerRadio, number: Int) {
        self.radio = radio
        self.number = number
    }

    var address: BluetoothAddress? { radio.address }

    func update(data: [UInt8], scanResponse: [UInt8]) async throws(RadioError) {
        _ = try await radio.call(.update(set: number, data: data, scanResponse: scanResponse))
    }

    func stop() async {
        _ = try? await radio.call(.stopSet(number))
    }

    func end(_ error: RadioError?) {
        ending.complete(error)
    }

    func ended() async -> RadioError? {
        await ending.cause()
    }
}
