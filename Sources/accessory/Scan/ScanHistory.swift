internal import Beacons
internal import BluetoothLE

/// The last values of each quantity of each device, for the sparklines.
struct ScanHistory {
    /// Maximum number of values for one quantity.
    static let length = 32
    /// Maximum number of devices with a history: the first that sent a value.
    static let devices = 1000

    private var numbers: [BluetoothAddress: [String: [Double]]] = [:]

    /// Stores the values of one reading.
    mutating func add(_ reading: SensorReading?, of address: BluetoothAddress) {
        guard let reading, numbers[address] != nil || numbers.count < Self.devices else { return }
        for measurement in reading.measurements {
            guard let number = measurement.number else { continue }
            var last = numbers[address]?[measurement.label] ?? []
            last.append(number)
            numbers[address, default: [:]][measurement.label] = last.suffix(Self.length)
        }
    }

    /// The values, oldest first.
    func values(of label: String, of address: BluetoothAddress) -> [Double] {
        numbers[address]?[label] ?? []
    }

    /// Forgets devices that are no longer listed.
    mutating func keep(_ addresses: Set<BluetoothAddress>) {
        numbers = numbers.filter { addresses.contains($0.key) }
    }
}

extension SensorMeasurement {
    /// The name of the quantity: `temperature`, `temperature 2`.
    var label: String { instance == 0 ? quantity : "\(quantity) \(instance + 1)" }

    /// The value with its unit: `25.3 °C`, `on`, `press`.
    var shown: String {
        switch value {
        case .number(let number): "\(number.shortest)" + (unit.isEmpty ? "" : " " + unit)
        case .binary(let on): on ? "on" : "off"
        case .event(let name, let count): count == 0 ? name : "\(name) \(count)"
        case .text(let text): text.printable
        case .raw(let bytes): HexText.text(bytes)
        case .invalid: "invalid"
        }
    }
}

extension Double {
    /// The number without a zero fraction.
    var shortest: String {
        rounded() == self && magnitude < 1e15 ? String(Int(self)) : String(self)
    }
}
