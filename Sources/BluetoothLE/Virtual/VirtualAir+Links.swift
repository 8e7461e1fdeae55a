internal import AccessoryConcurrency

extension VirtualAir {
    /// Maximum packets queued at an end of a link before its sender has to wait.
    static let capacity = 64

    // MARK: Connections

    func connect(
        to peer: BluetoothAddress,
        _ parameters: ConnectionParameters,
        by radio: VirtualRadio
    ) async throws(RadioError) -> VirtualConnection {
        try parameters.check()
        let id = change { state, _ in state.newID() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (waiter: CheckedContinuation<Result<VirtualConnection, RadioError>, Never>) in
                change { state, effects in
                    // checked inside the lock, where `onCancel` cannot intervene
                    if let error = Task.isCancelled ? .cancelled : state.whyUseless(radio) {
                        effects.append { waiter.resume(returning: .failure(error)) }
                        return
                    }
                    state.radios[radio.id]?.initiators[id] = AirState.Initiator(
                        peer: peer,
                        parameters: parameters,
                        waiter: waiter
                    )
                    wakeAdvertisers(&state)
                }
            }
        } onCancel: {
            change { state, effects in
                let initiator = state.radios[radio.id]?.initiators.removeValue(forKey: id)
                effects.append { initiator?.waiter.resume(returning: .failure(.cancelled)) }
            }
        }
        return try result.get()
    }

    func incomingConnections(
        of radio: VirtualRadio
    ) throws(RadioError) -> AsyncThrowingStream<any RadioConnection, any Error> {
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: (any RadioConnection).self,
            throwing: (any Error).self
        )
        let id = try change { state, _ -> Result<Int, RadioError> in
            state.use(radio).flatMap { model in
                guard model.acceptor == nil else { return .failure(.busy) }
                let id = state.newID()
                state.radios[radio.id]?.acceptor = (id, entry)
                return .success(id)
            }
        }.get()
        entry.onTermination = { [weak self, weak radio] _ in
            guard let self, let radio else { return }
            change { state, _ in
                guard state.radios[radio.id]?.acceptor?.id == id else { return }
                state.radios[radio.id]?.acceptor = nil
            }
        }
        return stream
    }

    /// Connects a central that has received the advertiser it was waiting for.
    func connect(
        _ initiator: AirState.Initiator,
        from central: VirtualRadio,
        to peripheral: VirtualRadio,
        at now: Duration,
        _ state: inout AirState,
        _ effects: inout Effects
    ) {
        guard let acceptor = state.radios[peripheral.id]?.acceptor else {
            effects.append {
                initiator.waiter.resume(returning: .failure(.disconnected(.notEstablished)))
            }
            return
        }
        let id = state.newID()
        let parameters = Self.parameters(initiator.parameters, central, peripheral)
        let ends = [
            VirtualConnection(
                air: self,
                link: id,
                side: .central,
                radio: central,
                peer: peripheral
            ),
            VirtualConnection(
                air: self,
                link: id,
                side: .peripheral,
                radio: peripheral,
                peer: central
            ),
        ]
        state.links[id] = AirState.LinkModelEntry(
            model: LinkModel(parameters, anchor: now + parameters.interval),
            radios: [central.id, peripheral.id],
            ends: ends
        )
        effects.append {
            acceptor.entry.yield(ends[1])
            initiator.waiter.resume(returning: .success(ends[0]))
        }
    }

    /// The parameters that two adapters agree on.
    static func parameters(
        _ wanted: ConnectionParameters,
        _ central: VirtualRadio,
        _ peripheral: VirtualRadio
    ) -> LinkParameters {
        let phys = wanted.phys.intersection(central.features.phys).intersection(
            peripheral.features.phys
        )
        let phy: PHY =
            phys.contains(.le2M) ? .le2M : phys.contains(.le1M) || phys.isEmpty ? .le1M : .coded
        return LinkParameters(
            interval: wanted.interval.lowerBound,
            latency: wanted.latency,
            supervisionTimeout: wanted.supervisionTimeout,
            phy: phy,
            dataLength: min(central.dataLength, peripheral.dataLength)
        )
    }

    /// Ends a connection, with a reason for each side.
    func end(
        _ id: AirState.LinkID,
        reasons: [DisconnectReason],
        _ state: inout AirState,
        _ effects: inout Effects
    ) {
        guard let link = state.links.removeValue(forKey: id) else { return }
        link.timer?.cancel()
        effects.append {
            for waiter in link.waiters.joined() { waiter.resume() }
            for channel in link.channels.values.joined() { channel.inbox.put(.end) }
            for acceptor in link.acceptors.flatMap(\.values) { acceptor.entry.finish() }
            for (end, reason) in zip(link.ends, reasons) { end.hasEnded(reason) }
        }
    }

    /// Ends a connection that is out of reach after `timeout`, unless it is in reach again by then.
    func supervise(_ id: AirState.LinkID, _ timeout: Duration) {
        time.schedule(at: time.now() + timeout) { [weak self] in
            self?.change { state, effects in
                guard let link = state.links[id],
                    !state.isInReach(link.radios[0], link.radios[1])
                else { return }
                let reason = DisconnectReason.connectionTimeout
                self?.end(id, reasons: [reason, reason], &state, &effects)
            }
        }
    }

    /// Ends a connection at the request of `side`: at the next event by which that end's queued
    /// packets have been sent. Its later packets are dropped, since they could delay the end forever.
    func disconnect(_ id: AirState.LinkID, by side: LinkModel.Side) {
        change { state, _ in
            guard let link = state.links[id] else { return }
            state.links[id]?.leaving.insert(side)
            time.schedule(at: time.now() + link.model.parameters.interval) { [weak self] in
                self?.terminate(id, by: side)
            }
        }
    }

    private func terminate(_ id: AirState.LinkID, by side: LinkModel.Side) {
        let isSending = change { state, effects in
            let isSending = (state.links[id]?.model.count(at: side) ?? 0) > 0
            let reasons: [DisconnectReason] =
                side == .central ? [.localHost, .remoteUser] : [.remoteUser, .localHost]
            if !isSending { end(id, reasons: reasons, &state, &effects) }
            return isSending
        }
        if isSending { disconnect(id, by: side) }
    }

    // MARK: Packets

    func send(_ bytes: [UInt8], on channel: Int, of id: AirState.LinkID, by side: LinkModel.Side) {
        change { state, _ in
            guard let link = state.links[id], !link.leaving.contains(side) else { return }
            let ready = time.now() + state.conditions.latency
            state.links[id]?.model.enqueue(
                LinkModel.Packet(channel: channel, bytes: bytes, ready: ready),
                at: side
            )
            arm(id, at: time.now(), &state)
        }
    }

    /// Returns when an end's queue has room, or the connection has ended.
    func drained(_ id: AirState.LinkID, _ side: LinkModel.Side) async {
        await withCheckedContinuation { waiter in
            change { state, effects in
                let isLeaving = state.links[id]?.leaving.contains(side) ?? false
                let count = state.links[id]?.model.count(at: side) ?? 0
                if isLeaving || count > Self.capacity {
                    state.links[id]?.waiters[side.rawValue].append(waiter)
                } else {
                    effects.append { waiter.resume() }
                }
            }
        }
    }

    /// Sets a link's timer, if there is work and none is set.
    private func arm(_ id: AirState.LinkID, at now: Duration, _ state: inout AirState) {
        guard let link = state.links[id], link.timer == nil,
            let due = link.model.next(after: now)
        else { return }
        state.links[id]?.timer = time.schedule(at: due) { [weak self] in
            self?.change { state, effects in self?.work(id, at: due, &state, &effects) }
        }
    }

    /// Starts or ends an exchange.
    private func work(
        _ id: AirState.LinkID,
        at now: Duration,
        _ state: inout AirState,
        _ effects: inout Effects
    ) {
        guard var link = state.links[id] else { return }
        link.timer = nil
        let isReachable = state.isInReach(link.radios[0], link.radios[1])
        let losses = (
            central: !isReachable || state.happens(state.conditions.loss),
            peripheral: state.happens(state.conditions.loss)
        )
        let arrivals = link.model.work(at: now, losses: losses)
        let silence = link.model.silentSince.map { now - $0 } ?? .zero
        wakeSenders(&link, &effects)
        state.links[id] = link
        for arrival in arrivals {
            guard deliver(arrival, over: id, link, &state, &effects) else { return }
        }
        guard silence < link.model.parameters.supervisionTimeout else {
            return end(
                id,
                reasons: [.connectionTimeout, .connectionTimeout],
                &state,
                &effects
            )
        }
        // after the deliveries have been processed, to keep the order on any clock
        effects.append { [weak self] in
            self?.change { state, _ in self?.arm(id, at: now, &state) }
        }
    }

    private func wakeSenders(_ link: inout AirState.LinkModelEntry, _ effects: inout Effects) {
        for side in [LinkModel.Side.central, .peripheral]
        where link.model.count(at: side) <= Self.capacity {
            let waiters = link.waiters[side.rawValue]
            link.waiters[side.rawValue] = []
            effects.append { for waiter in waiters { waiter.resume() } }
        }
    }

    /// Delivers a packet. Returns false when the connection has ended instead.
    private func deliver(
        _ arrival: LinkModel.Arrival,
        over id: AirState.LinkID,
        _ link: AirState.LinkModelEntry,
        _ state: inout AirState,
        _ effects: inout Effects
    ) -> Bool {
        state.packets += 1
        let receiver = link.end(arrival.to)
        let packet = AirPacket(
            sender: receiver.peer,
            receiver: link.end(arrival.to.other).peer,
            number: state.packets,
            bytes: arrival.bytes
        )
        var fate = state.tap?(packet) ?? .delivered
        if state.happens(state.conditions.disconnects) { fate = .disconnected(.connectionTimeout) }
        if case .disconnected(let reason) = fate {
            end(id, reasons: [reason, reason], &state, &effects)
            return false
        }
        let inbox =
            arrival.channel == 0
            ? receiver.bearer.inbox : link.channels[arrival.channel]?[arrival.to.rawValue].inbox
        // at once: on another thread, the effects of the next exchange may come first
        inbox?.append(.packet(arrival.bytes))
        effects.append { inbox?.deliver() }
        return true
    }
}
