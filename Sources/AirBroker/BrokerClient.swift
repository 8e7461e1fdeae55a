internal import BluetoothLE
internal import Glibc
import Synchronization

/// A program with an adapter on the broker's air. Performs the program's requests and sends it
/// events.
final class BrokerClient: Sendable {
    /// Operations that run until they are stopped. There is at most one of each.
    private enum Course: Hashable {
        case scan
        case accepting
        case channels(link: Int, psm: UInt16)
    }

    private struct State {
        /// Tasks by number: positive for the program's requests, negative for the client's own
        /// tasks.
        var tasks: [Int: Task<Void, Never>] = [:]
        var courses: [Course: Work] = [:]
        /// Operations that were stopped but have not ended yet.
        var stopped: [Course: Work] = [:]
        var sets: [Int: any AdvertisingSet] = [:]
        var links: [Int: any RadioConnection] = [:]
        var questions: [Int: CheckedContinuation<PairingAgent.Answer, Never>] = [:]
        var count = 0
        var hasEnded = false

        mutating func number() -> Int {
            count += 1
            return count
        }

        /// Removes the task with this number, which has ended.
        mutating func forget(_ number: Int, of course: Course) {
            if courses[course]?.number == number { courses[course] = nil }
            if stopped[course]?.number == number { stopped[course] = nil }
        }
    }

    private struct Work {
        let number: Int
        let task: Task<Void, Never>
    }

    /// Maximum concurrent requests per program, with the operations that they started: about 6 MB.
    private static let limit = 1024

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
        perform(-state.withLock { $0.number() }) { [self] in
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

    /// Ends all work of a program that has disconnected or must be disconnected. Later calls do
    /// nothing.
    func end() {
        socket.close()
        let old = state.withLock { state in
            let old = state
            state = State(hasEnded: true)
            return old
        }
        guard !old.hasEnded else { return }
        for task in old.tasks.values { task.cancel() }
        for work in old.courses.values { work.task.cancel() }
        for question in old.questions.values { question.resume(returning: .reject) }
        onEnd()
    }

    // MARK: Requests

    /// Starts a task and registers its number before it can end. Returns an error if the program
    /// has too many tasks.
    @discardableResult
    private func perform(
        _ number: Int,
        limit: Int = .max,
        _ work: @escaping @Sendable () async -> Void
    ) -> RadioError? {
        state.withLock { state in
            guard !state.hasEnded else { return .cancelled }
            guard state.tasks.count + state.courses.count < limit else { return .busy }
            guard state.tasks[number] == nil else {
                return .invalidParameters("request \(number) already runs")
            }
            state.tasks[number] = Task {
                await work()
                self.state.withLock { $0.tasks[number] = nil }
            }
            return nil
        }
    }

    /// Handles a request. Requests that end an operation are performed at once and in order, so
    /// that the operation may be started again.
    private func handle(_ message: NumberedRequest) {
        switch message.request {
        case .cancel(let number): state.withLock { $0.tasks[number] }?.cancel()
        case .stopScan: stop(.scan)
        case .stopAccepting: stop(.accepting)
        case .link(let link, .stopAcceptingChannels(let psm)):
            stop(.channels(link: link, psm: psm))
        case .answer(let question, let answer):
            state.withLock { $0.questions.removeValue(forKey: question) }?.resume(returning: answer)
        default: return begin(message)
        }
        // number 0: the program awaits no answer
        guard message.number != 0 else { return }
        socket.send(Message.reply(to: message.number, .done))
    }

    private func begin(_ message: NumberedRequest) {
        // requests without an answer all have number 0
        let number = message.number == 0 ? -state.withLock { $0.number() } : message.number
        let refusal = perform(number, limit: Self.limit) { [self] in
            do throws(RadioError) {
                let answer = try await answer(message.request)
                socket.send(Message.reply(to: message.number, answer.reply), file: answer.file)
            } catch {
                socket.send(Message.reply(to: message.number, .failed(error)))
            }
        }
        if let refusal { socket.send(Message.reply(to: message.number, .failed(refusal))) }
    }

    private func answer(_ request: Request) async throws(RadioError) -> Answer {
        switch request {
        case .power(let isOn): try radio.setPower(isOn)
        case .scan(let parameters): try await scan(parameters)
        case .advertise(let parameters): return (.number(try advertise(parameters)), -1)
        case .update(let set, let data, let scanResponse):
            try await state.withLock { $0.sets[set] }?.update(
                data: data,
                scanResponse: scanResponse
            )
        case .stopSet(let set): await state.withLock { $0.sets[set] }?.stop()
        case .connect(let address, let parameters):
            return try hand(over: try await radio.connect(to: address, parameters))
        case .accept: try await accept()
        case .link(let number, let request):
            guard let link = state.withLock({ $0.links[number] }) else {
                throw .disconnected(.localHost)
            }
            return try await answer(request, on: link, number)
        case .agent(let capability): try setAgent(capability)
        case .bonds: return (.addresses(radio.bonds()), -1)
        case .removeBond(let address): radio.removeBond(with: address)
        case .cancel, .stopScan, .stopAccepting, .answer: break  // performed at once
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
            let file = try Relay.begin(channel, longest: channel.largestPacketOut)
            return (.channel(largestPacketOut: channel.largestPacketOut), file)
        case .acceptChannels(let psm, let mtu):
            try await acceptChannels(psm, mtu, on: link, number)
        case .stopAcceptingChannels: break  // performed at once
        }
        return (.done, -1)
    }

    // MARK: Running operations

    /// Waits for the end of a stopped operation.
    private func whenStopped(_ course: Course) async {
        await state.withLock { $0.stopped[course] }?.task.value
    }

    private func begin(_ course: Course, _ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            let number = state.number()
            let task = Task {
                await work()
                self.state.withLock { $0.forget(number, of: course) }
            }
            state.courses[course] = Work(number: number, task: task)
        }
    }

    private func stop(_ course: Course) {
        let work = state.withLock { state in
            let work = state.courses.removeValue(forKey: course)
            if let work { state.stopped[course] = work }
            return work
        }
        work?.task.cancel()
    }

    private func scan(_ parameters: ScanParameters) async throws(RadioError) {
        await whenStopped(.scan)
        let reports = try radio.scan(parameters)
        begin(.scan) { [socket] in
            do {
                for try await report in reports {
                    socket.send(Message.report(report), mayBeDropped: true)
                }
            } catch let error as RadioError {
                socket.send(Message.scanEnded(error))
            } catch {}
        }
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

    private func accept() async throws(RadioError) {
        await whenStopped(.accepting)
        let connections = try radio.incomingConnections()
        begin(.accepting) { [self] in
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
    }

    /// Passes a connection to the program: its number, and a file for its attributes.
    private func hand(over connection: any RadioConnection) throws(RadioError) -> Answer {
        let number = state.withLock { state in
            let number = state.number()
            state.links[number] = connection
            return number
        }
        let file = try Relay.begin(connection.attributes, longest: 1 << 16) { [self] in
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
        let course = Course.channels(link: number, psm: psm)
        await whenStopped(course)
        let channels = try await link.incomingChannels(psm: psm, mtu: mtu)
        begin(course) { [socket] in
            do {
                for try await channel in channels {
                    let size = channel.largestPacketOut
                    socket.send(
                        Message.channel(link: number, psm: psm, largestPacketOut: size),
                        file: try Relay.begin(channel, longest: size)
                    )
                }
            } catch {}
        }
    }

    private func setAgent(_ capability: PairingAgent.Capability?) throws(RadioError) {
        try radio.setPairingAgent(
            capability.map {
                PairingAgent($0) { [weak self] question, peer in
                    await self?.call(question, peer) ?? .reject
                }
            }
        )
    }

    private func call(
        _ question: PairingAgent.Question,
        _ peer: BluetoothAddress
    ) async -> PairingAgent.Answer {
        let number = state.withLock { $0.number() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // registered under the lock, so that a later cancellation finds the question
                let isAsked = state.withLock { state in
                    guard !state.hasEnded, !Task.isCancelled else { return false }
                    state.questions[number] = continuation
                    return true
                }
                guard isAsked else { return continuation.resume(returning: .reject) }
                socket.send(Message.question(number, question, peer))
                if Task.isCancelled { socket.send(Message.questionEnded(number)) }
            }
        } onCancel: {
            let asked = state.withLock { $0.questions.removeValue(forKey: number) }
            asked?.resume(returning: .reject)
            socket.send(Message.questionEnded(number))
        }
    }
}
