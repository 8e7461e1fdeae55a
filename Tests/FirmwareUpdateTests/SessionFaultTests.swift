import AccessoryConcurrency
import Testing

@testable import FirmwareUpdate

@Suite struct SessionFaultTests {
    /// The actions of an update of two blocks, from the subscription to the reboot.
    static let steps: [SuotaError.Step] = [
        .subscribing, .memoryDevice, .gpioMap, .patchLength, .block, .end,
    ]

    /// A session waiting in that step.
    static func waiting(in step: SuotaError.Step) throws -> SuotaSession {
        var session = SuotaSession()
        session.handle(.connected, at: .zero)
        session.handle(.discovered(SuotaCharacteristic.required), at: .zero)
        try session.start(makeFile(.da1458x, code: 100), at: .zero)
        while let action = session.nextAction(at: .zero) {
            switch (action, step) {
            case (.subscribe, .subscribing): return session
            case (.subscribe, _): session.handle(.subscribed, at: .zero)
            case (.write(.memoryDevice, let bytes), _):
                if bytes[3] == 0x13 {
                    if step == .memoryDevice { return session }
                    session.handle(.written(.memoryDevice), at: .zero)
                    session.handle(.notified([0x10]), at: .zero)
                } else {
                    return session
                }
            case (.write(.gpioMap, _), .gpioMap): return session
            case (.write(.patchLength, _), .patchLength): return session
            case (.write(let characteristic, _), _):
                session.handle(.written(characteristic), at: .zero)
            case (.sendChunk(let bytes), _):
                session.handle(.sent, at: .zero)
                let isLast = bytes.endIndex == 165
                if isLast && step == .block { return session }
                if isLast { session.handle(.notified([0x02]), at: .zero) }
            default: break
            }
        }
        return session
    }

    static func outcome(of session: inout SuotaSession, at now: Duration) -> SuotaError?? {
        var now = now
        while true {
            while let action = session.nextAction(at: now) {
                if case .finished(let error) = action { return .some(error) }
            }
            guard let deadline = session.deadline else { return nil }
            now = max(now, deadline)
        }
    }

    @Test("every status at every step", arguments: steps)
    func statuses(step: SuotaError.Step) throws {
        for code in UInt8.min ... .max {
            var session = try Self.waiting(in: step)
            session.handle(.notified([code]), at: .zero)
            let status = SuotaStatus(rawValue: code)
            let expected: SuotaStatus? =
                switch step {
                case .memoryDevice: .imageStarted
                case .block, .end: .ok
                default: nil
                }
            if status == expected {
                #expect(session.isUpdating, "\(step) \(status)")
                continue
            }
            let outcome = Self.outcome(of: &session, at: .zero)
            if [0x00, 0x02, 0x10].contains(code) {
                #expect(outcome == .some(.protocolError(status, step)), "\(step) \(status)")
                #expect(SuotaError.protocolError(status, step).code == 0xFFF8)
            } else {
                #expect(outcome == .some(.device(status)), "\(step) \(status)")
                #expect(SuotaError.device(status).code == Int(code))
            }
        }
    }

    /// A session that sends by a channel: opening it, with a packet handed out, with all sent.
    static func byChannel(_ part: Int) throws -> SuotaSession {
        var configuration = SuotaConfiguration()
        configuration.usesChannel = true
        var session = SuotaSession(configuration: configuration)
        session.handle(.connected, at: .zero)
        session.handle(.discovered(SuotaCharacteristic.required.union([.psm])), at: .zero)
        var began = false
        while let action = session.nextAction(at: .zero) {
            switch action {
            case .read(let psm): session.handle(.read(psm, [0x81, 0]), at: .zero)
            case .event(.deviceReady):
                began = true
                try session.start(makeFile(.da1458x, code: 1000), at: .zero)
            case .subscribe: session.handle(.subscribed, at: .zero)
            case .write(let characteristic, _):
                session.handle(.written(characteristic), at: .zero)
                if characteristic == .memoryDevice { session.handle(.notified([0x10]), at: .zero) }
            case .openChannel:
                if part == 0 { return session }
                session.handle(.channelOpened(packet: 498), at: .zero)
            case .sendPacket:
                if part == 1 { return session }
                session.handle(.sent, at: .zero)
            default: break
            }
        }
        try #require(began)
        return session
    }

    @Test("every status while a channel is used", arguments: 0...2)
    func statusesByChannel(part: Int) throws {
        for code in UInt8.min ... .max {
            var session = try Self.byChannel(part)
            session.handle(.notified([code]), at: .zero)
            let status = SuotaStatus(rawValue: code)
            let expected: SuotaError =
                [0x00, 0x02, 0x10].contains(code)
                ? .protocolError(status, .channel) : .device(status)
            #expect(Self.outcome(of: &session, at: .zero) == .some(expected), "\(part) \(status)")
        }
    }

    @Test("every status before a block is complete")
    func statusesWithinABlock() throws {
        for code in UInt8.min ... .max {
            var session = try Self.waiting(in: .patchLength)
            session.handle(.written(.patchLength), at: .zero)
            while let action = session.nextAction(at: .zero) {
                if case .sendChunk = action { break }
            }
            session.handle(.notified([code]), at: .zero)
            let status = SuotaStatus(rawValue: code)
            let expected: SuotaError =
                [0x00, 0x02, 0x10].contains(code)
                ? .protocolError(status, .block) : .device(status)
            #expect(Self.outcome(of: &session, at: .zero) == .some(expected), "\(status)")
        }
    }

    /// Chunks in flight when a block is refused are refused too.
    @Test("every status after the fallback to a smaller block")
    func statusesAfterFallBack() throws {
        for code in UInt8.min ... .max {
            var session = SuotaSession()
            session.configuration.usesLargestBlock = true
            session.handle(.connected, at: .zero)
            session.handle(.discovered(SuotaCharacteristic.required), at: .zero)
            try session.start(makeFile(.da1458x, code: 5000), at: .zero)
            var memoryDevices = 0
            while let action = session.nextAction(at: .zero) {
                switch action {
                case .subscribe: session.handle(.subscribed, at: .zero)
                case .write(.memoryDevice, _):
                    memoryDevices += 1
                    if memoryDevices == 2 { break }
                    session.handle(.written(.memoryDevice), at: .zero)
                    session.handle(.notified([0x10]), at: .zero)
                case .write(.patchLength, _): session.handle(.notified([0x07]), at: .zero)
                case .write(let characteristic, _):
                    session.handle(.written(characteristic), at: .zero)
                default: break
                }
            }
            #expect(memoryDevices == 2)
            session.handle(.notified([code]), at: .zero)
            let status = SuotaStatus(rawValue: code)
            switch code {
            case 0x05, 0x07, 0x08, 0x10: #expect(session.isUpdating, "\(status)")
            case 0x00, 0x02:
                #expect(
                    Self.outcome(of: &session, at: .zero)
                        == .some(.protocolError(status, .memoryDevice))
                )
            default: #expect(Self.outcome(of: &session, at: .zero) == .some(.device(status)))
            }
        }
    }

    @Test("of a longer status, the first byte counts; an empty status is ignored")
    func lengths() throws {
        var session = try Self.waiting(in: .block)
        session.handle(.notified([]), at: .zero)
        #expect(session.isUpdating)
        session.handle(.notified([0x04, 0, 0, 0]), at: .zero)
        #expect(Self.outcome(of: &session, at: .zero) == .some(.device(.crcError)))
    }

    @Test("a silent device ends every step after thirty seconds", arguments: steps)
    func silence(step: SuotaError.Step) throws {
        var session = try Self.waiting(in: step)
        _ = session.nextAction(at: .milliseconds(29_999))
        #expect(session.isUpdating)
        let outcome = Self.outcome(of: &session, at: .seconds(30))
        #expect(outcome == .some(.timedOut(step)))
        #expect(SuotaError.timedOut(step).code == 0xFFF9)
    }

    @Test("a stack that accepts no chunk ends the update")
    func stall() throws {
        var session = try Self.waiting(in: .patchLength)
        session.handle(.written(.patchLength), at: .seconds(1))
        while let action = session.nextAction(at: .seconds(1)) {
            if case .sendChunk = action { break }
        }
        _ = session.nextAction(at: .milliseconds(30_999))
        #expect(session.isUpdating)
        #expect(Self.outcome(of: &session, at: .seconds(31)) == .some(.timedOut(.block)))
    }

    @Test("writes and subscriptions that fail", arguments: steps)
    func failures(step: SuotaError.Step) throws {
        var session = try Self.waiting(in: step)
        switch step {
        case .subscribing: session.handle(.subscriptionFailed, at: .zero)
        case .memoryDevice, .end: session.handle(.writeFailed(.memoryDevice), at: .zero)
        case .gpioMap: session.handle(.writeFailed(.gpioMap), at: .zero)
        case .patchLength: session.handle(.writeFailed(.patchLength), at: .zero)
        default:
            session.handle(.writeFailed(.gpioMap), at: .zero)
            #expect(session.isUpdating, "not what it waits for")
            return
        }
        #expect(Self.outcome(of: &session, at: .zero) == .some(.gattOperationFailed(step)))
    }

    @Test("the caller aborts", arguments: steps)
    func abort(step: SuotaError.Step) throws {
        var session = try Self.waiting(in: step)
        while session.nextAction(at: .zero) != nil {}
        session.abort(at: .zero)
        if step != .subscribing {
            let abort = session.nextAction(at: .zero)
            #expect(abort == .write(.memoryDevice, [0, 0, 0, 0xFF]))
            session.handle(.notified([0x03]), at: .zero)
        }
        #expect(Self.outcome(of: &session, at: .zero) == .some(.aborted))
        #expect(session.isReady, "another update may begin")
    }

    @Test(
        "after an interruption at any point, the device boots the old image or the complete new one"
    )
    func interruptions() throws {
        for family in SuotaImage.Family.allCases {
            let old = try makeFile(family, code: 900, time: 1, version: "1.0")
            let new = try makeFile(family, code: 1400, time: 2, version: "2.0")
            for seed in 0..<60 {
                let device = DeviceModel(family)
                var first = SessionBench(device, seed: UInt64(seed))
                first.connect()
                try first.update(old)
                #expect(device.image(inBank: 1)?.image?.version == "1.0")
                device.disconnect()

                var bench = SessionBench(device, seed: UInt64(seed))
                var random = SeededRandom(seed: UInt64(seed) + 100)
                let after = 4 + Int(random.next() % 16)
                if seed % 2 == 0 { bench.linkLossAfter = after } else { bench.silentAfter = after }
                bench.connect()
                try bench.update(new)
                let outcome = try #require(bench.outcome)
                if seed % 2 == 0 {
                    device.disconnect()
                    #expect(outcome == .notConnected || outcome == nil, "seed \(seed)")
                } else {
                    #expect(outcome?.code == 0xFFF9 || outcome == nil, "seed \(seed)")
                }
                #expect(device.image(inBank: 1)?.image?.version == "1.0", "seed \(seed)")
                let second = device.image(inBank: 2)
                #expect(second == nil || second?.image?.crc == new.image?.crc, "seed \(seed)")
                #expect(outcome != nil || second != nil, "seed \(seed): success without an image")

                // and once more, to the end
                device.disconnect()
                var again = SessionBench(device, seed: UInt64(seed))
                again.connect()
                if second == nil {
                    try again.update(new)
                    #expect(again.outcome == .some(nil), "seed \(seed)")
                    #expect(device.image(inBank: 2)?.image?.crc == new.image?.crc)
                }
            }
        }
    }

    @Test("a lost or replaced status ends with an error, never with a hang")
    func replacedStatuses() throws {
        for status: UInt8 in [0x02, 0x10] {
            for other in [nil, 0x03, 0x07, 0x09, 0x77] as [UInt8?] {
                var bench = SessionBench(DeviceModel(.da1458x), seed: UInt64(status))
                bench.replacement = (status, other)
                bench.connect()
                try bench.update(makeFile(.da1458x))
                let outcome = try #require(bench.outcome)
                #expect(outcome != nil)
                if let other { #expect(outcome?.code == Int(other)) }
                if other == nil { #expect(outcome?.code == 0xFFF9) }
            }
        }
    }

    @Test("a flash failure is reported with the device's code")
    func flash() throws {
        let device = DeviceModel(.da1468x)
        device.flashResult = .externalMemoryWriteError
        var bench = SessionBench(device)
        bench.connect()
        try bench.update(makeFile(.da1468x))
        #expect(bench.outcome == .some(.device(.externalMemoryWriteError)))
        #expect(bench.events.last == .failure(.device(.externalMemoryWriteError)))
    }
}
