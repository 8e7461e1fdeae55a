internal import ArgumentParser
internal import AudioJack
internal import Beacons

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Shell completions of option values; see `accessory --generate-completion-script`.
extension CompletionKind {
    /// The adapters of this machine and the virtual one.
    static var adapters: CompletionKind {
        .custom { _, _, _ in
            folderNames("/sys/class/bluetooth").filter { !$0.contains(":") } + ["virtual"]
        }
    }

    /// ALSA device names, and the simulated reader.
    static var soundDevices: CompletionKind {
        .custom { _, _, _ in AudioDevice.all().map(\.name) + ["virtual"] }
    }

    static var profiles: CompletionKind { .list(ProfileArgument.words) }

    /// The modem profiles and the cable modem.
    static var soundProfiles: CompletionKind { .list(SoundProfile.words) }

    /// Sensor models; those with a space in their name cannot be completed.
    static var sensorModels: CompletionKind {
        .custom { _, _, _ in
            SensorModelRecord.all().map(\.model).filter { !$0.contains(" ") && !$0.contains(":") }
        }
    }
}

private func folderNames(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
}
