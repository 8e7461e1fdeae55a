// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's; the values are those of iOS, where they are known.

/// Advertisement data: the device's name, a `String`.
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// Advertisement data: the transmit power in dBm, an `NSNumber`.
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
/// Advertisement data: the offered services, `[CBUUID]`.
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
/// Advertisement data: the data of services, `[CBUUID: Data]`.
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
/// Advertisement data: `Data` that begins with the company's number, low byte first.
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
/// Advertisement data: services in an area that only Apple's systems read. Never reported on Linux.
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataHashedServiceUUIDs"
/// Advertisement data: whether the device accepts connections, an `NSNumber`.
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
/// Advertisement data: the services that the device looks for, `[CBUUID]`.
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"
/// Scan: report each advertisement instead of each device once; an `NSNumber`, false without it.
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// Scan: services that devices look for, `[CBUUID]`; has no effect on Linux.
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey = "kCBScanOptionSolicitedServiceUUIDs"
/// Central manager: an alert when Bluetooth is off; has no effect on Linux.
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// Central manager: the name of its stored state, a `String`.
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// Connection: an alert when it begins; has no effect on Linux.
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
/// Connection: an alert when it ends; has no effect on Linux.
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey =
    "kCBConnectOptionNotifyOnDisconnection"
/// Connection: an alert at each notification; has no effect on Linux.
public let CBConnectPeripheralOptionNotifyOnNotificationKey = "kCBConnectOptionNotifyOnNotification"
/// Restored state: the peripherals, `[CBPeripheral]`.
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
/// Restored state: the services of the scan, `[CBUUID]`.
public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
/// Restored state: the options of the scan, `[String: Any]`.
public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"
/// Connection: the seconds until it begins, an `NSNumber`.
public let CBConnectPeripheralOptionStartDelayKey = "kCBConnectOptionStartDelay"
/// Connection: also by Bluetooth Classic; has no effect on Linux.
public let CBConnectPeripheralOptionEnableTransportBridgingKey =
    "kCBConnectOptionEnableTransportBridging"
/// Connection: the device needs a phone's notification service; has no effect on Linux.
public let CBConnectPeripheralOptionRequiresANCS = "kCBConnectOptionRequiresANCS"
/// Connection: connect again after a loss of the link, an `NSNumber`.
public let CBConnectPeripheralOptionEnableAutoReconnect = "kCBConnectOptionEnableAutoReconnect"
/// UUID of the descriptor Characteristic Extended Properties.
public let CBUUIDCharacteristicExtendedPropertiesString = "2900"
/// UUID of the descriptor Characteristic User Description, a text.
public let CBUUIDCharacteristicUserDescriptionString = "2901"
/// UUID of the descriptor Client Characteristic Configuration, which subscribes.
public let CBUUIDClientCharacteristicConfigurationString = "2902"
/// UUID of the descriptor Server Characteristic Configuration, which broadcasts.
public let CBUUIDServerCharacteristicConfigurationString = "2903"
/// UUID of the descriptor Characteristic Presentation Format.
public let CBUUIDCharacteristicFormatString = "2904"
/// UUID of the descriptor Characteristic Aggregate Format.
public let CBUUIDCharacteristicAggregateFormatString = "2905"
/// UUID of the descriptor Valid Range.
public let CBUUIDCharacteristicValidRangeString = "2906"
/// UUID of the characteristic with the number of an L2CAP channel.
public let CBUUIDL2CAPPSMCharacteristicString = "ABDD3056-28FA-441D-A470-55A75A52553A"
/// Peripheral manager: an alert when Bluetooth is off; has no effect on Linux.
public let CBPeripheralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// Peripheral manager: the name of its stored state, a `String`.
public let CBPeripheralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// Restored state: the services, `[CBMutableService]`.
public let CBPeripheralManagerRestoredStateServicesKey = "kCBRestoredServices"
/// Restored state: the data that was advertised, `[String: Any]`.
public let CBPeripheralManagerRestoredStateAdvertisementDataKey = "kCBRestoredAdvertisement"
