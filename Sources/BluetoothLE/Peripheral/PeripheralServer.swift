internal import AccessoryConcurrency
import Synchronization

/// The attributes of a `PeripheralManager` and its connected centrals. It answers packets on the
/// thread that receives them.
///
/// Lock order: characteristic, server, central, link. No lower layer calls a higher one while it holds
/// its own lock.
final class PeripheralServer: AttributeHost, CharacteristicServer {
    struct Placed {
        let service: MutableService
        let range: ClosedRange<UInt16>
        let values: [UInt16]
    }

    struct Subscriber {
        let central: RemoteCentral
        var subscription: Subscription
        /// The number of the next update to send; nil before the first one.
        var next: Int?
    }

    struct State {
        var table = AttributeTable()
        var own: OwnAttributes
        var services: [Placed] = []
        var characteristics: [UInt16: MutableCharacteristic] = [:]
        var centrals: [ObjectIdentifier: RemoteCentral] = [:]
        var subscribers: [UInt16: [Subscriber]] = [:]
        var bonds: [BluetoothAddress: BondRecord] = [:]
        var advertising: AdvertisingParameters?
        /// Whether a save of values is scheduled.
        var isSaveDue = false
        /// Whether an update of `trySend` found no room.
        var isFull = false
    }

    let links: RadioLinks
    let time: TimeSource
    let events = Broadcaster<PeripheralEvent>()
    /// Signalled when the saved state has changed.
    let changes = Alarm()
    let hash: DatabaseHash?
    let onActivity: (@Sendable (PeripheralActivity) -> Void)?
    /// Whether the state is saved.
    let isSaved: Bool
    let state: Mutex<State>

    init(
        links: RadioLinks,
        name: String,
        appearance: UInt16,
        time: TimeSource,
        hash: DatabaseHash?,
        onActivity: (@Sendable (PeripheralActivity) -> Void)? = nil,
        isSaved: Bool = false
    ) {
        self.links = links
        self.time = time
        self.hash = hash
        self.onActivity = onActivity
        self.isSaved = isSaved
        var table = AttributeTable()
        let own = OwnAttributes(in: &table, name: name, appearance: appearance, hash: hash)
        state = Mutex(State(table: table, own: own))
    }

    var table: AttributeTable { state.withLock { $0.table } }

    func send(_ event: PeripheralEvent) {
        events.send(event)
        onActivity?(.event(event))
    }

    // MARK: Services

    var services: [MutableService] { state.withLock { $0.services.map(\.service) } }

    /// Adds a service after the others and reports the change to subscribed centrals.
    ///
    /// - Parameter handle: The restored handle; then no change is reported.
    func add(_ service: MutableService, at handle: UInt16? = nil) throws {
        let characteristics = service.characteristics
        let claimed = characteristics.prefix { $0.claim() }
        do {
            guard claimed.count == characteristics.count else {
                throw MutableServiceError.alreadyAdded
            }
            let placed = try state.withLock {
                try place(service, characteristics, at: handle, &$0)
            }
            for (characteristic, handle) in zip(characteristics, placed.values) {
                characteristic.attach(to: self, at: handle)
            }
            if handle == nil { reportChange(placed.range) }
        } catch {
            for characteristic in claimed { characteristic.detach() }
            throw error
        }
    }

    private func place(
        _ service: MutableService,
        _ characteristics: [MutableCharacteristic],
        at handle: UInt16?,
        _ state: inout State
    ) throws -> Placed {
        guard !state.services.contains(where: { $0.service === service }) else {
            throw MutableServiceError.alreadyAdded
        }
        let included = try service.includedServices.map { other in
            guard let placed = state.services.first(where: { $0.service === other }) else {
                throw MutableServiceError.unconfigured
            }
            return placed.range
        }
        let definition = ServiceDefinition(
            service.uuid,
            isPrimary: service.isPrimary,
            characteristics: characteristics.map(\.definition)
        )
        let placement: AttributeTable.Placement
        do {
            placement = try state.table.add(definition, included: included, at: handle)
        } catch {
            throw PeripheralManagerError.tableFull
        }
        let placed = Placed(
            service: service,
            range: placement.range,
            values: placement.characteristics.map(\.value)
        )
        state.services.append(placed)
        for (characteristic, handle) in zip(characteristics, placed.values) {
            state.characteristics[handle] = characteristic
        }
        state.own.updateHash(hash, in: &state.table)
        return placed
    }

    /// Removes the services that match `isGone`. Services that include them are not changed.
    func remove(_ isGone: (MutableService) -> Bool) -> Int {
        let gone = state.withLock { state in
            let gone = state.services.filter { isGone($0.service) }
            state.services.removeAll { isGone($0.service) }
            var detached: [MutableCharacteristic] = []
            for placed in gone {
                state.table.remove(serviceAt: placed.range.lowerBound)
                detached += placed.values.compactMap {
                    state.characteristics.removeValue(forKey: $0)
                }
                for handle in placed.values { state.subscribers[handle] = nil }
                for address in state.bonds.keys {
                    for handle in placed.values {
                        state.bonds[address]?.subscriptions[handle] = nil
                    }
                }
            }
            if !gone.isEmpty { state.own.updateHash(hash, in: &state.table) }
            return (gone, detached, Array(state.centrals.values))
        }
        for characteristic in gone.1 { characteristic.detach() }
        for placed in gone.0 {
            for central in gone.2 { central.link.forgetSubscriptions(in: placed.range) }
            reportChange(placed.range)
        }
        return gone.0.count
    }

    /// Reports changed handles to subscribed centrals. Absent centrals receive the report when they
    /// return.
    private func reportChange(_ range: ClosedRange<UInt16>) {
        let (handle, centrals) = state.withLock { state in
            let handle = state.own.serviceChanged
            for (address, record) in state.bonds
            where record.subscriptions[handle]?.contains(.indications) == true {
                state.bonds[address]!.addChange(range)
            }
            return (handle, state.centrals.values.filter { isToldChanges($0, handle) })
        }
        for central in centrals { central.reportChange(range, handle: handle) }
        changes.ring()
    }

    func isToldChanges(_ central: RemoteCentral, _ handle: UInt16) -> Bool {
        central.link.subscriptions[handle]?.contains(.indications) == true
    }

    // MARK: Values

    func subscribers(of handle: UInt16) -> [RemoteCentral] {
        state.withLock { $0.subscribers[handle]?.map(\.central) ?? [] }
    }

    func send(_ updates: UpdateQueue, added: Int, of handle: UInt16) -> UpdatePlaces? {
        state.withLock { state in
            guard let place = state.subscribers.index(forKey: handle) else { return nil }
            // what waits for others is older than a new subscription
            let start =
                state.subscribers.values[place].contains { $0.next != nil }
                ? updates.end - added : updates.first
            var places: UpdatePlaces?
            // in place: a copy of the list would be allocated for each update
            for index in state.subscribers.values[place].indices {
                let subscriber = state.subscribers.values[place][index]
                var next = subscriber.next ?? start
                if next < updates.first {
                    subscriber.central.missed(updates.first - next)
                    next = updates.first
                }
                while next < updates.end, subscriber.central.hasRoom(for: subscriber.subscription) {
                    subscriber.central.send(
                        updates[next],
                        handle: handle,
                        as: subscriber.subscription
                    )
                    next += 1
                }
                state.subscribers.values[place][index].next = next
                places = UpdatePlaces(
                    oldest: min(places?.oldest ?? next, next),
                    newest: max(places?.newest ?? next, next)
                )
            }
            return places
        }
    }

    /// Continues sending for the characteristics that waited for room on a central's link.
    func roomCame(for central: RemoteCentral) {
        let waiting = state.withLock { state in
            state.subscribers.filter { $0.value.contains { $0.central == central } }.keys.sorted()
                .compactMap { state.characteristics[$0] }
        }
        for characteristic in waiting { characteristic.sendPending() }
        reportRoom()
    }

    func trySend(_ value: [UInt8], to centrals: [RemoteCentral]?, of handle: UInt16) -> Bool {
        state.withLock { state in
            let chosen = (state.subscribers[handle] ?? [])
                .filter { centrals?.contains($0.central) ?? true }
            guard chosen.allSatisfy({ $0.central.hasRoom(for: $0.subscription) }) else {
                state.isFull = true
                return false
            }
            for subscriber in chosen {
                subscriber.central.send(value, handle: handle, as: subscriber.subscription)
            }
            return true
        }
    }

    /// Reports room after an update of `trySend` that found none.
    func reportRoom() {
        let wasFull = state.withLock { state in
            defer { state.isFull = false }
            return state.isFull
        }
        if wasFull { onActivity?(.room) }
    }

    // MARK: Requests

    func read(handle: UInt16, offset: Int, by link: any LocalGATT) -> Result<[UInt8], ATTError>? {
        guard let (characteristic, central) = find(handle, link) else { return .failure(.unlikely) }
        if let value = central.longRead(handle, offset: offset) { return .success(value) }
        switch characteristic.source {
        case .stored(let value):
            central.beginLongRead(handle, value)
            return .success(value)
        case .handler(let handler):
            let task = time.task {
                do {
                    let value = MutableCharacteristic.cut(try await handler(central))
                    central.beginLongRead(handle, value)
                    link.respondToRead(.success(value))
                } catch {
                    link.respondToRead(.failure(error as? ATTError ?? .unlikely))
                }
            }
            link.setReading(task)
            return nil
        case .activity:
            let request = ReadRequest(characteristic, central, offset: offset) { [link] result in
                // the server takes the whole value
                link.respondToRead(result.map { Array(repeating: 0, count: offset) + $0 })
            }
            onActivity?(.read(request))
            return nil
        }
    }

    func write(_ writes: [ATTServer.Write], wantsResponse: Bool, by link: any LocalGATT) {
        let writes = joined(writes)
        let answer = WriteAnswer(writes.map(\.handle)) { error, handle in
            if wantsResponse { link.respondToWrites(error, failedHandle: handle) }
        }
        var passed: [WriteRequest] = []
        for write in writes {
            if let (characteristic, central) = find(write.handle, link) {
                let request = WriteRequest(
                    characteristic: characteristic,
                    central: central,
                    value: write.value,
                    offset: write.offset,
                    needsResponse: wantsResponse,
                    handle: write.handle,
                    answer: answer
                )
                if characteristic.passesRequests {
                    passed.append(request)
                } else {
                    characteristic.receive(request)
                }
            } else {
                // the value of a descriptor is in the table
                answer.answer(nil, for: write.handle) { [self] in
                    state.withLock { state in
                        let kept = state.table[write.handle]?.value.prefix(write.offset) ?? []
                        state.table.setValue(kept + write.value, of: write.handle)
                    }
                }
            }
        }
        if !passed.isEmpty { onActivity?(.write(passed)) }
    }

    /// Joins several writes to one value in order. Writes that leave a gap are not joined; they are
    /// rejected later.
    private func joined(_ writes: [ATTServer.Write]) -> [ATTServer.Write] {
        guard writes.count > 1 else { return writes }
        var joined: [ATTServer.Write] = []
        for write in writes {
            guard let index = joined.firstIndex(where: { $0.handle == write.handle }) else {
                joined.append(write)
                continue
            }
            let first = joined[index]
            let current =
                first.offset > 0
                ? state.withLock { $0.characteristics[write.handle] }?.value ?? [] : []
            let whole = current.prefix(first.offset) + first.value
            guard first.offset <= current.count, write.offset <= whole.count else { return writes }
            joined[index] = ATTServer.Write(
                handle: write.handle,
                offset: 0,
                value: Array(whole.prefix(write.offset) + write.value)
            )
        }
        return joined
    }

    private func find(_ handle: UInt16, _ link: any LocalGATT) -> (
        MutableCharacteristic, RemoteCentral
    )? {
        state.withLock { state in
            guard let characteristic = state.characteristics[handle],
                let central = state.centrals[ObjectIdentifier(link)]
            else { return nil }
            return (characteristic, central)
        }
    }
}
