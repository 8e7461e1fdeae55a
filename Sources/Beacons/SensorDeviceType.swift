extension SensorDefinition {
    /// What tells the models of a format apart: a byte of the frame, a text in the device's name, or neither.
    struct DeviceType: Hashable, Sendable, Decodable {
        /// The byte. Nil without one, and if another format reads the frames, whose product number then counts.
        let place: SensorPlace?
        /// The bits of the byte that count.
        let mask: UInt8
        /// The model of each number.
        let models: [UInt16: String]
        /// The model of each text in a name.
        let names: [String: String]
        /// The model, or models with "/" between them, when nothing tells them apart.
        let otherwise: String?

        private enum Key: String, CodingKey, CaseIterable {
            case `in`, at, type, mask, values, names, otherwise
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.strictly(Key.self)
            if let part = try values.decodeIfPresent(SensorPart.self, forKey: .in) {
                let place = SensorPlace(part: part, at: Int(try values.number(.at, UInt8.self)))
                guard place.at < 64 else { throw values.fault(.at, "a device type is at 0 to 63") }
                self.place = place
            } else {
                place = nil
            }
            mask = try values.numberIfPresent(.mask, UInt8.self) ?? .max
            let texts = try values.decodeIfPresent([String: String].self, forKey: .values) ?? [:]
            let pairs = try texts.map { text, model in
                guard let value = UInt16(text) else {
                    throw values.fault(.values, "'\(text)' is not 0 to 65535")
                }
                return (value, model)
            }
            models = Dictionary(pairs) { first, _ in first }
            names = try values.decodeIfPresent([String: String].self, forKey: .names) ?? [:]
            otherwise = try values.decodeIfPresent(String.self, forKey: .otherwise)
        }

        /// A line for each rule, as in `acc_sensor_names`.
        var lines: [String] {
            (mask == .max ? [] : ["&\(mask)"])
                + models.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)" }
                + names.sorted { $0.key < $1.key }.map { "=\($0.key)\t\($0.value)" }
                + (otherwise.map { ["\t\($0)"] } ?? [])
        }
    }
}
