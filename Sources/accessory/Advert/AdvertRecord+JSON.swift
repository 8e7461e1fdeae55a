extension AdvertRecord: JSONWritable {
    func write(_ json: inout JSONText) {
        json.object { json in
            writeBeforeRSSI(&json)
            json.member("rssi", rssi)
            json.member("sensor", sensor)
            json.member("time", time)
            json.member("truncated", truncated)
        }
    }

    /// Writes the members before those that change with each report.
    func writeBeforeRSSI(_ json: inout JSONText) {
        json.member("address", address)
        json.member("addressKind", addressKind)
        json.member("beacon", beacon)
        json.member("data", data)
        json.member("fields", fields)
        json.member("kind", kind)
        json.member("module", module)
    }
}

extension AdvertRecord.Fields: JSONWritable {
    func write(_ json: inout JSONText) {
        json.object { json in
            json.member("appearance", appearance)
            json.member("company", company)
            json.member("flags", flags)
            json.member("interval", interval)
            json.member("manufacturerData", manufacturerData)
            json.member("name", name)
            if let serviceData { writeServiceData(serviceData, &json) }
            json.member("serviceUUIDs", serviceUUIDs)
            json.member("solicitedServiceUUIDs", solicitedServiceUUIDs)
            json.member("txPower", txPower)
            json.key("types")
            json.list { json in for type in types { json.value(type) } }
        }
    }

    private func writeServiceData(_ data: [String: String], _ json: inout JSONText) {
        json.key("serviceData")
        json.object { json in
            for (uuid, bytes) in data.sorted(by: { $0.key < $1.key }) {
                json.member(named: uuid, bytes)
            }
        }
    }
}

extension BeaconRecord: JSONWritable {
    func write(_ json: inout JSONText) {
        json.object { json in
            json.member("advertisementCount", advertisementCount)
            json.member("batteryVoltage", batteryVoltage)
            json.member("check", check)
            json.member("cipher", cipher)
            json.member("company", company)
            json.member("id", id)
            json.member("instance", instance)
            json.member("major", major)
            json.member("measuredPower", measuredPower)
            json.member("minor", minor)
            json.member("namespace", namespace)
            json.member("powerAt0m", powerAt0m)
            json.member("reserved", reserved)
            json.member("salt", salt)
            json.member("temperature", temperature)
            json.member("type", type)
            json.member("uptime", uptime)
            json.member("url", url)
            json.member("uuid", uuid)
        }
    }
}

extension ModuleRecord: JSONWritable {
    func write(_ json: inout JSONText) {
        json.object { json in
            json.member("battery", battery)
            json.member("buzzer", buzzer)
            json.member("connectability", connectability)
            json.member("externalPower", externalPower)
            json.member("firmware", firmware)
            json.member("gSensor", gSensor)
            json.member("key", key)
            json.member("led", led)
            json.member("mac", mac)
            json.member("model", model)
            json.member("modelName", modelName)
        }
    }
}

extension SensorRecord: JSONWritable {
    func write(_ json: inout JSONText) {
        json.object { json in
            json.member("brand", brand)
            json.member("encrypted", encrypted)
            json.member("format", format)
            json.member("mac", mac)
            json.member("measurements", measurements)
            json.member("missing", missing)
            json.member("model", model)
            json.member("partial", partial)
            json.member("title", title)
            json.member("unknownObjects", unknownObjects)
        }
    }
}

extension SensorRecord.Value: JSONWritable {
    func write(_ json: inout JSONText) {
        json.object { json in
            json.member("count", count)
            json.member("event", event)
            json.member("instance", instance)
            json.member("number", number)
            json.member("on", on)
            json.member("quantity", quantity)
            json.member("text", text)
            json.member("unit", unit)
        }
    }
}
