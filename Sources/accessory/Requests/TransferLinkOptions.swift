internal import AccessoryLink
internal import ArgumentParser
internal import AudioJack
internal import BluetoothLE
internal import BluetoothSerial
internal import Glibc

/// The link of request transfer.
struct TransferLinkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Unix socket to use instead of a sound device: `requests serve` listens, devices connect.",
            valueName: "path"
        ),
        completion: .file()
    )
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Use Bluetooth LE instead of a sound device: a device advertises this name; `requests serve` searches for the device with this name or address.",
            valueName: "name"
        )
    )
    var bluetooth: String?

    @OptionGroup var adapter: AdapterOptions
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard socket == nil || bluetooth == nil else {
            throw ValidationError("use either --socket or --bluetooth")
        }
        if bluetooth == nil { try adapter.requireUnused("without --bluetooth") }
        if bluetooth != nil { try device.requireUnused("with --bluetooth") }
        if socket != nil { try device.requireUnused("with --socket") }
        guard socket != nil || bluetooth != nil || !device.isVirtual else {
            throw ValidationError(
                "both ends are needed: use a sound device, --bluetooth or --socket"
            )
        }
    }

    /// Serves each device that connects, one after the other. On a sound card, serves one device;
    /// the end of its link is a failure.
    ///
    /// - Parameters:
    ///   - ready: Called when devices may connect.
    ///   - missed: Called for a discovered device that could not be connected.
    ///   - body: Returns when the link has ended.
    func serve(
        ready: () throws -> Void,
        missed: (any Error) throws -> Void,
        connected body: (any ByteLink) async throws -> Void
    ) async throws {
        if let socket {
            let listener = try SocketListener(socket)
            defer { listener.close() }
            try ready()
            for await file in listener.connections {
                let link = BearerLink(SocketBearer(file: file))
                defer { link.end() }
                try await body(link)
            }
            try Task.checkCancellation()
        } else if let bluetooth {
            let central = Central(radio: try await adapter.radio())
            try ready()
            while true {
                let device = try await adapter.find(bluetooth, with: central, timeout: nil)
                let peripheral = central.peripheral(device.address)
                do {
                    let line = try await Self.line(to: peripheral)
                    let result = await Result { () async throws in try await body(line) }
                    await peripheral.disconnect()
                    try result.get()
                } catch let error as CentralError where error.passes {
                    try missed(error)
                }
            }
        } else {
            try await device.withDuplexLink { link in
                let stream = DuplexStream(link)
                try await link.open()
                try ready()
                try await body(stream)
            }
            throw Failure(
                .deviceLost,
                "the device has left the jack",
                nextStep: "plug it in and start again"
            )
        }
    }

    private static func line(to peripheral: Peripheral) async throws -> SerialLink {
        try await peripheral.connect()
        do {
            return try await SerialLink.open(.requestTransfer, on: peripheral)
        } catch {
            await peripheral.disconnect()
            throw error
        }
    }

    /// Connects as the device.
    func attach<Value>(_ body: (any ByteLink) async throws -> Value) async throws -> Value {
        if let socket {
            let link = BearerLink(SocketBearer(file: try SocketListener.connect(to: socket)))
            defer { link.end() }
            return try await body(link)
        }
        if let bluetooth { return try await attach(as: bluetooth, body) }
        var options = device.link(.duplex)
        options.link.sleepAfter = nil
        let port = device.port
        let link = DeviceLink(port, options: options)
        let stream = DuplexStream(link)
        let events = link.events
        try await port.explaining { try await link.start() }
        let result: Result<Value, any Error>
        do {
            for await case .opened in events { break }
            try Task.checkCancellation()
            result = .success(try await body(stream))
        } catch {
            result = .failure(error)
        }
        await link.stop()
        return try result.get()
    }

    /// Advertises until an app connects, then serves as its device until it disconnects.
    private func attach<Value>(
        as name: String,
        _ body: (any ByteLink) async throws -> Value
    ) async throws -> Value {
        let manager = PeripheralManager(
            radio: try await adapter.radio(),
            options: .init { $0.resumesAdvertising = true }
        )
        let service = try await SerialService(.requestTransfer, on: manager)
        try await manager.startAdvertising(name: name, uuids: [service.profile.service])
        let result = await Result { () async throws in
            for await line in service.lines { return try await body(line) }
            throw CancellationError()
        }
        await service.remove()
        await manager.reset()
        return try result.get()
    }
}

extension CentralError {
    /// Whether another attempt may succeed without user action.
    fileprivate var passes: Bool {
        switch self {
        case .connectionTimeout, .disconnected, .serviceDiscoveryTimeout,
            .characteristicDiscoveryTimeout:
            true
        default: false
        }
    }
}

/// Throws if files cannot be written to `folder`, before any file is received.
func requireFolder(_ folder: String) throws {
    var facts = stat()
    guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
        throw Failure(
            .noInput,
            "there is no folder \(folder)",
            nextStep: "make it, or name another by --folder"
        )
    }
}
