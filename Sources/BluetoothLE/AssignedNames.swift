internal import CAccessory

extension BluetoothUUID {
    /// The name of a service, characteristic or descriptor in Bluetooth's Assigned Numbers (section 3),
    /// such as `Battery Level` for 0x2A19; nil when unknown.
    public var assignedName: String? {
        short.flatMap { AssignedNumbers.name(ACC_ASSIGNED_UUID, $0) }
    }
}

/// Names in Bluetooth's Assigned Numbers.
public enum AssignedNumbers {
    /// The name of a company as in manufacturer data (section 7), such as `Apple, Inc.` for 0x004C; nil when unknown.
    public static func company(_ number: UInt16) -> String? { name(ACC_ASSIGNED_COMPANY, number) }

    /// The short name of a common company, such as `Apple` for 0x004C; nil for others.
    public static func brand(_ number: UInt16) -> String? { name(ACC_ASSIGNED_BRAND, number) }

    /// The name of an appearance (section 2.6), such as `Computer: Laptop` for 0x0083; of an unknown subcategory, the
    /// category's name; nil when unknown.
    public static func appearance(_ number: UInt16) -> String? {
        name(ACC_ASSIGNED_APPEARANCE, number) ?? name(ACC_ASSIGNED_APPEARANCE, number & 0xFFC0)
    }

    /// The name of a type of advertising data (section 2.3), such as `Flags` for 1; nil when unknown.
    public static func advertisingData(_ type: UInt8) -> String? {
        name(ACC_ASSIGNED_AD_TYPE, UInt16(type))
    }

    /// The scheme of a URI in advertising data (section 2.7), such as `https:` for 0x17; nil when unknown. Code 1 stands for
    /// no scheme: the URI's text has its own.
    public static func uriScheme(_ code: UInt16) -> String? {
        name(ACC_ASSIGNED_URI_SCHEME, code)
    }

    fileprivate static func name(_ list: acc_assigned_list, _ number: UInt16) -> String? {
        let name = String(cString: acc_assigned_name(list, number))
        return name.isEmpty ? nil : name
    }
}
