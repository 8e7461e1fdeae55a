import Testing

@testable import BluetoothLE

/// The ranges and defaults of the parameters that a radio receives. Limits: Core 5.4, Vol 4, Part E.
@Suite struct ParameterTests {
    private func accepts(_ check: () throws(RadioError) -> Void) -> Bool {
        do {
            try check()
            return true
        } catch {
            guard case .invalidParameters = error else {
                Issue.record("\(error)")
                return true
            }
            return false
        }
    }

    /// Section 7.8.64: interval and window, 4 to 65535 units of 625 µs.
    @Test(
        arguments: [
            (2500, 2500, true), (2499, 2499, false), (2500, 2499, false),
            (40_959_375, 40_959_375, true), (40_959_376, 2500, false), (60_000, 60_000, true),
            (60_000, 60_001, false), (60_000, 59_999, true),
        ]
    )
    func scanning(interval: Int, window: Int, isValid: Bool) {
        let parameters = ScanParameters {
            ($0.interval, $0.window) = (.microseconds(interval), .microseconds(window))
        }
        #expect(accepts(parameters.check) == isValid)
    }

    /// Sections 7.8.5 (20 ms to 10.24 s) and 7.8.53 (extended, up to 0xFFFFFF units of 625 µs).
    @Test(
        arguments: [
            (20_000, 20_000, false, true), (19_999, 20_000, false, false),
            (20_000, 10_240_000, false, true), (20_000, 10_240_001, false, false),
            (20_000, 10_240_001, true, true), (10_240_001, 10_240_001, false, false),
            (20_000, 10_485_759_375, true, true), (20_000, 10_485_759_376, true, false),
            (19_999, 20_000, true, false),
        ]
    )
    func advertising(shortest: Int, longest: Int, isExtended: Bool, isValid: Bool) {
        let parameters = AdvertisingParameters(data: []) {
            $0.interval = .microseconds(shortest)...(.microseconds(longest))
            $0.isExtended = isExtended
        }
        #expect(accepts(parameters.check) == isValid)
    }

    @Test(arguments: [(-127, true), (-128, false), (20, true), (21, false), (nil, true)])
    func advertisingPower(power: Int?, isValid: Bool) {
        let parameters = AdvertisingParameters(data: []) { $0.txPower = power }
        #expect(accepts(parameters.check) == isValid)
    }

    /// Section 7.8.12. The timeout has to exceed (1 + latency) * longest interval * 2.
    @Test(
        arguments: [
            (7500, 7500, 0, 100_000, true), (7499, 7500, 0, 100_000, false),
            (7500, 7500, 0, 99_999, false), (7500, 7500, 0, 32_000_000, true),
            (7500, 7500, 0, 32_000_001, false), (7500, 4_000_000, 0, 8_000_001, true),
            (7500, 4_000_000, 0, 8_000_000, false), (4_000_000, 4_000_001, 0, 32_000_000, false),
            (7500, 7500, 499, 7_500_001, true), (7500, 7500, 499, 7_500_000, false),
            (7500, 7500, 500, 32_000_000, false), (7500, 7500, -1, 32_000_000, false),
            (7500, 100_000, 1, 400_001, true), (7500, 100_000, 1, 400_000, false),
        ]
    )
    func connecting(shortest: Int, longest: Int, latency: Int, timeout: Int, isValid: Bool) {
        let parameters = ConnectionParameters {
            $0.interval = .microseconds(shortest)...(.microseconds(longest))
            ($0.latency, $0.supervisionTimeout) = (latency, .microseconds(timeout))
        }
        #expect(accepts(parameters.check) == isValid)
    }

    /// Vol 3, Part A, section 4.22.
    @Test(
        arguments: [
            (0, 23, false), (1, 23, true), (1, 22, false), (255, 65535, true), (256, 23, false),
            (255, 65536, false),
        ]
    )
    func channels(psm: UInt16, mtu: Int, isValid: Bool) {
        #expect(
            accepts { () throws(RadioError) in try ChannelParameters.check(psm: psm, mtu: mtu) }
                == isValid
        )
    }

    @Test func defaultsAreDocumented() {
        let scan = ScanParameters()
        #expect(scan.isActive && scan.reportsDuplicates && scan.phys == [.le1M])
        #expect(scan.interval == .milliseconds(60) && scan.window == .milliseconds(60))

        let advertising = AdvertisingParameters(data: [2, 1, 6])
        #expect(advertising.data == [2, 1, 6] && advertising.scanResponse.isEmpty)
        #expect(advertising.isConnectable && !advertising.isExtended && advertising.txPower == nil)
        #expect(advertising.interval == .milliseconds(100)...(.milliseconds(150)))
        #expect(advertising.primaryPHY == .le1M && advertising.secondaryPHY == .le1M)

        let connection = ConnectionParameters()
        #expect(connection.interval == .milliseconds(15)...(.milliseconds(30)))
        #expect(connection.latency == 0 && connection.supervisionTimeout == .seconds(4))
        #expect(connection.phys == [.le1M, .le2M])

        let link = LinkParameters(interval: .milliseconds(30))
        #expect(link.latency == 0 && link.supervisionTimeout == .seconds(4))
        #expect(link.phy == .le1M && link.dataLength == 27)

        let options = ConnectOptions()
        #expect(options.reconnect == .never && options.mtu == 517 && options.security == .none)
        #expect(options.requestTimeout == .seconds(30))
        #expect(
            ReconnectPolicy.backoff
                == .backoff(first: .milliseconds(500), limit: .seconds(30), factor: 2)
        )
        #expect(ConnectionSecurity() == ConnectionSecurity(level: .none, isBonded: false))
    }

    @Test func featuresOfAMinimalAdapterAndOfAVirtualOne() {
        let minimal = RadioFeatures()
        #expect(minimal.advertisingSets == 1 && minimal.advertisingData == 31)
        #expect(minimal.phys == [.le1M] && !minimal.hasChannels && minimal.canScanPassively)
        #expect(minimal.hasWholeAdvertisements && minimal.canSetConnectionParameters)
        #expect(minimal.canSetAdvertisingInterval && minimal.namesSubscribers)
        #expect(minimal.hasSecureConnections && minimal.largestKeySize == 16)
        #expect(minimal.checksKeySizes)
        let everything = RadioFeatures.everything
        #expect(everything.advertisingSets == 16 && everything.advertisingData == 1650)
        #expect(everything.phys == [.le1M, .le2M, .coded] && everything.hasChannels)
    }

    /// The numbers of HCI (Core 5.4, Vol 4, Part E, sections 7.8.49 and 7.7.65.2; Vol 3, Part H, 2.3.2).
    @Test func numbersAreThoseOfTheSpecification() {
        #expect(PHY.allCases.map(\.rawValue) == [1, 2, 3])
        #expect(PairingAgent.Capability.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
        let kinds: [BluetoothAddress.Kind] = [
            .public, .random, .publicIdentity, .randomIdentity, .anonymous,
        ]
        #expect(kinds.map(\.rawValue) == [0, 1, 2, 3, 0xFF])
        #expect(LinkSecurity.none < .encrypted && LinkSecurity.encrypted < .authenticated)
        #expect(!(LinkSecurity.encrypted < .encrypted))
        #expect(LinkSecurity.allCases.map(\.rawValue) == [0, 1, 2, 3])
        let properties: [AdvertisementReport.Properties] = [
            .connectable, .scannable, .directed, .scanResponse, .legacy, .cut,
        ]
        #expect(properties.map(\.rawValue) == [1, 2, 4, 8, 16, 64])
        let flags: [AdvertisementFlags] = [
            .limitedDiscoverable, .generalDiscoverable, .noClassic, .dualModeController,
            .dualModeHost,
        ]
        #expect(flags.map(\.rawValue) == [1, 2, 4, 8, 16])
        #expect(AdvertisementFlags.default.rawValue == 6)
        #expect([Subscription.notifications, .indications].map(\.rawValue) == [1, 2])
    }
}

@Suite struct DuplicateFilterTests {
    private func report(
        _ address: UInt64,
        set: Int? = nil,
        isResponse: Bool = false
    ) -> AdvertisementReport {
        AdvertisementReport(
            address: BluetoothAddress(value: address),
            properties: isResponse ? [.scanResponse, .legacy] : .legacy,
            set: set,
            data: []
        )
    }

    @Test func eachSetsAdvertisementAndResponseAreNewOnce() {
        var filter = DuplicateFilter()
        let reports = [
            report(1), report(2), report(1, isResponse: true), report(1, set: 0),
            report(1, set: 1), report(1, set: 1, isResponse: true),
        ]
        #expect(reports.map { filter.isNew($0) } == Array(repeating: true, count: 6))
        #expect(reports.map { filter.isNew($0) } == Array(repeating: false, count: 6))
    }

    @Test func aSetOfOneRemembersTheLastElementAndTheOneBefore() {
        #expect(RecentSet<Int>.usualCapacity == 65536)
        for capacity in [0, 1, 2, 3] {
            var recent = RecentSet<Int>(capacity: capacity)
            let isNew = [1, 1, 2, 1, 3, 2].map { recent.insert($0) }
            // 2 is dropped when 3 arrives, because 1 was seen after it
            #expect(isNew == [true, false, true, false, true, true], "\(capacity)")
            #expect(recent.count == 2)
        }
        var recent = RecentSet<Int>(capacity: 4)
        #expect(recent.count == 0)
        #expect([1, 2, 3, 4].allSatisfy { recent.insert($0) } && recent.count == 4)
        let isNew = recent.insert(5)
        #expect(isNew && recent.count == 3)
        let areKnown = [3, 4].map { !recent.insert($0) }
        #expect(areKnown == [true, true] && recent.count == 3)
    }
}
