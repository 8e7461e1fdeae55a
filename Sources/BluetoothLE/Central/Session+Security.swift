internal import AccessoryConcurrency

// Pairing or encrypting when an attribute demands it.
extension Session {
    /// Raises the link's security after an error of the server that names it as the reason. Concurrent
    /// requests that fail for it share one pairing.
    ///
    /// - Returns: Whether the link is more secure than the failed request found it: repeat the request.
    /// - Throws: The error of pairing; `CancellationError`.
    nonisolated(nonsending) func secures(after error: any Error) async throws -> Bool {
        guard securesOnDemand, case GATTError.att(let refusal, _) = error, refusal.needsSecurity
        else {
            return false
        }
        let before = await connection.level()
        do {
            return try await securing.withLock { try await raise(after: refusal, from: before) }
        } catch {
            throw translated(error, orTimeout: .connectionTimeout)
        }
    }

    /// Raises the level once. Returns whether it is higher than before.
    private func raise(after refusal: ATTError, from before: LinkSecurity) async throws -> Bool {
        // another request may have raised it meanwhile
        if await connection.level() > before { return true }
        guard let level = refusal.level(above: before), level <= reachable else { return false }
        if let failure = await failure(securing: level) {
            guard failure.isForWantOfMeans else { throw failure }
            // a radio that cannot even encrypt: the server's error is the answer
            guard level > .encrypted else { return false }
            reachable = .encrypted
            // the server may be content with encryption
            guard before == .none else { return false }
            if let failure = await self.failure(securing: .encrypted) {
                guard failure.isForWantOfMeans else { throw failure }
                return false
            }
        }
        let after = await connection.level()
        return after > before
    }

    private func failure(securing level: LinkSecurity) async -> RadioError? {
        do {
            try await connection.secure(to: level)
            return nil
        } catch {
            return error
        }
    }
}

extension RadioError {
    /// Whether the devices, or this radio, can only encrypt.
    fileprivate var isForWantOfMeans: Bool {
        if case .notSupported = self { return true }
        return self == .cannotAuthenticate
    }
}

extension ATTError {
    /// The level that a link at another level needs after this error; nil: pairing does not help.
    ///
    /// A server that requires LE Secure Connections reports insufficient authentication, too. A longer
    /// key comes only with a higher level.
    func level(above current: LinkSecurity) -> LinkSecurity? {
        switch (self, current) {
        case (.insufficientAuthentication, .none), (.insufficientAuthentication, .encrypted):
            .authenticated
        case (.insufficientAuthentication, .authenticated): .secureConnections
        case (_, .none) where needsSecurity: .encrypted
        default: nil
        }
    }
}

extension RadioConnection {
    /// The link's present level.
    fileprivate func level() async -> LinkSecurity {
        if let securityNow { return securityNow.level }
        for await current in security { return current.level }
        return .none
    }
}
