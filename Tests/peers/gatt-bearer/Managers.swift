import BluetoothLE
import CoreBluetooth
import CoreBluetoothTesting
import Foundation

/// Measures CoreBluetooth's managers beside `Peripheral`: the same reads, notifications and commands over a link
/// of its own each, with the server of `gatt-bearer serve`.
enum Managers {
    private static let reads = 50_000
    private static let notifications = 50_000
    private static let commands = 1000
    private static let rounds = 100

    /// One way to use a server.
    protocol Way {
        func read(_ count: Int) async throws
        func receive(_ count: Int) async throws
        func send(_ count: Int) async throws
        /// CPU time of the server in ms.
        func serverTime() async throws -> UInt32
        func disconnect() async
    }

    static func run(at path: String) async throws {
        let radio = SocketRadio(path: path)
        for turn in 0..<3 {
            let ways: [(String, any Way)] = [
                ("Peripheral", try await Direct(radio)),
                ("CoreBluetooth", try await Visitor(radio)),
            ]
            // the first turn warms up
            for (name, way) in ways {
                let figures = [
                    try await cost("reads", reads, way) { try await way.read(reads) },
                    try await cost("notifications", notifications, way) {
                        try await way.receive(notifications)
                    },
                    try await cost("commands", commands * rounds, way) {
                        for _ in 0..<rounds { try await way.send(commands) }
                    },
                ]
                await way.disconnect()
                guard turn > 0 else { continue }
                print(#"{"way":"\#(name)",\#(figures.joined(separator: ","))}"#)
            }
        }
    }

    /// The CPU time of both processes for each operation.
    private static func cost(
        _ name: String,
        _ count: Int,
        _ way: any Way,
        _ work: () async throws -> Void
    ) async throws -> String {
        let before = try await way.serverTime() + UInt32(clock() / 1000)
        try await work()
        let spent = try await way.serverTime() + UInt32(clock() / 1000) - before
        return #""\#(name)_ns":\#(Int(Double(spent) / Double(count) * 1e6))"#
    }

    /// Reports of `total` advertisements of a thousand devices, in batches of a hundred.
    static func discover(_ total: Int) async throws {
        let visitor = Visitor(
            radio: SocketRadio(path: "scan") { entry in
                let advertisements = (0..<1000).map { number in
                    AdvertisementReport(
                        address: BluetoothAddress(value: UInt64(number)),
                        rssi: -60,
                        data: [2, 1, 6, 3, 3, 0xF0, 0xFF, 7, 9, 0x53, 0x65, 0x6E, 0x73, 0x6F, 0x72]
                            + [5, 0xFF, 0x4C, 0, UInt8(number & 255), UInt8(number >> 8)]
                    )
                }
                Thread.detachNewThread {
                    for start in stride(from: 0, to: total, by: 100) {
                        let first = start % 1000
                        entry.yield(Array(advertisements[first..<first + 100]))
                        // 50,000 a second
                        usleep(2000)
                    }
                }
            }
        )
        await visitor.isReady()
        let before = clock()
        let found = await visitor.discover(total)
        let spent = Double(clock() - before) / Double(total)
        print(#"{"reports":\#(total),"received":\#(found),"us":\#(String(format: "%.2f", spent))}"#)
        if found != total { exit(1) }
    }

    /// Connects and disconnects, and reports the resident memory.
    static func connect(_ total: Int, at path: String) async throws {
        let radio = SocketRadio(path: path)
        let visitor = Visitor(radio: radio)
        await visitor.isReady()
        for number in 1...total {
            await visitor.connect()
            await visitor.disconnect()
            guard number.isMultiple(of: max(1, total / 5)) else { continue }
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
                .split(separator: " ")
            let kilobytes = (Int(pages[1]) ?? 0) * sysconf(CInt(_SC_PAGESIZE)) / 1024
            print(#"{"connects":\#(number),"kilobytes":\#(kilobytes)}"#)
        }
    }

    /// A little-endian number at the beginning of a value.
    private static func number(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func bytes(_ number: Int, padding: Int = 0) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            + [UInt8](repeating: 0xA5, count: padding)
    }

    /// By `Peripheral`.
    struct Direct: Way {
        private let peripheral: Peripheral
        private let text, stored, burst, processor: Characteristic

        init(_ radio: SocketRadio) async throws {
            peripheral = try await Central(radio: radio).connect(to: BluetoothAddress(value: 1))
            text = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
            stored = try await peripheral.characteristic(0xFFFC, in: 0xFFF0)
            burst = try await peripheral.characteristic(0xFFFE, in: 0xFFF0)
            processor = try await peripheral.characteristic(0xFFFD, in: 0xFFF0)
        }

        func read(_ count: Int) async throws {
            for _ in 0..<count { _ = try await text.read() }
        }

        func receive(_ count: Int) async throws {
            let values = try await burst.notifications(capacity: .max)
            try await burst.write(bytes(count))
            var left = count
            for try await _ in values {
                left -= 1
                if left == 0 { return }
            }
        }

        func send(_ count: Int) async throws {
            for number in 0..<count {
                try await stored.writeWithoutResponse(bytes(number, padding: 240))
            }
            guard number(try await stored.read()) == UInt32(count) - 1 else { exit(1) }
        }

        func serverTime() async throws -> UInt32 { number(try await processor.read()) }
        func disconnect() async { await peripheral.disconnect() }
    }

    /// By delegates. All properties belong to the queue.
    final class Visitor: NSObject, Way, CBCentralManagerDelegate, CBPeripheralDelegate,
        @unchecked Sendable
    {
        private let queue = DispatchQueue(label: "bench")
        private var manager: CBCentralManager!
        private var peripheral: CBPeripheral?
        private var known: [String: CBCharacteristic] = [:]
        private var step: CheckedContinuation<Void, Never>?
        private var isOn = false
        private var (left, sent, total) = (0, 0, 0)
        private var time: UInt32 = 0

        init(radio: SocketRadio) {
            super.init()
            manager = ManagerRadio(radio).use { CBCentralManager(delegate: self, queue: queue) }
        }

        convenience init(_ radio: SocketRadio) async throws {
            self.init(radio: radio)
            await isReady()
            await connect()
        }

        /// Performs a step on the queue. Returns when a callback ends it.
        private func perform(_ work: @escaping @Sendable (Visitor) -> Void) async {
            await withCheckedContinuation { continuation in
                queue.async { [self] in
                    step = continuation
                    work(self)
                }
            }
        }

        private func end() {
            step?.resume()
            step = nil
        }

        func isReady() async { await perform { if $0.isOn { $0.end() } } }

        func connect() async {
            await perform { my in
                let identifier = DeviceIdentifiers(key: (1, 2))
                    .identifier(of: BluetoothAddress(value: 1))
                my.peripheral = my.manager.retrievePeripherals(withIdentifiers: [identifier])[0]
                my.peripheral!.delegate = my
                my.manager.connect(my.peripheral!)
            }
        }

        func disconnect() async {
            await perform { $0.manager.cancelPeripheralConnection($0.peripheral!) }
        }

        func read(_ count: Int) async {
            await perform { my in
                my.left = count
                my.peripheral!.readValue(for: my.known["FFF1"]!)
            }
        }

        func receive(_ count: Int) async {
            await perform { my in
                my.left = count
                my.peripheral!.setNotifyValue(true, for: my.known["FFFE"]!)
            }
            await perform { $0.peripheral!.setNotifyValue(false, for: $0.known["FFFE"]!) }
        }

        func send(_ count: Int) async {
            await perform { my in
                (my.sent, my.total) = (0, count)
                my.pump()
            }
        }

        func serverTime() async -> UInt32 {
            await perform { $0.peripheral!.readValue(for: $0.known["FFFD"]!) }
            return time
        }

        func discover(_ count: Int) async -> Int {
            await perform { my in
                my.left = count
                my.manager.scanForPeripherals(
                    withServices: nil,
                    options: [CBCentralManagerScanOptionAllowDuplicatesKey: true]
                )
            }
            return count
        }

        private func pump() {
            let stored = known["FFFC"]!
            while sent < total, peripheral!.canSendWriteWithoutResponse {
                let value = Data(Managers.bytes(sent, padding: 240))
                peripheral!.writeValue(value, for: stored, type: .withoutResponse)
                sent += 1
            }
            if sent == total { peripheral!.readValue(for: stored) }
        }

        // MARK: Calls

        func centralManagerDidUpdateState(_ central: CBCentralManager) {
            isOn = central.state == .poweredOn
            if isOn { end() }
        }

        func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            peripheral.discoverServices([CBUUID(string: "FFF0")])
        }

        func centralManager(
            _ central: CBCentralManager,
            didDisconnectPeripheral peripheral: CBPeripheral,
            error: (any Error)?
        ) {
            end()
        }

        func centralManager(
            _ central: CBCentralManager,
            didDiscover peripheral: CBPeripheral,
            advertisementData: [String: Any],
            rssi: NSNumber
        ) {
            left -= 1
            if left == 0 { end() }
        }

        func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
            peripheral.discoverCharacteristics(nil, for: peripheral.services![0])
        }

        func peripheral(
            _ peripheral: CBPeripheral,
            didDiscoverCharacteristicsFor service: CBService,
            error: (any Error)?
        ) {
            for characteristic in service.characteristics! {
                known[characteristic.uuid.uuidString] = characteristic
            }
            end()
        }

        func peripheral(
            _ peripheral: CBPeripheral,
            didUpdateValueFor characteristic: CBCharacteristic,
            error: (any Error)?
        ) {
            switch characteristic.uuid.uuidString {
            case "FFFD":
                time = Managers.number(characteristic.value!)
                end()
            case "FFFC":
                guard Managers.number(characteristic.value!) == UInt32(total) - 1 else { exit(1) }
                end()
            case "FFF1":
                left -= 1
                if left == 0 { end() } else { peripheral.readValue(for: characteristic) }
            default:
                left -= 1
                if left == 0 { end() }
            }
        }

        func peripheral(
            _ peripheral: CBPeripheral,
            didUpdateNotificationStateFor characteristic: CBCharacteristic,
            error: (any Error)?
        ) {
            guard characteristic.isNotifying else { return end() }
            let count = Data(Managers.bytes(left))
            peripheral.writeValue(count, for: characteristic, type: .withResponse)
        }

        func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
            if sent < total { pump() }
        }
    }
}
