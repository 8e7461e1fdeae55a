internal import BluetoothLE

/// New values from standard input.
extension ServedPeripheral {
    /// Sets values from the lines of standard input and sends them to subscribers, until the input
    /// ends. Invalid lines are reported and skipped.
    func update(_ characteristics: [MutableCharacteristic]) async throws {
        var number = 0
        for await line in StandardInput.lines() {
            number += 1
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            do throws(Failure) {
                let update = try ValueLine(line, number, characteristics)
                try update.perform()
                try? PeripheralRecord("update", nil, update.characteristic, update.value)
                    .show(options)
            } catch {
                error.report(asJSON: options.json)
            }
        }
    }
}

/// A line `ATTRIBUTE VALUE`: a UUID or an assigned name, then hexadecimal digits, or text in double
/// quotes.
struct ValueLine {
    let characteristic: MutableCharacteristic
    let value: [UInt8]

    init(
        _ line: String,
        _ number: Int,
        _ characteristics: [MutableCharacteristic]
    ) throws(Failure) {
        let text = line.drop(while: \.isWhitespace)
        let match = characteristics.lazy.compactMap { characteristic in
            Self.names(of: characteristic).compactMap { Self.rest(of: text, behind: $0) }.first
                .map { (characteristic, $0) }
        }.first
        guard let match else {
            throw Failure(
                .badInput,
                "line \(number) names no characteristic of the description: \(line.printable)",
                nextStep: "start it with a UUID, such as 2A19, or an assigned name"
            )
        }
        characteristic = match.0
        let rest = match.1
        if rest.count > 1, rest.hasPrefix("\""), rest.hasSuffix("\"") {
            value = Array(rest.dropFirst().dropLast().utf8)
        } else {
            do {
                value = try HexText.bytes(String(rest), name: "the value of line \(number)") ?? []
            } catch {
                throw Failure(error)
            }
        }
        guard value.count <= 512 else {
            throw Failure(
                .badInput,
                "the value of line \(number) has \(value.count) bytes",
                nextStep: "give at most 512"
            )
        }
    }

    private static func names(of characteristic: MutableCharacteristic) -> [String] {
        [characteristic.uuid.description, characteristic.uuid.assignedName].compactMap(\.self)
    }

    /// The text after the name and white space.
    private static func rest(of line: Substring, behind name: String) -> Substring? {
        guard line.lowercased().hasPrefix(name.lowercased()) else { return nil }
        let rest = line.dropFirst(name.count)
        guard rest.first?.isWhitespace ?? true else { return nil }
        let value = rest.drop(while: \.isWhitespace)
        let spaces = value.reversed().prefix(while: \.isWhitespace).count
        return value.dropLast(spaces)
    }

    /// Sends the value to subscribers. Without a subscriber, stores the value for the first one.
    func perform() throws(Failure) {
        let canBeSent = !characteristic.properties.isDisjoint(with: .sentByItself)
        guard canBeSent else {
            characteristic.value = value
            return
        }
        do {
            try characteristic.update(value)
        } catch {
            throw Failure(error)
        }
    }
}

extension CharacteristicProperties {
    /// The properties with which the server can send a value.
    fileprivate static let sentByItself: CharacteristicProperties = [
        .notify, .indicate, .notifyEncryptionRequired, .indicateEncryptionRequired,
    ]
}
