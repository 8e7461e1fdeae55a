internal import AccessoryBase
public import FoundationEssentials
import Synchronization

/// The saved state of a central's peripherals.
private struct Snapshot: Codable {
    struct Known: Codable {
        var address: String
        var kind: BluetoothAddress.Kind
        var name: String?
        var counters: ConnectionCounters
        var cache: AttributeCache
    }

    var peripherals: [Known]
}

extension Central {
    /// Saves the state of the peripherals: addresses, names, counters, and discovered services and
    /// characteristics. The file is replaced atomically.
    ///
    /// - Throws: The error of encoding or of writing the file.
    public func save(to file: URL) throws {
        let snapshot = Snapshot(
            peripherals: peripherals.map { peripheral in
                let counters = peripheral.counters
                return peripheral.state.withLock { state in
                    Snapshot.Known(
                        address: peripheral.address.description,
                        kind: peripheral.address.kind,
                        name: state.name,
                        counters: counters,
                        cache: state.cache
                    )
                }
            }
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(snapshot).write(to: file, options: .atomic)
    }

    /// Restores the saved state. The peripherals are not connected. On connecting, the saved
    /// attributes are compared with the peripheral's, and dropped if they have changed. Peripherals
    /// that are already connected are not changed.
    ///
    /// - Returns: The peripherals that were saved.
    /// - Throws: `restoreFailed`; then nothing is restored.
    @discardableResult
    public func restore(from file: URL) throws(CentralError) -> [Peripheral] {
        let saved = try Self.read(file)
        return saved.map { address, known in
            let peripheral = peripheral(address)
            peripheral.state.withLock { state in
                guard state.session == nil else { return }
                state.name = known.name
                state.counters = known.counters
                state.cache = known.cache
            }
            return peripheral
        }
    }

    private static func read(
        _ file: URL
    ) throws(CentralError) -> [(address: BluetoothAddress, known: Snapshot.Known)] {
        do {
            let snapshot = try JSONDecoder().decode(Snapshot.self, from: Data(contentsOf: file))
            return try snapshot.peripherals.map { known in
                guard let address = BluetoothAddress(known.address, kind: known.kind) else {
                    throw CentralError.restoreFailed("'\(known.address)' is no address")
                }
                return (address, known)
            }
        } catch let error as CentralError {
            throw error
        } catch {
            throw .restoreFailed(FailureReason(error))
        }
    }
}
