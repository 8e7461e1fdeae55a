internal import AccessoryConcurrency
internal import BluetoothLE

/// New values from standard input.
extension ServedPeripheral {
    /// Sets values from the lines of standard input and sends them to subscribers, until the input
    /// ends. Invalid lines are reported and skipped.
    func update(_ characteristics: [MutableCharacteristic]) async throws {
        var number = 0
        var pace = UpdatePace()
        for await line in StandardInput.lines() {
            number += 1
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            do throws(Failure) {
                let update = try ValueLine(line, number, characteristics)
                await pace.wait(for: update.characteristic)
                if try !update.perform() { pace.reportLoss(of: update.characteristic) }
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
    ///
    /// - Returns: False if an older value was dropped.
    @discardableResult
    func perform() throws(Failure) -> Bool {
        let canBeSent = !characteristic.properties.isDisjoint(with: .sentByItself)
        guard canBeSent else {
            characteristic.value = value
            return true
        }
        do {
            return try characteristic.update(value)
        } catch {
            throw Failure(error)
        }
    }
}

/// Lets a fast writer wait for the link, so that no value is lost.
private struct UpdatePace {
    private static let limit = Duration.seconds(10)

    private let time = TimeSource(ContinuousClock())
    /// The characteristics whose subscribers have received nothing for the limit.
    private var stalled: Set<ObjectIdentifier> = []
    private var reported: Set<ObjectIdentifier> = []

    /// Returns when a subscriber has room, after the limit, or at once after an earlier one.
    mutating func wait(for characteristic: MutableCharacteristic) async {
        let id = ObjectIdentifier(characteristic)
        if characteristic.hasRoom {
            stalled.remove(id)
        } else if !stalled.contains(id) {
            do {
                try await time.within(Self.limit, orThrow: CancellationError()) {
                    await characteristic.room()
                }
            } catch {
                stalled.insert(id)
            }
        }
    }

    mutating func reportLoss(of characteristic: MutableCharacteristic) {
        guard !characteristic.subscribers.isEmpty,
            reported.insert(ObjectIdentifier(characteristic)).inserted
        else { return }
        Console.note(
            "warning: \(characteristic.uuid): a subscriber does not keep up, and misses values"
        )
    }
}

extension CharacteristicProperties {
    /// The properties with which the server can send a value.
    fileprivate static let sentByItself: CharacteristicProperties = [
        .notify, .indicate, .notifyEncryptionRequired, .indicateEncryptionRequired,
    ]
}
