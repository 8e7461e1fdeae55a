internal import AccessoryConcurrency

extension PeripheralManager {
    /// Whether the manager is advertising.
    public var isAdvertising: Bool {
        if case .on = advertising { true } else { false }
    }

    /// Advertises a name and services, and accepts connections. A name that does not fit beside the
    /// services goes into the scan response, shortened if necessary. Services that do not fit there
    /// require extended advertising, which is used if the radio supports it.
    ///
    /// While a start is pending, a second call with the same arguments waits for it; a call with
    /// other arguments throws `isAdvertising`.
    ///
    /// - Throws: `isAdvertising`, `advertisementTooLong`, `radio`.
    public func startAdvertising(
        name: String?,
        uuids: [BluetoothUUID] = []
    ) async throws(PeripheralManagerError) {
        let layout = try AdvertisementLayout(name: name, uuids: uuids, features: radio.features)
        try await startAdvertising(
            AdvertisingParameters(data: layout.data) {
                $0.scanResponse = layout.scanResponse
                $0.isExtended = layout.isExtended
            }
        )
    }

    /// Advertises any data; accepts connections if the parameters are connectable.
    public func startAdvertising(
        _ parameters: AdvertisingParameters
    ) async throws(PeripheralManagerError) {
        switch advertising {
        case .on: throw .isAdvertising
        case .starting(let start, let pending):
            guard pending == parameters else { throw .isAdvertising }
            try await start.value.get()
        case .off:
            resuming?.cancel()
            let start = time.task { await self.start(parameters) }
            advertising = .starting(start, parameters)
            let result = await withTaskCancellationHandler {
                await start.value
            } onCancel: {
                start.cancel()
            }
            try result.get()
        }
    }

    private func start(
        _ parameters: AdvertisingParameters
    ) async -> Result<Void, PeripheralManagerError> {
        do throws(PeripheralManagerError) {
            if parameters.isConnectable { try await acceptConnections() }
            began(try await radioAdvertises(parameters), parameters)
            return .success(())
        } catch {
            advertising = .off
            return .failure(error)
        }
    }

    private func radioAdvertises(
        _ parameters: AdvertisingParameters
    ) async throws(PeripheralManagerError) -> any AdvertisingSet {
        do {
            return try await radio.advertise(parameters)
        } catch {
            throw .radio(error)
        }
    }

    private func began(_ set: any AdvertisingSet, _ parameters: AdvertisingParameters) {
        advertising = .on(set, parameters)
        server.setAdvertising(parameters)
        _ = time.task { [weak self] in
            let cause = await set.ended()
            await self?.ended(set, cause)
        }
    }

    /// - Parameter cause: Why the set ended; nil: this manager stopped it.
    private func ended(_ set: any AdvertisingSet, _ cause: RadioError?) {
        guard case .on(let current, let parameters) = advertising, current === set else { return }
        advertising = .off
        guard let cause else { return }
        server.send(.advertisingStopped(cause))
        guard resumesAdvertising, cause.mayPass else { return }
        resuming = time.task { [weak self, radio, time] in
            do throws(RadioError) {
                let set = try await radio.advertise(parameters, after: cause, on: time)
                if await self?.resumed(set, parameters) != true { await set.stop() }
            } catch {
                if error != .cancelled { self?.server.send(.advertisingStopped(error)) }
            }
        }
    }

    /// Whether the resumed set is still wanted.
    private func resumed(_ set: any AdvertisingSet, _ parameters: AdvertisingParameters) -> Bool {
        guard !Task.isCancelled, case .off = advertising else { return false }
        began(set, parameters)
        server.send(.advertisingResumed)
        // the radio may have ended the earlier acceptor
        if parameters.isConnectable {
            _ = time.task { [weak self] in try? await self?.acceptConnections() }
        }
        return true
    }

    /// Changes the data without interrupting advertising. No effect while not advertising.
    public func updateAdvertising(
        data: [UInt8],
        scanResponse: [UInt8] = []
    ) async throws(PeripheralManagerError) {
        guard case .on(let set, var parameters) = advertising else { return }
        do {
            try await set.update(data: data, scanResponse: scanResponse)
        } catch {
            throw .radio(error)
        }
        (parameters.data, parameters.scanResponse) = (data, scanResponse)
        if case .on(let current, _) = advertising, current === set {
            advertising = .on(set, parameters)
            server.setAdvertising(parameters)
        }
    }

    /// Stops advertising; connections stay open. No effect while not advertising.
    ///
    /// - Throws: `stopAdvertisingTimeout`; the radio continues to stop.
    public func stopAdvertising(
        timeout: Duration = .seconds(10)
    ) async throws(PeripheralManagerError) {
        if case .starting(let start, _) = advertising { _ = await start.value }
        resuming?.cancel()
        server.setAdvertising(nil)
        guard case .on(let set, _) = advertising else { return }
        let alarm = Alarm()
        _ = time.task { [weak self] in
            await set.stop()
            await self?.ended(set, nil)
            alarm.ring()
        }
        await alarm.wait(until: time.now() + timeout, on: time)
        // the set may have ended by itself meanwhile
        resuming?.cancel()
        if case .on(let current, _) = advertising, current === set {
            throw .stopAdvertisingTimeout
        }
    }

    /// Accepts connections until the radio stops accepting, by itself or because it is turned off.
    /// `startAdvertising` calls it.
    public func acceptConnections() async throws(PeripheralManagerError) {
        guard !isAccepting else { return }
        isAccepting = true
        do {
            let connections = try await radio.incomingConnections()
            // drop the records of removed bonds: those centrals have no key when they return
            if let bonds = try? await radio.bonds() { server.keepBonds(with: bonds) }
            accepting = time.task { [weak self, server, time] in
                do {
                    for try await connection in connections {
                        _ = time.task { await server.serve(connection) }
                    }
                } catch {}
                if !Task.isCancelled { await self?.stopAccepting() }
            }
        } catch {
            isAccepting = false
            throw .radio(error)
        }
    }

    func stopAccepting() {
        accepting?.cancel()
        accepting = nil
        isAccepting = false
    }
}
