public import Beacons
internal import Foundation
internal import Testing

/// Compares a reading with the expectation of a public MiBeacon vector.
public enum MiBeaconExpectation {
    private static let quantities = [
        "Temperature": "temperature", "Humidity": "humidity", "Battery": "battery",
        "Illuminance": "illuminance", "Motion": "motion", "Light": "light", "Mass": "mass",
        "Profile ID": "profile", "Impedance High": "impedance-high", "Stabilized": "stabilized",
        "Opening": "opening", "Door left open": "door-left-open", "Occupancy": "occupancy",
        "Device forcibly removed": "forcibly-removed", "Score": "score", "Armed": "armed",
        "Toothbrush": "toothbrush", "Key id": "key-id", "Fingerprint": "fingerprint",
        "Lock": "lock", "Lock method": "lock-method", "Button": "button", "Button Right": "button",
        "Cube": "cube", "Dimmer": "dimmer",
    ]
    private static let events = [
        "low_quality_too_light_fuzzy": "low-quality",
        "unlock_inside_the_door": "unlock-inside",
        "lock_outside_the_door": "lock-outside",
    ]
    /// Names of the events that share a name with a binary quantity in the vectors.
    private static let actions = ["lock": "lock-action", "fingerprint": "fingerprint-result"]

    public static func check(_ reading: SensorReading, _ vector: [String: Any]) throws {
        for wanted in try #require(vector["expect"] as? [[String: Any]]) {
            let name = try wanted.needText("name")
            // not in the frame: the peer derives it from the battery's per cents
            if name == "Voltage" { continue }
            let quantity = try #require(quantities[name], "\(name) is not known")
            try check(reading, quantity, wanted["value"], "\(vector.name) \(name)")
        }
    }

    private static func check(
        _ reading: SensorReading,
        _ quantity: String,
        _ value: Any?,
        _ what: String
    ) throws {
        let isAction = value is [Any] && actions[quantity] != nil
        let quantity = isAction ? actions[quantity]! : quantity
        guard let found = reading.measurements.first(where: { $0.quantity == quantity }) else {
            Issue.record("\(what) is missing in \(reading.measurements)")
            return
        }
        switch (found.value, value) {
        case (.binary(let on), let wanted as NSNumber): #expect(on == wanted.boolValue, "\(what)")
        case (.number(let number), let wanted as NSNumber):
            // the peer truncates two products' humidity to whole per cents; the frame has tenths
            let sent = quantity == "humidity" && wanted.doubleValue == number.rounded(.down)
            #expect(sent || abs(number - wanted.doubleValue) < 1e-4, "\(what) \(number)")
        case (.number(0), "administrator" as String): break
        case (.event(let event, _), let wanted as String): #expect(event == wanted, "\(what)")
        case (.event(let event, let count), let wanted as [Any]):
            let text = wanted[0] as? String ?? ""
            #expect(
                event == events[text] ?? text.replacingOccurrences(of: "_", with: "-"),
                "\(what)"
            )
            if let presses = (wanted[1] as? [String: Any])?.int("number_of_presses") {
                #expect(count == presses)
            }
        default: Issue.record("\(what): \(found) for \(String(describing: value))")
        }
        if what.hasSuffix("Button Right") { #expect(found.instance == 1, "\(what)") }
    }
}
