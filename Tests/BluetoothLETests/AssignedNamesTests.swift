import Testing

@testable import BluetoothLE

/// The names of Bluetooth's Assigned Numbers, sections 3.4 (services), 3.6 and 3.7 (declarations and descriptors) and 3.8
/// (characteristics). Each row has the names of consecutive numbers.
@Suite struct AssignedNamesTests {
    private static let rows: [(first: UInt16, names: String)] = [
        (
            0x1800,
            """
            Generic Access; Generic Attribute; Immediate Alert; Link Loss; Tx Power; Current Time; \
            Reference Time Update; Next DST Change; Glucose; Health Thermometer; Device Information
            """
        ),
        (
            0x180D,
            """
            Heart Rate; Phone Alert Status; Battery; Blood Pressure; Alert Notification; Human \
            Interface Device; Scan Parameters; Running Speed and Cadence; Automation IO; Cycling \
            Speed and Cadence
            """
        ),
        (
            0x1818,
            """
            Cycling Power; Location and Navigation; Environmental Sensing; Body Composition; User \
            Data; Weight Scale; Bond Management; Continuous Glucose Monitoring; Internet Protocol \
            Support; Indoor Positioning; Pulse Oximeter; HTTP Proxy; Transport Discovery; Object \
            Transfer; Fitness Machine; Mesh Provisioning; Mesh Proxy; Reconnection Configuration
            """
        ),
        (
            0x183A,
            """
            Insulin Delivery; Binary Sensor; Emergency Configuration; Authorization Control; \
            Physical Activity Monitor; Elapsed Time; Generic Health Sensor
            """
        ),
        (
            0x1843,
            """
            Audio Input Control; Volume Control; Volume Offset Control; Coordinated Set \
            Identification; Device Time; Media Control; Generic Media Control; Constant Tone \
            Extension; Telephone Bearer; Generic Telephone Bearer; Microphone Control; Audio Stream \
            Control; Broadcast Audio Scan; Published Audio Capabilities; Basic Audio Announcement; \
            Broadcast Audio Announcement; Common Audio; Hearing Access; Telephony and Media Audio; \
            Public Broadcast Announcement; Electronic Shelf Label; Gaming Audio; Mesh Proxy \
            Solicitation
            """
        ),
        (0x2800, "Primary Service; Secondary Service; Include; Characteristic"),
        (
            0x2900,
            """
            Characteristic Extended Properties; Characteristic User Description; Client \
            Characteristic Configuration; Server Characteristic Configuration; Characteristic \
            Presentation Format; Characteristic Aggregate Format; Valid Range; External Report \
            Reference; Report Reference; Number of Digitals; Value Trigger Setting; Environmental \
            Sensing Configuration; Environmental Sensing Measurement; Environmental Sensing Trigger \
            Setting; Time Trigger Setting; Complete BR-EDR Transport Block Data
            """
        ),
        (
            0x2A00,
            """
            Device Name; Appearance; Peripheral Privacy Flag; Reconnection Address; Peripheral \
            Preferred Connection Parameters; Service Changed; Alert Level; Tx Power Level
            """
        ),
        (0x2A0F, "Local Time Information"),
        (0x2A14, "Reference Time Information"),
        (0x2A18, "Glucose Measurement; Battery Level"),
        (0x2A1C, "Temperature Measurement; Temperature Type; Intermediate Temperature"),
        (
            0x2A21,
            """
            Measurement Interval; Boot Keyboard Input Report; System ID; Model Number String; Serial \
            Number String; Firmware Revision String; Hardware Revision String; Software Revision \
            String; Manufacturer Name String; IEEE 11073-20601 Regulatory Certification Data List; \
            Current Time
            """
        ),
        (0x2A31, "Scan Refresh; Boot Keyboard Output Report"),
        (
            0x2A34,
            """
            Glucose Measurement Context; Blood Pressure Measurement; Intermediate Cuff Pressure; \
            Heart Rate Measurement; Body Sensor Location; Heart Rate Control Point
            """
        ),
        (0x2A3F, "Alert Status; Ringer Control Point; Ringer Setting"),
        (
            0x2A44,
            """
            Alert Notification Control Point; Unread Alert Status; New Alert; Supported New Alert \
            Category; Supported Unread Alert Category; Blood Pressure Feature; HID Information; \
            Report Map; HID Control Point; Report; Protocol Mode; Scan Interval Window; PnP ID; \
            Glucose Feature; Record Access Control Point; RSC Measurement; RSC Feature; SC Control \
            Point
            """
        ),
        (
            0x2A5A,
            """
            Aggregate; CSC Measurement; CSC Feature; Sensor Location; PLX Spot-Check Measurement; \
            PLX Continuous Measurement; PLX Features
            """
        ),
        (
            0x2A63,
            """
            Cycling Power Measurement; Cycling Power Vector; Cycling Power Feature; Cycling Power \
            Control Point; Location and Speed; Navigation; Position Quality; LN Feature; LN Control \
            Point; Elevation; Pressure; Temperature; Humidity; True Wind Speed; True Wind Direction; \
            Apparent Wind Speed; Apparent Wind Direction; Gust Factor; Pollen Concentration; UV \
            Index; Irradiance; Rainfall; Wind Chill; Heat Index; Dew Point
            """
        ),
        (0x2A9D, "Weight Measurement; Weight Scale Feature"),
        (0x2AA6, "Central Address Resolution"),
        (0x2ACC, "Fitness Machine Feature; Treadmill Data"),
        (0x2AD2, "Indoor Bike Data"),
        (
            0x2AD9,
            """
            Fitness Machine Control Point; Fitness Machine Status; Mesh Provisioning Data In; Mesh \
            Provisioning Data Out; Mesh Proxy Data In; Mesh Proxy Data Out
            """
        ),
        (0x2B29, "Client Supported Features; Database Hash"),
        (0x2B3A, "Server Supported Features"),
        (0x2B51, "TMAP Role"),
        (
            0x2B77,
            """
            Audio Input State; Gain Settings Attribute; Audio Input Type; Audio Input Status; Audio \
            Input Control Point; Audio Input Description; Volume State; Volume Control Point; Volume \
            Flags; Volume Offset State; Audio Location; Volume Offset Control Point; Audio Output \
            Description; Set Identity Resolving Key; Coordinated Set Size; Set Member Lock; Set \
            Member Rank
            """
        ),
        (
            0x2B93,
            """
            Media Player Name; Media Player Icon Object ID; Media Player Icon URL; Track Changed; \
            Track Title; Track Duration; Track Position; Playback Speed; Seeking Speed; Current \
            Track Segments Object ID; Current Track Object ID; Next Track Object ID; Parent Group \
            Object ID; Current Group Object ID; Playing Order; Playing Orders Supported; Media \
            State; Media Control Point; Media Control Point Opcodes Supported; Search Results Object \
            ID; Search Control Point
            """
        ),
        (
            0x2BB3,
            """
            Bearer Provider Name; Bearer UCI; Bearer Technology; Bearer URI Schemes Supported List; \
            Bearer Signal Strength; Bearer Signal Strength Reporting Interval; Bearer List Current \
            Calls; Content Control ID; Status Flags; Incoming Call Target Bearer URI; Call State; \
            Call Control Point; Call Control Point Optional Opcodes; Termination Reason; Incoming \
            Call; Call Friendly Name; Mute; Sink ASE; Source ASE; ASE Control Point; Broadcast Audio \
            Scan Control Point; Broadcast Receive State; Sink PAC; Sink Audio Locations; Source PAC; \
            Source Audio Locations; Available Audio Contexts; Supported Audio Contexts
            """
        ),
        (0x2BDA, "Hearing Aid Features; Hearing Aid Preset Control Point; Active Preset Index"),
        (0x2BF5, "LE GATT Security Levels"),
        (
            0x185A,
            "Industrial Measurement Device; Ranging; HID ISO; Cookware; Voice Assistant; Generic Voice Assistant"
        ),
        (
            0x2910,
            "Observation Schedule; Valid Range and Accuracy; Measurement Description; Manufacturer Limits; Process Tolerances; IMD Trigger Setting; Cooking Sensor Info; Cooking Trigger Setting"
        ),
    ]

    @Test func everyNumberHasItsName() {
        var left = Set((0...UInt16.max).filter { BluetoothUUID($0).assignedName != nil })
        for row in Self.rows {
            for (number, name) in zip(row.first..., row.names.split(separator: "; ")) {
                let found = BluetoothUUID(number).assignedName
                #expect(found == String(name), "\(number)")
                left.remove(number)
            }
        }
        // the other characteristics' names are those of the core's table
        #expect(left.allSatisfy { (0x2A00..<0x2D00).contains($0) })
        // a long UUID has none
        #expect(BluetoothUUID("F000AA10-0451-4000-B000-000000000000")?.assignedName == nil)
        #expect(
            BluetoothUUID("00002A19-0000-1000-8000-00805F9B34FB")?.assignedName == "Battery Level"
        )
    }
}
