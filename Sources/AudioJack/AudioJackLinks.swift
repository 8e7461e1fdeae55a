@_exported public import AccessoryLink

extension HostLink {
    /// Creates a host on an audio port. Does not open the port: opening the link does.
    ///
    /// `AudioJackTransport` also has the signal's quality and the port's events.
    ///
    /// - Parameters:
    ///   - port: The audio port. Use one link per port.
    ///   - options: The options of modem and link.
    ///   - tap: Sees every frame and may corrupt it; for logs and test benches.
    public convenience init(
        over port: any AudioPort,
        options: AudioJackOptions = AudioJackOptions(),
        tap: LinkTap? = nil
    ) {
        self.init(over: AudioCarrier(port, options: options), options: options.link, tap: tap)
    }
}

extension DeviceLink {
    /// Creates an accessory on an audio port.
    ///
    /// - Parameters:
    ///   - tap: Sees every frame and may corrupt it; for logs and test benches.
    ///   - holdsTimeForRequests: Whether virtual time on a virtual cable is stopped from the
    ///     arrival of each request until its handler releases it.
    package convenience init(
        over port: any AudioPort,
        options: AudioJackOptions,
        tap: LinkTap? = nil,
        holdsTimeForRequests: Bool
    ) {
        self.init(
            over: AudioCarrier(port, options: options),
            options: options.link,
            tap: tap,
            holdsTimeForRequests: holdsTimeForRequests
        )
    }

    /// Creates an accessory on an audio port.
    public convenience init(
        over port: any AudioPort,
        options: AudioJackOptions = AudioJackOptions(),
        tap: LinkTap? = nil
    ) {
        self.init(over: port, options: options, tap: tap, holdsTimeForRequests: false)
    }
}
