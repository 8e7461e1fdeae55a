internal import CAccessory

/// A sensor model: manufacturer, device type, decoding.
public struct SensorModel: Sendable, Hashable {
    /// The id of the record in the sensor table, such as "govee-h5072".
    public let id: String
    /// The brand, such as "Govee".
    public let brand: String
    /// The type of device, such as "thermo-hygrometer".
    public let name: String
    /// The models that share the format, such as "H5072" and "H5075".
    public let models: [String]
    /// The device's own model, if the frame or the name states it.
    public let model: String?
    /// Whether its advertisements contain values; otherwise the model is only recognised.
    public let hasReadings: Bool
    /// The data needed for decoding in addition to the advertisement.
    public let needs: SensorReading.Missing?

    /// Creates a model.
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
    public static var builtIn: [SensorModel] { BuiltInModel.all.map(\.model) }

    /// The display name, such as `Govee H5075` or `Govee thermo-hygrometer`.
    public var title: String {
        let name = model ?? name
        return name.hasPrefix(brand) ? name : "\(brand) \(name)"
    }
}

extension SensorModel {
    private static let ruuvi = SensorModel(
        id: "ruuvi",
        brand: "Ruuvi",
        name: "RuuviTag",
        models: ["RuuviTag"]
    )
    private static let feasycom = SensorModel(
        id: "feasycom",
        brand: "Feasycom",
        name: "beacon",
        models: []
    )

    /// The model of a reading; nil for formats that many manufacturers use.
    init?(_ c: acc_sensor_reading, name: String?, sensors: SensorTable?) {
        switch acc_sensor_format(UInt32(c.format)) {
        case ACC_SENSOR_FORMAT_TABLE: self.init(record: c.record, type: c.product, named: name)
        case ACC_SENSOR_FORMAT_USER:
            guard let sensors else { return nil }
            self = sensors.model(Int(c.record), type: c.product)
        case ACC_SENSOR_FORMAT_RUUVI_RAW1, ACC_SENSOR_FORMAT_RUUVI_RAW2: self = .ruuvi
        case ACC_SENSOR_FORMAT_FEASYCOM: self = .feasycom
        default: return nil
        }
    }

    /// The built-in model with this number in the table. Of several models, the byte of the device
    /// type selects one.
    package init?(record: UInt16, type: UInt16?, named name: String?) {
        guard Int(record) < BuiltInModel.all.count else { return nil }
        self = BuiltInModel.all[Int(record)].model(type: type, named: name)
    }
}

extension SensorDefinition {
    /// The model of a user's definition.
    var model: SensorModel { model(named: nil) }

    /// The model with a name that the frame states.
    func model(named model: String?) -> SensorModel {
        SensorModel(
            id: id,
            brand: brand,
            name: name,
            models: models,
            model: model,
            hasReadings: hasReadings,
            needs: needsConnection ? .connection : needsScanResponse ? .scanResponse : nil
        )
    }
}

/// A built-in model with its variants. Each is created once, because a reading needs one of them.
private struct BuiltInModel {
    /// The model without a device type or name.
    let model: SensorModel
    private let byType: [UInt16: SensorModel]
    /// The variants for each of several models, selected by name.
    private let byName: [SensorModel]

    /// All models by their number in the table.
    static let all: [BuiltInModel] =
        (0...UInt16.max).lazy.map { acc_sensor_name_of($0) }.prefix { $0 != nil }
        .map { BuiltInModel($0!.pointee) }

    private init(_ names: acc_sensor_names) {
        let models = Self.lines(names.models)
        let flags = Int(names.flags)
        let needs: SensorReading.Missing? =
            flags & ACC_SENSOR_MODEL_ENCRYPTED != 0
            ? .key
            : flags & ACC_SENSOR_MODEL_NEEDS_CONNECTION != 0
                ? .connection : flags & ACC_SENSOR_MODEL_NEEDS_NAME != 0 ? .scanResponse : nil
        let make = { (model: String?) in
            SensorModel(
                id: String(cString: names.id),
                brand: String(cString: names.brand),
                name: String(cString: names.name),
                models: models,
                model: model,
                hasReadings: flags & ACC_SENSOR_MODEL_READ != 0,
                needs: needs
            )
        }
        model = make(nil)
        byName = models.count > 1 ? models.map(make) : []
        // each line is a number, a tab and a model; the first line of a number is used
        let types = Self.lines(names.types).compactMap { line -> (UInt16, SensorModel)? in
            let fields = line.split(separator: "\t")
            return UInt16(fields[0]).map { ($0, make(String(fields[1]))) }
        }
        byType = Dictionary(types) { first, _ in first }
    }

    private static func lines(_ text: UnsafePointer<CChar>) -> [String] {
        String(cString: text).split(separator: "\n").map(String.init)
    }

    func model(type: UInt16?, named name: String?) -> SensorModel {
        if let type, let model = byType[type] { return model }
        guard let name, !byName.isEmpty else { return model }
        let named = byName.filter { name.contains($0.model ?? "") }
        return named.count == 1 ? named[0] : model
    }
}
