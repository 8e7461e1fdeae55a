import AccessoryBase
import Beacons
import BluetoothLE
import Testing

@testable import accessory

/// Beacons and advertisements as lines and as JSON.
@Suite struct BeaconRecordTests {
    private static func json(_ value: some JSONWritable) -> String {
        var text = JSONWriter(isExact: true)
        value.write(&text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private static let uuid = BluetoothUUID("00112233-4455-6677-8899-AABBCCDDEEFF")!
    private static let ten = [UInt8](0..<10)

    /// A beacon, its text, its summary in the scan table, and its JSON.
    private static let rows: [(Beacon, String, String, String)] = [
        (
            .iBeacon(IBeacon(uuid: uuid, major: 1, minor: 65535, measuredPower: -59)),
            "ibeacon  uuid \(uuid)  major 1  minor 65535  power -59 dBm at 1 m",
            "iBeacon 1/65535 \(uuid)",
            #"{"major":1,"measuredPower":-59,"minor":65535,"type":"ibeacon","uuid":"\#(uuid)"}"#
        ),
        (
            .altBeacon(AltBeacon(company: 280, id: ten + ten, measuredPower: -60, reserved: 7)),
            "altbeacon  company 280  id 0001020304050607080900010203040506070809"
                + "  power -60 dBm at 1 m",
            "AltBeacon 0001020304050607080900010203040506070809",
            #"{"company":280,"id":"0001020304050607080900010203040506070809","#
                + #""measuredPower":-60,"reserved":7,"type":"altbeacon"}"#
        ),
        (
            .eddystoneUID(
                EddystoneUID(powerAt0m: -18, namespace: ten, instance: [1, 2, 3, 4, 5, 6])
            ),
            "eddystone-uid  namespace 00010203040506070809  instance 010203040506"
                + "  power -18 dBm at 0 m",
            "UID 00010203040506070809 010203040506",
            #"{"instance":"010203040506","namespace":"00010203040506070809","powerAt0m":-18,"#
                + #""type":"eddystone-uid"}"#
        ),
        (
            .eddystoneURL(EddystoneURL(powerAt0m: 4, url: "https://a.de")),
            "eddystone-url  url https://a.de  power 4 dBm at 0 m", "https://a.de",
            #"{"powerAt0m":4,"type":"eddystone-url","url":"https://a.de"}"#
        ),
        (
            .eddystoneTLM(
                EddystoneTLM(
                    batteryVoltage: 3000,
                    temperature: 21.5,
                    advertisementCount: 9,
                    uptime: .seconds(60)
                )
            ),
            "eddystone-tlm  battery 3000 mV  temperature 21.5 °C  count 9  uptime 60.0 s",
            "TLM 3000 mV 21.5 °C",
            #"{"advertisementCount":9,"batteryVoltage":3000,"temperature":21.5,"#
                + #""type":"eddystone-tlm","uptime":60}"#
        ),
        (
            .eddystoneTLM(
                EddystoneTLM(
                    batteryVoltage: nil,
                    temperature: nil,
                    advertisementCount: 9,
                    uptime: .milliseconds(100)
                )
            ),
            "eddystone-tlm  count 9  uptime 0.1 s", "TLM ",
            #"{"advertisementCount":9,"type":"eddystone-tlm","uptime":0.1}"#
        ),
        (
            .eddystoneEncryptedTLM(
                EddystoneEncryptedTLM(cipher: ten + [10, 11], salt: 1, check: 2)
            ),
            "eddystone-etlm", "TLM, encrypted",
            #"{"check":2,"cipher":"000102030405060708090a0b","salt":1,"type":"eddystone-etlm"}"#
        ),
        (
            .eddystoneEID(EddystoneEID(powerAt0m: -18, id: [1, 2, 3, 4, 5, 6, 7, 8])),
            "eddystone-eid  id 0102030405060708  power -18 dBm at 0 m", "EID 0102030405060708",
            #"{"id":"0102030405060708","powerAt0m":-18,"type":"eddystone-eid"}"#
        ),
    ]

    @Test(arguments: rows.indices)
    func beacons(index: Int) {
        let (beacon, text, summary, json) = Self.rows[index]
        #expect(BeaconRecord(beacon).text == text)
        #expect(beacon.frame.summary == summary)
        #expect(Self.json(BeaconRecord(beacon)) == json)
    }

    /// Flags, appearance, interval, power, both lists of services, service data, company, name.
    private static let everything: [UInt8] =
        [0x02, 0x01, 0x06, 0x03, 0x19, 0x41, 0x03, 0x03, 0x1A, 0xA0, 0x00, 0x02, 0x0A, 0xFC]
        + [0x05, 0x03, 0x0F, 0x18, 0x0A, 0x18, 0x03, 0x14, 0x0D, 0x18]
        + [0x04, 0x16, 0x11, 0x18, 0x64, 0x05, 0xFF, 0x59, 0x00, 0x77, 0x66]
        + [0x03, 0x09, 0x41, 0x42]

    @Test func everyField() {
        let report = AdvertisementReport(
            address: BluetoothAddress(value: 0xC000_0000_0001, kind: .random),
            rssi: -60,
            time: .milliseconds(1500),
            data: Self.everything
        )
        let record = AdvertRecord(report.advertisement, report)
        let hex = Self.everything.reduce("") { text, byte in
            text + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        #expect(
            record.text == """
                C0:00:00:00:00:01  -60 dBm  "AB"  none
                    flags: 0x06
                    services: 180F (Battery) 180A (Device Information)
                    solicited: 180D (Heart Rate)
                    service data: 1811 (Alert Notification) 64
                    company: 89 (Nordic Semiconductor ASA) 7766
                    power: -4 dBm
                    appearance: 833 (Heart Rate Sensor: Heart Rate Belt)
                    interval: 0.1 s
                """
        )
        #expect(
            Self.json(record)
                == #"{"address":"C0:00:00:00:00:01","addressKind":"random","data":"\#(hex)","#
                + #""fields":{"appearance":833,"appearanceName":"Heart Rate Sensor: Heart Rate Belt","#
                + #""company":89,"companyName":"Nordic Semiconductor ASA","flags":6,"interval":0.1,"#
                + #""manufacturerData":"7766","name":"AB","serviceData":{"1811":"64"},"#
                + #""serviceUUIDs":["180F","180A"],"solicitedServiceUUIDs":["180D"],"#
                + #""txPower":-4,"types":[1,25,26,10,3,20,22,255,9]},"kind":"none","#
                + #""rssi":-60,"time":1.5,"truncated":false}"#
        )
        // without names; other types
        let other: [UInt8] = [
            0x03, 0xFF, 0xFF, 0xFF, 0x03, 0x19, 0xFF, 0xFF, 0x02, 0x25, 0x07, 0x02, 0xFE, 0x01,
        ]
        #expect(
            AdvertRecord(Advertisement(other), nil).text == """
                none
                    company: 65535 \("")
                    appearance: 65535
                    Indoor Positioning: 07
                    type 0xfe: 01
                """
        )
        // without a report; the last structure is truncated
        let bare = AdvertRecord(Advertisement([0x05, 0x09, 0x41]), nil)
        #expect(bare.text == "none\n    damaged: the last structure is truncated")
        #expect(
            Self.json(bare)
                == #"{"data":"050941","fields":{"types":[]},"kind":"none","truncated":true}"#
        )
    }

    @Test(
        arguments: [
            (.public, "public"), (.random, "random"), (.publicIdentity, "publicIdentity"),
            (.randomIdentity, "randomIdentity"), (.anonymous, "anonymous"),
        ] as [(BluetoothAddress.Kind, String)]
    )
    func addresses(kind: BluetoothAddress.Kind, name: String) {
        var text = JSONWriter(isExact: true)
        text.object { BluetoothAddress(value: 1, kind: kind).write(members: &$0) }
        let json = String(decoding: text.bytes, as: UTF8.self)
        #expect(json.hasSuffix(#","addressKind":"\#(name)"}"#))
    }

    @Test func readings() {
        let model = SensorModel(
            id: "a-one",
            brand: "A",
            name: "thermometer",
            models: ["One"],
            needs: .key
        )
        let values: [SensorMeasurement] = [
            SensorMeasurement("temperature", unit: "°C", value: .number(21.5)),
            SensorMeasurement("count", instance: 1, value: .number(3)),
            SensorMeasurement("door", value: .binary(true)),
            SensorMeasurement("button", value: .event("press", count: 2)),
            SensorMeasurement("text", value: .text("a")),
            SensorMeasurement("raw", value: .raw([0xAF])),
            SensorMeasurement("battery", unit: "%", value: .invalid),
        ]
        let reading = SensorReading(
            format: .table,
            model: model,
            measurements: values,
            macAddress: [1, 2, 3, 4, 5, 0xAB],
            missing: .key,
            unknownObjects: 2,
            isPartial: true,
            isAuthenticated: true
        )
        #expect(
            Self.json(SensorRecord(reading))
                == #"{"authenticated":true,"brand":"A","encrypted":true,"format":"a-one","mac":"0102030405ab","#
                + #""measurements":[{"instance":0,"number":21.5,"quantity":"temperature","#
                + #""unit":"°C"},{"instance":1,"number":3,"quantity":"count","unit":""},"#
                + #"{"instance":0,"on":true,"quantity":"door","unit":""},"#
                + #"{"count":2,"event":"press","instance":0,"quantity":"button","unit":""},"#
                + #"{"instance":0,"quantity":"text","text":"a","unit":""},"#
                + #"{"instance":0,"quantity":"raw","text":"af","unit":""},"#
                + #"{"instance":0,"quantity":"battery","state":"invalid","unit":"%"}],"missing":"key","#
                + #""model":"One","partial":true,"title":"A One","unknownObjects":2}"#
        )
        #expect(SensorRecord(SensorReading(format: .bthome, measurements: [])).format == "bthome")
        let user = SensorReading(format: .user, model: model, measurements: [])
        #expect(SensorRecord(user).format == "a-one")
        let ruuvi = SensorReading(format: .ruuviRAW2, model: model, measurements: [])
        #expect(SensorRecord(ruuvi).format == "ruuvi-raw2")
    }
}
