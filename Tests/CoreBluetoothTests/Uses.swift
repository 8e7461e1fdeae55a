// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Code as iOS and macOS programs write it: each class, method, property, constant and delegate call of the room.
// It only has to compile.
import CoreBluetooth
import Foundation

// MARK: Central

final class CentralUser: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    var manager: CBCentralManager!
    var found: [CBPeripheral] = []
    let queue = DispatchQueue(label: "bluetooth")
    let heartRate = CBUUID(string: "180D")
    let rate = CBUUID(string: "2A37")

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: queue)
        _ = CBCentralManager(
            delegate: self,
            queue: nil,
            options: [
                CBCentralManagerOptionShowPowerAlertKey: false,
                CBCentralManagerOptionRestoreIdentifierKey: "central",
            ]
        )
        _ = CBCentralManager()
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        switch central.state {
        case .poweredOn:
            central.scanForPeripherals(
                withServices: [heartRate],
                options: [CBCentralManagerScanOptionAllowDuplicatesKey: true]
            )
        case .poweredOff, .resetting, .unauthorized, .unsupported, .unknown: break
        @unknown default: break
        }
        switch CBCentralManager.authorization {
        case .allowedAlways, .denied, .restricted, .notDetermined: break
        @unknown default: break
        }
        _ = CBManager.authorization == .allowedAlways
        _ = central.isScanning
        _ = CBCentralManager.supports(.extendedScanAndConnect)
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        _ = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral]
        _ = dict[CBCentralManagerRestoredStateScanServicesKey] as? [CBUUID]
        _ = dict[CBCentralManagerRestoredStateScanOptionsKey] as? [String: Any]
    }

    func centralManager(
        _ central: CBCentralManager,
        didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        _ = advertisementData[CBAdvertisementDataLocalNameKey] as? String
        _ = advertisementData[CBAdvertisementDataManufacturerDataKey] as? Data
        _ = advertisementData[CBAdvertisementDataServiceDataKey] as? [CBUUID: Data]
        _ = advertisementData[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID]
        _ = advertisementData[CBAdvertisementDataOverflowServiceUUIDsKey] as? [CBUUID]
        _ = advertisementData[CBAdvertisementDataSolicitedServiceUUIDsKey] as? [CBUUID]
        _ = (advertisementData[CBAdvertisementDataTxPowerLevelKey] as? NSNumber)?.intValue
        _ = (advertisementData[CBAdvertisementDataIsConnectable] as? NSNumber)?.boolValue
        _ = RSSI.intValue
        found.append(peripheral)
        peripheral.delegate = self
        central.stopScan()
        central.connect(
            peripheral,
            options: [
                CBConnectPeripheralOptionNotifyOnDisconnectionKey: true,
                CBConnectPeripheralOptionNotifyOnConnectionKey: true,
                CBConnectPeripheralOptionNotifyOnNotificationKey: true,
                CBConnectPeripheralOptionStartDelayKey: 1,
                CBConnectPeripheralOptionEnableAutoReconnect: true,
            ]
        )
        central.connect(peripheral)
        _ = central.retrievePeripherals(withIdentifiers: [peripheral.identifier])
        _ = central.retrieveConnectedPeripherals(withServices: [heartRate])
        central.registerForConnectionEvents(options: [
            .serviceUUIDs: [heartRate], .peripheralUUIDs: [peripheral.identifier],
        ])
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([heartRate])
        peripheral.discoverServices(nil)
        peripheral.readRSSI()
        peripheral.openL2CAPChannel(CBL2CAPPSM(0x80))
        switch peripheral.state {
        case .connected, .connecting, .disconnected, .disconnecting: break
        @unknown default: break
        }
    }

    func centralManager(
        _ central: CBCentralManager,
        didFailToConnect peripheral: CBPeripheral,
        error: (any Error)?
    ) { describe(error) }
    func centralManager(
        _ central: CBCentralManager,
        didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
    ) { describe(error) }
    func centralManager(
        _ central: CBCentralManager,
        didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime,
        isReconnecting: Bool,
        error: (any Error)?
    ) { describe(error) }
    func centralManager(
        _ central: CBCentralManager,
        connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral
    ) {
        switch event {
        case .peerConnected, .peerDisconnected: central.cancelPeripheralConnection(peripheral)
        @unknown default: break
        }
    }

    func describe(_ error: (any Error)?) {
        if let error = error as? CBError {
            switch error.code {
            case .unknown, .invalidParameters, .invalidHandle, .notConnected, .outOfSpace,
                .operationCancelled, .connectionTimeout, .peripheralDisconnected, .uuidNotAllowed,
                .alreadyAdvertising, .connectionFailed, .connectionLimitReached, .unknownDevice,
                .operationNotSupported, .peerRemovedPairingInformation, .encryptionTimedOut,
                .tooManyLEPairedDevices, .leGattExceededBackgroundNotificationLimit,
                .leGattNearBackgroundNotificationLimit:
                break
            @unknown default: break
            }
            if error.code == CBError.connectionTimeout { print(error.localizedDescription) }
        }
        if let error = error as? CBATTError,
            error.code == .insufficientAuthentication
                || error.code == CBATTError.Code.readNotPermitted
        {
            print(error)
        }
        if let error = error as NSError? {
            print(error.domain == CBErrorDomain, error.domain == CBATTErrorDomain, error.code)
        }
        do { throw CBError(.connectionFailed) } catch CBError.connectionFailed {
            print("caught")
        } catch { print(error) }
    }

    // MARK: CBPeripheralDelegate

    func peripheralDidUpdateName(_ peripheral: CBPeripheral) { print(peripheral.name ?? "") }
    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService])
    {}
    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {}
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([rate], for: service)
            peripheral.discoverIncludedServices(nil, for: service)
            print(
                service.uuid,
                service.uuid.uuidString,
                service.isPrimary,
                service.peripheral === peripheral,
                service.includedServices?.count ?? 0
            )
        }
    }
    func peripheral(
        _ peripheral: CBPeripheral,
        didDiscoverIncludedServicesFor service: CBService,
        error: (any Error)?
    ) {}
    func peripheral(
        _ peripheral: CBPeripheral,
        didDiscoverCharacteristicsFor service: CBService,
        error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] where characteristic.uuid == rate {
            let properties: CBCharacteristicProperties = characteristic.properties
            if properties.contains(.notify)
                || !properties.isDisjoint(with: [.indicate, .notifyEncryptionRequired])
            {
                peripheral.setNotifyValue(true, for: characteristic)
            }
            if properties.contains(.read) { peripheral.readValue(for: characteristic) }
            peripheral.discoverDescriptors(for: characteristic)
            peripheral.writeValue(Data([1]), for: characteristic, type: .withResponse)
            if peripheral.canSendWriteWithoutResponse {
                peripheral.writeValue(
                    Data(count: peripheral.maximumWriteValueLength(for: .withoutResponse)),
                    for: characteristic,
                    type: .withoutResponse
                )
            }
        }
    }
    func peripheral(
        _ peripheral: CBPeripheral,
        didUpdateValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        guard let value = characteristic.value, error == nil else { return }
        print([UInt8](value), characteristic.isNotifying, characteristic.service?.uuid as Any)
    }
    func peripheral(
        _ peripheral: CBPeripheral,
        didWriteValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {}
    func peripheral(
        _ peripheral: CBPeripheral,
        didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {}
    func peripheral(
        _ peripheral: CBPeripheral,
        didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        for descriptor in characteristic.descriptors ?? [] {
            if descriptor.uuid.uuidString == CBUUIDCharacteristicUserDescriptionString {
                peripheral.readValue(for: descriptor)
            }
            if descriptor.uuid == CBUUID(string: CBUUIDCharacteristicFormatString) {
                peripheral.writeValue(Data(), for: descriptor)
            }
        }
    }
    func peripheral(
        _ peripheral: CBPeripheral,
        didUpdateValueFor descriptor: CBDescriptor,
        error: (any Error)?
    ) {
        switch descriptor.uuid.uuidString {
        case CBUUIDCharacteristicUserDescriptionString: print(descriptor.value as? String ?? "")
        case CBUUIDClientCharacteristicConfigurationString,
            CBUUIDServerCharacteristicConfigurationString,
            CBUUIDCharacteristicExtendedPropertiesString:
            print((descriptor.value as? NSNumber)?.uint16Value ?? 0)
        default: print(descriptor.value as? Data ?? Data(), descriptor.characteristic?.uuid as Any)
        }
    }
    func peripheral(
        _ peripheral: CBPeripheral,
        didWriteValueFor descriptor: CBDescriptor,
        error: (any Error)?
    ) {}
    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {}
    func peripheral(
        _ peripheral: CBPeripheral,
        didOpen channel: CBL2CAPChannel?,
        error: (any Error)?
    ) {
        guard let channel else { return }
        channel.inputStream.schedule(in: .main, forMode: .default)
        channel.inputStream.open()
        channel.outputStream.open()
        print(channel.psm, channel.peer.identifier)
    }
}

// Delegates may leave out all but the state.
final class Shortest: NSObject, CBCentralManagerDelegate, CBPeripheralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
}
final class Silent: NSObject, CBPeripheralDelegate {}

// MARK: Peripheral manager

final class PeripheralUser: NSObject, CBPeripheralManagerDelegate {
    var manager: CBPeripheralManager!
    var subscribers: [CBCentral] = []
    let level = CBMutableCharacteristic(
        type: CBUUID(string: "2A19"),
        properties: [.read, .notify, .write],
        value: nil,
        permissions: [.readable, .writeable]
    )

    override init() {
        super.init()
        manager = CBPeripheralManager(
            delegate: self,
            queue: nil,
            options: [
                CBPeripheralManagerOptionRestoreIdentifierKey: "peripheral",
                CBPeripheralManagerOptionShowPowerAlertKey: true,
            ]
        )
        _ = CBPeripheralManager(delegate: self, queue: DispatchQueue.main)
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn, CBPeripheralManager.authorization == .allowedAlways
        else { return }
        let service = CBMutableService(type: CBUUID(string: "180F"), primary: true)
        let fixed = CBMutableCharacteristic(
            type: CBUUID(nsuuid: UUID()),
            properties: .read,
            value: Data("fixed".utf8),
            permissions: .readable
        )
        level.descriptors = [
            CBMutableDescriptor(
                type: CBUUID(string: CBUUIDCharacteristicUserDescriptionString),
                value: "level"
            )
        ]
        service.characteristics = [level, fixed]
        service.includedServices = []
        peripheral.add(service)
        peripheral.remove(service)
        peripheral.removeAllServices()
        peripheral.add(service)
    }
    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])
    {
        _ = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService]
        _ = dict[CBPeripheralManagerRestoredStateAdvertisementDataKey] as? [String: Any]
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didAdd service: CBService,
        error: (any Error)?
    ) {
        peripheral.startAdvertising([
            CBAdvertisementDataLocalNameKey: "Battery",
            CBAdvertisementDataServiceUUIDsKey: [service.uuid],
        ])
        peripheral.publishL2CAPChannel(withEncryption: false)
    }
    func peripheralManagerDidStartAdvertising(
        _ peripheral: CBPeripheralManager,
        error: (any Error)?
    ) { print(peripheral.isAdvertising) }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        central: CBCentral,
        didSubscribeTo characteristic: CBCharacteristic
    ) {
        subscribers.append(central)
        print(
            central.identifier,
            central.maximumUpdateValueLength,
            level.subscribedCentrals?.count ?? 0
        )
        peripheral.setDesiredConnectionLatency(.low, for: central)
        if !peripheral.updateValue(Data([42]), for: level, onSubscribedCentrals: nil) {
            print("wait for peripheralManagerIsReady")
        }
        _ = peripheral.updateValue(Data([43]), for: level, onSubscribedCentrals: [central])
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) { peripheral.stopAdvertising() }
    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {}
    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest)
    {
        request.value = Data([7]).subdata(in: request.offset..<1)
        peripheral.respond(to: request, withResult: request.offset > 1 ? .invalidOffset : .success)
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didReceiveWrite requests: [CBATTRequest]
    ) {
        for request in requests where request.characteristic.uuid == level.uuid {
            level.value = request.value
            print(request.central.identifier)
        }
        if let first = requests.first { peripheral.respond(to: first, withResult: .success) }
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didPublishL2CAPChannel PSM: CBL2CAPPSM,
        error: (any Error)?
    ) { peripheral.unpublishL2CAPChannel(PSM) }
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didUnpublishL2CAPChannel PSM: CBL2CAPPSM,
        error: (any Error)?
    ) {}
    func peripheralManager(
        _ peripheral: CBPeripheralManager,
        didOpen channel: CBL2CAPChannel?,
        error: (any Error)?
    ) {}
}

// MARK: Values

func values() {
    let short = CBUUID(string: "180D")
    let long = CBUUID(string: "0000180D-0000-1000-8000-00805F9B34FB")
    let bytes = CBUUID(data: Data([0x18, 0x0D]))
    print(
        short == long,
        short == bytes,
        Set([short, long, bytes]).count == 1,
        short.uuidString == "180D",
        short.data.count == 2,
        "\(short)"
    )
    print(
        CBUUIDL2CAPPSMCharacteristicString,
        CBUUIDCharacteristicAggregateFormatString,
        CBUUIDCharacteristicValidRangeString
    )
    let permissions: CBAttributePermissions = [
        .readable, .writeable, .readEncryptionRequired, .writeEncryptionRequired,
    ]
    let properties: CBCharacteristicProperties = [
        .broadcast, .read, .writeWithoutResponse, .write, .notify, .indicate,
        .authenticatedSignedWrites, .extendedProperties, .notifyEncryptionRequired,
        .indicateEncryptionRequired,
    ]
    print(permissions.rawValue, properties.rawValue == 0x3FF)
    let codes: [CBATTError.Code] = [
        .success, .invalidHandle, .readNotPermitted, .writeNotPermitted, .invalidPdu,
        .insufficientAuthentication, .requestNotSupported, .invalidOffset,
        .insufficientAuthorization, .prepareQueueFull, .attributeNotFound, .attributeNotLong,
        .insufficientEncryptionKeySize, .invalidAttributeValueLength, .unlikelyError,
        .insufficientEncryption, .unsupportedGroupType, .insufficientResources,
    ]
    print(codes.map(\.rawValue) == Array(0...0x11))
}
