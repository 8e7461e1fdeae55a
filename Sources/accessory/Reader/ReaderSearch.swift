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
        var hosts: [ReaderHost] = []
        var failure: Failure?
        for name in names {
            do {
                hosts.append(try await host(on: name))
            } catch {
                guard transports.transport == nil else { throw error }
                failure = failure ?? Failure(error)
                Failure(error).report(asJSON: options.json)
            }
        }
        let result = await Result { try await search(with: hosts.map(\.manager)) }
        for host in hosts { await host.release() }
        guard try result.get() == 0, let failure else { return }
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

    /// Returns the number of readers.
    private func search(with managers: [CommunicationManager]) async throws -> Int {
        let display = ReaderDisplay(options)
        var shown: [ReaderRecord.Key: ReaderRecord] = [:]
        let search = try await CommunicationManager.search(
            with: managers,
            timeout: reader.search.duration
        )
        for await event in search {
            guard case .found(let device) = event else { break }
            var record = ReaderRecord(device)
            let last = shown.updateValue(record, forKey: record.key)
            guard last != record else { continue }
            if last != nil { record.update = true }
            try display.show(record)
        }
        try Task.checkCancellation()
        return shown.count
    }
}
