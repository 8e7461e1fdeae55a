internal import AccessoryLink
internal import ArgumentParser
internal import Communication

/// `accessory reader search`
struct ReaderSearch: UsesReader {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search for readers on all transports, or on one.",
        discussion: """
            Lists any device that is plugged into the jack, and every connectable Bluetooth \
            device, because a reader need not advertise its serial service. A device is listed \
            again, as an update, when more becomes known about it. Ends after --search.
            """
    )

    @OptionGroup var transports: TransportOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard transports.reader == nil else {
            throw ValidationError("--reader has no effect here: search lists all readers")
        }
    }

    func run() async throws {
        var hosts: [Named] = []
        var failures: [Failure] = []
        for name in names {
            do {
                hosts.append(Named(name: name, host: try await host(on: name)))
            } catch {
                failures.append(try missing(name, error))
            }
        }
        let result = await Result { try await search(hosts, &failures) }
        for named in hosts { await named.host.release() }
        guard try result.get() == 0, let failure = failures.first else { return }
        throw Failure(
            failure.status,
            "no reader was found, and not all transports could be searched",
            nextStep: "see the message above, or name one with --transport"
        )
    }

    /// The transports to search: the named one, or all.
    private var names: [String] {
        if let transport = transports.transport { return [transport.name] }
        return TransportOptions.registry.flatMap { $0.type.searchable }
    }

    /// Reports that a transport cannot be searched. Throws the error if no other is searched.
    private func missing(_ name: String, _ error: any Error) throws -> Failure {
        guard transports.transport == nil, !(error is CancellationError) else { throw error }
        let failure = Failure(error).about("\(name) is not searched")
        failure.report(asJSON: options.json)
        return failure
    }

    /// Searches all transports at once. Returns the number of readers.
    private func search(_ hosts: [Named], _ failures: inout [Failure]) async throws -> Int {
        let (reports, entry) = AsyncStream.makeStream(of: Report.self)
        let timeout = reader.search.duration
        return try await withThrowingTaskGroup { group in
            for named in hosts {
                group.addTask { await named.search(timeout: timeout) { entry.yield($0) } }
            }
            let display = ReaderDisplay(options)
            var shown: [ReaderRecord.Key: ReaderRecord] = [:]
            var running = hosts.count
            var iterator = reports.makeAsyncIterator()
            while running > 0, let report = await iterator.next() {
                switch report {
                case .found(let device): try show(device, &shown, display)
                case .ended(let name, let error):
                    running -= 1
                    if let error { failures.append(try missing(name, error)) }
                }
            }
            try Task.checkCancellation()
            return shown.count
        }
    }

    /// Prints a reader that is new, or of which more has become known.
    private func show(
        _ device: FoundDevice,
        _ shown: inout [ReaderRecord.Key: ReaderRecord],
        _ display: ReaderDisplay
    ) throws {
        var record = ReaderRecord(device)
        let last = shown.updateValue(record, forKey: record.key)
        guard last != record else { return }
        if last != nil { record.update = true }
        try display.show(record)
    }
}

/// What the searches report.
private enum Report: Sendable {
    case found(FoundDevice)
    /// A transport's search has ended, with an error if it could not be searched.
    case ended(String, (any Error)?)
}

/// A transport to search.
private struct Named: Sendable {
    let name: String
    let host: ReaderHost

    /// Reports every device, then the end.
    func search(timeout: Duration, _ report: @escaping @Sendable (Report) -> Void) async {
        do {
            try await host.explaining {
                for await case .found(let device) in try await host.manager.search(timeout: timeout)
                {
                    report(.found(device))
                }
            }
            report(.ended(name, nil))
        } catch {
            report(.ended(name, error))
        }
    }
}
