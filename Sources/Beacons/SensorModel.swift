internal import CAccessory

/// A sensor model: manufacturer, device type, decoding.
public struct SensorModel: Sendable, Hashable {
    /// The record in the sensor table: "govee-h5072".
    public let id: String
    /// The brand: "Govee".
    public let brand: String
    /// The type of device: "thermo-hygrometer".
    public let name: String
    /// The models that share the format: "H5072", "H5075".
    public let models: [String]
    /// The device's own model, if the frame or the name states it.
    public let model: String?
    /// Whether its advertisements contain values; otherwise it is only recognised.
    public let hasReadings: Bool
    /// What decoding needs besides the advertisement.
    public let needs: SensorReading.Missing?

    public init(
        id: String,
        brand: String,
        name: String,
        models: [String],
        model: String? = nil,
        hasReadings: Bool = true,
        needs: SensorReading.Missing? = nil
    ) {
        self.id = id
        self.brand = brand
        self.name = name
        self.models = models
        self.model = model ?? (models.count == 1 ? models[0] : nil)
        self.hasReadings = hasReadings
        self.needs = needs
    }

    /// Every built-in model.
    public static var builtIn: [SensorModel] {
        (0...UInt16.max).lazy.map { acc_sensor_name_of($0) }.prefix { $0 != nil }
            .map { SensorModel($0!.pointee, type: nil, named: nil) }
    }

    /// The display name: `Govee H5075`, `Govee thermo-hygrometer`.
    public var title: String {
        let name = model ?? name
        return name.hasPrefix(brand) ? name : "\(brand) \(name)"
    }
}

extension SensorModel {
    /// The model of a reading; nil for formats that many manufacturers use.
    init?(_ c: acc_sensor_reading, name: String?, sensors: SensorTable?) {
        switch acc_sensor_format(UInt32(c.format)) {
        case ACC_SENSOR_FORMAT_TABLE:
            guard let names = acc_sensor_name_of(c.record) else { return nil }
            self.init(names.pointee, type: c.product, named: name)
        case ACC_SENSOR_FORMAT_USER:
            guard let model = sensors?.models[Int(c.record)] else { return nil }
            self = model
        case ACC_SENSOR_FORMAT_RUUVI_RAW1, ACC_SENSOR_FORMAT_RUUVI_RAW2:
            self.init(id: "ruuvi", brand: "Ruuvi", name: "RuuviTag", models: ["RuuviTag"])
        case ACC_SENSOR_FORMAT_FEASYCOM:
            self.init(id: "feasycom", brand: "Feasycom", name: "beacon", models: [])
        default: return nil
        }
    }

    /// The built-in model with this number in the table; the byte of the device type selects among
    /// several.
    package init?(record: UInt16, type: UInt16?, named name: String?) {
        guard let names = acc_sensor_name_of(record) else { return nil }
        self.init(names.pointee, type: type, named: name)
    }

    private init(_ names: acc_sensor_names, type: UInt16?, named name: String?) {
        func lines(_ text: UnsafePointer<CChar>) -> [Substring] {
            String(cString: text).split(separator: "\n")
        }
        let models = lines(names.models).map(String.init)
        let byType = lines(names.types).first { line in
            type.map { line.hasPrefix("\($0)\t") } == true
        }
        let byName = models.filter { name?.contains($0) == true }
        let flags = Int(names.flags)
        let needs: SensorReading.Missing? =
            flags & ACC_SENSOR_MODEL_ENCRYPTED != 0
            ? .key
            : flags & ACC_SENSOR_MODEL_NEEDS_CONNECTION != 0
                ? .connection : flags & ACC_SENSOR_MODEL_NEEDS_NAME != 0 ? .scanResponse : nil
        self.init(
            id: String(cString: names.id),
            brand: String(cString: names.brand),
            name: String(cString: names.name),
            models: models,
            model: byType.map { String($0.split(separator: "\t")[1]) }
                ?? (byName.count == 1 ? byName[0] : nil),
            hasReadings: flags & ACC_SENSOR_MODEL_READ != 0,
            needs: needs
        )
    }
}
