public import FirmwareUpdate

extension SuotaManager.Options {
    /// Makes each new connection log in with the session's PIN before any other operation, as
    /// modules with a PIN require for an update.
    ///
    /// - Parameter session: A session with the manager's peripheral. It is open during an update.
    public mutating func logIn(with session: BeaconModuleSession) {
        guard session.needsPIN else { return }
        prepare = { _ in try await session.reopen() }
    }
}
