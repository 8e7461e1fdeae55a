internal import AccessoryConcurrency
internal import AccessoryLink
internal import ArgumentParser
internal import Communication

/// `accessory reader cancel`
struct ReaderCancel: UsesReader {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Start an exchange, cancel it, and report whether the reader confirmed.",
        discussion: """
            Tests a reader: send a request that makes it wait, for example for a card. Ends with \
            76 if the reader does not confirm (code 13), and with 64 if it answers first. To \
            cancel a running `exchange`, press Ctrl-C; in `shell`, type cancel.
            """
    )

    @OptionGroup var request: ReaderRequest

    @Option(help: "When to cancel, such as 500ms, 10s or 2m.")
    var after = TimeSpan(.seconds(1))

    @OptionGroup var transports: TransportOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let bytes = try request.bytes()
        let seconds = try await withHost { host in
            _ = try await open(host)
            return try await cancel(bytes, host.manager)
        }
        if options.json {
            try Console.print(json: CancelRecord(code: 12, seconds: seconds))
        } else {
            Console.print(
                "the reader confirmed the cancel after \(seconds.formatted(2)) s (code 12)"
            )
        }
    }

    /// Cancels a request; returns the time until the reader confirmed.
    private func cancel(_ request: [UInt8], _ manager: CommunicationManager) async throws -> Double
    {
        let (end, entry) = AsyncStream.makeStream(of: Never.self)
        let (states, progress) = (manager.states, manager.progress)
        let exchange = Task {
            defer { entry.finish() }
            return await Result { try await manager.exchange(request) }
        }
        let after = after.duration
        await withTaskGroup { group in
            group.addTask { for await _ in end {} }
            group.addTask {
                await Self.isUnderWay(states, progress)
                await waitForEnd(after: after)
            }
            await group.next()
            group.cancelAll()
        }
        let asked = ContinuousClock.now
        do throws(LinkError) {
            try await manager.cancelExchange()
        } catch {
            guard error == .nothingToCancel else { throw error }
            // a failed exchange throws its own error
            _ = try await exchange.value.get()
            throw tooLate
        }
        switch await exchange.value {
        case .success: throw tooLate
        case .failure(LinkError.cancelled): return asked.duration(to: .now) / .seconds(1)
        case .failure(LinkError.cancelFailed):
            throw Failure(
                .deviceError,
                "\(LinkError.cancelFailed)",
                nextStep: "check that it is powered on",
                code: 13
            )
        case .failure(let error): throw error
        }
    }

    /// Returns when the first exchange of a session has started; before that there is nothing to
    /// cancel.
    private static func isUnderWay(
        _ states: AsyncStream<HostState>,
        _ progress: AsyncStream<LinkProgress>
    ) async {
        await withTaskGroup { group in
            group.addTask { _ = await states.first { $0 == .dataExchange } }
            // duplex mode has no device state for exchanges
            group.addTask { _ = await progress.first { $0.toSend > 0 } }
            await group.next()
            group.cancelAll()
        }
    }

    private var tooLate: Failure {
        Failure(
            .usage,
            "the reader answered before the cancel",
            nextStep: "cancel earlier: --after",
            code: LinkError.nothingToCancel.code
        )
    }
}

private struct CancelRecord: Encodable {
    let code: Int
    let seconds: Double
}
