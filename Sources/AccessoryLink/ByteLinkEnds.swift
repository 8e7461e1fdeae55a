extension HostLink {
    /// A host on a stream of bytes that is connected to an accessory.
    ///
    /// The link never closes the stream; a lost one does not come back, so make a new link on a new one.
    ///
    /// - Parameters:
    ///   - kind: What losses and failed openings are called. `stream`: an opening without an answer
    ///     throws `connectionFailed` (-2), a stream that is lost or closed `disconnected` (20).
    ///   - clock: What timeouts are measured with.
    ///   - tap: Looks at every frame and may spoil it; for logs and test benches.
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

extension DeviceLink {
    /// An accessory on a stream of bytes that is connected to a host. The link never closes it.
    ///
    /// - Parameters:
    ///   - kind: What losses are called.
    ///   - clock: What timeouts are measured with.
    ///   - tap: Looks at every frame and may spoil it; for logs and test benches.
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
