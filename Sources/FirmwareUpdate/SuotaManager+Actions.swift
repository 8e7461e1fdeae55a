internal import BluetoothLE
internal import CAccessory

// Performs the session's actions on the connection. Each action is a task; one task sends all
// chunks of a block. The result is passed to the session.
extension SuotaManager {
    func perform(_ action: SuotaAction) {
        let generation = generation
        switch action {
        case .read(let characteristic):
            run(
                on: characteristic,
                { .read(characteristic, try await $0.read()) },
                orFail: { _ in .readFailed(characteristic) }
            )
        case .write(let characteristic, let bytes):
            run(
                on: characteristic,
                {
                    try await $0.write(bytes)
                    return .written(characteristic)
                },
                orFail: { .writeFailed(characteristic, $0) }
            )
        case .subscribe: subscribe()
        case .sendChunk(let bytes): send(bytes)
        case .openChannel(let psm): openChannel(psm)
        case .sendPacket(let bytes):
            guard let channel else { return }
            channel.send(Array(bytes))
            begin { [weak self] in
                await channel.drained()
                await self?.handle(.sent, generation)
            }
        case .closeChannel:
            channel?.close()
            channel = nil
        case .disconnect: begin { [weak self] in await self?.drop() }
        case .event, .finished: break
        }
    }

    /// Passes a chunk to the loop that sends the block's chunks; the first chunk starts the loop.
    private func send(_ chunk: ArraySlice<UInt8>) {
        nextChunk = chunk
        guard sendingGeneration != generation, let target = characteristics[.patchData] else {
            return
        }
        sendingGeneration = generation
        begin { [weak self, generation] in await self?.sendBlock(to: target, generation) }
    }

    /// Sends chunks until the session has no further one.
    private func sendBlock(to target: Characteristic, _ generation: Int) async {
        defer { if sendingGeneration == generation { sendingGeneration = nil } }
        do {
            let writer = try await target.valueWriter()
            while generation == self.generation, let chunk = nextChunk.take() {
                try await writer.write(chunk)
                handle(.sent, generation)
            }
        } catch {
            handle(error.isLoss ? .linkLost : .sendFailed, generation)
        }
    }

    private func run(
        on characteristic: SuotaCharacteristic,
        _ body: @escaping @Sendable (Characteristic) async throws -> SuotaInput,
        orFail failure: @escaping @Sendable (ATTError?) -> SuotaInput
    ) {
        guard let target = characteristics[characteristic] else { return }
        begin { [weak self, generation] in
            do {
                let input = try await body(target)
                await self?.handle(input, generation)
            } catch {
                await self?.handle(error.isLoss ? .linkLost : failure(error.answer), generation)
            }
        }
    }

    private func subscribe() {
        guard let status = characteristics[.status] else { return }
        guard !isListening else {
            return begin { [weak self, generation] in
                await self?.handle(.subscribed, generation)
            }
        }
        isListening = true
        begin { [weak self, generation] in
            do {
                let values = try await status.notifications()
                await self?.handle(.subscribed, generation)
                for try await value in values { await self?.notified(value) }
            } catch {
                await self?.handle(error.isLoss ? .linkLost : error.unsubscribed, generation)
            }
        }
    }

    private func notified(_ value: [UInt8]) {
        handle(.notified(value), generation)
    }

    private func openChannel(_ psm: UInt16) {
        begin { [weak self, peripheral, generation] in
            do {
                let channel = try await peripheral.openChannel(psm: psm)
                await self?.opened(channel, generation)
            } catch {
                await self?.handle(error.isLoss ? .linkLost : .channelFailed, generation)
            }
        }
    }

    private func opened(_ channel: any ChannelBearer, _ generation: Int) {
        guard generation == self.generation else { return channel.close() }
        self.channel = channel
        channel.start(
            onPacket: { _ in },
            onEnd: { [weak self, time] in
                _ = time.task { [weak self] in await self?.handle(.channelFailed, generation) }
            }
        )
        handle(.channelOpened(packet: channel.largestPacketOut), generation)
    }
}

extension SuotaSession {
    static let endWord = acc_suota_mem_dev(ACC_SUOTA_END, 0).littleEndianBytes
    static let rebootWord = acc_suota_mem_dev(ACC_SUOTA_REBOOT, 0).littleEndianBytes
}

extension Error {
    /// Whether the error reports link loss.
    var isLoss: Bool {
        switch self as? CentralError {
        case .disconnected, .forcedDisconnect, .isPoweredOff: true
        default: false
        }
    }
}

extension Error {
    /// The session's input for a failed subscription.
    fileprivate var unsubscribed: SuotaInput {
        answer.map { .subscriptionRefused($0) } ?? .subscriptionFailed
    }

    /// The error in the device's answer; nil if the device did not answer.
    var answer: ATTError? {
        if case .att(let error, _)? = self as? GATTError { error } else { nil }
    }
}

extension SuotaError {
    /// Whether another attempt may succeed.
    var mayPass: Bool {
        switch self {
        case .notConnected, .timedOut, .serviceDiscoveryFailed, .mtuRequestFailed: true
        case .gattOperationFailed(_, let error): error?.requiresLogin != true
        default: false
        }
    }

    /// Whether the error shows that the device already has the image.
    var meansInstalled: Bool {
        switch self {
        case .device(.sameImage): true
        case .refused(let reasons):
            reasons.allSatisfy { if case .sameVersion = $0 { true } else { false } }
        default: false
        }
    }
}
