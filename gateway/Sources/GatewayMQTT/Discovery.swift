internal import AccessoryBase
internal import Beacons
internal import BluetoothLE
internal import GatewayConfiguration
internal import GatewayCore

/// Home Assistant's discovery messages, one per device, with abbreviated member names (Home Assistant's
/// documentation, MQTT, "Device discovery payload").
struct Discovery {
    let topics: Topics
    /// Time without a reading after which a sensor is unavailable, milliseconds.
    let expireAfter: Int64
    /// Whether several gateways act as one sensor.
    var isGroup = false

    /// The retained message that announces a device. It is sent again if the broker may have lost
    /// it.
    func payload(_ device: SinkDevice) -> [UInt8] {
        var json = JSONWriter(capacity: 2048)
        json.object { json in
            writeDevice(device, &json)
            writeOrigin(&json)
            writeAvailability(&json, device.gateways)
            json.member("stat_t", topics.state(device.plainAddress))
            json.name("cmps")
            json.object { json in
                for entity in device.record.entities { write(entity, device, &json) }
                writeSignal(device, &json)
                if isGroup { writeRoom(device, &json) }
            }
        }
        return json.bytes
    }

    private func writeDevice(_ device: SinkDevice, _ json: inout JSONWriter) {
        json.name("dev")
        json.object { json in
            json.name("ids")
            json.array { $0.value("accessory_\(device.plainAddress)") }
            json.name("cns")
            json.array {
                $0.array {
                    $0.value("bluetooth")
                    $0.value(device.record.bluetoothAddress.description)
                }
            }
            json.member("name", device.title)
            if let model = device.record.model {
                json.member("mf", model.brand)
                json.member("mdl", model.name)
            }
        }
    }

    private func writeOrigin(_ json: inout JSONWriter) {
        json.name("o")
        json.object { $0.member("name", "accessory-gateway") }
    }

    /// - Parameter gateways: Those that have received the device; it is available while any of them is.
    private func writeAvailability(_ json: inout JSONWriter, _ gateways: Set<String> = []) {
        json.name("avty")
        let others = gateways.subtracting([topics.gateway])
        json.array { json in
            let all = others.isEmpty ? [topics.gateway] : gateways.sorted()
            for name in all { json.object { $0.member("t", topics.status(of: name)) } }
        }
        if !others.isEmpty { json.member("avty_mode", "any") }
    }

    private func writeRoom(_ device: SinkDevice, _ json: inout JSONWriter) {
        json.name("room")
        json.object {
            $0.member("p", "sensor")
            $0.member("uniq_id", "\(device.plainAddress)_room")
            $0.member("name", "Room")
            $0.member("ic", "mdi:map-marker")
            $0.member("stat_t", topics.room(device.plainAddress))
        }
    }

    private func write(_ entity: Entity, _ device: SinkDevice, _ json: inout JSONWriter) {
        json.name(text: entity.name)
        json.object { json in
            json.member("p", entity.platform.rawValue)
            json.member("uniq_id", "\(device.plainAddress)_\(entity.name)")
            json.member("name", entity.title)
            json.member("val_tpl", entity.template(in: topics.layout))
            switch entity.platform {
            case .sensor:
                if let deviceClass = entity.deviceClass { json.member("dev_cla", deviceClass) }
                if entity.isNumber { json.member("stat_cla", entity.stateClass) }
                if !entity.unit.isEmpty { json.member("unit_of_meas", entity.unit) }
            case .binarySensor:
                if let deviceClass = entity.deviceClass { json.member("dev_cla", deviceClass) }
            case .event:
                json.name("evt_typ")
                json.array { json in for type in entity.eventTypes { json.value(type) } }
            }
            if entity.platform != .event { json.member("exp_aft", Int(expireAfter / 1000)) }
        }
    }

    private func writeSignal(_ device: SinkDevice, _ json: inout JSONWriter) {
        json.name("rssi")
        json.object {
            $0.member("p", "sensor")
            $0.member("uniq_id", "\(device.plainAddress)_rssi")
            $0.member("name", "Signal strength")
            $0.member("dev_cla", "signal_strength")
            $0.member("stat_cla", "measurement")
            $0.member("unit_of_meas", "dBm")
            $0.member("ent_cat", "diagnostic")
            $0.member("val_tpl", "{{ value_json.rssi }}")
            $0.member("exp_aft", Int(expireAfter / 1000))
        }
    }

    /// The message for an entry of the presence list, whose state is retained and does not expire.
    func presence(_ name: String) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.name("dev")
            json.object {
                $0.name("ids")
                $0.array { $0.value("accessory_presence_\(name)") }
                $0.member("name", name)
            }
            writeOrigin(&json)
            writeAvailability(&json)
            json.name("cmps")
            json.object {
                $0.name("presence")
                $0.object {
                    $0.member("p", "device_tracker")
                    $0.member("uniq_id", "accessory_presence_\(name)")
                    $0.member("src_type", "bluetooth_le")
                    $0.member("stat_t", topics.presence(name))
                }
            }
        }
        return json.bytes
    }
}
