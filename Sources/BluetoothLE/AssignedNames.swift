internal import CAccessory

extension BluetoothUUID {
    /// The name of a service, characteristic or descriptor in Bluetooth's Assigned Numbers (section 3),
    /// such as `Battery Level` for 0x2A19; nil when unknown.
    public var assignedName: String? {
        guard let short else { return nil }
        // the core's table of values has the characteristics
        let name = String(cString: acc_gatt_name(short))
        return name.isEmpty ? Self.assignedNames[short] : name
    }

    /// Services, attribute types and descriptors.
    private static let assignedNames: [UInt16: String] = [
        0x1800: "Generic Access", 0x1801: "Generic Attribute", 0x1802: "Immediate Alert",
        0x1803: "Link Loss", 0x1804: "Tx Power", 0x1805: "Current Time",
        0x1806: "Reference Time Update", 0x1807: "Next DST Change", 0x1808: "Glucose",
        0x1809: "Health Thermometer", 0x180A: "Device Information", 0x180D: "Heart Rate",
        0x180E: "Phone Alert Status", 0x180F: "Battery", 0x1810: "Blood Pressure",
        0x1811: "Alert Notification", 0x1812: "Human Interface Device", 0x1813: "Scan Parameters",
        0x1814: "Running Speed and Cadence", 0x1815: "Automation IO",
        0x1816: "Cycling Speed and Cadence", 0x1818: "Cycling Power",
        0x1819: "Location and Navigation", 0x181A: "Environmental Sensing",
        0x181B: "Body Composition", 0x181C: "User Data", 0x181D: "Weight Scale",
        0x181E: "Bond Management", 0x181F: "Continuous Glucose Monitoring",
        0x1820: "Internet Protocol Support", 0x1821: "Indoor Positioning", 0x1822: "Pulse Oximeter",
        0x1823: "HTTP Proxy", 0x1824: "Transport Discovery", 0x1825: "Object Transfer",
        0x1826: "Fitness Machine", 0x1827: "Mesh Provisioning", 0x1828: "Mesh Proxy",
        0x1829: "Reconnection Configuration", 0x183A: "Insulin Delivery", 0x183B: "Binary Sensor",
        0x183C: "Emergency Configuration", 0x183D: "Authorization Control",
        0x183E: "Physical Activity Monitor", 0x183F: "Elapsed Time",
        0x1840: "Generic Health Sensor", 0x1843: "Audio Input Control", 0x1844: "Volume Control",
        0x1845: "Volume Offset Control", 0x1846: "Coordinated Set Identification",
        0x1847: "Device Time", 0x1848: "Media Control", 0x1849: "Generic Media Control",
        0x184A: "Constant Tone Extension", 0x184B: "Telephone Bearer",
        0x184C: "Generic Telephone Bearer", 0x184D: "Microphone Control",
        0x184E: "Audio Stream Control", 0x184F: "Broadcast Audio Scan",
        0x1850: "Published Audio Capabilities", 0x1851: "Basic Audio Announcement",
        0x1852: "Broadcast Audio Announcement", 0x1853: "Common Audio", 0x1854: "Hearing Access",
        0x1855: "Telephony and Media Audio", 0x1856: "Public Broadcast Announcement",
        0x1857: "Electronic Shelf Label", 0x1858: "Gaming Audio", 0x1859: "Mesh Proxy Solicitation",
        0x2800: "Primary Service", 0x2801: "Secondary Service", 0x2802: "Include",
        0x2803: "Characteristic", 0x2900: "Characteristic Extended Properties",
        0x2901: "Characteristic User Description", 0x2902: "Client Characteristic Configuration",
        0x2903: "Server Characteristic Configuration", 0x2904: "Characteristic Presentation Format",
        0x2905: "Characteristic Aggregate Format", 0x2906: "Valid Range",
        0x2907: "External Report Reference", 0x2908: "Report Reference",
        0x2909: "Number of Digitals", 0x290A: "Value Trigger Setting",
        0x290B: "Environmental Sensing Configuration", 0x290C: "Environmental Sensing Measurement",
        0x290D: "Environmental Sensing Trigger Setting", 0x290E: "Time Trigger Setting",
        0x290F: "Complete BR-EDR Transport Block Data",
    ]
}
