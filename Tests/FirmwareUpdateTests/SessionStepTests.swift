import AccessoryBase
import BluetoothLE
import Testing

@testable import FirmwareUpdate

/// The steps of an update (docs/suota.md), one by one: what each writes, waits for and fails with.
@Suite struct SessionStepTests {
    /// The inputs of an update of two blocks with one chunk each, up to each step.
    private enum Place: Int, CaseIterable {
        case subscribing, memoryDevice, gpioMap, patchLength, block, blockStatus, secondLength
        case secondBlock, end, rebooting

        var error: SuotaError.Step? {
            switch self {
            case .subscribing: .subscribing
            case .memoryDevice: .memoryDevice
            case .gpioMap: .gpioMap
            case .patchLength, .secondLength: .patchLength
            case .block, .blockStatus, .secondBlock: .block
            case .end: .end
            case .rebooting: nil
            }
        }

        /// The inputs that end the step.
        var inputs: [SuotaInput] {
            switch self {
            case .subscribing: [.subscribed]
            case .memoryDevice: [.written(.memoryDevice), .notified([0x10])]
            case .gpioMap: [.written(.gpioMap)]
            case .patchLength, .secondLength: [.written(.patchLength)]
            case .block: [.sent]
            case .blockStatus: [.notified([0x02])]
            case .secondBlock: [.sent, .notified([0x02])]
            case .end: [.notified([0x02]), .written(.memoryDevice)]
            case .rebooting: [.written(.memoryDevice)]
            }
        }

        var characteristic: SuotaCharacteristic? {
            switch self {
            case .memoryDevice, .end: .memoryDevice
            case .gpioMap: .gpioMap
            case .patchLength, .secondLength: .patchLength
            default: nil
            }
        }
    }

    /// 150 bytes with the check byte: blocks of 100 and 50 bytes.
    private let bytes = (0..<149).map { UInt8($0) }
    private static let abort = SuotaAction.write(.memoryDevice, [0, 0, 0, 0xFF])

    private func ready(_ change: (inout SuotaConfiguration) -> Void = { _ in }) -> SuotaSession {
        var configuration = SuotaConfiguration()
        configuration.blockSize = 100
        configuration.chunkSize = 100
        configuration.checksHeaderCRC = false
        configuration.reportsStatistics = false
        change(&configuration)
        var session = SuotaSession(configuration: configuration)
        session.linkMTU = 247
        #expect(!session.isReady)
        session.handle(.connected, at: .zero)
        session.handle(.discovered(SuotaCharacteristic.required), at: .zero)
        #expect(session.isReady && !session.isUpdating)
        _ = actions(&session)
        return session
    }

    /// Takes the actions except events.
    private func actions(_ session: inout SuotaSession, at now: Duration = .zero) -> [SuotaAction] {
        all(&session, at: now).filter { if case .event = $0 { false } else { true } }
    }

    private func all(_ session: inout SuotaSession, at now: Duration = .zero) -> [SuotaAction] {
        var list: [SuotaAction] = []
        while let action = session.nextAction(at: now) { list.append(action) }
        return list
    }

    /// A session at a step, whose actions were taken.
    private func session(
        at place: Place,
        _ change: (inout SuotaConfiguration) -> Void = { _ in }
    ) throws -> SuotaSession {
        var session = ready(change)
        try session.start(SuotaFile(name: "f", bytes: bytes), at: .zero)
        _ = actions(&session)
        for earlier in Place.allCases where earlier.rawValue < place.rawValue {
            for input in earlier.inputs {
                session.handle(input, at: .zero)
                _ = actions(&session)
            }
        }
        return session
    }

    @Test func eachStepWritesItsValue() throws {
        var session = ready()
        try session.start(SuotaFile(name: "f", bytes: bytes), at: .zero)
        let transfer = SuotaFile(name: "f", bytes: bytes).transfer
        let writes: [SuotaAction] = [
            .subscribe, .write(.memoryDevice, [0, 0, 0, 0x13]), .write(.gpioMap, [0, 3, 6, 5]),
            .write(.patchLength, [100, 0]), .sendChunk(transfer[..<100]),
            .write(.patchLength, [50, 0]), .sendChunk(transfer[100...]),
            .write(.memoryDevice, [0, 0, 0, 0xFE]), .write(.memoryDevice, [0, 0, 0, 0xFD]),
            .finished(nil),
        ]
        var found = actions(&session)
        for place in Place.allCases {
            #expect(session.isUpdating)
            for input in place.inputs {
                session.handle(input, at: .zero)
                found += actions(&session)
            }
        }
        #expect(found == writes)
        #expect(session.isReady && !session.isUpdating && session.deadline == nil)
    }

    @Test func eachStepHasATimeout() throws {
        for place in Place.allCases {
            var session = try session(at: place)
            #expect(session.deadline == .seconds(30), "\(place)")
            #expect(all(&session, at: .milliseconds(29_999)).isEmpty)
            let last = actions(&session, at: .seconds(30))
            guard let step = place.error else {
                // a device that reboots may not answer
                #expect(last == [.finished(nil)])
                continue
            }
            if place == .subscribing {
                #expect(last == [.finished(.timedOut(step))])
                continue
            }
            #expect(last == [Self.abort] && session.isUpdating, "\(place)")
            #expect(session.deadline == .seconds(33))
            #expect(actions(&session, at: .milliseconds(32_999)).isEmpty)
            #expect(actions(&session, at: .seconds(33)) == [.finished(.timedOut(step))])
            #expect(session.isReady)
        }
    }

    @Test func eachStepEndsWithItsDevicesStatus() throws {
        for place in Place.allCases where place != .rebooting {
            var session = try session(at: place)
            // 3: the device ended the update, so it is not notified
            session.handle(.notified([0x03]), at: .zero)
            #expect(actions(&session) == [.finished(.device(.serviceExit))], "\(place)")
            #expect(session.isReady)
        }
        for place in [Place.gpioMap, .patchLength, .block, .secondLength] {
            for status in [SuotaStatus.ok, .imageStarted, SuotaStatus(rawValue: 0)] {
                var session = try session(at: place)
                session.handle(.notified([status.rawValue]), at: .zero)
                if place == .block && status == .ok {
                    // the status may overtake the confirmation of the last chunk
                    #expect(actions(&session).isEmpty)
                    session.handle(.sent, at: .zero)
                    #expect(actions(&session) == [.write(.patchLength, [50, 0])])
                    continue
                }
                #expect(actions(&session) == [Self.abort])
                session.handle(.written(.memoryDevice), at: .zero)
                #expect(
                    actions(&session) == [.finished(.protocolError(status, place.error!))]
                )
            }
        }
        var empty = try session(at: .gpioMap)
        empty.handle(.notified([]), at: .zero)
        #expect(actions(&empty).isEmpty && empty.isUpdating)
    }

    @Test func aFailedWriteEndsItsStepOnly() throws {
        for place in Place.allCases {
            for characteristic in [SuotaCharacteristic.memoryDevice, .gpioMap, .patchLength] {
                var session = try session(at: place)
                session.handle(.writeFailed(characteristic, .unlikely), at: .zero)
                if place == .rebooting, characteristic == .memoryDevice {
                    #expect(actions(&session) == [.finished(nil)])
                } else if characteristic == place.characteristic {
                    #expect(actions(&session) == [Self.abort])
                    session.handle(.writeFailed(.memoryDevice), at: .zero)
                    let error = SuotaError.gattOperationFailed(place.error!, .unlikely)
                    #expect(actions(&session) == [.finished(error)])
                } else {
                    #expect(actions(&session).isEmpty && session.isUpdating)
                }
            }
        }
    }

    @Test func otherFailuresEndTheirStepOnly() throws {
        let rows: [(SuotaInput, Place, SuotaError)] = [
            (.subscriptionFailed, .subscribing, .gattOperationFailed(.subscribing)),
            (
                .subscriptionRefused(.unlikely), .subscribing,
                .gattOperationFailed(.subscribing, .unlikely)
            ),
            (.sendFailed, .block, .gattOperationFailed(.block)),
            (.sendFailed, .secondBlock, .gattOperationFailed(.block)),
        ]
        for (input, failing, error) in rows {
            for place in Place.allCases where place != .rebooting {
                var session = try session(at: place)
                session.handle(input, at: .zero)
                let isBlock = failing.error == .block && [.block, .secondBlock].contains(place)
                if place == failing || isBlock {
                    let first = actions(&session)
                    guard place != .subscribing else {
                        #expect(first == [.finished(error)])
                        continue
                    }
                    #expect(first == [Self.abort])
                    session.handle(.notified([0x04]), at: .zero)
                    #expect(actions(&session).isEmpty)
                    session.handle(.notified([0x03]), at: .zero)
                    #expect(actions(&session) == [.finished(error)])
                } else {
                    #expect(actions(&session).isEmpty && session.isUpdating, "\(input) \(place)")
                }
            }
        }
    }

    @Test func aLostLinkEndsEachStep() throws {
        for place in Place.allCases {
            var session = try session(at: place)
            session.handle(.linkLost, at: .zero)
            let error: SuotaError? = place == .rebooting ? nil : .notConnected
            let last = all(&session)
            #expect(last.first == .event(.connectionChanged(.disconnected)))
            #expect(last.last == .finished(error) && !session.isReady && !session.isUpdating)
            #expect(last.contains(.event(.rebootSent)) == (place == .rebooting))
        }
    }

    @Test func anAbortIsSentOnce() throws {
        for place in Place.allCases {
            var session = try session(at: place)
            session.abort(at: .zero)
            session.abort(at: .zero)
            switch place {
            case .rebooting: #expect(actions(&session).isEmpty)
            case .subscribing: #expect(actions(&session) == [.finished(.aborted)])
            default:
                #expect(actions(&session) == [Self.abort])
                session.handle(.written(.memoryDevice), at: .zero)
                #expect(actions(&session) == [.finished(.aborted)])
            }
        }
        var idle = ready()
        idle.abort(at: .zero)
        #expect(actions(&idle).isEmpty && idle.isReady)
    }

    @Test func aStartIsChecked() throws {
        let file = SuotaFile(name: "f", bytes: bytes)
        var early = SuotaSession()
        #expect(throws: SuotaError.notConnected) { try early.start(file, at: .zero) }
        for (bank, isValid) in [(-1, false), (0, true), (2, true), (3, false)] {
            var session = ready { $0.imageBank = bank }
            do throws(SuotaError) {
                try session.start(file, at: .zero)
                #expect(isValid)
            } catch {
                #expect(!isValid && error == .badParameter("a bank is 0, 1 or 2"))
                #expect(session.isReady && actions(&session).isEmpty)
            }
        }
        var pins = ready { $0.memory = .i2c(address: 1, scl: "P0_99", sda: "P0_1") }
        #expect(
            throws: SuotaError.badParameter(
                FailureReason("'P0_99' is no pin", nextStep: "use P0_0 to P15_15")
            )
        ) {
            try pins.start(file, at: .zero)
        }
        var checked = ready { $0.checksHeaderCRC = true }
        #expect(throws: SuotaError.self) { try checked.start(file, at: .zero) }
        var twice = try session(at: .gpioMap)
        #expect(throws: SuotaError.notConnected) { try twice.start(file, at: .zero) }
    }

    @Test func anUpdateMayEndWithoutAReboot() throws {
        for disconnects in [false, true] {
            var session = try session(at: .end) {
                $0.rebootsAutomatically = false
                $0.disconnectsWithoutReboot = disconnects
            }
            for input in Place.end.inputs { session.handle(input, at: .seconds(2)) }
            let last = all(&session, at: .seconds(2))
            #expect(last.contains(.event(.success(total: .seconds(2), upload: .zero))))
            #expect(last.contains(.disconnect) == disconnects && last.last == .finished(nil))
        }
    }

    @Test func discoveryDecidesWhatIsRead() {
        let all = Set(SuotaCharacteristic.allCases)
        let usual: [SuotaCharacteristic] = [
            .manufacturerName, .modelNumber, .firmwareRevision, .softwareRevision,
        ]
        let update: [SuotaCharacteristic] = [.version, .patchDataSize, .mtu, .psm]
        let rows: [(Bool, Bool, Bool, [SuotaCharacteristic])] = [
            (true, true, false, usual + update), (true, false, false, update + usual),
            (true, true, true, SuotaCharacteristic.deviceInformation + update),
            (false, true, true, update),
        ]
        for (reads, first, readsAll, expected) in rows {
            var configuration = SuotaConfiguration()
            configuration.readsDeviceInfo = reads
            configuration.readsDeviceInfoFirst = first
            configuration.readsAllDeviceInfo = readsAll
            var session = SuotaSession(configuration: configuration)
            session.handle(.discovered(all), at: .zero)
            var found: [SuotaCharacteristic] = []
            var isInfoReported = false
            while let action = session.nextAction(at: .zero) {
                switch action {
                case .read(let characteristic):
                    found.append(characteristic)
                    #expect(session.deadline == .seconds(30))
                    session.handle(.readFailed(.status), at: .zero)
                    session.handle(.readFailed(characteristic), at: .zero)
                case .event(.deviceInfoReadCompleted(let status)):
                    #expect(status == .success && !isInfoReported)
                    isInfoReported = true
                default: break
                }
            }
            #expect(found == expected && session.isReady && isInfoReported == reads)
        }
        var silent = SuotaSession()
        silent.handle(.discovered(all), at: .zero)
        _ = self.all(&silent)
        #expect(actions(&silent, at: .seconds(30)) == [.finished(.timedOut(.reading))])
        var failed = SuotaSession()
        failed.handle(.discoveryFailed, at: .zero)
        #expect(actions(&failed) == [.finished(.serviceDiscoveryFailed)])
        for missing in SuotaCharacteristic.required {
            var session = SuotaSession()
            session.handle(.discovered(all.subtracting([missing])), at: .zero)
            #expect(actions(&session) == [.finished(.notSupported)])
        }
    }
}
