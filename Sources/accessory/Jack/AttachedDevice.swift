internal import AccessoryLink
internal import AccessorySimulators
internal import AudioJack

/// The port named by a command's options: a sound card, or one end of a virtual cable with a
/// simulated reader at the other.
struct AttachedDevice: Sendable {
    let port: any AudioPort
    private let cable: VirtualCable?
    private let reader: ReaderSimulator?

    /// - Parameter mode: The mode of the host's link. A virtual reader answers each request, or in
    ///   duplex mode each message, with the same bytes.
    init(_ options: DeviceOptions, mode: LinkMode = .masterSlave) async throws {
        guard options.isVirtual else {
            port = options.port
            (cable, reader) = (nil, nil)
            return
        }
        let cable = VirtualCable(sampleRate: options.rate ?? 48_000, clockOffset: 120)
        for direction in VirtualCable.Direction.allCases { cable.impair(direction, with: .headset) }
        port = cable.host
        self.cable = cable
        let reader = ReaderSimulator(cable.accessory, options: options.farEnd(mode)) {
            request,
            _ in request
        }
        try await reader.start()
        self.reader = reader
    }

    /// The time base for rates and remaining time: the virtual cable's clock if there is one.
    var elapsed: Duration {
        cable?.elapsed ?? Self.origin.duration(to: .now)
    }

    private static let origin = ContinuousClock.now

    /// Stops a virtual device.
    func detach() async {
        await reader?.stop()
    }
}

extension AudioPort {
    /// Returns the result of `work`. If it failed because of the port, throws the port's own error, which
    /// has more detail than the link's.
    func explaining<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as LinkError {
            if let failure = await failure { throw failure }
            switch error {
            case .outputFailed(let reason), .inputFailed(let reason): throw reason.error
            default: throw error
            }
        } catch let error as DeviceSearchError {
            throw await failure ?? error
        }
    }
}

extension DeviceOptions {
    /// The options of the peer: these profiles, with the directions swapped.
    func farEnd(_ mode: LinkMode) -> AudioJackOptions {
        var options = link(mode)
        options.receives = profile.modem
        options.sends = (receives ?? profile).modem
        return options
    }

    /// Calls `body` with a transport to the device, then releases the port. The accessory stays
    /// awake unless `body` closed it; the next command resumes its session.
    ///
    /// - Parameter through: A filter for the host's sound on its way to the device.
    func withJack<Value>(
        through: (any AudioPort) -> any AudioPort = { $0 },
        _ body: (AudioJackTransport, AttachedDevice) async throws -> Value
    ) async throws -> Value {
        let device = try await AttachedDevice(self)
        let jack = AudioJackTransport(through(device.port), options: link())
        let result: Result<Value, any Error>
        do {
            result = .success(try await device.port.explaining { try await body(jack, device) })
        } catch {
            result = .failure(error)
        }
        for fault in jack.quality.lineFaults { Console.note(fault.warning) }
        await jack.link.release()
        await device.detach()
        return try result.get()
    }

    /// Calls `body` with a link in duplex mode, in which both ends send messages at any time.
    func withDuplexLink<Value>(
        _ body: (HostLink) async throws -> Value
    ) async throws -> Value {
        let device = try await AttachedDevice(self, mode: .duplex)
        let link = HostLink(over: device.port, options: link(.duplex))
        let result: Result<Value, any Error>
        do {
            result = .success(try await device.port.explaining { try await body(link) })
        } catch {
            result = .failure(error)
        }
        await link.release()
        await device.detach()
        return try result.get()
    }
}
