public import Beacons
internal import CAccessory

/// A parameter of a module.
public struct BeaconParameter: Sendable, Hashable {
    /// The name in this library, such as "interval".
    public let name: String
    /// The name in the module, such as "ADVIN".
    public let key: String
    /// The range of the values.
    public let range: ParameterRange
    /// The factory value; nil if it differs between modules.
    public let factoryValue: ParameterValue?
}

/// The parameters of a model: names, keys and ranges.
public struct BeaconConfiguration: Sendable, Hashable {
    /// The features of a module.
    public struct Features: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// An LED.
        public static let led = Features(rawValue: 1)
        /// A buzzer.
        public static let buzzer = Features(rawValue: 2)
        /// A G-sensor.
        public static let gSensor = Features(rawValue: 4)
        /// A key.
        public static let key = Features(rawValue: 8)
        /// Long-range advertising.
        public static let longRange = Features(rawValue: 16)
    }

    /// The model number, as in its advertisement.
    public let model: Int
    /// The features of the model.
    public let features: Features
    /// The parameters, in order.
    public let parameters: [BeaconParameter]

    /// Advertising intervals in the vendor's app, ms.
    public static let offeredIntervals = [
        100, 150, 200, 300, 400, 550, 750, 850, 1000, 1300, 2000, 3000, 4000, 5000, 6000, 7000,
        8000,
        9000, 10_000,
    ]

    /// The PIN set in the factory and by a restore.
    static let factoryPIN = "000000"

    /// Numbers of the advertisement slots.
    public static let slots = 0..<10

    /// Creates the configuration of a model with these features.
    public init(model: Int, features: Features = []) {
        self.model = model
        self.features = features
        let moves = !features.isDisjoint(with: [.gSensor, .key])
        var list = [
            BeaconParameter("model", "MODEL", .readOnly),
            BeaconParameter("firmware", "VER", .readOnly),
            BeaconParameter("mac", "MAC", .readOnly),
            BeaconParameter("name", "NAME", .text(1...18), .text("Feasycom")),
            BeaconParameter("pin", "PIN", .pin, .text(Self.factoryPIN)),
            BeaconParameter(
                "interval",
                "ADVIN",
                .interval(mayBeOff: moves),
                .number(152)
            ),
            BeaconParameter("power", "TXPOWER", .power(Self.powers(of: model))),
            BeaconParameter("connectable", "BWMODE", .invertedFlag, .flag(true)),
            BeaconParameter("extension", "EXTEND", .text(0...238)),
            BeaconParameter("telemetry", "TLM", .flag),
        ]
        list += Self.optional.filter { features.contains($0.0) }.map(\.1)
        parameters = list
    }

    /// The parameters of modules with a feature.
    private static let optional: [(Features, BeaconParameter)] = [
        (.gSensor, BeaconParameter("gSensor", "GSCFG", .burst)),
        (.key, BeaconParameter("key", "KEYCFG", .burst)),
        (.led, BeaconParameter("led", "LED", .flag)),
        (.buzzer, BeaconParameter("buzzer", "BUZ", .flag)),
        (.longRange, BeaconParameter("longRange", "ADVEXT", .flag)),
    ]

    /// The keys that show the features of a module. They are queried if its advertisement is not
    /// known.
    static let featureKeys = optional.map { ($0.0, $0.1.key) }

    /// Creates the configuration from a module's advertisement.
    public init(_ module: BeaconModule) {
        var features: Features = []
        if module.hasLED { features.insert(.led) }
        if module.hasBuzzer { features.insert(.buzzer) }
        if module.hasGSensor { features.insert(.gSensor) }
        if module.hasKey { features.insert(.key) }
        if module.hasLongRange { features.insert(.longRange) }
        self.init(model: module.modelIndex, features: features)
    }

    /// Names of the parameters, in order.
    public var paramKeys: [String] { parameters.map(\.name) }

    /// The parameter with this name; nil if the model lacks it.
    public subscript(name: String) -> BeaconParameter? {
        parameters.first { $0.name == name }
    }

    /// The module's text for a value of a parameter. Throws if the value is out of range.
    public func wire(_ value: ParameterValue, for name: String) throws(BeaconParameterError)
        -> String
    {
        guard let parameter = self[name] else { throw .unknownName(name) }
        return try parameter.range.wire(value, name: name)
    }

    /// Checks the values, and that the module still advertises in some state.
    ///
    /// - Parameters:
    ///   - values: The new values, by name.
    ///   - known: The other settings of the module; their ranges are not checked.
    public func check(
        _ values: [String: ParameterValue],
        besides known: [String: ParameterValue] = [:]
    ) throws(BeaconParameterError) {
        for (name, value) in values where self[name]?.range != .readOnly {
            _ = try wire(value, for: name)
        }
        let names = ["interval", "gSensor", "key"]
        guard names.contains(where: { values[$0] != nil }) else { return }
        let intervals = names.compactMap { name -> Int? in
            switch values[name] ?? known[name] {
            case .number(let interval), .burst(let interval, _): interval
            default: nil
            }
        }
        if intervals.allSatisfy({ $0 == 0 }) { throw .neverAdvertises }
    }

    /// Returns the model number for a number or a name such as "FSC-BP102"; nil for an unknown
    /// model.
    static func model(named text: String) -> Int? {
        if let number = Int(text) { return UInt8(exactly: number).map { Int($0) } }
        let names = (UInt8.min...UInt8.max).compactMap { number in
            acc_feasycom_model_name(number).map { (Int(number), String(cString: $0)) }
        }
        // compare BP108N before BP108
        return names.sorted { $0.1.count > $1.1.count }
            .first { text.uppercased().contains($0.1) }?.0
    }

    /// The steps of a model's transmit power. The module's text is the index, or tenths of dBm on
    /// BP671.
    static func powers(of model: Int) -> [TransmitPower] {
        let decibels: [Double]
        switch model {
        case 0x1E: decibels = (0...10).map(Double.init)
        case 0x24, 0x27:
            decibels = [-19.5, -13.5, -10, -7, -5, -3.5, -2, -1, 0, 1, 1.5, 2.5]
        case 0x1F:
            return [
                -200, -107, -95, -82, -70, -65, -5, 30, 45, 53, 60, 71, 80, 92, 102, 110, 120, 130,
                141, 150, 160, 170, 181, 190, 200,
            ].map { TransmitPower(decibels: Double($0) / 10, wire: String($0)) }
        default: decibels = [-21, -18, -15, -12, -9, -6, -3, 0, 1, 2, 3, 4, 5]
        }
        return decibels.enumerated().map {
            TransmitPower(decibels: $0.element, wire: String($0.offset))
        }
    }
}

extension BeaconParameter {
    fileprivate init(
        _ name: String,
        _ key: String,
        _ range: ParameterRange,
        _ factoryValue: ParameterValue? = nil
    ) {
        (self.name, self.key, self.range, self.factoryValue) = (name, key, range, factoryValue)
    }
}
