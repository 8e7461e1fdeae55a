internal import BluetoothLE
internal import GatewayCore

/// Executes the requests for one device in order. Keeps the link for a few seconds, or as long as
/// there are subscriptions.
actor DeviceWorker {
    /// The result of a request.
    struct Result: Sendable {
        let bytes: [UInt8]
        /// The failure; nil if the request succeeded.
        let failure: CommandError.Kind?
    }

    /// A queued request.
    struct Job: Sendable {
        let command: Command
        let reply: CommandReply
        /// Called once, at the end.
        let finish: @Sendable (Result) -> Void
        /// Called with progress and values.
        let tell: @Sendable (RequestAnswer) -> Void
    }

    /// The context of a worker.
    struct Place: Sendable {
        let radios: AdapterRadios
        let clock: any Clock<Duration>
        let locate: CommandRunner.Locate
    }

    private struct Subscription {
        let number: Int
        let id: String
        let task: Task<Void, Never>
    }

    /// Maximum number of queued requests for one device.
    static let capacity = 16
    /// Time for which an idle link is kept open for the next request.
    private static let linger = Duration.seconds(5)
    /// Timeout of a connection attempt.
    private static let connectTimeout = Duration.seconds(20)

    nonisolated let device: CommandSettings.Device
    nonisolated let firmware: String?
    nonisolated let place: Place
    private nonisolated let jobs: AsyncStream<Job>
    private nonisolated let entry: AsyncStream<Job>.Continuation

    private var link: (central: Central, peripheral: Peripheral)?
    private var subscriptions: [Attribute: Subscription] = [:]
    private var subscriptionCount = 0
    private var parting: Task<Void, Never>?

    init(_ device: CommandSettings.Device, firmware: String?, place: Place) {
        (self.device, self.firmware, self.place) = (device, firmware, place)
        (jobs, entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
    }

    /// - Throws: `busy` if too many requests are queued.
    nonisolated func add(_ job: Job) throws(CommandError) {
        if case .enqueued = entry.yield(job) { return }
        throw CommandError(
            .busy,
            "\(Self.capacity) requests are queued for this device",
            nextStep: "wait for their answers"
        )
    }

    /// Executes requests until the task is cancelled.
    func run() async {
        for await job in jobs {
            parting?.cancel()
            await execute(job)
            lingerUnlessUsed()
        }
        for subscription in subscriptions.values {
            subscription.task.cancel()
            await subscription.task.value
        }
        parting?.cancel()
        await disconnect()
    }

    private func execute(_ job: Job) async {
        do {
            let outcome = try await perform(job)
            job.finish(Result(bytes: job.reply.succeeded(outcome), failure: nil))
        } catch {
            let error = CommandError(error)
            job.finish(Result(bytes: job.reply.failed(error), failure: error.kind))
        }
    }

    private func perform(_ job: Job) async throws -> CommandReply.Outcome {
        switch job.command.action {
        case .read(let attribute):
            return .value(try await characteristic(attribute).read())
        case .write(let attribute, let value, let withResponse):
            let characteristic = try await characteristic(attribute)
            if withResponse {
                try await characteristic.write(value)
            } else {
                try await characteristic.writeWithoutResponse(value)
            }
            return .done
        case .subscribe(let attribute): try await subscribe(attribute, job)
        case .unsubscribe(let attribute): try await unsubscribe(attribute)
        case .update(let options):
            return try await update(try await unusedPeripheral(), options, job)
        case .beacon(let settings, let slots):
            return try await set(try await unusedPeripheral(), settings, slots)
        }
        return .done
    }

    // MARK: The link

    private func characteristic(_ attribute: Attribute) async throws -> Characteristic {
        let peripheral = try peripheral()
        let options = ConnectOptions { $0.reconnect = .backoff }
        try await peripheral.connect(timeout: Self.connectTimeout, options: options)
        return try await peripheral.characteristic(
            attribute.characteristic,
            in: attribute.service
        )
    }

    /// The peripheral without a link, for operations that connect by themselves.
    private func unusedPeripheral() async throws -> Peripheral {
        guard subscriptions.isEmpty else {
            throw CommandError(.busy, "there are subscriptions", nextStep: "unsubscribe first")
        }
        await disconnect()
        return try peripheral()
    }

    private func peripheral() throws(CommandError) -> Peripheral {
        guard let location = place.locate(device.address) else {
            throw CommandError(
                .notReceived,
                "no adapter has received the device within the last hour",
                nextStep: "bring it nearer"
            )
        }
        guard let adapter = place.radios.adapter(named: location.adapter) else {
            throw CommandError(
                .notConnected,
                "adapter \(location.adapter) is not open",
                nextStep: "the gateway retries within 30 s"
            )
        }
        // an adapter that was lost and reopened has a new central
        if let link, link.central === adapter.central { return link.peripheral }
        let peripheral = adapter.central.peripheral(location.address)
        link = (adapter.central, peripheral)
        return peripheral
    }

    private func lingerUnlessUsed() {
        guard link != nil, subscriptions.isEmpty else { return }
        parting = Task { [place] in
            guard (try? await place.clock.sleep(for: Self.linger)) != nil else { return }
            await self.disconnectUnlessUsed()
        }
    }

    private func disconnectUnlessUsed() async {
        // a new request has cancelled this
        guard !Task.isCancelled, subscriptions.isEmpty else { return }
        await disconnect()
    }

    private func disconnect() async {
        guard let link else { return }
        self.link = nil
        await link.central.forget(link.peripheral)
    }

    // MARK: Subscriptions

    private func subscribe(_ attribute: Attribute, _ job: Job) async throws {
        if let known = subscriptions[attribute] {
            throw CommandError(.busy, "\(attribute) is already subscribed by request \(known.id)")
        }
        let values = try await characteristic(attribute).notifications()
        subscriptionCount += 1
        let number = subscriptionCount
        let task = Task {
            let failure = await Self.deliver(values, of: attribute, to: job)
            ended(attribute, number)
            if let failure { job.tell(.response(job.reply.failed(failure))) }
        }
        subscriptions[attribute] = Subscription(number: number, id: job.command.id, task: task)
    }

    /// Delivers values; returns why they ended, nil if the subscription was cancelled.
    private static func deliver(
        _ values: AsyncThrowingStream<[UInt8], any Error>,
        of attribute: Attribute,
        to job: Job
    ) async -> CommandError? {
        do {
            for try await value in values {
                let bytes = job.reply.notified(attribute, value, at: WallClock.now)
                job.tell(.value(characteristic: "\(attribute.characteristic)", bytes))
            }
            return Task.isCancelled
                ? nil : CommandError(.notConnected, "the subscription ended with the link")
        } catch {
            return CommandError(error)
        }
    }

    private func ended(_ attribute: Attribute, _ number: Int) {
        guard subscriptions[attribute]?.number == number else { return }
        subscriptions[attribute] = nil
        lingerUnlessUsed()
    }

    private func unsubscribe(_ attribute: Attribute) async throws {
        guard let subscription = subscriptions.removeValue(forKey: attribute) else {
            throw CommandError(.badRequest, "\(attribute) is not subscribed")
        }
        subscription.task.cancel()
        await subscription.task.value
    }
}
