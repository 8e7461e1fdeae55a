internal import AccessoryConcurrency

/// Turns the machine's actions into output, states, events and results.
extension LinkCore {
    /// Performs all actions of the machine.
    func settle() {
        while let action = machine.poll(at: now) {
            switch action {
            case .frame(let payload): put(payload)
            case .tone(let duration): output = .tone(duration)
            case .state(let state): move(to: state)
            case .event(let event): handle(event)
            case .openFailed(let error):
                failure = failure ?? error
                sessionEnded = true
            case .progressDelivered:
                callers.finishProgressDelivery(.success(()))
            }
        }
        let progress = machine.progress
        if progress != self.progress {
            self.progress = progress
            broadcasters.progress.send(progress)
        }
    }

    private func put(_ payload: [UInt8]) {
        switch tap?.judge(.outgoing, payload) ?? .pass {
        case .pass: output = .frame(payload, isDamaged: false)
        case .damage: output = .frame(payload, isDamaged: true)
        case .replace(let other): output = .frame(other, isDamaged: false)
        case .drop: machine.sent(at: now)
        }
    }

    func move(to state: LinkState) {
        guard state != self.state else { return }
        if self.state.isOpen, !state.isOpen { sessionEnded = true }
        self.state = state
        broadcasters.states.send(state)
    }

    func handle(_ event: LinkEvent) {
        if role == .accessory, case .received = event {
            requests += 1
            if holdsTimeForRequests { carrier.holdTime() }
        }
        if isOfExchange(event) { callers.report(event) }
        broadcasters.events.send(event)
        switch event {
        case .opened(let resumed):
            callers.finishOpening(.success(resumed))
        case .received(let bytes):
            // in duplex mode, received messages are not answers
            guard options.mode == .masterSlave else { break }
            callers.finishExchange(.success(bytes))
        case .sent:
            callers.finishDelivery(.success(()))
            guard options.mode == .duplex else { break }
            callers.finishExchange(.success([]))
        case .timedOut:
            callers.finishExchange(.failure(.timedOut))
        case .failed(let error):
            callers.failWork(with: error)
        case .closed:
            callers.failWork(with: .cancelled)
            sessionEnded = true
        case .progress, .fault, .dropped, .asleep:
            break
        }
    }

    private func isOfExchange(_ event: LinkEvent) -> Bool {
        switch event {
        case .sent, .progress, .timedOut, .failed: true
        case .received: options.mode == .masterSlave
        case .opened, .fault, .closed, .dropped, .asleep: false
        }
    }
}
