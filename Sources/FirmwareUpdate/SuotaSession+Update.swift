extension SuotaSession {
    /// Handles an input during an update.
    mutating func updated(by input: SuotaInput, at now: Duration) {
        switch (phase, input) {
        case (.updating, .notified(let value)):
            if let code = value.first { notified(SuotaStatus(rawValue: code), at: now) }
        case (.updating(let step), .written(let characteristic)):
            written(characteristic, in: step, at: now)
        case (.updating(let step), .writeFailed(let characteristic, let error)):
            if characteristic == step.characteristic {
                fail(.gattOperationFailed(step.error, error), at: now)
            }
        case (.updating(.subscribing), .subscribed):
            enter(.memoryDevice(written: false, started: false, afterFallBack: false), at: now)
        case (.updating(.subscribing), .subscriptionFailed):
            fail(.gattOperationFailed(.subscribing), at: now)
        case (.updating(.subscribing), .subscriptionRefused(let error)):
            fail(.gattOperationFailed(.subscribing, error), at: now)
        case (.updating(let step), .sent): sent(in: step, at: now)
        case (.updating(.block), .sendFailed): fail(.gattOperationFailed(.block), at: now)
        case (.updating(.channel), .channelOpened(let packet)):
            openedChannel(packet: packet, at: now)
        case (.updating(.channel), .channelFailed), (.updating(.packets), .channelFailed),
            (.updating(.packets), .sendFailed):
            fail(.gattOperationFailed(.channel), at: now)
        case (.aborting(let error), .written(.memoryDevice)),
            (.aborting(let error), .writeFailed(.memoryDevice, _)):
            finish(error)
        case (.aborting(let error), .notified(let value)):
            if value.first == SuotaStatus.serviceExit.rawValue { finish(error) }
        case (.rebooting, .written(.memoryDevice)), (.rebooting, .writeFailed(.memoryDevice, _)):
            // a device that reboots at once answers with an error, or does not answer
            report(.rebootSent)
            finish(nil)
        default: break
        }
    }

    private mutating func written(
        _ characteristic: SuotaCharacteristic,
        in step: Step,
        at now: Duration
    ) {
        guard characteristic == step.characteristic else { return }
        switch step {
        case .memoryDevice(_, let started, let after):
            advance(.memoryDevice(written: true, started: started, afterFallBack: after), at: now)
        case .gpioMap: enterNextBlock(at: now)
        case .patchLength: enter(.block(accepted: false), at: now)
        case .end(_, let accepted): advance(.end(written: true, accepted: accepted), at: now)
        default: break
        }
    }

    /// Continues when both parts of a step are complete.
    private mutating func advance(_ step: Step, at now: Duration) {
        switch step {
        case .memoryDevice(true, true, _): enter(.gpioMap, at: now)
        case .end(true, true): succeed(at: now)
        default: phase = .updating(step)
        }
    }

    private mutating func notified(_ status: SuotaStatus, at now: Duration) {
        guard case .updating(let step) = phase else { return }
        switch (step, status) {
        case (.memoryDevice(let written, false, let after), .imageStarted):
            advance(.memoryDevice(written: written, started: true, afterFallBack: after), at: now)
        case (.memoryDevice(_, false, afterFallBack: true), .internalMemoryError),
            (.memoryDevice(_, false, afterFallBack: true), .invalidMemoryType),
            (.memoryDevice(_, false, afterFallBack: true), .patchLengthError):
            break  // answers to chunks in flight when the block was refused
        case (.block(false), .ok) where transfer!.isBlockHandedOut:
            phase = .updating(.block(accepted: true))
        case (.blockStatus, .ok): blockAccepted(at: now)
        case (.end(let written, false), .ok):
            advance(.end(written: written, accepted: true), at: now)
        case (.patchLength, .internalMemoryError), (.block, .internalMemoryError),
            (.blockStatus, .internalMemoryError):
            fallBack(at: now)
        case (_, .ok), (_, .imageStarted), (_, SuotaStatus(rawValue: 0)):
            fail(.protocolError(status, step.error), at: now)
        default: fail(.device(status), at: now)
        }
    }

    private mutating func sent(in step: Step, at now: Duration) {
        guard let sent = transfer?.sent() else { return }
        speed?.sent(sent.bytes)
        timer = now + configuration.uploadTimeout
        let count = sent.count
        if configuration.reportsChunks { report(.chunkSent(count)) }
        if configuration.reportsChunkLog {
            log(.sendBlock, as: .chunk, "chunk \(count.chunk) of block \(count.block)")
        }
        switch step {
        case .block(let accepted) where sent.endsBlock:
            enter(.blockStatus, at: now)
            if accepted { blockAccepted(at: now) }
        case .packets:
            endBlock(at: now)
            if transfer!.isComplete { drain(at: now) }
        default: break
        }
    }

    private mutating func blockAccepted(at now: Duration) {
        endBlock(at: now)
        enterNextBlock(at: now)
    }

    private mutating func endBlock(at now: Duration) {
        let size = transfer!.blockSize
        transfer!.blockDone()
        speed?.blockEnded(size, at: now)
        let (done, blocks) = (transfer!.blocksDone, transfer!.plan.blocks)
        if configuration.reportsBlockLog {
            log(.sendBlock, as: .block, "block \(done) of \(blocks)")
        }
        if configuration.reportsBlocks { report(.blockSent(block: done, of: blocks)) }
        if configuration.reportsProgress { report(.progress(100 * Double(done) / Double(blocks))) }
    }

    private mutating func fallBack(at now: Duration) {
        guard transfer!.fallBack() else { return fail(.device(.internalMemoryError), at: now) }
        speed = nil
        enter(.memoryDevice(written: false, started: false, afterFallBack: true), at: now)
    }
}

extension SuotaSession.Step {
    /// The step's name in errors.
    var error: SuotaError.Step {
        switch self {
        case .subscribing: .subscribing
        case .memoryDevice: .memoryDevice
        case .gpioMap: .gpioMap
        case .patchLength: .patchLength
        case .block, .blockStatus: .block
        case .channel, .packets, .draining: .channel
        case .end: .end
        }
    }

    /// The characteristic whose write the step waits for.
    var characteristic: SuotaCharacteristic? {
        switch self {
        case .memoryDevice(written: false, _, _), .end(written: false, _): .memoryDevice
        case .gpioMap: .gpioMap
        case .patchLength: .patchLength
        default: nil
        }
    }
}
