internal import ArgumentParser

/// An option that the others leave without a use is refused. One that states its default is harmless.
extension AdapterOptions {
    func requireUnused(_ reason: String) throws {
        guard adapter == AdapterOptions.standard else {
            throw ValidationError("--adapter has no use \(reason)")
        }
    }
}

extension DeviceOptions {
    func requireUnused(_ reason: String) throws {
        let stated: [(String, Bool)] = [
            ("--device", device != "default"), ("--play", play != nil),
            ("--capture", capture != nil), ("--capture-channel", captureChannel != nil),
            ("--rate", rate != nil), ("--profile", profile.name != "reader"),
            ("--hears", hears != nil), ("--fec", fec), ("--keep-mixer", keepMixer),
        ]
        if let option = stated.first(where: \.1) {
            throw ValidationError("\(option.0) has no use \(reason)")
        }
    }
}
