internal import AccessoryConcurrency
import Synchronization

extension PeripheralManager {
    /// What was restored from `Options.stateFile` when the manager was made: `services` holds the
    /// services, and what was advertised is on the air again as soon as the radio is. Nil when
    /// nothing was advertised, or there was no file.
    ///
    /// - Throws: `restoreFailed`; the manager is empty, and the file stays until it saves anew.
    public func whenStateRestored() async throws(PeripheralManagerError)
        -> PeripheralAdvertisements?
    {
        try restored.get()
    }

    /// Saves the state now, as an application does before it lets the manager go. It is saved by
    /// itself when services, advertising or the subscriptions of
    /// bonded centrals change, and values within a second.
    ///
    /// - Throws: `saveFailed`.
    public func save() throws(PeripheralManagerError) {
        try saver?.save()
    }

    /// Restores, and begins to save.
    static func restore(
        _ file: StateFile?,
        into server: PeripheralServer,
        profiles: ProfileManager
    ) -> Result<PeripheralAdvertisements?, PeripheralManagerError> {
        do throws(PeripheralManagerError) {
            guard let saved = try file?.load() else { return .success(nil) }
            do {
                try server.restore(saved, profiles: profiles)
            } catch {
                _ = server.remove { _ in true }
                throw PeripheralManagerError.restoreFailed("\(error)")
            }
            return .success(
                saved.advertising.map { PeripheralAdvertisements($0.parameters) }
            )
        } catch {
            return .failure(error)
        }
    }

    /// Advertises as before as soon as the radio can.
    nonisolated func resumeAdvertising(_ advertisements: PeripheralAdvertisements) {
        server.setAdvertising(advertisements.parameters)
        let task = time.task { [weak self, radio] in
            for await state in radio.states where state == .poweredOn {
                // the application may have begun another
                try? await self?.startAdvertising(advertisements.parameters)
                return
            }
        }
        tasks.withLock { $0.append(task) }
    }
}

/// Saves a server's state, one writer at a time.
final class StateSaver: Sendable {
    private let file: StateFile
    private let server: PeripheralServer
    private let saved: Mutex<SavedState?>

    init(file: StateFile, server: PeripheralServer) {
        self.file = file
        self.server = server
        saved = Mutex(nil)
    }

    func save() throws(PeripheralManagerError) {
        try saved.withLock { saved throws(PeripheralManagerError) in
            let state = server.savedState
            guard state != saved else { return }
            try file.save(state)
            saved = state
        }
    }

    /// Saves after each change until the task is cancelled.
    func run() async {
        while true {
            await server.changes.rings()
            // the manager is gone: the file may be another's by now
            if Task.isCancelled { return }
            do throws(PeripheralManagerError) {
                try save()
            } catch {
                server.events.send(.saveFailed(error))
            }
        }
    }
}
