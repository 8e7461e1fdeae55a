import Foundation
import Logging
import Testing

@testable import GatewayPage

@Suite final class HistoryTests {
    private let folder = NSTemporaryDirectory() + "/gateway-page-\(UUID())"
    private let series = Series(device: 0xA4C1_3800_0001, quantity: "temperature")
    /// A full hour.
    private let start: Int64 = 1_700_002_800_000

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func history(limit: Int = 1 << 30) throws -> History {
        let log = Logger(label: "page") { _ in SwiftLogNoOpLogHandler() }
        return try History(folder + "/history.sqlite", limit: limit, log)
    }

    private func bucket(_ values: Double...) -> Bucket {
        var bucket = Bucket(values[0])
        for value in values.dropFirst() { bucket.add(value) }
        return bucket
    }

    @Test func eachLevelHasMinimumMeanAndMaximum() throws {
        let history = try history()
        try history.add([(series, bucket(20, 22))], at: start)
        try history.add([(series, bucket(27))], at: start + 10_000)
        let hour: Int64 = 3_600_000
        let fine = try history.points(series, from: start, to: start + hour)
        #expect(fine.map(\.mean) == [21, 27])
        #expect(fine.map(\.time) == [start, start + 10_000])
        let day = try history.points(series, from: start - 24 * hour, to: start + hour)
        #expect(day.map(\.mean) == [23] && day[0].least == 20 && day[0].most == 27)
        let year = try history.points(series, from: start - 8760 * hour, to: start + hour)
        #expect(year.map(\.mean) == [23] && year[0].time == start)
        let quantities = try history.quantities(of: series.device)
        #expect(quantities == ["temperature"])
    }

    @Test func valuesSurviveARestart() throws {
        try history().add([(series, bucket(5))], at: start)
        let points = try history().points(series, from: start, to: start + 1000)
        #expect(points.map(\.mean) == [5])
    }

    @Test func aForgottenDeviceHasNoValues() throws {
        let history = try history()
        let other = Series(device: series.device + 1, quantity: "temperature")
        let humidity = Series(device: series.device, quantity: "humidity")
        // the file gives the number of the series with the highest one again
        let all = [other, series, humidity]
        try history.add(all.map { ($0, bucket(5)) }, at: start)
        try history.forget(series.device)
        #expect(try history.quantities(of: series.device) == [])
        // a series that is added again must not have the old values
        try history.add([(series, bucket(6))], at: start + 10_000)
        for (series, means) in [(series, [6.0]), (humidity, []), (other, [5])] {
            let points = try history.points(series, from: start, to: start + 20_000)
            #expect(points.map(\.mean) == means)
        }
    }

    /// Noise, and a file whose first page is whole.
    @Test(arguments: [0, 100])
    func aDamagedFileIsRenamed(whole: Int) throws {
        let path = folder + "/history.sqlite"
        try history().add([(series, bucket(5))], at: start)
        var data = try Data(contentsOf: URL(filePath: path)).prefix(whole)
        data += Data(repeating: 0x5A, count: 8192)
        try data.write(to: URL(filePath: path))
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
        let new = try history()
        try new.add([(series, bucket(6))], at: start)
        #expect(try new.points(series, from: start, to: start + 1000).map(\.mean) == [6])
        #expect(FileManager.default.contents(atPath: path + ".damaged") == data)
    }

    @Test func aFullFileDropsTheFinestValuesFirst() throws {
        let limit = 400_000
        let history = try history(limit: limit)
        let devices = (0..<20).map { Series(device: UInt64($0), quantity: "rssi") }
        // two hours, in steps of a minute: some of the file's bound in each level
        for minute in 0..<600 {
            try history.add(
                devices.map { ($0, Bucket(Double(minute))) },
                at: start + Int64(minute) * 60_000
            )
        }
        let end = start + 600 * 60_000
        #expect(history.size > limit)
        try history.prune(at: end)
        #expect(history.size <= limit)
        let hours = try history.points(devices[3], from: start - 8_000_000_000, to: end)
        #expect(hours.count == 10)
        let fine = try history.points(devices[3], from: end - 3_600_000, to: end)
        #expect(fine.count > 0 && fine.last?.mean == 599)
        let all = try history.points(devices[3], from: start, to: start + 3_600_000)
        #expect(all.isEmpty)
    }

    @Test func oldValuesAreRemoved() throws {
        let history = try history()
        try history.add([(series, bucket(5))], at: start)
        try history.prune(at: start + 6 * 365 * 86_400_000)
        let quantities = try history.quantities(of: series.device)
        #expect(quantities.isEmpty)
    }
}
