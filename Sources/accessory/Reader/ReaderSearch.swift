internal import ArgumentParser
internal import Communication

/// `accessory reader search`
struct ReaderSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Look for readers on the jack and on Bluetooth.",
        discussion: """
            On the jack whatever is plugged in counts. On Bluetooth all devices are listed that take \
            connections: a reader need not advertise its serial line. A device comes again when more of \
            it becomes known. Ends after --search.
            """
    )

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard reader.reader == nil else {
            throw ValidationError("--reader has no use here: search lists all readers")
        }
    }

    func run() async throws {
        var managers: [CommunicationManager] = []
        var attached: AttachedDevice?
        if reader.channel != .bluetooth {
            let (manager, device) = try await reader.jack()
            managers.append(manager)
            attached = device
        }
        if reader.channel != .jack {
            do {
                managers.append(try await reader.bluetooth())
            } catch {
                guard reader.channel == nil else { throw error }
                Failure(error).tell(asJSON: options.json)
            }
        }
        let result = await Result { try await search(with: managers) }
        await attached?.detach()
        try result.get()
    }

    private func search(with managers: [CommunicationManager]) async throws {
        let display = ReaderDisplay(options)
        var shown: Set<ReaderRecord> = []
        let search = try await CommunicationManager.searchDevices(
            with: managers,
            timeout: reader.search.duration
        )
        for await event in search {
            guard case .found(let device) = event else { break }
            let record = ReaderRecord(device)
            if shown.insert(record).inserted { try display.show(record) }
        }
        try Task.checkCancellation()
    }
}
