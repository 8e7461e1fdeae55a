internal import BluetoothLE

/// Discovers a device's attributes and collects those that break the rules, for messages on standard error.
final class FaultList {
    let peripheral: Peripheral
    private var waiting: [String] = []
    private var shown: Set<String> = []

    init(_ peripheral: Peripheral) {
        self.peripheral = peripheral
    }

    /// Prints the faults found since the last call.
    func show() {
        let faults = peripheral.attributeFaults.map(\.description) + waiting
        for fault in faults where shown.insert(fault).inserted {
            Console.note("warning: \(fault)".printable)
        }
    }

    /// The attributes of a service; none, and a fault, when the device refuses to list them.
    func skipping<Attribute>(
        _ service: Service,
        _ list: (Service) async throws -> [Attribute]
    ) async throws -> [Attribute] {
        do {
            return try await list(service)
        } catch let error as GATTError where error.concernsOneList {
            let first = HexText.handle(service.handles.lowerBound)
            waiting.append("service \(service.uuid) at \(first): \(error.cause)")
            return []
        }
    }

    /// All services in order of their handles, with services that only other services include.
    func allServices() async throws -> [Service] {
        var services: [Service]
        do {
            services = try await peripheral.discoverServices()
        } catch let error as GATTError where error.concernsOneList {
            let failure = Failure(error)
            throw Failure(
                failure.status,
                "the services cannot be listed: \(failure.cause)",
                nextStep: "see the device's documentation",
                code: failure.code
            )
        }
        var next = 0
        while next < services.count {
            services += try await skipping(services[next]) { try await $0.includedServices() }
                .filter { !services.contains($0) }
            next += 1
        }
        return services.sorted { $0.handles.lowerBound < $1.handles.lowerBound }
    }

    func allCharacteristics() async throws -> [Characteristic] {
        var all: [Characteristic] = []
        for service in try await allServices() {
            all += try await skipping(service) { try await $0.characteristics() }
        }
        return all
    }
}

extension GATTError {
    /// Whether the device has answered a list wrongly, so that the others can still be requested.
    fileprivate var concernsOneList: Bool {
        switch self {
        case .att(.databaseOutOfSync, _): false
        case .att, .malformedAnswer: true
        default: false
        }
    }
}

extension Peripheral {
    /// Maximum number of attempts, each ended by a change of the services.
    private static let attempts = 5

    /// Performs `work`, which discovers the attributes that it uses. Repeats it when the services have
    /// changed meanwhile.
    func whileServicesChange<Success>(_ work: () async throws -> Success) async throws -> Success {
        for _ in 1..<Self.attempts {
            do {
                return try await work()
            } catch CentralError.servicesChanged {}
        }
        return try await work()
    }
}
