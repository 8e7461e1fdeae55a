internal import AccessoryConcurrency
import Synchronization

/// A central's peripherals: one object per address.
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

    /// Stores the names that known devices advertise.
    func receive(_ batch: [AdvertisementReport]) {
        let named = table.withLock { table in
            table.isEmpty
                ? [] : batch.compactMap { report in table[report.address].map { ($0, report) } }
        }
        for (peripheral, report) in named { peripheral.note(nameIn: report.advertisement) }
    }
}

extension Peripheral {
    fileprivate func note(nameIn advertisement: Advertisement) {
        guard let name = advertisement.name else { return }
        let isShortened = advertisement.isNameShortened
        state.withLock { state in
            // keep the complete name when only its beginning is advertised
            if isShortened, state.name?.hasPrefix(name) == true { return }
            state.name = name
        }
    }
}
