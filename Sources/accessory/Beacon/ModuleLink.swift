internal import Beacons
internal import BluetoothLE
internal import FeasyBeacon

/// Calls `work` with a configurator of a module, then closes it.
func configuring<Success>(
    _ item: PeripheralItem,
    _ central: Central,
    pin: String?,
    _ options: BeaconModuleSession.Options,
    _ work: (BeaconConfigurator) async throws -> Success
) async throws -> Success {
    let configurator = BeaconConfigurator(item, central: central, pin: pin, options: options)
    do {
        let result = try await work(configurator)
        await configurator.close()
        return result
    } catch {
        await configurator.close()
        throw error
    }
}

extension BeaconConfigurator {
    /// Sets and saves the values of these texts. Writes nothing if one is out of range.
    ///
    /// - Returns: The names of the saved and the unchanged values.
    func apply(
        _ settings: [String: String],
        _ beacons: [BeaconSlot]
    ) async throws -> (saved: [String], unchanged: [String]) {
        let wanted = try await loadConfiguration().values(of: settings)
        try await loadParameters()
        var same: [String] = []
        for (name, value) in wanted.sorted(by: { $0.key < $1.key }) {
            if self.value(for: name) == value { same.append(name) }
            try set(value, for: name)
        }
        for slot in beacons {
            let present = self.beacons.first { $0.number == slot.number }
            let next = slot.over(present)
            if next == present || next.isBlank && present == nil {
                same.append("beacon \(slot.number)")
            } else {
                setBeacon(next)
            }
        }
        let report = try await saveParameters()
        return (report.saved, same + report.unchanged)
    }
}

extension BeaconSlot {
    /// Whether the slot is empty and disabled.
    fileprivate var isBlank: Bool { !isEnabled && advertisement.isEmpty }

    /// The slot to write in place of `present`: switching a slot off without data keeps its data.
    fileprivate func over(_ present: BeaconSlot?) -> BeaconSlot {
        guard isBlank, var present else { return self }
        present.isEnabled = false
        return present
    }
}

/// The message and the exit status of a failed session.
extension BeaconModuleError: Explained {
    var failure: Failure {
        switch self {
        case .noModule: Failure(.noDevice, "\(self)")
        case .notWritable: Failure(.deviceError, "\(self)")
        case .pinNeeded: Failure(.usage, "the module asks for a PIN", nextStep: "add --pin")
        case .badPIN: Failure(.usage, "\(self)")
        case .noLoginProvider, .loginFailed: Failure(.software, "\(self)")
        case .pinRefused: Failure(.noPermission, "\(self)")
        case .loginTimedOut: Failure(.timeout, "\(self)")
        case .notConnected(let error): error.failure
        case .refused(let error): error.failure
        case .lost: Failure(.deviceLost, "\(self)")
        case .notOpen: Failure(.cancelled, "\(self)")
        }
    }
}

/// The message and the exit status of a failed configuration.
extension BeaconConfiguratorError: Explained {
    var failure: Failure {
        switch self {
        case .session(let error): error.failure
        case .parameter, .slotTwice: Failure(.badInput, "\(self)")
        case .unknownModel: Failure(.deviceError, "\(self)")
        case .command(let error): Failure(error.outcome.status, "\(self)")
        case .saveFailed(let report):
            Failure(report.outcome?.status ?? .cancelled, "\(self)")
        case .busy, .handedOver, .notLoaded: Failure(.software, "\(self)")
        }
    }
}

extension ATOutcome {
    var status: ExitStatus {
        switch self {
        case .timedOut: .timeout
        case .failed(.disconnected): .deviceLost
        case .failed(.badText): .badInput
        case .failed(.refused), .failed(.differs), .ok, .notNeeded: .deviceError
        }
    }
}
