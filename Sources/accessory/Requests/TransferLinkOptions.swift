internal import AccessoryLink
internal import ArgumentParser
internal import AudioJack
internal import BluetoothLE

/// What request transfer runs over.
struct TransferLinkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Unix socket in place of a sound device: `requests serve` listens, devices connect.",
            valueName: "path"
        )
    )
    var socket: String?

    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard socket != nil || !device.isVirtual else {
            throw ValidationError("both ends are needed: use a sound device or --socket")
        }
    }

    /// Serves each device that connects, the one of a sound card once.
    ///
    /// - Parameter ready: Called when devices may connect.
    func serve(
        ready: () throws -> Void,
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
        } else {
            try await device.withDuplexLink { link in
                let stream = DuplexStream(link)
                try await link.open()
                try ready()
                try await body(stream)
            }
        }
    }

    /// Connects as a device.
    func attach<Value>(_ body: (any ByteLink) async throws -> Value) async throws -> Value {
        if let socket {
            let link = BearerLink(SocketBearer(file: try SocketListener.connect(to: socket)))
            defer { link.end() }
            return try await body(link)
        }
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
}
