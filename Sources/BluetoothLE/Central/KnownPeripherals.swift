internal import AccessoryConcurrency
import Synchronization

/// A central's peripherals: one object for an address.
final class KnownPeripherals: Sendable {
    private let radio: any Radio
    let time: TimeSource
    let changes = Broadcaster<ConnectionChange>()
    private let table = Mutex<[BluetoothAddress: Peripheral]>([:])

    init(radio: any Radio, time: TimeSource) {
        self.radio = radio
        self.time = time
    }

    subscript(address: BluetoothAddress) -> Peripheral {
        table.withLock { table in
            if let peripheral = table[address] { return peripheral }
            let peripheral = Peripheral(address, radio: radio, time: time, changes: changes)
            table[address] = peripheral
            return peripheral
        }
    }

    var all: [Peripheral] {
        table.withLock { $0.values.sorted { $0.address.value < $1.address.value } }
    }

    func remove(_ peripheral: Peripheral) {
        table.withLock { table in
            if table[peripheral.address] === peripheral { table[peripheral.address] = nil }
        }
    }

    /// A device was heard; if it is known, its name is noted.
    func hear(_ report: AdvertisementReport) {
        guard let peripheral = table.withLock({ $0[report.address] }),
            let name = report.advertisement.name
        else { return }
        let isShortened = report.advertisement.isNameShortened
        peripheral.state.withLock { state in
            // the whole name is kept when only its beginning is sent
            if isShortened, state.name?.hasPrefix(name) == true { return }
            state.name = name
        }
    }
}
