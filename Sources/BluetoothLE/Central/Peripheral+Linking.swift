internal import AccessoryBase
internal import AccessoryConcurrency
internal import CAccessory
import Synchronization

private let log = Log("central")

/// Establishing and ending links.
extension Peripheral {
    func report(_ new: ConnectionState, _ state: inout State) {
        state.current = new
        stateBroadcaster.send(new)
        allChanges.send(ConnectionChange(address: address, state: new))
    }

    /// The current link. Connects if there is none and the policy is to connect on demand.
    nonisolated(nonsending) func session() async throws -> Session {
        if let session = state.withLock({ $0.session }) { return session }
        let (options, error) = state.withLock { ($0.options, $0.absence) }
        if options.reconnect == .onDemand, error != .forcedDisconnect { return try await link() }
        throw error
    }

    /// The current link, or a new one. Concurrent callers share one attempt.
    func link() async throws -> Session {
        let (attempt, id, timeout) = try state.withLock { state in
            if state.isParted { throw CentralError.forcedDisconnect }
            let attempt = time.task { await Result { try await self.attempt() } }
            state.attemptCount += 1
            state.attempts[state.attemptCount] = attempt
            return (attempt, state.attemptCount, state.timeout)
        }
        let timer = timeout.map { timeout in
            let deadline = time.now() + timeout
            return time.task { [time] in
                guard (try? await time.wait(deadline)) != nil else { return false }
                attempt.cancel()
                return true
            }
        }
        let result = await withTaskCancellationHandler {
            await attempt.value
        } onCancel: {
            attempt.cancel()
        }
        timer?.cancel()
        let isLate = await timer?.value ?? false
        let isParted = state.withLock { state in
            state.attempts[id] = nil
            return state.isParted
        }
        do {
            return try result.get()
        } catch {
            if isParted { throw CentralError.forcedDisconnect }
            guard isLate || error as? CentralError == .connectionTimeout else { throw error }
            let isExchanging = state.withLock { state in
                state.counters.timeouts += 1
                return state.isExchangingMTU
            }
            throw isExchanging ? CentralError.mtuExchangeTimeout : .connectionTimeout
        }
    }

    private func attempt() async throws -> Session {
        do {
            return try await connecting.withLock {
                if let session = state.withLock({ $0.session }) { return session }
                return try await makeLink()
            }
        } catch {
            throw CentralError.translated(error)
        }
    }

    private func makeLink() async throws -> Session {
        let (before, options) = state.withLock { state in
            defer { report(.connecting, &state) }
            return (state.current, state.options)
        }
        do {
            guard address.kind != .anonymous else { throw CentralError.invalidPeripheral }
            let session = try await prepared(options)
            state.withLock { state in
                state.session = session
                state.counters.connections += 1
                report(.connected, &state)
            }
            session.client.whenEnded { [weak self] in self?.hasEnded(session) }
            return session
        } catch {
            state.withLock { report(before, &$0) }
            throw error
        }
    }

    /// Maximum number of links of one `connect`, and the time for a device to advertise again.
    private static let (attemptLimit, pause) = (4, Duration.milliseconds(250))

    /// A new link that is ready for use. A device may lose its first links at once: a second attempt
    /// often succeeds. With pairing there is one attempt, because another would ask the user again.
    private func prepared(_ options: ConnectOptions) async throws -> Session {
        var losses = 0
        while true {
            do {
                return try await preparedAtOnce(options)
            } catch CentralError.disconnected(let reason) {
                state.withLock { if $0.isExchangingMTU { $0.lostExchanges += 1 } }
                try await wait(after: &losses, reason)
            }
        }
    }

    /// Waits until the next attempt to connect.
    ///
    /// - Parameter losses: Counts the links that were lost before they could be used.
    /// - Throws: The loss if no attempt is left.
    func wait(after losses: inout Int, _ reason: DisconnectReason?) async throws {
        losses += 1
        let mayPass = reason?.mayPass ?? true
        guard mayPass, state.withLock({ $0.options.security }) == .none else {
            throw CentralError.disconnected(reason)
        }
        guard losses < Self.attemptLimit else {
            throw CentralError.linksLost(count: losses, reason)
        }
        let attempt = losses + 1
        log.notice("\(address): \(Self.loss(reason)); attempt \(attempt) of \(Self.attemptLimit)")
        try await time.wait(time.now() + Self.pause)
    }

    private static func loss(_ reason: DisconnectReason?) -> String {
        CentralError.disconnected(reason).cause
    }

    private func preparedAtOnce(_ options: ConnectOptions) async throws -> Session {
        do {
            let session = try await establish(options)
            try await prepare(session, options)
            return session
        } catch {
            throw CentralError.translated(error)
        }
    }

    /// Establishes a link, or uses the one that the device has established.
    private func establish(_ options: ConnectOptions) async throws -> Session {
        let timeout = options.requestTimeout
        let made = { [time] in
            Session($0, $1, began: time.now(), securesOnDemand: options.securesOnDemand)
        }
        let onValue: ValueHandler = { [weak self] in self?.receive($1, of: $0) }
        let onFault: FaultHandler = { [weak self] in self?.report($0) }
        if let (connection, client) = radio.links.client(
            of: address,
            requestTimeout: timeout,
            onValue: onValue,
            onFault: onFault
        ) {
            return made(connection, client)
        }
        let connection = try await reached(options.parameters)
        let client = radio.links.client(
            over: connection,
            time: time,
            requestTimeout: timeout,
            onValue: onValue,
            onFault: onFault
        )
        return made(connection, client)
    }

    /// A new link. A time limit of the radio, such as the kernel's 40 s, begins again: only `connect(timeout:)`
    /// ends the attempt.
    private func reached(
        _ parameters: ConnectionParameters
    ) async throws -> any RadioConnection {
        while true {
            do throws(RadioError) {
                return try await radio.connect(to: address, parameters)
            } catch {
                guard error == .timedOut else { throw error }
            }
            try await time.wait(time.now() + Self.pause)
        }
    }

    /// Prepares a new link for use. On failure the link is closed, unless the device has established it.
    private func prepare(_ session: Session, _ options: ConnectOptions) async throws {
        session.client.start()
        do {
            try await session.perform(orTimeout: .connectionTimeout) { client in
                try await agreeOnMTU(session, options)
                if options.security > .none {
                    try await session.connection.secure(to: options.security)
                }
                try await validateCache(session)
                try await resubscribe(session)
                try Task.checkCancellation()
            }
        } catch {
            if session.connection.isCentral {
                await session.disconnect()
            } else {
                session.client.release()
            }
            throw error
        }
    }

    private func agreeOnMTU(_ session: Session, _ options: ConnectOptions) async throws {
        let offer = min(options.mtu, session.connection.largestPacket)
        let exchanges = state.withLock { state in
            state.isExchangingMTU = offer > Int(ACC_ATT_DEFAULT_MTU) && state.lostExchanges < 2
            return state.isExchangingMTU
        }
        guard exchanges else { return }
        do {
            _ = try await session.client.exchangeMTU(offer)
        } catch GATTError.att {
            // the server supports only the default size
        } catch GATTError.malformedAnswer {
            // or tries to
        }
        state.withLock { $0.isExchangingMTU = false }
    }

    /// Handles the end of a link. A second call has no effect.
    func hasEnded(_ session: Session) {
        let willReturn = state.withLock { state -> Bool? in
            guard state.session === session else { return nil }
            state.session = nil
            state.counters.disconnections += 1
            state.counters.timeConnected += time.now() - session.began
            let reason = session.isForced ? .localHost : session.connection.endReason
            report(.disconnected(reason), &state)
            guard !session.isForced, !state.isParted else { return false }
            if case .backoff(let first, let limit, let factor) = state.options.reconnect {
                state.reconnection = reconnect(first: first, limit: limit, factor: factor)
            }
            return state.options.reconnect != .never
        }
        guard let willReturn else { return }
        if !session.isForced {
            log.warning("\(address): \(Self.loss(session.connection.endReason))")
        }
        if !willReturn { subscriptions.finish(throwing: session.loss) }
    }

    private func reconnect(first: Duration, limit: Duration, factor: Double) -> Task<Void, Never> {
        time.task { [weak self, time, radio] in
            var delay = first
            while self?.waits(delay) == true {
                guard (try? await time.wait(time.now() + delay)) != nil else { return }
                switch await self?.attemptReconnection() ?? .over {
                case .over:
                    return
                case .failed:
                    delay = min(delay * factor, limit)
                case .poweredOff:
                    for await state in radio.states where state == .poweredOn { break }
                    delay = first
                }
            }
        }
    }

    private enum Outcome { case over, failed, poweredOff }

    /// Whether to reconnect; if so, reports the waiting state.
    private func waits(_ delay: Duration) -> Bool {
        state.withLock { state in
            guard state.session == nil, !state.isParted else { return false }
            report(.waiting(delay), &state)
            return true
        }
    }

    /// One attempt to reconnect.
    private func attemptReconnection() async -> Outcome {
        do {
            _ = try await link()
            return .over
        } catch CentralError.isPoweredOff {
            return .poweredOff
        } catch let error as CentralError {
            log.notice("\(address): not connected again: \(error.cause)")
            guard case .radio(.noAdapter) = error else { return .failed }
            state.withLock { report(.disconnected(nil), &$0) }
            subscriptions.finish(throwing: error)
            return .over
        } catch {
            return .failed
        }
    }
}

extension Peripheral.State {
    /// The reason there is no link.
    var absence: CentralError {
        if isParted { return .forcedDisconnect }
        if case .disconnected(let reason) = current { return .disconnected(reason) }
        return .disconnected(nil)
    }
}
