public import AccessoryLink
public import RequestTransfer

/// A fault of a simulated watch.
public enum WatchFault: String, Sendable, CaseIterable {
    /// The flash of the watch is full: it accepts no file.
    case noSpace
    /// The watch is busy and accepts no file.
    case busy
    /// The watch accepts no file longer than 1 KiB.
    case smallFiles
    /// The watch withdraws each request after half a second.
    case impatient
}

/// A simulated watch: the device's end of request transfer, with a folder as its flash.
///
///     let watch = WatchSimulator(over: pipe.accessory, folder: "watch")
///     let answer = try await watch.request("playRingtone", storagePath: "/music")
public actor WatchSimulator {
    /// The underlying end of request transfer.
    public nonisolated let device: RequestDevice
    private let fault: WatchFault?
    private var requests = 0

    /// Creates a watch on `link`. It starts at once.
    ///
    /// - Parameters:
    ///   - link: The byte stream to the host.
    ///   - folder: An existing folder with the watch's files.
    ///   - fault: The fault of the watch; nil: none.
    ///   - options: Limits and timeouts.
    ///   - clock: The clock of the timeouts.
    public init(
        over link: any ByteLink,
        folder: String,
        fault: WatchFault? = nil,
        options: RequestTransferOptions = RequestTransferOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        var options = options
        switch fault {
        case .noSpace: options.reservedSpace = .max
        case .smallFiles: options.largestFile = 1 << 10
        case .impatient: options.requestTimeout = .milliseconds(500)
        case .busy, nil: break
        }
        device = RequestDevice(over: link, folder: folder, options: options, clock: clock)
        self.fault = fault
    }

    /// Sends a request with an id of its own, and waits for the answer.
    ///
    /// - Parameters:
    ///   - name: The request's name.
    ///   - parameters: The request's parameters.
    ///   - storagePath: The watch's folder for the answer's files, starting with "/".
    ///   - files: The request's files on the watch, starting with "/".
    public func request(
        _ name: String,
        parameters: [String: JSONValue] = [:],
        storagePath: String? = nil,
        files: [String] = []
    ) async throws(RequestTransferError) -> TransferAnswer {
        requests += 1
        return try await send(
            TransferRequest(
                id: String(requests),
                name: name,
                parameters: parameters,
                deviceStoragePath: storagePath,
                remoteFilePaths: files
            )
        )
    }

    /// Sends a request and waits for its answer.
    public func send(
        _ request: TransferRequest
    ) async throws(RequestTransferError) -> TransferAnswer {
        await device.refuseFiles(fault == .busy)
        return try await device.send(request)
    }
}
