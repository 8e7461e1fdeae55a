internal import AccessoryBase
internal import Beacons
internal import BluetoothLE
public import GatewayCore
internal import Glibc

/// Prints each reading as a line of JSON.
public final class PrintSink: Sink {
    public let name = "print"
    public let takesAdvertisements = false

    public init() {}

    public func offer(_ item: Item) {
        var json = JSONWriter()
        switch item {
        case .reading(let reading): json.object { Self.write(reading, &$0) }
        case .presence(let change):
            json.object {
                $0.member("presence", change.name)
                $0.member("home", change.isHome)
                $0.member("ts", Int(change.time))
            }
        case .advertisement: return
        }
        Self.print(json.bytes)
    }

    public func offer(_ message: ReaderMessage) { Self.print(message.json) }

    private static func print(_ json: [UInt8]) {
        let line = json + [UInt8(ascii: "\n")]
        line.withUnsafeBytes { _ = Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }

    private static func write(_ reading: Reading, _ json: inout JSONWriter) {
        json.member("address", reading.address.description)
        if let name = reading.name { json.member("name", name) }
        if let model = reading.model { json.member("model", model.title) }
        json.member("format", reading.format.rawValue)
        json.member("adapter", reading.adapter)
        if let rssi = reading.rssi { json.member("rssi", rssi) }
        json.member("ts", Int(reading.time))
        for measurement in reading.measurements {
            json.name(text: measurement.memberName)
            json.value(measurement.value)
        }
    }

    public func run() async throws {
        // each line is written before `offer` returns
        let (forever, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in forever {}
    }

    public func drain() async {}
}
