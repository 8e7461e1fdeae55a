import BluetoothLE

/// The addresses that advertisements are sent from. They are read from the kernel's commands to the
/// controller, because the kernel does not report them.
struct AdvertisingAddresses {
    /// Opcodes (Core 5.4, Vol 4, Part E, sections 7.8.4, 7.8.5, 7.8.52 and 7.8.53).
    private enum Opcode {
        static let setRandomAddress: UInt16 = 0x2005
        static let setAdvertisingParameters: UInt16 = 0x2006
        static let setAdvertisingSetRandomAddress: UInt16 = 0x2035
        static let setExtendedAdvertisingParameters: UInt16 = 0x2036
    }

    /// Values of `Own_Address_Type`.
    private enum Kind: UInt8 {
        case `public`, random, resolvable, resolvableOrRandom
    }

    /// An advertising source: a set, or a controller without advertising sets.
    private struct Source {
        var kind: Kind?
        var random: BluetoothAddress?

        func address(public own: BluetoothAddress) -> BluetoothAddress? {
            switch kind {
            case .public: own
            case .random, .resolvableOrRandom: random
            case .resolvable, nil: nil
            }
        }
    }

    private var sets: [UInt8: Source] = [:]
    private var controller = Source()
    private var random: BluetoothAddress?

    /// Processes a command, starting at its opcode.
    mutating func handle(command: [UInt8]) {
        var reader = ByteReader(command)
        guard let opcode = reader.read(UInt16.self), reader.read(UInt8.self) != nil else { return }
        switch opcode {
        case Opcode.setRandomAddress:
            random = reader.readRandomAddress()
        case Opcode.setAdvertisingParameters:
            // skip two intervals and the advertising type
            guard reader.read(5) != nil else { return }
            controller = Source(kind: reader.read(UInt8.self).flatMap(Kind.init), random: random)
        case Opcode.setAdvertisingSetRandomAddress:
            guard let handle = reader.read(UInt8.self) else { return }
            sets[handle, default: Source()].random = reader.readRandomAddress()
        case Opcode.setExtendedAdvertisingParameters:
            // skip properties, two intervals and the channels
            guard let handle = reader.read(UInt8.self), reader.read(9) != nil else { return }
            sets[handle, default: Source()].kind = reader.read(UInt8.self).flatMap(Kind.init)
        default: break
        }
    }

    /// The address that an instance is sent from now; nil: no command has set one.
    ///
    /// - Parameter own: The adapter's public address.
    func address(ofInstance instance: UInt8, public own: BluetoothAddress) -> BluetoothAddress? {
        (sets[instance] ?? controller).address(public: own)
    }
}

extension ByteReader {
    fileprivate mutating func readRandomAddress() -> BluetoothAddress? {
        read(6).flatMap { BluetoothAddress(littleEndian: $0, kind: .random) }
    }
}
