internal import ArgumentParser
internal import FeasyBeacon

/// A setting on the command line: `interval=500`.
struct SettingArgument: ExpressibleByArgument {
    let name: String
    let text: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
            return nil
        }
        name = String(argument[..<equals])
        text = String(argument[argument.index(after: equals)...])
    }
}

extension BeaconConfiguration {
    /// Parses the values of these texts and checks their ranges.
    ///
    /// - Throws: `Failure`, which names the parameter, the value and the range.
    func values(of settings: [String: String]) throws -> [String: ParameterValue] {
        var values: [String: ParameterValue] = [:]
        for (name, text) in settings.sorted(by: { $0.key < $1.key }) {
            guard let parameter = self[name] else {
                throw Failure(
                    .badInput,
                    "this model has no parameter \(name.printable)",
                    nextStep: .advice(
                        for: name,
                        of: settable,
                        else: "it has \(settable.joined(separator: ", "))"
                    )
                )
            }
            do throws(BeaconParameterError) {
                guard let value = parameter.range.parse(text) else {
                    throw .wrongKind(name)
                }
                _ = try wire(value, for: name)
                values[name] = value
            } catch {
                throw Failure(
                    .badInput,
                    error == .readOnly(name)
                        ? "\(name) is read-only"
                        : "\(name)=\(text.printable) is out of range",
                    nextStep: error == .readOnly(name)
                        ? "omit it" : "\(name) accepts \(parameter.range.words)"
                )
            }
        }
        return values
    }

    /// Checks settings as far as possible without the module: the powers depend on its model.
    static func check(_ settings: [String: String]) throws {
        _ = try Self(model: 0, features: [.led, .buzzer, .gSensor, .key, .longRange])
            .values(of: settings.filter { $0.key != "power" })
    }

    private var settable: [String] {
        parameters.filter { $0.range != .readOnly }.map(\.name)
    }
}

/// A setting in JSON: text, a number, or true and false for on and off.
struct SettingValue: Codable, Equatable {
    let text: String
    private let json: JSON

    private enum JSON: Equatable {
        case text
        case number(Double)
        case flag(Bool)
    }

    init(_ value: ParameterValue) {
        text = value.text
        json =
            switch value {
            case .text, .burst: .text
            case .number(let number): .number(Double(number))
            case .decibels(let decibels): .number(decibels)
            case .flag(let isOn): .flag(isOn)
            }
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let isOn = try? value.decode(Bool.self) {
            (text, json) = (isOn ? "on" : "off", .flag(isOn))
        } else if let number = try? value.decode(Double.self) {
            let whole = Int(exactly: number).map(String.init)
            (text, json) = (whole ?? String(number), .number(number))
        } else {
            (text, json) = (try value.decode(String.self), .text)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch json {
        case .text: try value.encode(text)
        case .number(let number): try value.encode(number)
        case .flag(let isOn): try value.encode(isOn)
        }
    }
}
