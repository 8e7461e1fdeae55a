internal import Foundation
import Synchronization

/// The state of a manager with a restore identifier, in a file that a later process reads.
final class StateSaving<State: Codable & Equatable & Sendable & EmptyState>: Sendable {
    private struct Memory {
        var file: URL?
        /// What an earlier process has saved, until it is taken.
        var saved: State?
        var current: State?
    }

    private let name: String?
    private let memory = Mutex(Memory())

    /// - Parameters:
    ///   - identifier: The restore identifier of the options; nil: nothing is saved.
    ///   - kind: Begins the file's name.
    init(_ identifier: Any?, _ kind: String) {
        let identifier = (identifier as? String)?
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        name = identifier.map { "\(kind)-\($0)" }
    }

    /// Reads what was saved; nil: nothing.
    func load(_ folder: URL?) -> State? {
        guard let name, let file = folder?.appending(path: name) else { return nil }
        let saved = (try? Data(contentsOf: file))
            .flatMap { try? JSONDecoder().decode(State.self, from: $0) }
        memory.withLock { $0 = Memory(file: file, saved: saved, current: saved) }
        return saved
    }

    /// What was saved, once.
    func take() -> State? { memory.withLock { $0.saved.take() } }

    func save(_ change: (inout State) -> Void) {
        memory.withLock { memory in
            guard let file = memory.file else { return }
            var state = memory.current ?? State()
            change(&state)
            guard state != memory.current ?? State() else { return }
            memory.current = state
            do {
                if state == State() {
                    try FileManager.default.removeItem(at: file)
                } else {
                    try JSONEncoder().encode(state).write(to: file, options: .atomic)
                }
            } catch {
                warn("the state is not saved: \(error)")
            }
        }
    }
}

/// A state that begins without content.
protocol EmptyState {
    init()
}

/// The saved state of a central manager.
struct SavedCentral: Codable, Equatable, EmptyState {
    struct Scan: Codable, Equatable {
        let services: [String]
        let duplicates: Bool

        var uuids: [CBUUID] { services.map { CBUUID(string: $0) } }
        var options: [String: Any] { [CBCentralManagerScanOptionAllowDuplicatesKey: duplicates] }
    }

    /// The peripherals that are connected, or are to be.
    var peripherals: [UUID] = []
    var scan: Scan?
}

/// The saved state of a peripheral manager.
struct SavedPeripheral: Codable, Equatable, EmptyState {
    struct Service: Codable, Equatable {
        let uuid: String
        let isPrimary: Bool
        let characteristics: [Characteristic]
    }

    struct Characteristic: Codable, Equatable {
        let uuid: String
        let properties: UInt
        let permissions: UInt
        let value: Data?
        let descriptors: [Descriptor]
    }

    struct Descriptor: Codable, Equatable {
        let uuid: String
        /// A descriptor's text or bytes.
        let text: String?
        let data: Data?
    }

    struct Advertising: Codable, Equatable {
        let name: String?
        let services: [String]?

        var data: [String: Any] {
            var data: [String: Any] = [:]
            data[CBAdvertisementDataLocalNameKey] = name
            data[CBAdvertisementDataServiceUUIDsKey] = services?.map { CBUUID(string: $0) }
            return data
        }
    }

    var services: [Service] = []
    var advertising: Advertising?
}

extension SavedPeripheral.Service {
    init(_ service: CBMutableService) {
        uuid = service.uuid.uuidString
        isPrimary = service.isPrimary
        characteristics = service.mutableCharacteristics.map { one in
            SavedPeripheral.Characteristic(
                uuid: one.uuid.uuidString,
                properties: one.properties.rawValue,
                permissions: one.permissions.rawValue,
                value: one.fixedValue,
                descriptors: (one.descriptors ?? []).map { descriptor in
                    SavedPeripheral.Descriptor(
                        uuid: descriptor.uuid.uuidString,
                        text: descriptor.value as? String,
                        data: descriptor.value as? Data
                    )
                }
            )
        }
    }

    var service: CBMutableService {
        let service = CBMutableService(type: CBUUID(string: uuid), primary: isPrimary)
        service.characteristics = characteristics.map { saved in
            let one = CBMutableCharacteristic(
                type: CBUUID(string: saved.uuid),
                properties: CBCharacteristicProperties(rawValue: saved.properties),
                value: saved.value,
                permissions: CBAttributePermissions(rawValue: saved.permissions)
            )
            one.descriptors = saved.descriptors.map {
                CBMutableDescriptor(type: CBUUID(string: $0.uuid), value: $0.text ?? $0.data)
            }
            return one
        }
        return service
    }
}
