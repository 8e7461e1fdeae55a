public import AccessoryLink

extension HostLink {
    /// A host on an audio port.
    ///
    /// - Parameter tap: Looks at every frame and may spoil it; for logs and test benches.
    public convenience init(
        _ port: any AudioPort,
        options: AudioJackOptions = AudioJackOptions(),
        tap: LinkTap? = nil
    ) {
        self.init(over: AudioCarrier(port, options: options), options: options.link, tap: tap)
    }
}

extension DeviceLink {
    /// An accessory on an audio port.
    ///
    /// - Parameters:
    ///   - tap: Looks at every frame and may spoil it; for logs and test benches.
    ///   - holdsTimeForRequests: On a virtual cable, whether time stands still from the arrival of
    ///     each request until its handler releases it.
    package convenience init(
        _ port: any AudioPort,
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

    /// An accessory on an audio port.
    public convenience init(
        _ port: any AudioPort,
        options: AudioJackOptions = AudioJackOptions(),
        tap: LinkTap? = nil
    ) {
        self.init(port, options: options, tap: tap, holdsTimeForRequests: false)
    }
}
