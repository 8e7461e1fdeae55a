internal import ArgumentParser

/// Options that have no effect with the others are refused. Stating a default is allowed.
extension AdapterOptions {
    /// Options that differ from their defaults.
    var stated: [String] {
        (adapter == AdapterOptions.standard ? [] : ["--adapter"])
            + (radioName == nil ? [] : ["--radio"])
    }

    func requireUnused(_ reason: String) throws {
        if let option = stated.first { throw ValidationError("\(option) has no effect \(reason)") }
    }
}

extension DeviceOptions {
    /// Options that differ from their defaults.
    var stated: [String] {
        let all: [(String, Bool)] = [
            ("--device", device != "default"), ("--play", play != nil),
            ("--capture", capture != nil), ("--capture-channel", captureChannel != nil),
            ("--rate", rate != nil),
            ("--profile", offersCable || profile.name != "reader"),
            ("--receive-profile", receives != nil), ("--fec", fec), ("--keep-mixer", keepMixer),
        ]
        return all.filter(\.1).map(\.0)
    }

    func requireUnused(_ reason: String) throws {
        if let option = stated.first { throw ValidationError("\(option) has no effect \(reason)") }
    }
}
