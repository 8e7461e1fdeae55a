internal import AccessoryBase
internal import AccessoryConcurrency
import Synchronization

extension PeripheralManager {
    /// The advertising restored from `Options.stateFile` when the manager was created. `services`
    /// then contains the restored services, and advertising resumes as soon as the radio is ready.
    /// Nil if the file does not exist or the saved manager was not advertising.
    ///
    /// - Throws: `restoreFailed`; the manager is empty, and the file stays until the next save.
    public func whenStateRestored() async throws(PeripheralManagerError)
        -> PeripheralAdvertisements?
    {
        try restored.get()
    }

    /// Saves the state now, for example before the application releases the manager. The state is saved
    /// automatically when services, advertising or the subscriptions of bonded centrals change, and
    /// within a second when values change.
    ///
    /// - Throws: `saveFailed`.
    public func save() throws(PeripheralManagerError) {
        try saver?.save()
    }

    /// Restores the state, then saves its changes.
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
                throw PeripheralManagerError.restoreFailed(FailureReason(error))
            }
            return .success(
                saved.advertising.map { PeripheralAdvertisements($0.parameters) }
            )
        } catch {
            return .failure(error)
        }
    }

    /// Resumes advertising as soon as the radio is ready.
    nonisolated func resumeAdvertising(_ advertisements: PeripheralAdvertisements) {
        server.setAdvertising(advertisements.parameters)
        let task = time.task { [weak self, radio] in
            for await state in radio.states where state == .poweredOn {
                // the application may have started other advertising meanwhile
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
            await server.changes.wait()
            // the manager is deallocated: its file may now belong to another manager
            if Task.isCancelled { return }
            do throws(PeripheralManagerError) {
                try save()
            } catch {
                server.send(.saveFailed(error))
            }
        }
    }
}
