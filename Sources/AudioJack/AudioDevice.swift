internal import CAccessoryALSA

/// An ALSA device, with its name for `ALSAConfiguration`.
public struct AudioDevice: Sendable, Equatable {
    /// ALSA name, such as "hw:CARD=PCH,DEV=0", "default" or "pulse".
    public var name: String
    /// Description in one line.
    public var description: String
    /// Card number; nil when the device is not a card's hardware.
    public var card: Int?
    /// Whether the device can play.
    public var plays: Bool
    /// Whether the device can capture.
    public var captures: Bool
    /// The jack controls of its card.
    public var jacks: [Jack]

    /// A jack control of a card.
    public struct Jack: Sendable, Equatable {
        /// Name of the control, such as "Headphone Jack".
        public var name: String
        /// Whether the control reports a plug.
        public var isPlugged: Bool
    }

    /// Returns the hardware devices of all cards, then the named devices. Empty on a machine
    /// without sound.
    public static func all() -> [AudioDevice] {
        var devices: [AudioDevice] = []
        withUnsafeMutablePointer(to: &devices) { list in
            acc_alsa_each_device(
                { device, list in
                    let list = list!.assumingMemoryBound(to: [AudioDevice].self)
                    list.pointee.append(AudioDevice(device.pointee))
                },
                list
            )
        }
        return devices
    }
}

extension AudioDevice {
    private init(_ device: acc_alsa_device) {
        name = String(cString: device.name)
        description = String(cString: device.description)
        card = device.card < 0 ? nil : Int(device.card)
        plays = device.plays
        captures = device.captures
        jacks = Self.jacks(in: String(cString: device.jacks))
    }

    /// Decodes a list of jack controls: "Headphone Jack=on, Mic Jack=off".
    static func jacks(in text: String) -> [Jack] {
        text.split(separator: ",").compactMap { text in
            let parts = text.drop { $0 == " " }.split(separator: "=")
            guard parts.count == 2 else { return nil }
            return Jack(name: String(parts[0]), isPlugged: parts[1] == "on")
        }
    }
}
