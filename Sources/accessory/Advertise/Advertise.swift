internal import AccessoryConcurrency
internal import ArgumentParser
internal import BluetoothLE

/// `accessory advertise`
struct Advertise: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advertise",
        abstract: "Advertise a beacon, or any data, until Ctrl-C.",
        subcommands: beaconKinds.map { $0.advertiseCommand } + [AdvertiseRaw.self]
    )
}

/// `accessory advertise KIND`
struct AdvertiseBeacon<Options: BeaconOptions>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Options.kind, abstract: Options.abstract)
    }

    @OptionGroup var beacon: Options
    @OptionGroup var air: AdvertisingOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        try await air.advertise(try beacon.advertisementData(), options: options)
    }
}

extension BeaconOptions {
    fileprivate static var advertiseCommand: any ParsableCommand.Type {
        AdvertiseBeacon<Self>.self
    }
}

/// `accessory advertise raw`
struct AdvertiseRaw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "raw",
        abstract: "Any advertising data, as hexadecimal digits."
    )

    @Argument(help: "Advertising data (AD structures) as hexadecimal digits.")
    var data: String

    @Option(help: "Scan response for active scanners, as hexadecimal digits.")
    var scanResponse: String?

    @OptionGroup var air: AdvertisingOptions
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let response = try scanResponse.map { try Self.structures($0, "the scan response") }
        try await air.advertise(
            try Self.structures(data, "the advertising data"),
            scanResponse: response ?? [],
            options: options
        )
    }

    private static func structures(_ text: String, _ name: String) throws -> [UInt8] {
        let bytes = try Failure.ofArguments { try HexText.bytes(text, name: name) ?? [] }
        guard !Advertisement(bytes).isTruncated else {
            throw Failure(
                .usage,
                "\(name) ends inside a structure",
                nextStep: "start each structure with its length in bytes"
            )
        }
        return bytes
    }
}

/// The options of advertising.
struct AdvertisingOptions: ParsableArguments {
    @OptionGroup var adapter: AdapterOptions

    @Option(help: "Time between two advertisements, 20ms to 10.24s.")
    var interval = TimeSpan(.milliseconds(100))

    @Flag(help: "Extended advertising, up to 1650 bytes; older devices cannot receive it.")
    var extended = false

    @Option(
        name: .customLong("phy"),
        help: ArgumentHelp(
            "Physical layer of extended advertising: 1M (default), 2M for the data, or coded (long range).",
            valueName: "name"
        )
    )
    var phy: PHYName?

    @Option(help: "Stop after this long, such as 10s; by default at Ctrl-C.")
    var duration: TimeSpan?

    func validate() throws {
        guard (.milliseconds(20)...(.milliseconds(10240))).contains(interval.duration) else {
            throw ValidationError("--interval must be 20ms to 10.24s.")
        }
    }

    /// Advertises until the duration has passed or the task is cancelled.
    func advertise(
        _ data: [UInt8],
        scanResponse: [UInt8] = [],
        options: CommonOptions
    ) async throws {
        let radio = try await adapter.radio()
        try await stayOnAir(radio, parameters(data, scanResponse), options) { set in
            try AdvertisingRecord(radio, set, data).show(options)
            await waitForEnd(after: nil)
        }
    }

    func parameters(_ data: [UInt8], _ scanResponse: [UInt8] = []) -> AdvertisingParameters {
        AdvertisingParameters(data: data) {
            $0.scanResponse = scanResponse
            $0.isConnectable = false
            $0.interval = interval.duration...interval.duration
            $0.isExtended = extended || phy ?? .le1M != .le1M
            $0.primaryPHY = phy == .coded ? .coded : .le1M
            $0.secondaryPHY = phy?.phy ?? .le1M
        }
    }

    /// Advertises until the duration has passed or the task is cancelled. Restarts after the
    /// adapter was powered off, or after another program took the advertising set.
    ///
    /// - Parameter work: Runs with each advertising set; cancelled when the set ends.
    /// - Throws: `RadioError`, unless it is temporary; errors of `work`.
    func stayOnAir(
        _ radio: any Radio,
        _ parameters: AdvertisingParameters,
        _ options: CommonOptions,
        _ work: @escaping @Sendable (any AdvertisingSet) async throws -> Void
    ) async throws {
        let time = TimeSource(ContinuousClock())
        try await withThrowingTaskGroup { group in
            group.addTask { await waitForEnd(after: duration?.duration) }
            group.addTask {
                var set = try await radio.advertise(parameters)
                while true {
                    let cause = try await Self.use(set, work)
                    try AdvertisingRecord(radio, stoppedBy: cause).show(options)
                    set = try await radio.advertise(parameters, after: cause, on: time)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        try Task.checkCancellation()
    }

    /// Runs the work until the set ends by itself; returns the cause.
    private static func use(
        _ set: any AdvertisingSet,
        _ work: @escaping @Sendable (any AdvertisingSet) async throws -> Void
    ) async throws -> RadioError {
        let working = Task { try await work(set) }
        let watching = Task {
            let cause = await set.ended()
            working.cancel()
            return cause
        }
        return try await withTaskCancellationHandler {
            let result = await working.result
            // has no effect if the set has ended
            await set.stop()
            if let cause = await watching.value { return cause }
            try Task.checkCancellation()
            guard case .failure(let error as RadioError) = result, error.mayPass else {
                try result.get()
                throw CancellationError()
            }
            return error
        } onCancel: {
            working.cancel()
        }
    }
}

/// The state of an advertising set: advertising or stopped.
struct AdvertisingRecord: Encodable {
    let event: String
    let adapter: String
    /// The advertiser's address; nil if the adapter does not report it.
    private(set) var address: String?
    private(set) var data: String?
    private(set) var kind: String?
    private(set) var reason: String?

    init(_ radio: any Radio, stoppedBy cause: RadioError) {
        event = "stopped advertising"
        adapter = radio.name
        reason = cause.description
    }

    init(_ radio: any Radio, _ set: any AdvertisingSet, _ data: [UInt8]) {
        event = "advertising"
        adapter = radio.name
        address = set.address?.description
        self.data = HexText.text(data)
        kind = Advertisement(data).kindName
    }

    func show(_ options: CommonOptions) throws {
        if options.json {
            try Console.print(json: self)
        } else if let reason {
            Console.print("\(event) on \(adapter): \(reason)")
        } else if let kind, let data {
            let what = kind == "none" ? "data" : kind
            let address = address ?? "an unknown address"
            Console.print("advertising \(what) as \(address) on \(adapter): \(data)")
        }
    }
}
