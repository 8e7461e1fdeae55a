public import FirmwareUpdate

extension SuotaManager.Options {
    /// Logs in with the session's PIN on each new connection, before anything else: modules that
    /// ask for a PIN take no update without.
    ///
    /// - Parameter session: With the same peripheral as the manager. It is open while an update runs.
    public mutating func logIn(with session: Session) {
        guard session.needsPIN else { return }
        prepare = { _ in try await session.reopen() }
    }
}
