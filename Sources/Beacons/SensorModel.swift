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
    /// Other names of the models, such as "SBHT-003C" of a Shelly "BLU H&T".
    public let otherNames: [String]
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
        otherNames: [String] = [],
        model: String? = nil,
        hasReadings: Bool = true,
        needs: SensorReading.Missing? = nil
    ) {
        self.id = id
        self.brand = brand
        self.name = name
        self.models = models
        self.otherNames = otherNames
        self.model = model ?? (models.count == 1 ? models[0] : nil)
        self.hasReadings = hasReadings
        self.needs = needs
    }

    /// Every built-in model.
    public static var builtIn: [SensorModel] { SensorVariants.builtIn.map(\.model) }

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
            self = sensors.model(Int(c.record), type: c.product, named: name)
        case ACC_SENSOR_FORMAT_MIBEACON: self.init(miBeacon: c.product)
        case ACC_SENSOR_FORMAT_BTHOME: self.init(btHome: name)
        case ACC_SENSOR_FORMAT_RUUVI_RAW1, ACC_SENSOR_FORMAT_RUUVI_RAW2: self = .ruuvi
        case ACC_SENSOR_FORMAT_FEASYCOM: self = .feasycom
        default: return nil
        }
    }

    /// The built-in model with this number in the table. Of several models, the byte of the device
    /// type or the name selects one.
    package init?(record: UInt16, type: UInt16?, named name: String?) {
        guard Int(record) < SensorVariants.builtIn.count else { return nil }
        let variants = SensorVariants.builtIn[Int(record)]
        self = variants.selected(number: type, name: name) ?? variants.model
    }

    /// The model of a MiBeacon product number; nil if it is unknown.
    package init?(miBeacon product: UInt16) {
        self.init(SensorVariants.miBeacon, number: product, name: nil)
    }

    /// The model of a BTHome device with this name; if the name is not a maker's, that of any device.
    package init?(btHome name: String?) {
        let found = SensorModel(SensorVariants.btHome, number: nil, name: name)
        guard let model = found ?? SensorVariants.anyBTHome else { return nil }
        self = model
    }

    private init?(_ makers: [SensorVariants], number: UInt16?, name: String?) {
        let found = makers.lazy.compactMap { $0.selected(number: number, name: name) }
        guard let model = found.first else { return nil }
        self = model
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
            otherNames: SensorVariants.texts(deviceType?.lines ?? []),
            model: model,
            hasReadings: hasReadings,
            needs: needsConnection ? .connection : needsScanResponse ? .scanResponse : nil
        )
    }
}
