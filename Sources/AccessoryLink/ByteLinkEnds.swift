extension HostLink {
    /// Creates a host on a byte stream that is connected to an accessory.
    ///
    /// The link never closes the stream. A lost stream does not recover: create a new link on a new
    /// stream.
    ///
    /// - Parameters:
    ///   - link: The byte stream.
    ///   - kind: The transport kind, which selects the errors for losses and failed openings. With
    ///     `stream`, an opening without an answer throws `connectionFailed` (-2), and a lost or
    ///     closed stream is `disconnected` (20).
    ///   - options: The link's options.
    ///   - clock: The clock of the timeouts.
    ///   - tap: Sees every frame and may corrupt it; for logs and test benches.
    public convenience init(
        over link: any ByteLink,
        kind: TransportKind = .stream,
        options: LinkOptions = LinkOptions(),
        clock: some Clock<Duration> = ContinuousClock(),
        tap: LinkTap? = nil
    ) {
        self.init(over: ByteCarrier(link, kind, clock: clock), options: options, tap: tap)
    }
}

extension ConnectingTransport {
    /// Connects to a device and returns the link to it, on which `open` begins the session. The end
    /// of the session closes the connection; for another session, connect again.
    ///
    ///     let link = try await SerialPortTransport().link(to: "usb-reader")
    ///     try await link.open()
    ///
    /// - Parameters:
    ///   - identifier: The identifier of a found device.
    ///   - options: The link's options.
    /// - Throws: `DeviceOpenError` or `CancellationError`.
    public func link(
        to identifier: String,
        options: LinkOptions = LinkOptions()
    ) async throws -> HostLink {
        let line: any ByteLink
        do {
            line = try await connect(to: identifier)
        } catch {
            if error == .link(.cancelled), Task.isCancelled { throw CancellationError() }
            throw error
        }
        let carrier = ByteCarrier(line, kind, clock: clock, closesLink: true)
        return HostLink(over: carrier, options: options)
    }
}

extension DeviceLink {
    /// Creates an accessory on a byte stream that is connected to a host. The link never closes the
    /// stream.
    ///
    /// - Parameters:
    ///   - link: The byte stream.
    ///   - kind: The transport kind, which selects the error for losses.
    ///   - options: The link's options.
    ///   - clock: The clock of the timeouts.
    ///   - tap: Sees every frame and may corrupt it; for logs and test benches.
    public convenience init(
        over link: any ByteLink,
        kind: TransportKind = .stream,
        options: LinkOptions = LinkOptions(),
        clock: some Clock<Duration> = ContinuousClock(),
        tap: LinkTap? = nil
    ) {
        self.init(over: ByteCarrier(link, kind, clock: clock), options: options, tap: tap)
    }
}
