// A reading's path through the gateway, for scripts/thresholds: from the advertising report through filter and decoder
// to the MQTT message in the spool. The spool is closed, because its commits depend on the time of day.
import BluetoothLE
import Foundation
import GatewayAir
import GatewayConfiguration
import GatewayCore
import GatewayMQTT
import GatewaySpool
import Logging

let devices = 50
let rounds = 20

/// A Ruuvi sensor's report; its temperature changes with each round, so that each reading is published.
func report(of device: Int, round: Int) -> AdvertisementReport {
    let head: [UInt8] = [27, 255, 153, 4, 5, 18, UInt8(round)]
    let rest: [UInt8] = [
        83, 148, 195, 124, 0, 4, 255, 252, 4, 12, 172, 54, 66, 0, 205, 203, 184, 51, 76, 136, 79,
    ]
    return AdvertisementReport(
        address: BluetoothAddress(value: UInt64(device + 1)),
        rssi: -60,
        data: head + rest
    )
}

let folder = FileManager.default.temporaryDirectory.path + "/threshold-\(UUID().uuidString)"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)

let configuration = try Configuration(
    yaml: "mqtt: {brokers: ['mqtt://127.0.0.1']}\nthrottle: {interval: 0s}"
)
let metrics = Metrics()
let log = Logger(label: "thresholds")
let spool = try Spool(
    path: folder + "/mqtt.sqlite",
    limits: SpoolLimits(rows: 1000, bytes: 1 << 20, age: 1000),
    metrics: metrics,
    log: log
)
spool.close()
let sink = MQTTSink(
    configuration.mqtt!,
    adapters: ["hci0"],
    spool: spool,
    SinkContext(
        gateway: "gateway",
        state: folder,
        metrics: metrics,
        radios: AdapterRadios(),
        log: log
    )
)
let pipeline = Pipeline(configuration, sinks: [sink], metrics: metrics)

func publish(_ reports: [[AdvertisementReport]], from start: Int64) {
    for (round, reports) in reports.enumerated() {
        pipeline.process(
            reports,
            adapter: "hci0",
            at: Moment(recorded: start + Int64(round) * 1000)
        )
    }
}

let reports = (0..<rounds).map { round in (0..<devices).map { report(of: $0, round: round) } }
publish(reports, from: 1_700_000_000_000)
callgrindZero()
publish(reports, from: 1_700_000_100_000)
callgrindDump()
print("published", devices * rounds, "reading")
try FileManager.default.removeItem(atPath: folder)

// callgrind finds these two by their names. They do something, so that the compiler keeps the calls.
@inline(never)
func callgrindZero() { fflush(nil) }

@inline(never)
func callgrindDump() { fflush(nil) }
