internal import AccessoryConcurrency
internal import BluetoothLE

/// A device that is connecting or connected.
struct TxRxEntry {
    typealias Outcome = Result<[UInt8], TxRxError>

    var machine: TxRxMachine
    var line: TxRxLine?
    var timer: TimeSource.Timer?
    var work: Task<Void, Never>?
    /// The pending calls, by number.
    var waiters: [TxRxMachine.Step: (Int, CheckedContinuation<Outcome, Never>)] = [:]
    /// The number of the link; events of earlier links are ignored.
    let link: Int
}

/// Performs the state machines' actions.
extension TxRxManager {
    /// Starts an operation and waits for its end.
    func perform(
        _ step: TxRxMachine.Step,
        _ device: TxRxDevice,
        _ begin: (inout TxRxMachine, Duration, TxRxTimeouts) throws(TxRxError) -> [TxRxMachine
            .Action]
    ) async throws -> [UInt8] {
        let address = device.address
        var machine = entries[address]?.machine ?? TxRxMachine(device: device)
        let actions: [TxRxMachine.Action]
        do {
            actions = try begin(&machine, time.now(), timeouts)
        } catch {
            if entries[address]?.machine.phase == .idle { entries[address] = nil }
            broadcaster.send(step.refusal(device, error))
            throw error
        }
        entries[address]?.machine = machine
        calls += 1
        let call = calls
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                entries[address]?.waiters[step] = (call, continuation)
                run(actions, address)
                if Task.isCancelled { cancel(step, call, address) }
            }
        } onCancel: {
            _ = time.task { await self.cancel(step, call, address) }
        }
        if Task.isCancelled, case .failure = outcome { throw CancellationError() }
        return try outcome.get()
    }

    private func cancel(_ step: TxRxMachine.Step, _ call: Int, _ address: BluetoothAddress) {
        guard step != .disconnect, let waiter = entries[address]?.waiters[step], waiter.0 == call
        else { return }
        change(address) { $0.cancel(step, at: $1, $2) }
        // a cancelled `connect` waits for the end of the link
        if step != .connect {
            entries[address]?.waiters[step] = nil
            waiter.1.resume(returning: .failure(.notConnected))
        }
    }

    /// Passes an event to the state machine and performs its actions.
    private func change(
        _ address: BluetoothAddress,
        link: Int? = nil,
        _ input: (inout TxRxMachine, Duration, TxRxTimeouts) -> [TxRxMachine.Action]
    ) {
        guard var machine = entries[address]?.machine,
            link == nil || link == entries[address]?.link
        else { return }
        let actions = input(&machine, time.now(), timeouts)
        entries[address]?.machine = machine
        run(actions, address)
    }

    private func run(_ actions: [TxRxMachine.Action], _ address: BluetoothAddress) {
        for action in actions {
            switch action {
            case .link: link(address)
            case .unlink: unlink(address)
            case .write(let bytes, let number):
                write(bytes, to: entries[address]?.line?.rx, number, address) { TxRxError($0) }
            case .writeMode(let mode, let number):
                write([mode.rawValue], to: entries[address]?.line?.mode, number, address) {
                    TxRxError.settingMode($0)
                }
            case .report(let event): broadcaster.send(event)
            case .finish(let step, let outcome):
                entries[address]?.waiters.removeValue(forKey: step)?.1.resume(returning: outcome)
            }
        }
        setTimer(address)
        if let entry = entries[address], entry.machine.phase == .idle, entry.waiters.isEmpty {
            entries[address] = nil
        }
    }

    private func setTimer(_ address: BluetoothAddress) {
        entries[address]?.timer?.cancel()
        guard let deadline = entries[address]?.machine.deadline else { return }
        entries[address]?.timer = time.schedule(at: deadline) { [weak self, time] in
            _ = time.task { [weak self] in
                await self?.change(address) { $0.expire(at: $1, $2) }
            }
        }
    }

    private func link(_ address: BluetoothAddress) {
        let link = entries[address]?.link
        entries[address]?.work = time.task { [weak self, central, profiles, options] in
            do {
                let peripheral = try await central.connect(
                    to: address,
                    timeout: nil,
                    options: options
                )
                await self?.change(address, link: link) { machine, _, _ in machine.linked() }
                let line = try await TxRxLine(on: peripheral, among: profiles)
                await self?.opened(line, link, address)
                try await line.listen(
                    onAnswer: { [weak self] packet in
                        await self?.change(address, link: link) { $0.received(packet, at: $1, $2) }
                    },
                    onEvent: { [weak self] packet in
                        await self?.change(address, link: link) {
                            $0.eventReceived(packet, at: $1, $2)
                        }
                    }
                )
                await self?.lost(.bluetoothNotReadyOrLost, link, address)
            } catch {
                await self?.lost(TxRxError(error), link, address)
            }
        }
    }

    private func opened(_ line: TxRxLine, _ link: Int?, _ address: BluetoothAddress) {
        guard entries[address]?.link == link else { return }
        entries[address]?.line = line
        change(address) { machine, _, _ in
            machine.opened(line.profile, hasModes: line.mode != nil)
        }
    }

    /// Handles the end of the link, or of the connection attempt.
    private func lost(_ error: TxRxError, _ link: Int?, _ address: BluetoothAddress) {
        guard let entry = entries[address], entry.link == link else { return }
        switch entry.machine.phase {
        case .connecting, .discovering:
            change(address) { $0.connectFailed(error, at: $1, $2) }
        case .ready: unlink(address)
        case .idle, .disconnecting: break
        }
    }

    /// Removes the state of a link, and reports its end.
    private func unlink(_ address: BluetoothAddress) {
        let link = entries[address]?.link
        let peripheral = central.peripheral(address)
        entries[address]?.line = nil
        _ = time.task { [weak self] in
            await peripheral.disconnect()
            await self?.change(address, link: link) { machine, _, _ in machine.unlinked() }
        }
    }

    private func write(
        _ bytes: [UInt8],
        to characteristic: Characteristic?,
        _ number: Int,
        _ address: BluetoothAddress,
        orThrow failure: @escaping @Sendable (any Error) -> TxRxError
    ) {
        let link = entries[address]?.link
        _ = time.task { [weak self] in
            do {
                guard let characteristic else { throw CentralError.forcedDisconnect }
                try await characteristic.write(bytes)
                await self?.change(address, link: link) { $0.written(number, at: $1, $2) }
            } catch {
                await self?.change(address, link: link) {
                    $0.writeFailed(number, failure(error), at: $1, $2)
                }
            }
        }
    }
}

extension TxRxMachine.Step {
    /// The event that reports a refused call.
    fileprivate func refusal(_ device: TxRxDevice, _ error: TxRxError) -> TxRxEvent {
        switch self {
        case .connect: .deviceConnectError(device, error)
        case .disconnect: .deviceError(device, error)
        case .send, .answer: .dataSendError(device, error)
        case .mode: .modeChangeError(device, error)
        }
    }
}
