internal import Beacons
internal import GatewayConfiguration
internal import GatewayCore

/// One quantity of a device as a Home Assistant entity.
struct Entity: Hashable, Codable {
    enum Platform: String, Sendable, Codable {
        case sensor
        case binarySensor = "binary_sensor"
        case event
    }

    let quantity: String
    /// The member in the state's JSON.
    let name: String
    let unit: String
    let platform: Platform
    let isNumber: Bool
    let instance: Int
    /// The events that the device may send; empty if this is no event.
    private(set) var eventTypes: [String] = []

    init(_ measurement: SensorMeasurement, _ format: SensorReading.Format) {
        (quantity, name) = (measurement.quantity, measurement.memberName)
        (unit, instance) = (measurement.unit, measurement.instance)
        (platform, isNumber) =
            switch measurement.value {
            case .number, .invalid: (.sensor, true)
            case .binary: (.binarySensor, false)
            case .event: (.event, false)
            case .text, .raw: (.sensor, false)
            }
        if platform == .event { eventTypes = EventTypes.of(quantity, format) }
        _ = learn(measurement)
    }

    /// Adds the type of an event; returns whether it is new.
    mutating func learn(_ measurement: SensorMeasurement) -> Bool {
        guard platform == .event, case .event(let type, _) = measurement.value,
            !eventTypes.contains(type)
        else { return false }
        eventTypes.append(type)
        return true
    }

    /// Whether two entities are of one quantity.
    func isSame(as other: Entity) -> Bool {
        instance == other.instance && quantity == other.quantity
    }

    /// Adds the events that another gateway has seen.
    mutating func merge(_ other: Entity) {
        eventTypes += other.eventTypes.filter { !eventTypes.contains($0) }
    }

    /// Whether the entity belongs to the measurement.
    func isOf(_ measurement: SensorMeasurement) -> Bool {
        instance == measurement.instance && quantity == measurement.quantity
    }

    /// `Carbon monoxide 2`
    var title: String {
        let words = quantity.replacing("-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
            + (instance > 0 ? " \(instance + 1)" : "")
    }

    /// The device class with matching units; nil if Home Assistant has none.
    var deviceClass: String? {
        platform == .binarySensor ? Self.binaryClasses[quantity] : Self.classes[quantity]
    }

    var stateClass: String {
        ["energy", "gas", "water", "count", "steps"].contains(quantity)
            ? "total_increasing" : "measurement"
    }

    /// The value template. As not every frame has every quantity, an empty result keeps the state.
    func template(in layout: Configuration.MQTT.Layout) -> String {
        let member = layout == .theengs ? Topics.theengsName(name) : name
        let value = "value_json['\(member)']"
        let result =
            switch platform {
            case .sensor: "{{ \(value) }}"
            case .binarySensor: "{{ 'ON' if \(value) else 'OFF' }}"
            case .event: "{{ {'event_type': \(value)} | tojson }}"
            }
        return "{% if '\(member)' in value_json %}\(result){% endif %}"
    }

    private static let classes = [
        "temperature": "temperature", "humidity": "humidity", "battery": "battery",
        "pressure": "atmospheric_pressure", "illuminance": "illuminance", "mass": "weight",
        "dew-point": "temperature", "energy": "energy", "power": "power", "voltage": "voltage",
        "pm1": "pm1", "pm2.5": "pm25", "pm10": "pm10", "co2": "carbon_dioxide",
        "voc": "volatile_organic_compounds", "moisture": "moisture",
        "conductivity": "conductivity", "distance": "distance", "duration": "duration",
        "current": "current", "speed": "speed", "volume-flow": "volume_flow_rate",
        "volume-storage": "volume_storage", "gas": "gas", "water": "water",
        "precipitation": "precipitation", "ambient-temperature": "temperature",
        "target-temperature": "temperature", "probe-center-temperature": "temperature",
        "probe-end-temperature": "temperature", "input-voltage": "voltage",
        "output-voltage": "voltage", "cell-voltage": "voltage", "ac-voltage": "voltage",
        "input-current": "current", "output-current": "current", "apparent-power": "apparent_power",
    ]

    private static let binaryClasses = [
        "battery-low": "battery", "battery-charging": "battery_charging",
        "carbon-monoxide": "carbon_monoxide", "cold": "cold", "connectivity": "connectivity",
        "door": "door", "garage-door": "garage_door", "gas-detected": "gas", "heat": "heat",
        "light": "light", "lock": "lock", "moisture-detected": "moisture", "motion": "motion",
        "moving": "moving", "occupancy": "occupancy", "opening": "opening", "plug": "plug",
        "power-on": "power", "presence": "presence", "problem": "problem", "running": "running",
        "safety": "safety", "smoke": "smoke", "sound": "sound", "tamper": "tamper",
        "vibration": "vibration", "window": "window",
    ]
}
