internal import BluetoothLE
internal import GatewayCore

/// Executes a client's requests on one link, in order.
struct ProxySession {
    private enum Attribute {
        case characteristic(Characteristic)
        case descriptor(Descriptor)
    }

    private let peripheral: Peripheral
    private let adapter: AdapterRadios.Adapter
    private let client: ProxyClient
    private let onClearCache: @Sendable () -> Void
    /// The attributes by handle; empty until the services are discovered.
    private var attributes: [UInt16: Attribute] = [:]
    private var services: [ProxyService] = []
    private var notifications: [UInt16: Task<Void, Never>] = [:]

    private static let clientConfiguration: BluetoothUUID = 0x2902

    /// - Parameter onClearCache: Called when the client requests to clear the device's cached
    ///   attributes. They are cleared after the link has ended.
    init(
        _ peripheral: Peripheral,
        adapter: AdapterRadios.Adapter,
        client: ProxyClient,
        onClearCache: @escaping @Sendable () -> Void
    ) {
        (self.peripheral, self.adapter, self.client) = (peripheral, adapter, client)
        self.onClearCache = onClearCache
    }

    private var address: UInt64 { peripheral.address.value }

    /// Executes a request and sends its answer.
    mutating func perform(_ request: ProxyRequest) async {
        do {
            client.send(try await answer(request))
        } catch is CancellationError {
            // the link is about to end, which also ends the client's wait
        } catch {
            client.send(request.refusal(GATTFailure.code(error)))
        }
    }

    /// Ends running operations.
    func end() {
        for task in notifications.values { task.cancel() }
    }

    private mutating func answer(_ request: ProxyRequest) async throws -> [ProxyMessage] {
        switch request {
        case .services:
            try await discover()
            return ProxyMessage.services(address, services)
        case .read(let target): return [.value(target, try await read(target))]
        case .write(let target, let value, let wantsResponse):
            try await write(value, to: target, wantsResponse: wantsResponse)
            // clients do not wait for this answer, and could mistake it for the answer to a later
            // write
            return wantsResponse ? [.written(target)] : []
        case .notify(let target, let isOn):
            try await (isOn ? subscribe(target) : unsubscribe(target))
            return [.notifies(target)]
        case .setParameters(_, let numbers):
            try await peripheral.update(try ConnectionParameters(numbers))
            return [.parametersSet(address, error: 0)]
        case .device(let action, _): return [try await device(action)]
        default: return []
        }
    }

    private mutating func device(_ action: ProxyRequest.DeviceAction) async throws -> ProxyMessage {
        switch action {
        case .pair: try await peripheral.secure(to: .encrypted)
        case .unpair: return .done(action, address, error: await adapter.unpair(address))
        case .clearCache: onClearCache()
        case .disconnect: break
        }
        return .done(action, address, error: 0)
    }

    // MARK: Attributes

    /// Discovers all attributes. A client that knows them from an earlier link never requests them,
    /// so the proxy discovers them when needed; they are cached over links.
    private mutating func discover() async throws {
        guard services.isEmpty else { return }
        var attributes: [UInt16: Attribute] = [:]
        var services: [ProxyService] = []
        for service in try await peripheral.discoverServices() {
            var found = ProxyService(uuid: service.uuid, handle: service.handles.lowerBound)
            for characteristic in try await service.characteristics() {
                attributes[characteristic.handle] = .characteristic(characteristic)
                let descriptors = try await characteristic.descriptors()
                for descriptor in descriptors {
                    attributes[descriptor.handle] = .descriptor(descriptor)
                }
                found.characteristics.append(.init(characteristic, descriptors))
            }
            guard found.encoded.count < ProxyMessage.limit - 16 else {
                throw GATTError.malformedAnswer
            }
            services.append(found)
        }
        (self.attributes, self.services) = (attributes, services)
    }

    private mutating func attribute(_ target: GATTTarget) async throws -> Attribute {
        try await discover()
        guard let attribute = attributes[target.handle] else {
            throw GATTError.att(.invalidHandle, handle: target.handle)
        }
        return attribute
    }

    private mutating func read(_ target: GATTTarget) async throws -> [UInt8] {
        switch try await attribute(target) {
        case .characteristic(let characteristic): try await characteristic.read()
        case .descriptor(let descriptor): try await descriptor.read()
        }
    }

    private mutating func write(
        _ value: [UInt8],
        to target: GATTTarget,
        wantsResponse: Bool
    ) async throws {
        switch try await attribute(target) {
        case .characteristic(let characteristic) where wantsResponse:
            try await characteristic.write(value)
        case .characteristic(let characteristic):
            try await characteristic.writeWithoutResponse(value)
        case .descriptor(let descriptor) where descriptor.uuid == Self.clientConfiguration:
            // clients write it after they enable notifications, but daemons forbid direct writes
            let handle = descriptor.characteristic.handle
            let target = GATTTarget(address: target.address, handle: handle)
            let isOn = value.contains { $0 != 0 }
            try await (isOn ? subscribe(target) : unsubscribe(target))
        case .descriptor(let descriptor): try await descriptor.write(value)
        }
    }

    // MARK: Notifications

    private mutating func subscribe(_ target: GATTTarget) async throws {
        guard notifications[target.handle] == nil else { return }
        guard case .characteristic(let characteristic) = try await attribute(target) else {
            throw CentralError.notifyNotSupported
        }
        let values = try await characteristic.notifications()
        notifications[target.handle] = Task { [client] in
            // the link itself reports its end
            do {
                for try await value in values { client.send(.notification(target, value)) }
            } catch {}
        }
    }

    private mutating func unsubscribe(_ target: GATTTarget) async {
        guard let task = notifications.removeValue(forKey: target.handle) else { return }
        task.cancel()
        await task.value
    }
}

extension ProxyService.Characteristic {
    fileprivate init(_ characteristic: Characteristic, _ descriptors: [Descriptor]) {
        self.init(
            uuid: characteristic.uuid,
            handle: characteristic.handle,
            properties: Int(characteristic.properties.rawValue & 0xFF),
            descriptors: descriptors.map {
                ProxyService.Descriptor(uuid: $0.uuid, handle: $0.handle)
            }
        )
    }
}

extension ConnectionParameters {
    /// - Throws: `RadioError.invalidParameters` if the minimum exceeds the maximum; the radio
    ///   checks the rest.
    fileprivate init(_ numbers: ConnectionNumbers) throws(RadioError) {
        guard numbers.minimum <= numbers.maximum else {
            throw .invalidParameters("the shortest interval is longer than the longest")
        }
        self.init {
            let unit = Duration.microseconds(1250)
            $0.interval = unit * numbers.minimum...unit * numbers.maximum
            $0.latency = numbers.latency
            $0.supervisionTimeout = .milliseconds(10) * numbers.timeout
        }
    }
}
