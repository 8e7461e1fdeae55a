internal import AccessoryLink
internal import BluetoothLE
internal import BluetoothSerial
internal import Communication

/// The name of a Bluetooth device on the command line: an address, with an optional type as in
/// `C0:DE:00:00:00:02/random`, or the advertised name.
struct DeviceName {
    /// A connectable device.
    struct Match {
        let address: BluetoothAddress
        let name: String?
    }

    /// Time to search for other devices with the same name after the first was found. It exceeds
    /// 1285 ms, the maximum advertising interval in Apple's guidelines, plus 10 ms of random delay.
    private static let patience = Duration.milliseconds(1500)

    private let text: String
    private let wanted: BluetoothAddress?
    /// The most similar name of a connectable device that did not match.
    private(set) var similar: String?

    init(_ text: String) {
        self.text = text
        wanted = BluetoothAddress(identifier: text)
    }

    /// The device, if it is named by an address that the radio's system knows; no scan is needed then.
    func known(to central: Central) -> Match? {
        guard let wanted else { return nil }
        return central.knownDevices.first { fits($0.address, wanted) }
            .map { Match(address: $0.address, name: $0.name) }
    }

    /// Finds the only matching device; nil if there is none.
    ///
    /// - Throws: `Failure` with the addresses if several devices have the name.
    mutating func find(
        with manager: CommunicationManager,
        timeout: Duration?
    ) async throws -> Match? {
        guard
            let first = try await search(with: manager, timeout: timeout, stopsAtFirst: true).first
        else { return nil }
        if wanted != nil { return first }
        let patience = min(timeout ?? Self.patience, Self.patience)
        let others = try await search(with: manager, timeout: patience, stopsAtFirst: false)
        return try choose(among: [first] + others.filter { $0.address != first.address })
    }

    private mutating func search(
        with manager: CommunicationManager,
        timeout: Duration?,
        stopsAtFirst: Bool
    ) async throws -> [Match] {
        var matches: [Match] = []
        let events: AsyncStream<SearchEvent>
        do {
            events = try await manager.search(timeout: timeout)
        } catch {
            // a search that Ctrl-C cancels as it begins has not failed
            try Task.checkCancellation()
            throw error
        }
        for await event in events {
            guard case .found(let device) = event else { continue }
            guard let address = address(of: device) else {
                if wanted == nil {
                    similar = nearest(text, of: [similar, device.name].compactMap(\.self))
                }
                continue
            }
            matches.removeAll { $0.address == address }
            matches.append(Match(address: address, name: device.name))
            if stopsAtFirst { break }
        }
        return matches
    }

    /// The device's address if it matches; otherwise nil.
    private func address(of device: FoundDevice) -> BluetoothAddress? {
        guard let address = device.identifier.flatMap(BluetoothAddress.init(identifier:)) else {
            return nil
        }
        let isMatch =
            if let wanted {
                fits(address, wanted)
            } else {
                device.name?.lowercased() == text.lowercased()
            }
        return isMatch ? address : nil
    }

    /// Compares the address types only if the user stated one.
    private func fits(_ address: BluetoothAddress, _ wanted: BluetoothAddress) -> Bool {
        text.contains("/") ? address == wanted : address.value == wanted.value
    }

    /// Selects one match; matches in the same case take precedence.
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
    /// Finds the connectable device with this address or name.
    ///
    /// - Parameters:
    ///   - timeout: Nil: search until it is found.
    ///   - code: The number for "not found" in the device's documents.
    func find(
        _ device: String,
        with central: Central,
        timeout: Duration?,
        code: Int? = nil
    ) async throws -> DeviceName.Match {
        var name = DeviceName(device)
        if let known = name.known(to: central) { return known }
        let manager = CommunicationManager(BluetoothSerialTransport(central))
        let found = try await name.find(with: manager, timeout: timeout)
        try Task.checkCancellation()
        if let found { return found }
        throw Failure(
            .noDevice,
            "no connectable device matches \(device.printable)",
            nextStep: name.similar.map { "did you mean \($0.printable)?" }
                ?? "list the devices: accessory scan --adapter \(adapter)",
            code: code
        )
    }
}
