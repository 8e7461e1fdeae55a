import Testing

@testable import BluetoothLE

/// Joining scan responses to advertisements.
@Suite(.timeLimit(.minutes(20))) struct ResponseMergerTests {
    private static func report(
        _ data: [UInt8],
        of address: UInt64 = 1,
        _ properties: AdvertisementReport.Properties = [.connectable, .scannable],
        at second: Int = 0
    ) -> AdvertisementReport {
        AdvertisementReport(
            address: BluetoothAddress(value: address),
            properties: properties,
            rssi: -40 - second,
            time: .seconds(second),
            data: data
        )
    }

    @Test func theFirstReportWaitsForTheResponse() {
        var merger = ResponseMerger()
        #expect(merger.receive(Self.report([1])).isEmpty)
        // as the advertisement, received with the response
        let merged = Self.report([1, 2], at: 1)
        #expect(merger.receive(Self.report([2], .scanResponse, at: 1)) == [merged])
        // later ones do not wait, and the same response is no news
        #expect(merger.receive(Self.report([3], at: 2)) == [Self.report([3, 2], at: 2)])
        #expect(merger.receive(Self.report([2], .scanResponse, at: 2)).isEmpty)
        #expect(
            merger.receive(Self.report([4], .scanResponse, at: 3)) == [Self.report([3, 4], at: 3)]
        )
        #expect(merger.receive(Self.report([3], at: 4)) == [Self.report([3, 4], at: 4)])
    }

    @Test func aDeviceWithoutResponseWaitsOnce() {
        var merger = ResponseMerger()
        #expect(merger.receive(Self.report([1])).isEmpty)
        #expect(merger.receive(Self.report([2])) == [Self.report([1]), Self.report([2])])
        #expect(merger.receive(Self.report([3])) == [Self.report([3])])
        // a late response is not lost
        #expect(merger.receive(Self.report([4], .scanResponse)) == [Self.report([3, 4])])
    }

    @Test func whatHasNoResponseDoesNotWait() {
        var merger = ResponseMerger()
        let beacon = Self.report([1], [])
        #expect(merger.receive(beacon) == [beacon])
        var rebuilt = Self.report([2], of: 2)
        rebuilt.isRebuilt = true
        #expect(merger.receive(rebuilt) == [rebuilt])
        var anonymous = Self.report([3], of: 3)
        anonymous.address = BluetoothAddress(value: 0, kind: .anonymous)
        #expect(merger.receive(anonymous) == [anonymous])
        // a response whose advertisement was missed
        let response = Self.report([4], of: 4, .scanResponse)
        #expect(merger.receive(response) == [response])
    }

    @Test func theMemoryIsBoundedAndLosesNoReport() {
        var merger = ResponseMerger(capacity: 2)
        #expect(merger.receive(Self.report([1], of: 1)).isEmpty)
        #expect(merger.receive(Self.report([2], of: 2)).isEmpty)
        #expect(merger.receive(Self.report([3], of: 3)) == [Self.report([1], of: 1)])
        #expect(
            merger.receive(Self.report([9], of: 2, .scanResponse)) == [Self.report([2, 9], of: 2)]
        )
        // forgotten: it waits again
        #expect(merger.receive(Self.report([1], of: 1)).isEmpty)
    }

    /// A listener that merges, and one that does not, of one scan.
    @Test func listenersMergeForThemselves() async throws {
        let pair = Pair()
        let central = Central(radio: pair.phone, clock: pair.clock)
        try await pair.clock.run {
            let name: [UInt8] = [3, 9, 0x68, 0x69]
            let set = try pair.sensor.advertise(
                AdvertisingParameters(data: [2, 1, 6]) { $0.scanResponse = name }
            )
            let merged = try await central.scan(
                .all,
                ScanParameters { $0.mergesResponses = true },
                timeout: .seconds(9)
            )
            let plain = try await central.scan(.all, timeout: .seconds(9))
            for try await report in merged {
                #expect(report.data == [2, 1, 6] + name && report.isConnectable)
                #expect(report.advertisement.name == "hi")
                break
            }
            for try await report in plain {
                #expect(report.data == [2, 1, 6])
                break
            }
            await set.stop()
        }
    }
}
