internal import AccessoryConcurrency
import Synchronization

/// A simulated radio environment for adapters, with a model of time on the air.
///
///     let clock = VirtualClock()
///     let air = VirtualAir(clock: clock, seed: 1)
///     let phone = air.addAdapter()
///     let sensor = air.addAdapter()
///
/// On a virtual clock, every run with the same seed produces the same events in the same order. On any
/// other clock, events happen in that clock's time.
public final class VirtualAir: Sendable {
    /// Actions to perform after the state is unlocked.
    typealias Effects = [@Sendable () -> Void]

    let time: TimeSource
    private let state: Mutex<AirState>

    /// Creates an air without adapters.
    ///
    /// - Parameters:
    ///   - clock: The clock of the advertising intervals and delays.
    ///   - seed: The seed of all random values: losses, fading, advertising delays.
    ///   - conditions: The path loss, losses and delays.
    public init(
        clock: some Clock<Duration> = ContinuousClock(),
        seed: UInt64 = 1,
        conditions: AirConditions = AirConditions()
    ) {
        time = TimeSource(clock)
        state = Mutex(AirState(conditions: conditions, seed: seed))
    }

    /// Adds an adapter, turned on.
    ///
    /// - Parameters:
    ///   - name: The adapter's name; nil: `virtual0`, `virtual1`, …
    ///   - address: The adapter's address; nil: a unique one.
    ///   - features: The adapter's features.
    public func addAdapter(
        name: String? = nil,
        address: BluetoothAddress? = nil,
        features: RadioFeatures = .everything
    ) -> VirtualRadio {
        change { state, _ in
            let id = state.newID()
            let radio = VirtualRadio(
                air: self,
                id: id,
                name: name ?? "virtual\(state.radios.count)",
                address: address ?? BluetoothAddress(value: 0xC0DE_0000_0000 + UInt64(id)),
                features: features
            )
            state.radios[id] = AirState.RadioModel(radio: radio)
            return radio
        }
    }

    /// Removes an adapter, as if it were unplugged.
    public func remove(_ radio: VirtualRadio) {
        change { state, effects in
            silence(radio.id, because: .noAdapter(radio.name), &state, &effects)
            state.radios[radio.id] = nil
            effects.append { radio.states(.unsupported, isLast: true) }
        }
    }

    /// The conditions for packets.
    public var conditions: AirConditions {
        get { change { state, _ in state.conditions } }
        set { change { state, _ in state.conditions = newValue } }
    }

    /// Sets the path loss between two adapters in dB; nil uses the path loss of the conditions.
    public func setPathLoss(_ loss: Int?, between one: VirtualRadio, and other: VirtualRadio) {
        change { state, _ in state.pathLoss[AirState.Pair(one.id, other.id)] = loss }
    }

    /// Moves two adapters out of each other's reach, or back. A connection between them is lost after
    /// its supervision timeout.
    public func setReach(_ isInReach: Bool, between one: VirtualRadio, and other: VirtualRadio) {
        let pair = AirState.Pair(one.id, other.id)
        change { state, _ in
            if isInReach {
                state.outOfReach.remove(pair)
            } else {
                state.outOfReach.insert(pair)
            }
            for (id, link) in state.links
            where AirState.Pair(link.radios[0], link.radios[1]) == pair && !isInReach {
                supervise(id, link.model.parameters.supervisionTimeout)
            }
        }
    }

    /// Ends the connections between two adapters; both ends see `reason`.
    public func disconnect(
        _ one: VirtualRadio,
        _ other: VirtualRadio,
        reason: DisconnectReason = .connectionTimeout
    ) {
        let pair = AirState.Pair(one.id, other.id)
        change { state, effects in
            for (id, link) in state.links
            where AirState.Pair(link.radios[0], link.radios[1]) == pair {
                end(id, reasons: [reason, reason], &state, &effects)
            }
        }
    }

    /// Calls `tap` for each upper-layer packet that is about to arrive. It returns the packet's
    /// fate and must not call the air.
    public func setTap(_ tap: (@Sendable (AirPacket) -> AirPacketFate)?) {
        change { state, _ in state.tap = tap }
    }

    /// Number of connections.
    public var connectionCount: Int { change { state, _ in state.links.count } }

    /// Changes the state, unlocks it, then performs the resulting effects.
    @discardableResult
    func change<Result: Sendable>(
        _ body: (inout AirState, inout Effects) -> Result
    ) -> Result {
        var effects: Effects = []
        let result = state.withLock { body(&$0, &effects) }
        for effect in effects { effect() }
        return result
    }

    // MARK: Power

    func setPower(_ isOn: Bool, of radio: VirtualRadio) throws(RadioError) {
        let isThere = change { state, effects in
            guard let model = state.radios[radio.id] else { return false }
            guard model.isOn != isOn else { return true }
            if !isOn { silence(radio.id, because: .poweredOff, &state, &effects) }
            let new: RadioState = isOn ? .poweredOn : .poweredOff
            state.radios[radio.id]?.state = new
            effects.append { radio.states(new) }
            return true
        }
        guard isThere else { throw .noAdapter(radio.name) }
    }

    /// Ends all activity of an adapter.
    private func silence(
        _ id: AirState.RadioID,
        because error: RadioError,
        _ state: inout AirState,
        _ effects: inout Effects
    ) {
        guard let model = state.radios[id] else { return }
        state.radios[id]?.scan = nil
        state.radios[id]?.initiators = [:]
        state.radios[id]?.acceptor = nil
        effects.append {
            model.scan?.entry.finish(throwing: error)
            model.acceptor?.entry.finish(throwing: error)
            for initiator in model.initiators.values {
                initiator.waiter.resume(returning: .failure(error))
            }
        }
        for (setID, set) in state.sets where set.owner == id {
            set.timer?.cancel()
            state.sets[setID] = nil
            effects.append { set.set.end(error) }
        }
        for (linkID, link) in state.links where link.radios.contains(id) {
            let reasons = link.radios.map {
                $0 == id ? DisconnectReason.localHost : .remotePowerOff
            }
            end(linkID, reasons: reasons, &state, &effects)
        }
    }
}

extension RadioFeatures {
    /// All features in the specification.
    public static let everything: RadioFeatures = {
        var features = RadioFeatures()
        features.advertisingSets = 16
        features.advertisingData = 1650
        features.phys = Set(PHY.allCases)
        features.hasChannels = true
        return features
    }()
}
