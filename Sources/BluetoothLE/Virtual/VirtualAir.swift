internal import AccessoryConcurrency
import Synchronization

/// A place where simulated adapters hear each other, with a model of time on the air.
///
///     let clock = VirtualClock()
///     let air = VirtualAir(clock: clock, seed: 1)
///     let phone = air.addAdapter()
///     let sensor = air.addAdapter()
///
/// On a virtual clock, all that happens on the air happens in the same order at each run with the same
/// seed. On any other clock it happens in that clock's time.
public final class VirtualAir: Sendable {
    /// Things to do once the state is no longer held.
    typealias Effects = [@Sendable () -> Void]

    let time: TimeSource
    private let state: Mutex<AirState>

    /// An air with nobody on it.
    ///
    /// - Parameter seed: Chooses what is left to chance: losses, fading, delays of advertising.
    public init(
        clock: some Clock<Duration> = ContinuousClock(),
        seed: UInt64 = 1,
        conditions: AirConditions = AirConditions()
    ) {
        time = TimeSource(clock)
        state = Mutex(AirState(conditions: conditions, seed: seed))
    }

    /// Puts a new adapter on the air, turned on.
    ///
    /// - Parameters:
    ///   - name: Nil: `virtual0`, `virtual1`, …
    ///   - address: Nil: one that no other adapter has.
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

    /// Takes an adapter away, as if it were unplugged.
    public func remove(_ radio: VirtualRadio) {
        change { state, effects in
            silence(radio.id, because: .noAdapter(radio.name), &state, &effects)
            state.radios[radio.id] = nil
            effects.append { radio.states(.unsupported, isLast: true) }
        }
    }

    /// What happens to packets.
    public var conditions: AirConditions {
        get { change { state, _ in state.conditions } }
        set { change { state, _ in state.conditions = newValue } }
    }

    /// Sets what the signal loses between two adapters, dB; nil: as the conditions say.
    public func setPathLoss(_ loss: Int?, between one: VirtualRadio, and other: VirtualRadio) {
        change { state, _ in state.pathLoss[AirState.Pair(one.id, other.id)] = loss }
    }

    /// Brings two adapters out of each other's reach, or back. A connection between them is lost after
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

    /// Ends the connections between two adapters, as both ends see it.
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

    /// Asks `tap` about each packet of an upper layer that is about to arrive. It must not call the air.
    public func setTap(_ tap: (@Sendable (AirPacket) -> AirPacketFate)?) {
        change { state, _ in state.tap = tap }
    }

    /// Connections that stand.
    public var connectionCount: Int { change { state, _ in state.links.count } }

    /// Changes the state, and does what follows from it once nobody holds it.
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

    /// All that an adapter does ends.
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
    /// All that the specification knows of.
    public static let everything: RadioFeatures = {
        var features = RadioFeatures()
        features.advertisingSets = 16
        features.advertisingData = 1650
        features.phys = Set(PHY.allCases)
        features.hasChannels = true
        return features
    }()
}
