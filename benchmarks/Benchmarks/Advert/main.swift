// Advertisements in Swift: user CPU for each report. advert-bench-swift ADV.BIN ADV.KIND HCI.BIN; prints
// RESULT<TAB>label<TAB>median ns<TAB>best ns<TAB>checksum, like the C program.
import Beacons
import BluetoothLE
import Foundation

func userSeconds() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) * 1e-6
}

func records(_ path: String) -> [[UInt8]] {
    guard let data = FileManager.default.contents(atPath: path) else {
        FileHandle.standardError.write(Data("cannot read \(path)\n".utf8))
        exit(66)
    }
    let bytes = [UInt8](data)
    var all: [[UInt8]] = []
    var at = 0
    while at + 2 <= bytes.count {
        let length = Int(bytes[at]) | Int(bytes[at + 1]) << 8
        all.append(Array(bytes[at + 2..<at + 2 + length]))
        at += 2 + length
    }
    return all
}

func report(_ label: String, count: Int, rounds: Int = 9, _ work: () -> Int) {
    var sum = work()
    var start = userSeconds()
    var turns = 0
    while userSeconds() - start < 0.1 {
        sum &+= work()
        turns += 1
    }
    turns = turns * 3 + 1
    var times: [Double] = []
    for _ in 0..<rounds {
        start = userSeconds()
        for _ in 0..<turns { sum &+= work() }
        times.append((userSeconds() - start) * 1e9 / Double(turns) / Double(count))
    }
    times.sort()
    let numbers = String(format: "%.2f\t%.2f", times[rounds / 2], times[0])
    print("RESULT\t\(label)\t\(numbers)\t\(sum)")
}

guard CommandLine.arguments.count >= 4 else {
    FileHandle.standardError.write(Data("advert-bench-swift ADV.BIN ADV.KIND HCI.BIN\n".utf8))
    exit(64)
}
let adverts = records(CommandLine.arguments[1])
report("accessory AdvertisementView: zero-copy (Swift)", count: adverts.count) {
    var sum = 0
    for bytes in adverts {
        let view = AdvertisementView(bytes.span)
        sum &+= view.end &+ (view.txPower ?? 0) &+ Int(view.flags?.rawValue ?? 0)
        if let name = view.name { sum &+= name.count }
        if let data = view.manufacturerData { sum &+= data.count }
        if let data = view.serviceData { sum &+= data.count }
    }
    return sum
}
report("accessory Advertisement: value type (Swift)", count: adverts.count) {
    var sum = 0
    for bytes in adverts {
        let advert = Advertisement(bytes)
        sum &+= advert.bytes.count &+ (advert.txPower ?? 0) &+ Int(advert.flags?.rawValue ?? 0)
        if let data = advert.manufacturerData { sum &+= Int(data.company) &+ data.bytes.count }
    }
    return sum
}
report("accessory Advertisement: every property and Beacon (Swift)", count: adverts.count) {
    var sum = 0
    for bytes in adverts {
        let advert = Advertisement(bytes)
        sum &+= advert.name?.utf8.count ?? 0
        sum &+= advert.isNameShortened ? 1 : 0
        sum &+= advert.serviceUUIDs.count &+ advert.solicitedServiceUUIDs.count
        sum &+= advert.serviceData.count &+ advert.bytes.count
        sum &+= advert.txPower ?? 0
        sum &+= Int(advert.flags?.rawValue ?? 0) &+ Int(advert.appearance ?? 0)
        sum &+= advert.interval == nil ? 0 : 1
        sum &+= advert.uri?.count ?? 0
        if let data = advert.manufacturerData { sum &+= Int(data.company) &+ data.bytes.count }
        if let beacon = Beacon(advert) { sum &+= beacon.kind.rawValue }
    }
    return sum
}

let events = records(CommandLine.arguments[3])
let devices = 10_000

/// HCI events of 10 000 devices. A tenth of the devices change their data with each report.
func traffic() -> [[UInt8]] {
    (0..<40_000).map { turn in
        let device = turn &* 7919 % devices
        var event = Array(events[(device + (turn % 10 == 0 ? turn : 0)) % events.count].dropFirst())
        withUnsafeBytes(of: UInt32(device).littleEndian) { event.replaceSubrange(6..<10, with: $0) }
        return event
    }
}

let input = traffic()
actor Driver {
    private var times: [Double] = []

    /// The whole path: event to report to browser, on one core.
    func run() async {
        let browser = BeaconBrowser(kind: .any, options: BrowserOptions(capacity: devices))
        var time = Duration.zero
        for round in 0..<12 {
            let start = userSeconds()
            var decoder = AdvertisementReportDecoder()
            var batch: [AdvertisementReport] = []
            batch.reserveCapacity(256)
            for event in input {
                time += .microseconds(100)
                decoder.decode(event: event.span, time: time) { batch.append($0) }
                if batch.count >= 256 {
                    await browser.process(batch)
                    batch.removeAll(keepingCapacity: true)
                }
            }
            await browser.process(batch)
            if round > 2 { times.append((userSeconds() - start) * 1e9 / Double(input.count)) }
        }
        times.sort()
        let count = await browser.count
        let label = "accessory HCI event to browser update, 10 000 devices (Swift)"
        let numbers = String(format: "%.2f\t%.2f", times[times.count / 2], times[0])
        print("RESULT\t\(label)\t\(numbers)\t\(count)")
    }
}
await Driver().run()
