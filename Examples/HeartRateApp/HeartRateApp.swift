import CoreBluetooth
import Foundation

/// Connects to the first heart-rate sensor in range and reports each heart rate in beats per minute. The same
/// source runs on macOS and iOS. When the link is lost, it looks for a sensor again.
final class HeartRateApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let service = CBUUID(string: "180D")
    private let measurement = CBUUID(string: "2A37")
    private let report: (Int) -> Void
    private var manager: CBCentralManager!
    private var sensor: CBPeripheral?

    init(queue: DispatchQueue? = nil, report: @escaping (Int) -> Void) {
        self.report = report
        super.init()
        manager = CBCentralManager(delegate: self, queue: queue)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [service]) }
    }

    func centralManager(
        _ central: CBCentralManager,
        didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any],
        rssi: NSNumber
    ) {
        // without the reference, the connection would be cancelled
        sensor = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([service])
    }

    func centralManager(
        _ central: CBCentralManager,
        didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
    ) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [service]) }
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics([measurement], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral,
        didDiscoverCharacteristicsFor service: CBService,
        error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] {
            peripheral.setNotifyValue(true, for: characteristic)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral,
        didUpdateValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        guard let value = characteristic.value, value.count >= 2 else { return }
        // bit 0 of the flags: the rate has two bytes
        let isWide = value[0] & 1 != 0 && value.count >= 3
        report(isWide ? Int(value[1]) | Int(value[2]) << 8 : Int(value[1]))
    }
}
