internal import AccessoryConcurrency

extension VirtualAir {
    // MARK: Scanning

    func scan(
        _ parameters: ScanParameters,
        by radio: VirtualRadio
    ) throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
        try parameters.check()
        guard radio.features.phys.isSuperset(of: parameters.phys) else {
            throw .notSupported("scanning on this physical layer")
        }
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: AdvertisementReport.self,
            throwing: (any Error).self,
            bufferingPolicy: .bufferingNewest(65536)
        )
        let result = change { state, _ -> Result<Int, RadioError> in
            state.use(radio).flatMap { model in
                guard model.scan == nil else { return .failure(.busy) }
                let id = state.newID()
                state.radios[radio.id]?.scan = AirState.ScanModel(
                    id: id,
                    parameters: parameters,
                    begin: time.now(),
                    entry: entry
                )
                wakeAdvertisers(&state)
                return .success(id)
            }
        }
        let id = try result.get()
        entry.onTermination = { [weak self, weak radio] _ in
            guard let self, let radio else { return }
            change { state, _ in
                if state.radios[radio.id]?.scan?.id == id { state.radios[radio.id]?.scan = nil }
            }
        }
        return stream
    }

    // MARK: Sets

    func advertise(
        _ parameters: AdvertisingParameters,
        by radio: VirtualRadio
    ) throws(RadioError) -> VirtualAdvertisingSet {
        try Self.check(parameters, against: radio.features)
        return try change { state, _ -> Result<VirtualAdvertisingSet, RadioError> in
            state.use(radio).flatMap { _ in
                let count = state.sets.values.filter { $0.owner == radio.id }.count
                guard count < radio.features.advertisingSets else { return .failure(.busy) }
                let id = state.newID()
                let set = VirtualAdvertisingSet(air: self, address: radio.address, id: id)
                state.sets[id] = AirState.SetModel(
                    set: set,
                    owner: radio.id,
                    parameters: parameters
                )
                wakeAdvertisers(&state)
                return .success(set)
            }
        }.get()
    }

    func update(
        _ id: AirState.SetID,
        data: [UInt8],
        scanResponse: [UInt8]
    ) throws(RadioError) {
        try change { state, _ -> Result<Void, RadioError> in
            guard let set = state.sets[id], let radio = state.radios[set.owner]?.radio else {
                return .failure(.failed("the advertising set was stopped"))
            }
            var parameters = set.parameters
            parameters.data = data
            parameters.scanResponse = scanResponse
            return Result { () throws(RadioError) in
                try Self.check(parameters, against: radio.features)
            }
            .map { state.sets[id]?.parameters = parameters }
        }.get()
    }

    func stop(_ id: AirState.SetID) {
        change { state, effects in
            guard let set = state.sets.removeValue(forKey: id) else { return }
            set.timer?.cancel()
            effects.append { set.set.end(nil) }
        }
    }

    private static func check(
        _ parameters: AdvertisingParameters,
        against features: RadioFeatures
    ) throws(RadioError) {
        try parameters.check()
        let limit = parameters.isExtended ? features.advertisingData : 31
        guard parameters.data.count <= limit, parameters.scanResponse.count <= limit else {
            throw .invalidParameters("advertising data is at most \(limit) bytes long")
        }
        guard parameters.isExtended || parameters.primaryPHY == .le1M else {
            throw .invalidParameters("legacy advertising is sent on LE 1M")
        }
        guard features.phys.isSuperset(of: [parameters.primaryPHY, parameters.secondaryPHY]) else {
            throw .notSupported("advertising on this physical layer")
        }
    }

    // MARK: Events

    /// Schedules the advertising sets. They are simulated only while an adapter could receive them.
    func wakeAdvertisers(_ state: inout AirState) {
        guard state.hasAudience else { return }
        for (id, set) in state.sets where set.timer == nil {
            let wait = set.parameters.interval.lowerBound * state.random.unit()
            setTimer(of: id, at: time.now() + wait, &state)
        }
    }

    private func setTimer(of id: AirState.SetID, at due: Duration, _ state: inout AirState) {
        state.sets[id]?.timer = time.schedule(at: due) { [weak self] in
            self?.change { state, effects in
                self?.send(id, at: due, &state, &effects)
            }
        }
    }

    /// Performs one advertising event.
    private func send(
        _ id: AirState.SetID,
        at now: Duration,
        _ state: inout AirState,
        _ effects: inout Effects
    ) {
        guard let set = state.sets[id], let owner = state.radios[set.owner]?.radio else { return }
        guard state.hasAudience else {
            state.sets[id]?.timer = nil
            return
        }
        for receiver in state.radios.keys.sorted() where receiver != set.owner {
            guard state.radios[receiver]?.isOn == true, state.isInReach(set.owner, receiver),
                !state.happens(state.conditions.loss)
            else { continue }
            report(id, set, from: owner, to: receiver, at: now, &state, &effects)
            answer(set, from: owner, to: receiver, at: now, &state, &effects)
        }
        let delay = Duration.milliseconds(10) * state.random.unit()
        setTimer(of: id, at: now + set.parameters.interval.lowerBound + delay, &state)
    }

    private func report(
        _ id: AirState.SetID,
        _ set: AirState.SetModel,
        from owner: VirtualRadio,
        to receiver: AirState.RadioID,
        at now: Duration,
        _ state: inout AirState,
        _ effects: inout Effects
    ) {
        guard let scan = state.radios[receiver]?.scan, scan.isListening(at: now),
            scan.parameters.phys.contains(set.parameters.primaryPHY)
        else { return }
        let parameters = set.parameters
        let hasResponse = !parameters.scanResponse.isEmpty && scan.parameters.isActive
        var properties: AdvertisementReport.Properties = parameters.isExtended ? [] : .legacy
        if parameters.isConnectable { properties.insert(.connectable) }
        if !parameters.scanResponse.isEmpty { properties.insert(.scannable) }
        for isResponse in hasResponse ? [false, true] : [false] {
            let seen = AirState.ScanModel.Seen(
                address: owner.ownAddress,
                set: id,
                isResponse: isResponse
            )
            let isNew = state.radios[receiver]?.scan?.seen.insert(seen) ?? false
            guard isNew || scan.parameters.reportsDuplicates else { continue }
            let report = AdvertisementReport(
                address: owner.ownAddress,
                properties: isResponse ? properties.union(.scanResponse) : properties,
                rssi: state.strength(of: set.owner, at: receiver, power: parameters.txPower ?? 0),
                txPower: parameters.isExtended ? parameters.txPower : nil,
                set: parameters.isExtended ? id & 0x0F : nil,
                time: now,
                data: isResponse ? parameters.scanResponse : parameters.data
            )
            let isTwice = state.happens(state.conditions.duplication)
            effects.append {
                scan.entry.yield(report)
                if isTwice { scan.entry.yield(report) }
            }
        }
    }

    /// Connects the adapters that wait for this advertiser.
    private func answer(
        _ set: AirState.SetModel,
        from owner: VirtualRadio,
        to receiver: AirState.RadioID,
        at now: Duration,
        _ state: inout AirState,
        _ effects: inout Effects
    ) {
        guard set.parameters.isConnectable, let radio = state.radios[receiver] else { return }
        let waiting = radio.initiators.filter { $0.value.peer == owner.ownAddress }
        for (id, initiator) in waiting.sorted(by: { $0.key < $1.key }) {
            state.radios[receiver]?.initiators[id] = nil
            connect(initiator, from: radio.radio, to: owner, at: now, &state, &effects)
        }
    }
}

extension AirState {
    /// Why an adapter cannot be used; nil when it exists and is on.
    func whyUseless(_ radio: VirtualRadio) -> RadioError? {
        if case .failure(let error) = use(radio) { error } else { nil }
    }

    /// Returns the model of an adapter that exists and is on.
    func use(_ radio: VirtualRadio) -> Result<RadioModel, RadioError> {
        guard let model = radios[radio.id] else { return .failure(.noAdapter(radio.name)) }
        return model.isOn ? .success(model) : .failure(.poweredOff)
    }
}
