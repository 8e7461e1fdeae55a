public import AccessoryLink
public import RequestTransfer

/// What a simulated watch does wrong.
public enum WatchFault: String, Sendable, CaseIterable {
    /// Its flash is full: it takes no file.
    case noSpace
    /// It is at other work and takes no file.
    case busy
    /// It takes no file longer than 1 KiB.
    case smallFiles
    /// It gives up half a second after it has asked.
    case impatient
}

/// A watch made of software: the device's end of request transfer, with a folder as its flash.
///
///     let watch = WatchSimulator(over: pipe.accessory, folder: "watch")
///     let answer = try await watch.ask("playRingtone", storagePath: "/music")
public actor WatchSimulator {
    /// The end below.
    public nonisolated let device: RequestDevice
    private let fault: WatchFault?
    private var requests = 0

    /// A watch that listens on `link` from now on.
    ///
    /// - Parameters:
    ///   - folder: An existing folder: the watch's files.
    ///   - clock: What timeouts are measured with.
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

    /// Asks with a number of the watch's own, and waits for the answer.
    ///
    /// - Parameters:
    ///   - storagePath: The watch's folder for the files of the answer, "/" first.
    ///   - files: Files of the watch that belong to the request, "/" first.
    public func ask(
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
