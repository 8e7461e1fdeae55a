internal import AccessoryConcurrency

/// Performs one `DFUUpgrade` on an open session.
actor DFUTransfer {
    private let session: BeaconModuleSession
    private let time: TimeSource
    private let onProgress: @Sendable (Double) -> Void
    private var upgrade: DFUUpgrade
    private var isWriting = false
    private var isCancelled = false
    private var timer: TimeSource.Timer?
    private var waiter: CheckedContinuation<DFUUpgradeError?, Never>?

    init(
        _ session: BeaconModuleSession,
        _ upgrade: DFUUpgrade,
        onProgress: @escaping @Sendable (Double) -> Void
    ) {
        self.session = session
        self.upgrade = upgrade
        self.onProgress = onProgress
        time = session.time
    }

    /// Returns when the module has the whole file.
    ///
    /// - Throws: `ModuleUpgradeError.upgrade`, or `CancellationError`.
    func run() async throws {
        let events = session.events
        let listening = time.task { [weak self] in
            for await event in events { await self?.handle(event) }
        }
        defer { listening.cancel() }
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter = continuation
                pump()
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            _ = time.task { await self.cancel() }
        }
        timer?.cancel()
        guard let error else { return }
        if isCancelled { throw CancellationError() }
        throw ModuleUpgradeError.upgrade(error)
    }

    private func handle(_ event: BeaconModuleSession.Event) {
        switch event {
        case .received(let bytes): upgrade.receive(bytes, at: time.now())
        case .closed:
            isWriting = false
            upgrade.disconnected()
        case .opened, .written, .pinCheck: return
        }
        pump()
    }

    private func cancel() {
        isCancelled = true
        upgrade.cancel()
        pump()
    }

    private func pump() {
        while !isWriting, let action = upgrade.nextAction(at: time.now()) {
            switch action {
            case .send(let bytes): write(bytes)
            case .info: break
            case .progress(let progress, let fraction):
                if progress != .failed { onProgress(fraction) }
            case .finished(let error):
                waiter?.resume(returning: error)
                waiter = nil
            }
        }
        timer?.cancel()
        guard !isWriting, waiter != nil, let deadline = upgrade.deadline else { return }
        timer = time.schedule(at: deadline) { [weak self, time] in
            _ = time.task { [weak self] in await self?.pump() }
        }
    }

    private func write(_ bytes: [UInt8]) {
        isWriting = true
        _ = time.task { [weak self, session] in
            let result = await Result { try await session.write(bytes) }
            await self?.wrote(result)
        }
    }

    private func wrote(_ result: Result<Void, any Error>) {
        isWriting = false
        switch result {
        case .success: upgrade.sent(at: time.now())
        case .failure: upgrade.disconnected()
        }
        pump()
    }
}
