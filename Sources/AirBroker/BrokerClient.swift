internal import BluetoothLE
internal import Glibc
import Synchronization

/// A program that has an adapter on the broker's air: does what it asks, and tells it what happens.
final class BrokerClient: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var scan: Task<Void, Never>?
        var accepting: Task<Void, Never>?
        var sets: [Int: any AdvertisingSet] = [:]
        var links: [Int: any RadioConnection] = [:]
        var channelTasks: [ChannelKey: Task<Void, Never>] = [:]
        var questions: [Int: CheckedContinuation<PairingAgent.Answer, Never>] = [:]
        var count = 0

        mutating func number() -> Int {
            count += 1
            return count
        }
    }

    private struct ChannelKey: Hashable {
        let link: Int
        let psm: UInt16
    }

    private typealias Answer = (reply: Reply, file: CInt)

    private let socket: MessageSocket
    private let radio: VirtualRadio
    private let onEnd: @Sendable () -> Void
    private let state = Mutex(State())

    init(file: CInt, radio: VirtualRadio, onEnd: @escaping @Sendable () -> Void) {
        socket = MessageSocket(file: file)
        self.radio = radio
        self.onEnd = onEnd
    }

    func start() {
        guard let address = radio.address else { return }
        socket.send(
            Message.welcome(name: radio.name, address: address, features: radio.features)
        )
        perform(0) { [self] in
            for await value in radio.states { socket.send(Message.state(value)) }
        }
        socket.start(
            NumberedRequest.self,
            onMessage: { [weak self] message, file in
                if let file { _ = Glibc.close(file) }
                self?.handle(message)
            },
            onEnd: { [weak self] in self?.end() }
        )
    }

    /// The program is gone, or is to go.
    func end() {
        socket.close()
        let state = state.withLock { state in
            defer { state = State() }
            return state
        }
        for task in state.tasks.values { task.cancel() }
        for task in state.channelTasks.values { task.cancel() }
        state.scan?.cancel()
        state.accepting?.cancel()
        for question in state.questions.values { question.resume(returning: .reject) }
        onEnd()
    }

    // MARK: Requests

    private func perform(_ number: Int, _ work: @escaping @Sendable () async -> Void) {
        let task = Task {
            await work()
            state.withLock { $0.tasks[number] = nil }
        }
        state.withLock { $0.tasks[number] = task }
    }

    private func handle(_ message: NumberedRequest) {
        if case .cancel(let number) = message.request {
            state.withLock { $0.tasks[number] }?.cancel()
            return
        }
        perform(message.number) { [self] in
            do throws(RadioError) {
                let answer = try await answer(message.request)
                socket.send(Message.reply(to: message.number, answer.reply), file: answer.file)
            } catch {
                socket.send(Message.reply(to: message.number, .failed(error)))
            }
        }
    }

    private func answer(_ request: Request) async throws(RadioError) -> Answer {
        switch request {
        case .power(let isOn): try radio.setPower(isOn)
        case .scan(let parameters): try scan(parameters)
        case .stopScan: state.withLock { $0.scan }?.cancel()
        case .advertise(let parameters): return (.number(try advertise(parameters)), -1)
        case .update(let set, let data, let scanResponse):
            try await state.withLock { $0.sets[set] }?.update(
                data: data,
                scanResponse: scanResponse
            )
        case .stopSet(let set): await state.withLock { $0.sets[set] }?.stop()
        case .connect(let address, let parameters):
            return try hand(over: try await radio.connect(to: address, parameters))
        case .cancel: break
        case .accept: try accept()
        case .stopAccepting: state.withLock { $0.accepting }?.cancel()
        case .link(let number, let request):
            guard let link = state.withLock({ $0.links[number] }) else {
                throw .disconnected(.localHost)
            }
            return try await answer(request, on: link, number)
        case .agent(let capability): try setAgent(capability)
        case .answer(let question, let answer):
            state.withLock { $0.questions.removeValue(forKey: question) }?.resume(returning: answer)
        case .bonds: return (.addresses(radio.bonds()), -1)
        case .removeBond(let address): radio.removeBond(with: address)
        }
        return (.done, -1)
    }

    private func answer(
        _ request: LinkRequest,
        on link: any RadioConnection,
        _ number: Int
    ) async throws(RadioError) -> Answer {
        switch request {
        case .parameters: return (.parameters(link.parameters), -1)
        case .update(let parameters): try await link.update(parameters)
        case .readRSSI: return (.number(try await link.readRSSI()), -1)
        case .secure(let level): try await link.secure(to: level)
        case .openChannel(let psm, let mtu):
            let channel = try await link.openChannel(psm: psm, mtu: mtu)
            let file = try Relay.begin(channel)
            return (.channel(largestPacketOut: channel.largestPacketOut), file)
        case .acceptChannels(let psm, let mtu):
            try await acceptChannels(psm, mtu, on: link, number)
        case .stopAcceptingChannels(let psm):
            state.withLock { $0.channelTasks[ChannelKey(link: number, psm: psm)] }?.cancel()
        case .disconnect: await link.disconnect()
        }
        return (.done, -1)
    }

    // MARK: What goes on

    private func scan(_ parameters: ScanParameters) throws(RadioError) {
        let reports = try radio.scan(parameters)
        let task = Task { [socket] in
            do {
                for try await report in reports {
                    socket.send(Message.report(report), mayBeDropped: true)
                }
            } catch let error as RadioError {
                socket.send(Message.scanEnded(error))
            } catch {}
        }
        state.withLock { $0.scan = task }
    }

    private func advertise(_ parameters: AdvertisingParameters) throws(RadioError) -> Int {
        let set = try radio.advertise(parameters)
        let number = state.withLock { state in
            let number = state.number()
            state.sets[number] = set
            return number
        }
        perform(-number) { [self] in
            let error = await set.ended()
            state.withLock { $0.sets[number] = nil }
            socket.send(Message.setEnded(number, error))
        }
        return number
    }

    private func accept() throws(RadioError) {
        let connections = try radio.incomingConnections()
        let task = Task { [self] in
            do {
                for try await connection in connections {
                    guard case (.link(let info), let file) = try hand(over: connection) else {
                        continue
                    }
                    socket.send(Message.incoming(info), file: file)
                }
            } catch let error as RadioError {
                socket.send(Message.acceptingEnded(error))
            } catch {}
        }
        state.withLock { $0.accepting = task }
    }

    /// Gives a connection to the program: its number, and a file that carries its attributes.
    private func hand(over connection: any RadioConnection) throws(RadioError) -> Answer {
        let number = state.withLock { state in
            let number = state.number()
            state.links[number] = connection
            return number
        }
        let file = try Relay.begin(connection.attributes) { [self] in
            state.withLock { $0.links[number] = nil }
            socket.send(Message.linkEnded(number, connection.endReason ?? .connectionTimeout))
        }
        perform(-number) { [socket] in
            for await security in connection.security {
                socket.send(Message.security(link: number, security))
            }
        }
        let info = LinkInfo(
            number: number,
            peer: connection.peer,
            isCentral: connection.isCentral
        )
        return (.link(info), file)
    }

    private func acceptChannels(
        _ psm: UInt16,
        _ mtu: Int,
        on link: any RadioConnection,
        _ number: Int
    ) async throws(RadioError) {
        let channels = try await link.incomingChannels(psm: psm, mtu: mtu)
        let task = Task { [socket] in
            do {
                for try await channel in channels {
                    let size = channel.largestPacketOut
                    socket.send(
                        Message.channel(link: number, psm: psm, largestPacketOut: size),
                        file: try Relay.begin(channel)
                    )
                }
            } catch {}
        }
        state.withLock { $0.channelTasks[ChannelKey(link: number, psm: psm)] = task }
    }

    private func setAgent(_ capability: PairingAgent.Capability?) throws(RadioError) {
        try radio.setPairingAgent(
            capability.map {
                PairingAgent($0) { [weak self] question, peer in
                    await self?.ask(question, peer) ?? .reject
                }
            }
        )
    }

    private func ask(
        _ question: PairingAgent.Question,
        _ peer: BluetoothAddress
    ) async -> PairingAgent.Answer {
        await withCheckedContinuation { continuation in
            let number = state.withLock { state in
                let number = state.number()
                state.questions[number] = continuation
                return number
            }
            socket.send(Message.question(number, question, peer))
        }
    }
}
