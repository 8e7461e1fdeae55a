internal import AccessoryConcurrency
internal import AirBroker
internal import ArgumentParser
internal import BluetoothLE
internal import Synchronization

/// `accessory air`
struct Air: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the virtual air, which connects programs on this machine.",
        discussion: """
            Each command with --adapter virtual gets its own adapter on it. Such a command starts \
            a virtual air if there is none; it ends after ten seconds without a program.
            """
    )

    @Option(
        help: "Socket to listen on; by default the one that --adapter virtual uses.",
        completion: .file()
    )
    var socket: String?

    @Flag(help: "End after ten seconds without a connected program.")
    var untilUnused = false

    @OptionGroup var options: CommonOptions

    func run() async throws {
        let path = socket ?? MachineAir.path
        let broker = try Self.broker(at: path)
        try show(AirRecord(event: "ready", socket: path, programs: 0))
        guard untilUnused else {
            await broker.run { try? show(AirRecord(event: "programs", socket: path, programs: $0)) }
            throw CancellationError()
        }
        await runUntilUnused(broker)
        try Task.checkCancellation()
    }

    private static func broker(at path: String) throws -> VirtualAirBroker {
        do throws(RadioError) {
            return try VirtualAirBroker(air: VirtualAir(), path: path)
        } catch {
            switch error {
            case .busy:
                throw Failure(
                    .deviceBusy,
                    "another program serves the air at \(path)",
                    nextStep: "end the other program"
                )
            case .failed(let reason):
                throw Failure(
                    .cannotWrite,
                    "cannot listen at \(reason.cause)",
                    nextStep: "choose another --socket"
                )
            default: throw error
            }
        }
    }

    /// Serves until no client was connected for ten seconds.
    private func runUntilUnused(_ broker: VirtualAirBroker) async {
        let time = TimeSource(ContinuousClock())
        let timer = Mutex<TimeSource.Timer?>(nil)
        let (unused, entry) = AsyncStream.makeStream(of: Never.self)
        let watch = { @Sendable (programs: Int) in
            timer.withLock { timer in
                timer?.cancel()
                timer = nil
                guard programs == 0 else { return }
                timer = time.schedule(at: time.now() + .seconds(10)) { entry.finish() }
            }
        }
        watch(0)
        await withTaskGroup { group in
            group.addTask { await broker.run(onChange: watch) }
            group.addTask { for await _ in unused {} }
            await group.next()
            group.cancelAll()
        }
    }

    private func show(_ record: AirRecord) throws {
        if options.json {
            try Console.print(json: record)
        } else if !options.quiet {
            Console.print(
                record.event == "ready"
                    ? "listening at \(record.socket)"
                    : "\(record.programs) program\(record.programs == 1 ? "" : "s")"
            )
        }
    }
}

private struct AirRecord: Encodable {
    let event: String
    let socket: String
    let programs: Int
}
