internal import AccessoryBase
internal import ArgumentParser
internal import Beacons
internal import BluetoothLE

/// `accessory advert decode`
struct AdvertDecode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Decode advertising data: fields, beacons, sensor readings.",
        discussion: """
            Input is hexadecimal advertising data (spaces, colons and a leading 0x do not matter), a \
            file of such lines, or a capture: btsnoop (btmon -w, Android's snoop log), pcap, \
            pcapng, PacketLogger or hcidump, also compressed by gzip or zip, or an Android bug report. A line that begins with 043e is a whole HCI event. '#' begins a comment. \
            Damaged data is decoded up to the damage.
            """
    )

    @Argument(help: "Advertising data as hexadecimal digits, or - for standard input.")
    var hex: [String] = []

    @Option(help: "A file with lines of hexadecimal digits, or a capture.", completion: .file())
    var file: String?

    @Option(help: "The device's name, if the data lacks it; some sensors are recognised by name.")
    var name: String?

    @OptionGroup var sensorOptions: SensorOptions
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard hex.isEmpty != (file == nil) else {
            throw ValidationError(
                "Give advertising data, or a file with --file, or - to read standard input."
            )
        }
    }

    func run() async throws {
        var display = try AdvertDisplay(
            sensors: sensorOptions.load(),
            name: name,
            json: options.json
        )
        let name = file ?? (hex == ["-"] ? "-" : nil)
        guard let name else {
            for line in hex { try show(argument: line, &display) }
            return
        }
        let bytes = try Captures.read(name)
        if let capture = try Captures.open(bytes, name: name) {
            display.sensors = display.sensors.withCounters
            var reports = capture.makeIterator()
            while let report = await reports.next(isolation: nil) {
                try Task.checkCancellation()
                display.show(report.advertisement, report)
            }
            if reports.isDamaged { throw Captures.damaged(name) }
            return
        }
        for (number, line) in LineSplitter.lines(of: bytes).enumerated() {
            try show(line: line, name: "\(name), line \(number + 1),", &display)
        }
    }

    private func show(argument: String, _ display: inout AdvertDisplay) throws {
        try Failure.ofArguments { try show(line: argument, name: "the argument", &display) }
    }

    private func show(line: String, name: String, _ display: inout AdvertDisplay) throws {
        try Task.checkCancellation()
        guard let bytes = try HexText.bytes(line, name: name, mayHaveComment: true),
            !bytes.isEmpty
        else { return }
        guard bytes.starts(with: [0x04, 0x3E]) else {
            return display.show(Advertisement(bytes), nil)
        }
        var decoder = AdvertisementReportDecoder()
        var reports: [AdvertisementReport] = []
        let isWhole = decoder.decode(event: bytes.span.extracting(droppingFirst: 1), time: .zero) {
            reports.append($0)
        }
        for report in reports { display.show(report.advertisement, report) }
        guard isWhole else {
            throw Failure(
                .badInput,
                "\(name) is a truncated HCI event",
                nextStep: "give the whole event; its third byte is the number of bytes after it"
            )
        }
    }
}

/// Prints advertisements. Keeps each device's name, which is often only in its scan response.
private struct AdvertDisplay {
    var sensors: SensorReader
    let name: String?
    let json: Bool
    private var names: [BluetoothAddress: String] = [:]

    init(sensors: SensorReader, name: String?, json: Bool) {
        (self.sensors, self.name, self.json) = (sensors, name, json)
    }

    mutating func show(_ advertisement: Advertisement, _ report: AdvertisementReport?) {
        if let report, let name = advertisement.name { names[report.address] = name }
        let known = report.flatMap { names[$0.address] } ?? name
        let record = AdvertRecord(advertisement, report, name: known, sensors: sensors)
        if json {
            Console.print(json: record)
        } else {
            Console.print(record.text)
        }
    }
}
