internal import AccessoryBase
internal import AccessoryConcurrency
internal import BlueZ
public import BluetoothLE
internal import Glibc

/// A link of this process, until the controller disconnects it.
final class DaemonLink: Sendable {
    let link: Link
    /// Path of the device's object in bluetoothd.
    let path: String
    /// Completes when the controller has disconnected the link, some time after its sockets close.
    let gone = Completion<Void>()

    init(handle: UInt16, peer: KernelAddress, path: String) {
        link = Link(handle: handle)
        link.peer = peer
        self.path = path
    }
}

extension DaemonRadio {
    /// Connects. The kernel waits up to 40 s for the device to advertise. The ATT socket connects first;
    /// without it the link would belong to bluetoothd.
    ///
    /// The parameters are validated, but bluetoothd's own are used; see `RadioFeatures`.
    ///
    /// The connection goes through bluetoothd's GATT client if the kernel refuses the socket, as in a separate
    /// network namespace, or if another program is connected to the device through bluetoothd.
    ///
    /// - Throws: `timedOut` after these 40 s; `owned` when another program's socket is connected to the device.
    public func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) async throws(RadioError) -> any RadioConnection {
        try checkPower()
        try parameters.check()
        let peer = KernelAddress(address)
        let isFirst = state.withLock { $0.attempts.insert(peer).inserted }
        guard isFirst else { throw .busy }
        defer {
            _ = state.withLock { $0.attempts.remove(peer) }
            attemptEnded.ring()
        }
        try await endOfLink(to: peer)
        guard let file = try await openAttributes(peer) else {
            return try await connectByBus(to: address)
        }
        return adopt(file, peer: peer, isCentral: true)
    }

    /// Time limit for a link to end after its sockets close. The kernel keeps the link for 2 s, on a
    /// peripheral for 4 s.
    static let linkRest = Duration.seconds(6)

    /// Waits until an earlier link to the device has ended: a new socket would join that link and end
    /// with it.
    private func endOfLink(to peer: KernelAddress) async throws(RadioError) {
        for link in daemonLinks where link.link.peer == peer {
            guard link.link.endReason != nil else { throw .busy }
            await settle(link)
        }
        if Task.isCancelled { throw .cancelled }
    }

    /// Returns when the controller has ended a link whose sockets are closed, or after a timeout.
    func settle(_ link: DaemonLink) async {
        let timer = time.schedule(at: time.now() + Self.linkRest) { link.gone.complete(()) }
        await link.gone.cause()
        timer.cancel()
        _ = state.withLock { $0.links.removeValue(forKey: ObjectIdentifier(link)) }
    }

    /// Maximum retries of an attempt that joined an ending link and failed with it.
    private static let retries = 3
    /// Time limit for a busy socket, while bluetoothd does not report the device as connected.
    private static let busyLimit = Duration.seconds(5)

    /// The socket of a new link; nil if only bluetoothd can open one.
    private func openAttributes(_ peer: KernelAddress) async throws(RadioError) -> CInt? {
        let deadline = time.now() + Self.busyLimit
        var retries = 0
        while true {
            let began = time.now()
            let file = sockets.connect(localAddress, peer)
            let result = file < 0 ? file : await SocketWait.connected(file)
            if result == 0 { return file }
            if file >= 0 { close(file) }
            let error = SocketWait.error(result, after: time.now() - began)
            if Task.isCancelled { throw .cancelled }
            try checkPower()
            switch -error {
            case EBUSY where isConnected(peer), EAFNOSUPPORT: return nil
            case EBUSY where state.withLock({ $0.attempts.count > 1 }):
                try await attemptEnded.nextTurn()
            case EBUSY where time.now() < deadline: try await pause(.milliseconds(250))
            case EBUSY: throw .owned(by: Self.otherProgram)
            case ECONNRESET, ECONNABORTED, ENOTCONN:
                retries += 1
                guard retries <= Self.retries else { throw failure(error) }
                try await pause(.milliseconds(200))
            default: throw failure(error)
            }
        }
    }

    static let otherProgram =
        "another program is connected to the device through bluetoothd (end it, or type: bluetoothctl "
        + "disconnect ADDRESS), which"

    /// Whether bluetoothd reports the device as connected.
    private func isConnected(_ peer: KernelAddress) -> Bool {
        objects.device(objects.path(of: peer.address))?.isConnected == true
    }

    private func pause(_ duration: Duration) async throws(RadioError) {
        do { try await time.wait(time.now() + duration) } catch { throw .cancelled }
    }

    /// Converts a socket error during a connection attempt.
    func failure(_ error: CInt) -> RadioError {
        do {
            try checkPower()
        } catch {
            return error
        }
        switch -error {
        case EAFNOSUPPORT:
            return .notPermitted(
                FailureReason(
                    "this process is in a separate network namespace, which has no Bluetooth sockets",
                    nextStep: "run the container with the host's network: --net=host"
                )
            )
        case EACCES: return .pairingFailed("the device or its user refused")
        default: return RadioError(socketError: error, adapter: name)
        }
    }

    /// Accepts incoming connections while this program advertises. Meanwhile the connecting devices do not
    /// see bluetoothd's own services. Without Bluetooth sockets, a device counts as connected once it uses
    /// the attributes that bluetoothd serves for this program.
    public func incomingConnections() async throws(RadioError)
        -> AsyncThrowingStream<any RadioConnection, any Error>
    {
        if alone == nil, let absence { throw absence }
        if servesByBus { return try incomingByBus() }
        return try connectionListener.incoming(
            adapter: name,
            open: { sockets.listen(localAddress) },
            failure: failure,
            adopt: { [self] in adopt($0, peer: $1, isCentral: false) }
        )
    }

    private func adopt(_ file: CInt, peer: KernelAddress, isCentral: Bool) -> DaemonConnection {
        events?.drain()
        let link = DaemonLink(
            handle: UInt16(truncatingIfNeeded: max(0, sockets.handle(file))),
            peer: peer,
            path: objects.path(of: peer.address)
        )
        state.withLock { $0.links[ObjectIdentifier(link)] = link }
        return DaemonConnection(
            radio: self,
            link: link,
            peer: peer,
            isCentral: isCentral,
            file: file
        )
    }
}
