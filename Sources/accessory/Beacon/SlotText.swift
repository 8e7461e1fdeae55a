internal import ArgumentParser
internal import Beacons
internal import BluetoothLE
internal import FeasyBeacon

/// One of a module's advertisements on the command line: `0=HEX`, `1=ibeacon --uuid … --major 1
/// --minor 2`, `2=off`, `3=off HEX`.
struct SlotArgument: ExpressibleByArgument {
    let number: String
    let text: String

    init?(argument: String) {
        guard let setting = SettingArgument(argument: argument) else { return nil }
        (number, text) = (setting.name, setting.text)
    }
}

extension BeaconSlot {
    /// - Throws: `Failure`, which names the slot and the accepted values.
    init(number: String, text: String) throws {
        guard let slot = Int(number), BeaconConfiguration.slots ~= slot else {
            throw Failure(
                .badInput,
                "beacon \(number.printable) is out of range",
                nextStep: "slots are 0 to \(BeaconConfiguration.slots.upperBound - 1)"
            )
        }
        let isOff = text == "off" || text.hasPrefix("off ")
        let content = isOff ? String(text.dropFirst(4)) : text
        let data = isOff && content.isEmpty ? [] : try Self.data(content, of: slot)
        guard let made = Self(number: slot, advertisement: data, isEnabled: !isOff) else {
            throw Failure(
                .badInput,
                "beacon \(slot) has \(data.count) bytes",
                nextStep: "an advertisement has at most 31"
            )
        }
        self = made
    }

    /// The text that `init` parses.
    var text: String {
        let digits = HexText.text(advertisement)
        return isEnabled ? digits : digits.isEmpty ? "off" : "off " + digits
    }

    private static func data(_ text: String, of slot: Int) throws -> [UInt8] {
        let words = text.split(separator: " ").map(String.init)
        guard let kind = beaconKinds.first(where: { $0.kind == words.first }) else {
            let names = beaconKinds.map { $0.kind }.joined(separator: ", ")
            do {
                return try HexText.bytes(text, name: "beacon \(slot)") ?? []
            } catch let failure as Failure {
                throw Failure(
                    .badInput,
                    failure.cause,
                    nextStep: "give advertising data, off, or one of \(names) and its options"
                )
            }
        }
        do {
            return try kind.parse(Array(words.dropFirst())).advertisementData()
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                .badInput,
                "beacon \(slot): \(kind.message(for: error))",
                nextStep: "accessory advert build \(kind.kind) --help lists the options"
            )
        }
    }
}
