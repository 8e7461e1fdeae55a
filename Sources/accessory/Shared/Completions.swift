internal import AccessoryBase
internal import ArgumentParser
internal import AudioJack
internal import Beacons

/// Shell completions of option values; see `accessory --generate-completion-script`.
extension CompletionKind {
    /// The adapters of this machine and the virtual one.
    static var adapters: CompletionKind {
        .custom { _, _, _ in
            (LocalFile.names(in: "/sys/class/bluetooth") ?? []).sorted().filter {
                !$0.contains(":")
            }
                + ["virtual"]
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
