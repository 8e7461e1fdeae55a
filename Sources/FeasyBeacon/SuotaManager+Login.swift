public import FirmwareUpdate

extension SuotaManager.Options {
    /// Logs in with the session's PIN on each new connection, before anything else, as modules with
    /// a PIN require for an update.
    ///
    /// - Parameter session: A session with the manager's peripheral. It is open during an update.
    public mutating func logIn(with session: BeaconModuleSession) {
        guard session.needsPIN else { return }
        prepare = { _ in try await session.reopen() }
    }
}
