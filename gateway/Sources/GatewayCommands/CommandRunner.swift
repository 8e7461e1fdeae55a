public import BluetoothLE
public import GatewayCore
public import Logging
internal import Synchronization

/// Executes requests for the devices in the configuration: in order for each device, concurrently
/// for different devices.
public final class CommandRunner: RequestHandler {
    /// Returns the device's last location.
    public typealias Locate = @Sendable (_ address: UInt64) -> DeviceLocation?

    private struct Recent {
        var order: [String] = []
        var requests: [String: (hash: Int, result: [UInt8]?)] = [:]
    }

    /// Number of stored requests, which prevent a second execution of a message that the broker
    /// repeats.
    private static let memory = 256

    private let workers: [String: DeviceWorker]
    private let recent = Mutex(Recent())
    private let metrics: Metrics
    private let log: Logger

    /// - Parameter clock: The clock of pauses and timeouts.
    public init(
        _ settings: CommandSettings,
        radios: AdapterRadios,
        metrics: Metrics,
        log: Logger,
        clock: any Clock<Duration> = ContinuousClock(),
        locate: @escaping Locate
    ) {
        (self.metrics, self.log) = (metrics, log)
        let place = DeviceWorker.Place(radios: radios, clock: clock, locate: locate)
        let pairs = settings.devices.map { device in
            let worker = DeviceWorker(device, firmware: settings.firmware, place: place)
            return (BluetoothAddress(value: device.address).plainText, worker)
        }
        workers = Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Executes requests until the task is cancelled; then cancels the running ones and answers
    /// them.
    public func run() async {
        await withDiscardingTaskGroup { group in
            for worker in workers.values { group.addTask { await worker.run() } }
        }
    }

    public func handle(
        _ request: [UInt8],
        device: String,
        isRetained: Bool,
        answer: @escaping @Sendable (RequestAnswer) -> Void
    ) {
        let command: Command
        do throws(CommandError) {
            if isRetained {
                throw CommandError(
                    .badRequest,
                    "the request is retained",
                    nextStep: "publish it without retain"
                )
            }
            command = try Command(json: request)
        } catch {
            count(error.kind.rawValue)
            let reply = CommandReply(id: Command.id(json: request), verb: nil)
            return answer(.response(reply.failed(error)))
        }
        let reply = CommandReply(id: command.id, verb: command.verb)
        do throws(CommandError) {
            let worker = try worker(for: command, device)
            guard try isNew(command, device, request, answer) else { return }
            log.info("\(command.verb.rawValue) \(device) requested")
            let job = DeviceWorker.Job(command: command, reply: reply) { [weak self] result in
                self?.finish(command, device, result)
                answer(.response(result.bytes))
            } tell: {
                answer($0)
            }
            do {
                try worker.add(job)
            } catch {
                forget(command, device)
                throw error
            }
        } catch {
            count(error.kind.rawValue)
            answer(.response(reply.failed(error)))
        }
    }

    private func worker(
        for command: Command,
        _ device: String
    ) throws(CommandError) -> DeviceWorker {
        guard let worker = workers[device] else {
            throw CommandError(
                .notAllowed,
                "\(device.prefix(40)) is not in the gateway's configuration",
                nextStep: "see commands.devices"
            )
        }
        guard worker.device.allowed.contains(command.verb.permission) else {
            let verb = command.verb.permission.rawValue
            throw CommandError(
                .notAllowed,
                "\(verb) is not allowed for this device",
                nextStep: "see allow"
            )
        }
        if let attribute = command.attribute, !worker.device.allows(attribute) {
            throw CommandError(
                .notAllowed,
                "\(attribute) is not allowed for this device",
                nextStep: "see characteristics"
            )
        }
        return worker
    }

    /// Whether a request is new. Answers a repetition with the stored result, if there is one.
    private func isNew(
        _ command: Command,
        _ device: String,
        _ request: [UInt8],
        _ answer: (RequestAnswer) -> Void
    ) throws(CommandError) -> Bool {
        let (key, hash) = ("\(device)/\(command.id)", request.hashValue)
        let known = recent.withLock { recent in
            let known = recent.requests[key]
            if known == nil {
                recent.requests[key] = (hash, nil)
                recent.order.append(key)
                if recent.order.count > Self.memory {
                    recent.requests[recent.order.removeFirst()] = nil
                }
            }
            return known
        }
        guard let known else { return true }
        guard known.hash == hash else {
            throw CommandError(
                .badRequest,
                "the id was used by another request",
                nextStep: "choose a new one"
            )
        }
        if let result = known.result { answer(.response(result)) }
        return false
    }

    /// Forgets a request that was not executed, so it can be sent again.
    private func forget(_ command: Command, _ device: String) {
        let key = "\(device)/\(command.id)"
        recent.withLock { recent in
            recent.requests[key] = nil
            recent.order.removeAll { $0 == key }
        }
    }

    private func finish(_ command: Command, _ device: String, _ result: DeviceWorker.Result) {
        let key = "\(device)/\(command.id)"
        recent.withLock { recent in
            if recent.requests[key] != nil { recent.requests[key]?.result = result.bytes }
        }
        count(result.failure?.rawValue ?? "ok")
        if let failure = result.failure {
            log.notice("\(command.verb.rawValue) \(device) failed: \(failure.rawValue)")
        }
    }

    private func count(_ result: String) {
        metrics.counter(
            "commands_total",
            ("result", result),
            help: "Requests for devices, by result."
        ).add()
    }
}

/// The adapter that received a device last.
public struct DeviceLocation: Sendable, Hashable {
    /// The address with its type, which a connection needs.
    public var address: BluetoothAddress
    /// The adapter's name.
    public var adapter: String

    public init(address: BluetoothAddress, adapter: String) {
        (self.address, self.adapter) = (address, adapter)
    }
}

extension Command {
    /// The characteristic of the operation.
    var attribute: Attribute? {
        switch action {
        case .read(let attribute), .write(let attribute, _, _), .subscribe(let attribute),
            .unsubscribe(let attribute):
            attribute
        case .update, .beacon: nil
        }
    }
}
