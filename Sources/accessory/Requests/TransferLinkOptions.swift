internal import AccessoryBase
internal import AccessoryLink
internal import ArgumentParser
internal import BluetoothLE
internal import Glibc

/// The link of request transfer: a unix socket, or one of the readers' transports.
struct TransferLinkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Unix socket to use instead of a transport: `requests serve` listens, devices connect.",
            valueName: "path"
        ),
        completion: .file()
    )
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Short for --transport bluetooth --reader NAME: a device advertises this name; `requests serve` searches for the device with this name or address.",
            valueName: "name"
        )
    )
    var bluetooth: String?

    @OptionGroup var transports: TransportOptions

    func validate() throws {
        guard socket == nil || bluetooth == nil else {
            throw ValidationError("use either --socket or --bluetooth")
        }
        if let option = socket.map({ _ in "--socket" }) ?? bluetooth.map({ _ in "--bluetooth" }) {
            guard transports.transport == nil, transports.reader == nil else {
                throw ValidationError("\(option) replaces --transport and --reader. Omit them.")
            }
        }
        if bluetooth != nil {
            try transports.requireUnused(exceptOf: "bluetooth", "with --bluetooth")
        } else if socket != nil {
            try transports.requireUnused(exceptOf: "", "with --socket")
        } else {
            try transports.requireUsed()
            guard transports.name != "jack" || !transports.jack.isVirtual else {
                throw ValidationError(
                    "a request needs both ends: use a sound device, another --transport or --socket"
                )
            }
        }
    }

    private var choice: TransportChoice {
        TransportChoice(
            name: bluetooth == nil ? transports.name : "bluetooth",
            reader: bluetooth ?? transports.reader,
            mode: .duplex
        )
    }

    /// Serves each device that connects, one after the other. On a sound card, a serial port or
    /// RFCOMM, serves one device; the end of its link is a failure.
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
        guard let socket else {
            let arguments = transports.arguments(of: choice.name)
            return try await arguments.serveRequests(
                choice,
                ready: ready,
                missed: missed,
                connected: body
            )
        }
        let listener = try SocketListener(socket)
        defer { listener.close() }
        try ready()
        for await file in listener.connections {
            let link = BearerLink(SocketBearer(file: file))
            defer { link.end() }
            try await body(link)
        }
        try Task.checkCancellation()
    }

    /// Connects as the device.
    func attach<Value>(_ body: (any ByteLink) async throws -> Value) async throws -> Value {
        guard let socket else {
            return try await transports.arguments(of: choice.name).attachRequests(choice, body)
        }
        let link = BearerLink(SocketBearer(file: try SocketListener.connect(to: socket)))
        defer { link.end() }
        return try await body(link)
    }
}

/// Throws if files cannot be written to `folder`, before any file is received.
func requireFolder(_ folder: String) throws {
    var facts = stat()
    guard stat(FileName.bytes(folder), &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
        throw Failure(
            .noInput,
            "there is no folder \(folder)",
            nextStep: "create it, or name another one with --folder"
        )
    }
}
