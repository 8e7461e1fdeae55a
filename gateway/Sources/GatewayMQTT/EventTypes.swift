internal import Beacons
internal import CAccessory

/// The events that devices send, by quantity and format. Home Assistant refuses events that are not listed, and offers
/// all that are listed to automations.
enum EventTypes {
    static func of(_ quantity: String, _ format: SensorReading.Format) -> [String] {
        switch (quantity, format) {
        case ("button", .mibeacon):
            names([
                ACC_EVENT_PRESS, ACC_EVENT_DOUBLE_PRESS, ACC_EVENT_TRIPLE_PRESS,
                ACC_EVENT_LONG_PRESS,
            ])
        case ("button", _): names(ACC_EVENT_PRESS, ACC_EVENT_HOLD_PRESS)
        case ("dimmer", .mibeacon):
            names([ACC_EVENT_PRESS, ACC_EVENT_LONG_PRESS])
                + names(ACC_EVENT_ROTATE_LEFT, ACC_EVENT_ROTATE_RIGHT_PRESSED)
        case ("dimmer", _), ("cube", _): names(ACC_EVENT_ROTATE_LEFT, ACC_EVENT_ROTATE_RIGHT)
        case ("fingerprint-result", _):
            names(ACC_EVENT_MATCH_SUCCESSFUL, ACC_EVENT_SKIN_TOO_WET)
        case ("door-action", _): names(ACC_EVENT_OPEN_DOOR, ACC_EVENT_STUCK)
        case ("lock-action", _): names(ACC_EVENT_UNLOCK_OUTSIDE, ACC_EVENT_ABNORMAL)
        case ("lock-method", _): names(ACC_EVENT_ABNORMAL, ACC_EVENT_AUTOMATIC)
        // of an unknown kind: those that it sends
        default: []
        }
    }

    private static func names(_ first: acc_sensor_event, _ last: acc_sensor_event) -> [String] {
        names((first.rawValue...last.rawValue).map { acc_sensor_event($0) })
    }

    private static func names(_ events: [acc_sensor_event]) -> [String] {
        events.map { String(cString: acc_sensor_event_name($0)) }
    }
}
