internal import AccessoryConcurrency
public import BluetoothLE
internal import CAccessoryBlueZ

struct WeakSet {
    weak var set: BlueZAdvertisingSet?
}

extension BlueZRadio {
    /// Starts advertising. The kernel shares the adapter between all sets, including those of other
    /// programs. Non-connectable advertisements are sent from a changing private address.
    ///
    /// - Throws: `busy` when all sets are taken.
    public func advertise(
        _ parameters: AdvertisingParameters
    ) async throws(RadioError) -> any AdvertisingSet {
        try checkPower()
        let answer = try await channel.send(ACC_MGMT_OP_READ_ADVERTISING_FEATURES)
        guard let support = AdvertisingSupport(answer) else {
            throw .failed("the kernel's answer is too short")
        }
        let request = try AdvertisingRequest(parameters, support)
        let set = try reserveInstance(support, request)
        do {
            _ = try await channel.send(
                ACC_MGMT_OP_ADD_ADVERTISING_PARAMETERS,
                request.parameters(of: set.instance)
            )
            notes.add(.advertisement(set.instance))
            try await set.update(
                data: parameters.data,
                scanResponse: parameters.scanResponse
            )
            // with the queued commands processed, the set has its address from the start
            events.drain()
        } catch {
            await set.stop()
            throw error
        }
        return set
    }

    private func reserveInstance(
        _ support: AdvertisingSupport,
        _ request: AdvertisingRequest
    ) throws(RadioError) -> BlueZAdvertisingSet {
        let set = state.withLock { state -> BlueZAdvertisingSet? in
            let taken = Set(support.taken).union(state.sets.keys)
            let all = support.instances > 0 ? 1...UInt8(min(support.instances, 254)) : nil
            guard let instance = all?.first(where: { !taken.contains($0) }) else { return nil }
            let set = BlueZAdvertisingSet(radio: self, instance: instance, request: request)
            state.sets[instance] = WeakSet(set: set)
            return set
        }
        guard let set else { throw .busy }
        return set
    }

    func forget(_ instance: UInt8) {
        state.withLock { $0.sets[instance] = nil }
        remove(.advertisement(instance))
    }

    func address(ofInstance instance: UInt8) -> BluetoothAddress? {
        state.withLock { $0.addresses.address(ofInstance: instance, public: ownAddress) }
    }

    func advertisingEnded(_ instance: UInt8) {
        let (set, isOurs) = state.withLock { state in
            let known = state.sets.removeValue(forKey: instance)
            return (known?.set, known != nil)
        }
        if isOurs { notes.remove(.advertisement(instance)) }
        set?.end(.owned(by: isDaemonRunning() ? "bluetoothd" : "another program"))
    }
}

/// Validated advertising parameters in the kernel's format.
struct AdvertisingRequest: Equatable {
    let flags: UInt32
    let interval: ClosedRange<UInt32>
    let txPower: Int8
    let largestData: Int

    /// Flag bits of an instance.
    private enum Flag {
        static let connectable: UInt32 = 1 << 0
        static let secondary1M: UInt32 = 1 << 7
        static let secondary2M: UInt32 = 1 << 8
        static let secondaryCoded: UInt32 = 1 << 9
        static let hasInterval: UInt32 = 1 << 14
        static let hasTxPower: UInt32 = 1 << 15
    }

    init(
        _ parameters: AdvertisingParameters,
        _ support: AdvertisingSupport
    ) throws(RadioError) {
        try parameters.check()
        var flags = Flag.hasInterval
        if parameters.isConnectable { flags |= Flag.connectable }
        if parameters.txPower != nil { flags |= Flag.hasTxPower }
        if parameters.isExtended { flags |= try Self.secondary(parameters) }
        guard flags & ~support.flags & ~(Flag.hasInterval | Flag.hasTxPower) == 0 else {
            throw .notSupported("extended advertising on this physical layer")
        }
        self.flags = flags
        let units = { UInt32($0 / Duration.microseconds(625)) }
        interval = units(parameters.interval.lowerBound)...units(parameters.interval.upperBound)
        txPower = Int8(parameters.txPower ?? 127)
        largestData = parameters.isExtended ? support.dataSize : min(31, support.dataSize)
        try check(parameters.data, parameters.scanResponse)
    }

    private static func secondary(
        _ parameters: AdvertisingParameters
    ) throws(RadioError) -> UInt32 {
        switch (parameters.primaryPHY, parameters.secondaryPHY) {
        case (.le1M, .le1M): Flag.secondary1M
        case (.le1M, .le2M): Flag.secondary2M
        case (.coded, .coded): Flag.secondaryCoded
        default:
            throw .notSupported(
                "this pair of physical layers: the kernel has 1M and 1M, 1M and 2M, coded and coded"
            )
        }
    }

    func check(_ data: [UInt8], _ scanResponse: [UInt8]) throws(RadioError) {
        guard data.count <= largestData, scanResponse.count <= largestData else {
            throw .invalidParameters("advertising data is at most \(largestData) bytes here")
        }
    }

    /// The parameters of Add Extended Advertising Parameters.
    func parameters(of instance: UInt8) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(instance)
        writer.write(flags)
        // duration: the kernel's default; timeout: none
        writer.write([UInt8](repeating: 0, count: 4))
        writer.write(interval.lowerBound)
        writer.write(interval.upperBound)
        writer.write(txPower)
        return writer.bytes
    }
}

/// One of the kernel's advertising instances.
final class BlueZAdvertisingSet: AdvertisingSet {
    let instance: UInt8
    private let radio: BlueZRadio
    private let request: AdvertisingRequest
    private let ending = Completion<RadioError?>()

    init(radio: BlueZRadio, instance: UInt8, request: AdvertisingRequest) {
        self.radio = radio
        self.instance = instance
        self.request = request
    }

    deinit {
        if !ending.isComplete { radio.forget(instance) }
    }

    var address: BluetoothAddress? { radio.address(ofInstance: instance) }

    func update(data: [UInt8], scanResponse: [UInt8]) async throws(RadioError) {
        try request.check(data, scanResponse)
        // the set's number may now belong to another set
        guard !ending.isComplete else { throw .failed("the advertising set was stopped") }
        var writer = ByteWriter()
        writer.write([instance, UInt8(data.count), UInt8(scanResponse.count)])
        writer.write(data)
        writer.write(scanResponse)
        _ = try await radio.channel.send(ACC_MGMT_OP_ADD_ADVERTISING_DATA, writer.bytes)
    }

    func stop() async {
        guard end(nil) else { return }
        radio.state.withLock { $0.sets[instance] = nil }
        do throws(RadioError) {
            try await radio.channel.settle(.advertisement(instance))
        } catch {
            // the kernel may not have reported yet that the adapter is off
            if error == .poweredOff { return radio.postpone(.advertisement(instance)) }
            // else the set no longer exists
        }
        radio.notes.remove(.advertisement(instance))
    }

    /// Ends the set. Returns whether it was still advertising.
    @discardableResult
    func end(_ error: RadioError?) -> Bool {
        ending.complete(error)
    }

    func ended() async -> RadioError? {
        await ending.cause()
    }
}
