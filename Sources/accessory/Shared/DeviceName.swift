internal import AccessoryLink
internal import BluetoothLE
internal import BluetoothSerial
internal import Communication

/// How a command line names a Bluetooth device: an address, with or without its kind as in
/// `C0:DE:00:00:00:02/random`, or the name that the device advertises.
struct DeviceName {
    /// A device that takes connections.
    struct Match {
        let address: BluetoothAddress
        let name: String?
    }

    /// How long others of the same name are looked for, once one was found: longer than the 1285 ms
    /// between advertisements that Apple's guidelines allow at most, and the 10 ms of random delay.
    private static let patience = Duration.milliseconds(1500)

    private let text: String
    private let wanted: BluetoothAddress?

    init(_ text: String) {
        self.text = text
        wanted = BluetoothAddress(identifier: text)
    }

    /// The one device that is meant; nil when none was found.
    ///
    /// - Throws: `Failure` with their addresses when several devices bear the name.
    func find(with manager: CommunicationManager, timeout: Duration?) async throws -> Match? {
        guard
            let first = try await search(with: manager, timeout: timeout, stopsAtFirst: true).first
        else { return nil }
        if wanted != nil { return first }
        let patience = min(timeout ?? Self.patience, Self.patience)
        let others = try await search(with: manager, timeout: patience, stopsAtFirst: false)
        return try choose(among: [first] + others.filter { $0.address != first.address })
    }

    private func search(
        with manager: CommunicationManager,
        timeout: Duration?,
        stopsAtFirst: Bool
    ) async throws -> [Match] {
        var matches: [Match] = []
        for await event in try await manager.searchDevices(timeout: timeout) {
            guard case .found(let device) = event, let address = address(of: device) else {
                continue
            }
            matches.removeAll { $0.address == address }
            matches.append(Match(address: address, name: device.name))
            if stopsAtFirst { break }
        }
        return matches
    }

    /// Nil when it is another device.
    private func address(of device: FoundDevice) -> BluetoothAddress? {
        guard let address = device.identifier.flatMap(BluetoothAddress.init(identifier:)) else {
            return nil
        }
        let fits =
            if let wanted {
                text.contains("/") ? address == wanted : address.value == wanted.value
            } else {
                device.name?.lowercased() == text.lowercased()
            }
        return fits ? address : nil
    }

    /// Upper and lower case count where they tell devices apart.
    private func choose(among matches: [Match]) throws -> Match {
        let exact = matches.filter { $0.name == text }
        let candidates = exact.isEmpty ? matches : exact
        guard candidates.count > 1 else { return candidates[0] }
        let addresses = candidates.map(\.address.identifier).sorted()
        throw Failure(
            .usage,
            "\(candidates.count) devices are named \(text.printable)",
            nextStep: "use an address: \(addresses.joined(separator: ", "))"
        )
    }
}

extension AdapterOptions {
    /// The device that takes connections and has this address or name.
    ///
    /// - Parameters:
    ///   - timeout: Nil: until it is found.
    ///   - code: The number that the device's documents give to "not found".
    func find(
        _ device: String,
        with central: Central,
        timeout: Duration?,
        code: Int? = nil
    ) async throws -> DeviceName.Match {
        let manager = CommunicationManager(BluetoothSerialTransport(central))
        let found = try await DeviceName(device).find(with: manager, timeout: timeout)
        try Task.checkCancellation()
        if let found { return found }
        throw Failure(
            .noDevice,
            "nobody takes connections as \(device.printable)",
            nextStep: "see who is there: accessory scan --adapter \(adapter)",
            code: code
        )
    }
}
