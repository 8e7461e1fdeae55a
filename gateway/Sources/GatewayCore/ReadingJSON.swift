public import AccessoryBase
public import Beacons

extension JSONWriter {
    /// Writes the value of a measurement.
    public mutating func value(_ value: SensorMeasurement.Value) {
        switch value {
        case .number(let number): self.value(number)
        case .binary(let isOn): self.value(isOn)
        case .event(let name, _): self.value(name)
        case .text(let text): self.value(text)
        case .raw(let bytes): hex(bytes)
        case .invalid: null()
        }
    }
}

extension SensorMeasurement {
    /// The quantity's name in JSON: `temperature`, `temperature_2`, `carbon_monoxide`.
    public var memberName: String {
        // searches UTF-8: a search by characters takes longer than the rest of the reading's JSON
        let hyphen = UInt8(ascii: "-")
        let name =
            quantity.utf8.contains(hyphen)
            ? String(quantity.map { $0 == "-" ? "_" : $0 }) : quantity
        return instance == 0 ? name : "\(name)_\(instance + 1)"
    }
}
