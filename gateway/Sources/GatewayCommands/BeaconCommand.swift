internal import BluetoothLE
internal import FeasyBeacon

extension DeviceWorker {
    /// Configures a beacon module: writes the values that differ and reads them back. Writes
    /// nothing if a value is out of range.
    func set(
        _ peripheral: Peripheral,
        _ settings: [String: SettingValue],
        _ slots: [BeaconSlot]
    ) async throws -> CommandReply.Outcome {
        let session = BeaconModuleSession(
            peripheral,
            pin: device.pin,
            options: .init { $0.login = PlainLogin() }
        )
        let configurator = BeaconConfigurator(session)
        do {
            let outcome = try await Self.apply(settings, slots, to: configurator)
            await configurator.close()
            return outcome
        } catch {
            await configurator.close()
            throw error
        }
    }

    private static func apply(
        _ settings: [String: SettingValue],
        _ slots: [BeaconSlot],
        to module: BeaconConfigurator
    ) async throws -> CommandReply.Outcome {
        let values = try await module.loadConfiguration().values(of: settings)
        try await module.loadParameters()
        var unchanged: [String] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            if await module.value(for: name) == value { unchanged.append(name) }
            try await module.set(value, for: name)
        }
        for slot in slots { await module.setBeacon(slot) }
        let report = try await module.saveParameters()
        return .saved(report.saved, unchanged: unchanged + report.unchanged)
    }
}

extension BeaconConfiguration {
    /// Parses the values of a request and checks their ranges.
    fileprivate func values(
        of settings: [String: SettingValue]
    ) throws(CommandError) -> [String: ParameterValue] {
        var values: [String: ParameterValue] = [:]
        for (name, setting) in settings.sorted(by: { $0.key < $1.key }) {
            guard let parameter = self[name] else {
                let names = paramKeys.joined(separator: ", ")
                throw CommandError(
                    .badRequest,
                    "this model has no parameter \(name.prefix(40))",
                    nextStep: "it has \(names)"
                )
            }
            guard let value = parameter.range.value(of: setting),
                (try? wire(value, for: name)) != nil
            else { throw CommandError(.badRequest, "\(name) is read-only or out of range") }
            values[name] = value
        }
        return values
    }
}

extension ParameterRange {
    /// The setting as this parameter's value; nil if it has another type.
    fileprivate func value(of setting: SettingValue) -> ParameterValue? {
        switch (self, setting) {
        case (.text, .text(let text)), (.pin, .text(let text)): return .text(text)
        case (.number, .number(let number)), (.interval, .number(let number)):
            return Int(exactly: number).map { .number($0) }
        case (.power, .number(let number)): return .decibels(number)
        case (.flag, .flag(let flag)), (.invertedFlag, .flag(let flag)): return .flag(flag)
        case (.burst, .text(let text)):
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let interval = parts[0], let duration = parts[1] else {
                return nil
            }
            return .burst(interval: interval, duration: duration)
        default: return nil
        }
    }
}
