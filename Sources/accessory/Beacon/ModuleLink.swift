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
