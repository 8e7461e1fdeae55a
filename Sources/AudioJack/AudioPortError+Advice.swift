public import AccessoryBase

extension AudioPortError: AccessoryError {
    /// The cause, with the device's name.
    public var cause: String {
        switch self {
        case .noSuchDevice(let device): "no audio device \"\(device)\""
        case .permissionDenied(let device): "no permission to use audio device \"\(device)\""
        case .deviceBusy(let device): "audio device \"\(device)\" is in use by another program"
        case .outputFailed(let device, let reason): "cannot play to \"\(device)\": \(reason.cause)"
        case .inputFailed(let device, let reason):
            "cannot capture from \"\(device)\": \(reason.cause)"
        case .deviceLost(let device, let reason):
            "audio device \"\(device)\" was lost: \(reason.cause)"
        case .stopped: "the audio port was stopped"
        }
    }

    /// How to fix it.
    public var nextStep: String? {
        switch self {
        case .noSuchDevice: "list the devices (accessory jack devices) and choose one of them"
        case .permissionDenied: "add the user to the group audio and log in again"
        case .deviceBusy(let device) where device.hasPrefix("hw:"):
            "close that program, or use \"default\" or \"pulse\", which share the card"
        case .deviceBusy: "close that program"
        case .outputFailed(let device, let reason), .inputFailed(let device, let reason):
            reason.nextStep
                ?? (device.hasPrefix("hw:")
                    ? "try \"plug\(device)\", which converts" : "try another device or sample rate")
        case .deviceLost: "check its plug and its sound server, then open it again"
        case .stopped: "start it again"
        }
    }
}
