internal import AccessoryConcurrency

// Saving and restoring the state.
extension PeripheralServer {
    /// The current state.
    var savedState: SavedState {
        let (services, advertising, bonds) = state.withLock {
            ($0.services, $0.advertising, $0.bonds)
        }
        let places = Dictionary(
            uniqueKeysWithValues: services.map {
                (ObjectIdentifier($0.service), $0.range.lowerBound)
            }
        )
        return SavedState(
            services: services.map { placed in
                SavedState.Service(
                    uuid: placed.service.uuid,
                    isPrimary: placed.service.isPrimary,
                    handle: placed.range.lowerBound,
                    included: placed.service.includedServices.compactMap {
                        places[ObjectIdentifier($0)]
                    },
                    characteristics: placed.service.characteristics.map {
                        SavedState.Characteristic(
                            uuid: $0.uuid,
                            properties: $0.properties,
                            permissions: $0.permissions,
                            value: $0.value,
                            descriptors: $0.descriptors,
                            storesWrites: $0.storesWrites,
                            minimumKeySize: $0.minimumKeySize
                        )
                    }
                )
            },
            advertising: advertising.map { SavedState.Advertising($0) },
            bonds: bonds.map { SavedState.Bond($0.key, $0.value) }
                .sorted { $0.address < $1.address }
        )
    }

    /// Recreates the services at their saved handles.
    func restore(_ saved: SavedState, profiles: ProfileManager) throws {
        state.withLock { state in
            for bond in saved.bonds {
                if let (address, record) = bond.record { state.bonds[address] = record }
            }
        }
        var made: [UInt16: MutableService] = [:]
        for service in saved.services {
            let profile = profiles[service.uuid]
            let restored = MutableService(
                uuid: service.uuid,
                isPrimary: service.isPrimary,
                characteristics: service.characteristics.map {
                    MutableCharacteristic(
                        uuid: $0.uuid,
                        properties: $0.properties,
                        permissions: $0.permissions,
                        value: $0.value,
                        descriptors: $0.descriptors,
                        minimumKeySize: $0.minimumKeySize ?? KeySize.range.lowerBound,
                        storesWrites: $0.storesWrites,
                        profile: profile[$0.uuid]
                    )
                },
                includedServices: service.included.compactMap { made[$0] },
                profile: profile
            )
            made[service.handle] = restored
            do {
                try add(restored, at: service.handle)
            } catch PeripheralManagerError.tableFull {
                // the manager's own services now occupy its handles: centrals will see it as a new
                // service
                try add(restored)
            }
        }
    }

    /// Keeps only the records of these addresses.
    func keepBonds(with addresses: [BluetoothAddress]) {
        let known = Set(addresses)
        let isChanged = state.withLock { state in
            let count = state.bonds.count
            state.bonds = state.bonds.filter { known.contains($0.key) }
            return state.bonds.count != count
        }
        if isChanged { changes.ring() }
    }

    func setAdvertising(_ parameters: AdvertisingParameters?) {
        state.withLock { $0.advertising = parameters }
        changes.ring()
    }

    /// Schedules a save within the next second, which covers all values changed by then.
    func valueChanged() {
        guard isSaved else { return }
        let begins = state.withLock { state in
            defer { state.isSaveDue = true }
            return !state.isSaveDue
        }
        guard begins else { return }
        time.schedule(at: time.now() + .seconds(1)) { [weak self] in
            self?.state.withLock { $0.isSaveDue = false }
            self?.changes.ring()
        }
    }
}
