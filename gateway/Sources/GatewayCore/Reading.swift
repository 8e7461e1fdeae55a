public import Beacons
public import BluetoothLE

/// A decoded sensor advertisement for the sinks.
public struct Reading: Sendable {
    /// The sender.
    public var address: BluetoothAddress
    /// The device's name, if it was advertised.
    public var name: String?
    /// The adapter that received it.
    public var adapter: String
    /// RSSI, dBm; nil if the controller reports none.
    public var rssi: Int?
    /// Milliseconds since 1970.
    public var time: Int64
    /// The model; nil if it is unknown.
    public var model: SensorModel?
    public var format: SensorReading.Format
    public var measurements: [SensorMeasurement]
    /// Whether the device's key has authenticated the values.
    public var isAuthenticated: Bool
    /// The advertising data; empty if it is not known.
    public var frame: [UInt8] = []
    /// The event among the values; nil if there is none.
    public var event: Event?
    /// What a sink keeps over restarts together with the reading, so that it is not published again.
    public var notes: [Note]

    /// By what each gateway recognises repetitions of an event.
    public struct Event: Sendable, Hashable {
        /// A hash of the packet id or of the frame.
        public var identity: UInt64
        /// Time without a repetition after which an equal frame is another event, milliseconds.
        public var lifetime: Int64

        public init(identity: UInt64, lifetime: Int64) {
            (self.identity, self.lifetime) = (identity, lifetime)
        }
    }

    public init(
        address: BluetoothAddress,
        name: String?,
        adapter: String,
        rssi: Int?,
        time: Int64,
        model: SensorModel?,
        format: SensorReading.Format,
        measurements: [SensorMeasurement],
        isAuthenticated: Bool = false,
        notes: [Note] = []
    ) {
        (self.address, self.name, self.adapter) = (address, name, adapter)
        (self.rssi, self.time) = (rssi, time)
        (self.model, self.format, self.measurements) = (model, format, measurements)
        (self.isAuthenticated, self.notes) = (isAuthenticated, notes)
    }
}

/// An entry of the presence list whose state has changed to home or away.
public struct PresenceChange: Sendable, Hashable {
    /// The name in the configuration.
    public var name: String
    public var isHome: Bool
    /// Smoothed RSSI, dBm; nil when away.
    public var rssi: Int?
    /// Milliseconds since 1970.
    public var time: Int64

    public init(name: String, isHome: Bool, rssi: Int?, time: Int64) {
        (self.name, self.isHome, self.rssi, self.time) = (name, isHome, rssi, time)
    }
}

/// An item for the sinks.
public enum Item: Sendable {
    case reading(Reading)
    case presence(PresenceChange)
    /// An advertisement as received. Offered only to sinks with `takesAdvertisements`.
    case advertisement(AdvertisementReport, adapter: String)
}

extension BluetoothAddress {
    /// `001A7DDA7113`
    public var plainText: String {
        var text = ""
        text.reserveCapacity(12)
        for shift in stride(from: 44, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15
            let base: UInt8 = digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10
            text.unicodeScalars.append(UnicodeScalar(base + digit))
        }
        return text
    }
}
