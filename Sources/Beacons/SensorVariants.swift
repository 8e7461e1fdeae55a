internal import CAccessory

/// The models of one format, and what selects one of them in a reading. Each is created once, because a reading needs one of them.
struct SensorVariants: Sendable {
    /// The model when nothing selects one.
    let model: SensorModel
    private var byNumber: [UInt16: SensorModel] = [:]
    private var mask = UInt16.max
    /// Longer texts come first, because shorter ones may be parts of them.
    private var byText: [(text: String, model: SensorModel)] = []

    /// `lines` select models, as `acc_sensor_names` describes: those of `SensorDefinition.DeviceType`.
    init(_ lines: [String], models: [String], make: (_ model: String?) -> SensorModel) {
        var otherwise: String?
        var texts =
            models.count > 1 ? Dictionary(models.map { ($0, $0) }) { first, _ in first } : [:]
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 2 else {
                mask = UInt16(line.dropFirst()) ?? mask
                continue
            }
            let value = String(fields[1])
            if fields[0].isEmpty {
                otherwise = value
            } else if fields[0].hasPrefix("=") {
                texts[String(fields[0].dropFirst())] = value
            } else if let number = UInt16(fields[0]) {
                byNumber[number] = make(value)
            }
        }
        model = make(otherwise)
        byText = texts.sorted { ($1.key.utf8.count, $0.key) < ($0.key.utf8.count, $1.key) }
            .map { (text: $0.key, model: make($0.value)) }
    }

    /// The model that the device's number or, without one, its name selects.
    func selected(number: UInt16?, name: String?) -> SensorModel? {
        if let number, let model = byNumber[number & mask] { return model }
        guard let name else { return nil }
        return byText.first { name.contains($0.text) }?.model
    }
}

extension SensorVariants {
    /// The built-in formats by their number in the table.
    static let builtIn: [SensorVariants] =
        (0...UInt16.max).lazy.map { acc_sensor_name_of($0) }.prefix { $0 != nil }
        .map { SensorVariants($0!.pointee) }

    /// Formats with readers of their own, by makers.
    static let miBeacon = builtIn.filter { $0.model.id.hasPrefix("mibeacon") }
    static let btHome = builtIn.filter {
        $0.model.id.hasPrefix("bthome-") && !$0.model.id.hasPrefix("bthome-v1")
    }
    static let anyBTHome = builtIn.first { $0.model.id == "bthome" }?.model

    private init(_ names: acc_sensor_names) {
        let models = Self.lines(names.models)
        let types = Self.lines(names.types)
        let flags = Int(names.flags)
        let needs: SensorReading.Missing? =
            flags & ACC_SENSOR_MODEL_ENCRYPTED != 0
            ? .key
            : flags & ACC_SENSOR_MODEL_NEEDS_CONNECTION != 0
                ? .connection : flags & ACC_SENSOR_MODEL_NEEDS_NAME != 0 ? .scanResponse : nil
        self.init(types, models: models) { model in
            SensorModel(
                id: String(cString: names.id),
                brand: String(cString: names.brand),
                name: String(cString: names.name),
                models: models,
                otherNames: Self.texts(types),
                model: model,
                hasReadings: flags & ACC_SENSOR_MODEL_READ != 0,
                needs: needs
            )
        }
    }

    private static func lines(_ text: UnsafePointer<CChar>) -> [String] {
        String(cString: text).split(separator: "\n").map(String.init)
    }

    /// The texts in names that select a model.
    static func texts(_ lines: [String]) -> [String] {
        lines.filter { $0.hasPrefix("=") }
            .map { String($0.dropFirst().prefix { $0 != "\t" }) }
    }
}
