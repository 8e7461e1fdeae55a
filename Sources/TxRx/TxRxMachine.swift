/// The state machine of one device's connection and traffic. Inputs are calls, acknowledgements,
/// packets and the time; outputs are actions.
struct TxRxMachine {
    enum Action: Equatable {
        /// Connect, and find the service.
        case link
        /// Disconnect, or cancel the connection attempt.
        case unlink
        /// Write to Rx. The acknowledgement repeats the number.
        case write([UInt8], number: Int)
        case writeMode(TxRxMode, number: Int)
        case report(TxRxEvent)
        /// An operation with a waiting caller has ended.
        case finish(Step, Result<[UInt8], TxRxError>)
    }

    /// The operations that callers can wait for.
    enum Step: Hashable, CaseIterable { case connect, disconnect, send, answer, mode }

    enum Phase: Equatable {
        case idle
        case connecting
        case discovering
        case ready(TxRxProfile, hasModes: Bool)
        /// - failure: The result of a `connect` that is still pending.
        case disconnecting(hadLink: Bool, failure: TxRxError?)
    }

    let device: TxRxDevice
    private(set) var phase = Phase.idle
    private var traffic: TxRxTraffic
    /// The deadline of a connection or disconnection.
    private var linkDeadline: Duration?

    init(device: TxRxDevice) {
        self.device = device
        traffic = TxRxTraffic(device: device)
    }

    /// The time of the next call of `expire`.
    var deadline: Duration? { [linkDeadline, traffic.deadline].compactMap { $0 }.min() }

    var operation: TxRxTraffic.Operation? { traffic.operation }

    var profile: TxRxProfile? {
        guard case .ready(let profile, _) = phase else { return nil }
        return profile
    }

    // MARK: Connection

    mutating func connect(
        isScanning: Bool,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        if isScanning { throw .unableToPerformDuringScan }
        switch phase {
        case .idle: break
        case .connecting, .discovering: throw .alreadyConnecting
        case .ready: throw .alreadyConnected
        case .disconnecting: throw .alreadyDisconnecting
        }
        phase = .connecting
        linkDeadline = now + timeouts.connect
        return [.link]
    }

    /// Handles the connected link.
    mutating func linked() -> [Action] {
        guard phase == .connecting else { return [] }
        phase = .discovering
        return [.report(.deviceConnected(device))]
    }

    /// Handles the known profile, once the subscription to its answers exists.
    mutating func opened(_ profile: TxRxProfile, hasModes: Bool) -> [Action] {
        guard phase == .discovering else { return [] }
        phase = .ready(profile, hasModes: hasModes)
        linkDeadline = nil
        return [.report(.deviceReady(device, profile))]
            + (hasModes ? [.report(.canChangeMode(device))] : [])
            + [.finish(.connect, .success([]))]
    }

    /// Handles a failed connection, or a device without a usable service.
    mutating func connectFailed(
        _ error: TxRxError,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        switch phase {
        case .connecting:
            phase = .idle
            linkDeadline = nil
            return [
                .report(.deviceConnectError(device, error)), .finish(.connect, .failure(error)),
            ]
        case .discovering: return fail(error, at: now, timeouts)
        case .idle, .ready, .disconnecting: return []
        }
    }

    /// Disconnects after a failure; `connect` ends when the link has ended.
    private mutating func fail(
        _ error: TxRxError,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        phase = .disconnecting(hadLink: phase == .discovering, failure: error)
        linkDeadline = now + timeouts.connect
        return [.report(.deviceConnectError(device, error)), .unlink]
    }

    mutating func disconnect(
        isScanning: Bool,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        if isScanning { throw .unableToPerformDuringScan }
        let hadLink: Bool
        var failure: TxRxError?
        switch phase {
        case .idle: throw .notConnected
        case .disconnecting: throw .alreadyDisconnecting
        case .connecting: (hadLink, failure) = (false, .notConnected)
        case .discovering: (hadLink, failure) = (true, .notConnected)
        case .ready: hadLink = true
        }
        let ends = traffic.end(.notConnected, at: now, timeouts)
        phase = .disconnecting(hadLink: hadLink, failure: failure)
        linkDeadline = now + timeouts.connect
        return ends + [.unlink]
    }

    /// Handles the end of the link, by either end.
    mutating func unlinked() -> [Action] {
        // nothing of this link can arrive any more, so the time does not matter
        let ends = traffic.end(.bluetoothNotReadyOrLost, at: .zero, TxRxTimeouts())
        defer {
            phase = .idle
            linkDeadline = nil
        }
        switch phase {
        case .idle: return []
        case .connecting, .discovering:
            let error = TxRxError.bluetoothNotReadyOrLost
            return [.report(.deviceConnectError(device, error))]
                + (phase == .discovering ? [.report(.deviceDisconnected(device))] : [])
                + [.finish(.connect, .failure(error))]
        case .ready: return ends + [.report(.deviceDisconnected(device))]
        case .disconnecting(let hadLink, let failure):
            return (hadLink ? [.report(.deviceDisconnected(device))] : [])
                + finishDisconnect(.success([]), failure)
        }
    }

    private func finishDisconnect(
        _ result: Result<[UInt8], TxRxError>,
        _ failure: TxRxError?
    ) -> [Action] {
        [.finish(.disconnect, result)] + (failure.map { [.finish(.connect, .failure($0))] } ?? [])
    }

    // MARK: Commands

    /// - Parameter limit: Maximum bytes of a write on the current link.
    mutating func send(
        _ command: [UInt8],
        limit: Int,
        answer: TxRxTraffic.Answer = .next,
        isScanning: Bool,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        let (profile, _) = try checkReady(isScanning: isScanning)
        return try traffic.send(
            command,
            profile,
            limit: limit,
            answer: answer,
            at: now,
            timeouts
        )
    }

    mutating func setMode(
        _ mode: TxRxMode,
        isScanning: Bool,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) throws(TxRxError) -> [Action] {
        let (_, hasModes) = try checkReady(isScanning: isScanning)
        return try traffic.setMode(mode, hasModes: hasModes, at: now, timeouts)
    }

    private func checkReady(
        isScanning: Bool
    ) throws(TxRxError) -> (TxRxProfile, hasModes: Bool) {
        if isScanning { throw .unableToPerformDuringScan }
        switch phase {
        case .idle, .connecting, .disconnecting: throw .notConnected
        case .discovering: throw .servicesNotDiscoveredYet
        case .ready(let profile, let hasModes): return (profile, hasModes)
        }
    }

    /// Handles an acknowledged write. Acknowledgements that are no longer awaited are ignored.
    mutating func written(
        _ number: Int,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        traffic.written(number, at: now, timeouts)
    }

    /// Handles a failed write.
    mutating func writeFailed(
        _ number: Int,
        _ error: TxRxError,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        traffic.writeFailed(number, error, at: now, timeouts)
    }

    /// Handles a cancelled call. The rest of the command is not written; a late answer is reported
    /// as unsolicited data.
    mutating func cancel(
        _ step: Step,
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        switch step {
        case .connect:
            guard phase == .connecting || phase == .discovering else { return [] }
            return (try? disconnect(isScanning: false, at: now, timeouts)) ?? []
        case .send, .answer, .mode:
            traffic.abandonOperation(at: now, timeouts)
            return []
        case .disconnect: return []
        }
    }

    /// Handles a packet from the device.
    mutating func received(
        _ packet: [UInt8],
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        guard profile != nil, !packet.isEmpty else { return [] }
        return traffic.received(packet, at: now, timeouts)
    }

    /// Handles a packet of the device's event characteristic.
    mutating func eventReceived(
        _ packet: [UInt8],
        at now: Duration,
        _ timeouts: TxRxTimeouts
    ) -> [Action] {
        guard profile != nil, !packet.isEmpty else { return [] }
        return traffic.eventReceived(packet, at: now, timeouts)
    }

    // MARK: Time

    /// Handles expired deadlines.
    mutating func expire(at now: Duration, _ timeouts: TxRxTimeouts) -> [Action] {
        var actions: [Action] = []
        if let deadline = linkDeadline, deadline <= now {
            linkDeadline = nil
            actions = linkExpired(at: now, timeouts)
        }
        return actions + traffic.expire(at: now, timeouts)
    }

    private mutating func linkExpired(at now: Duration, _ timeouts: TxRxTimeouts) -> [Action] {
        switch phase {
        case .connecting, .discovering: return fail(.connectTimedOut, at: now, timeouts)
        case .disconnecting(_, let failure):
            phase = .idle
            return [.report(.deviceError(device, .disconnectTimedOut))]
                + finishDisconnect(.failure(.disconnectTimedOut), failure)
        case .idle, .ready: return []
        }
    }
}
