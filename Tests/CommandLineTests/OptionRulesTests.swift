import ArgumentParser
import Testing

@testable import accessory

/// The rules of options: which combinations and ranges a command accepts.
@Suite struct OptionRulesTests {
    /// Arguments of a command, and part of the parser's message; nil if they are accepted.
    private typealias Row = (arguments: String, message: String?)

    private func check(
        _ command: any ParsableArguments.Type,
        _ rows: [Row],
        _ place: SourceLocation = #_sourceLocation
    ) {
        for (text, message) in rows {
            let arguments = text.split(separator: " ").map(String.init)
            do {
                _ = try command.parse(arguments)
                #expect(message == nil, "\(text)", sourceLocation: place)
            } catch {
                let found = command.message(for: error)
                #expect(
                    message.map(found.contains) == true,
                    "\(text): \(found)",
                    sourceLocation: place
                )
            }
        }
    }

    @Test func encode() {
        let level = "--level must be above 0 and at most 1"
        check(
            JackEncode.self,
            [
                ("--profile reader a b", nil), ("--profile reader --level 1 a b", nil),
                ("--profile reader --level 0.001 a b", nil),
                ("--profile reader --level 0 a b", level),
                ("--profile reader --level 1.001 a b", level),
                ("a b", "Missing expected argument '--profile <profile>'"),
                ("--report r a b", nil), ("--report r --profile cable a b", nil),
                ("--report r --profile reader a b", "--report is for --profile cable"),
                ("--report r --profile cable:9000 a b", "the report sets the bit rate"),
                ("--profile cable --stream a b", "--stream is for FSK"),
                ("--profile cable:9000 a b", nil), ("--profile reader --fec a b", nil),
                ("--profile bell202 --stream a b", nil),
                ("--profile bell202 --stream --fec a b", "--fec is for frames. A --stream has"),
                ("--profile hijack --fec a b", "--fec is for frames. A --stream has none"),
                ("--profile cable --fec a b", "cable always corrects errors"),
                ("--profile cable --band 9000 a b", nil),
                ("--profile reader --band 9000 a b", "--band is for --profile cable"),
                ("--report r --band 9000 a b", "the report sets the band"),
                ("--report r --missing m a b", nil),
                ("--profile cable --missing m a b", "--missing is for --report"),
                ("--profile auto a b", "--profile auto is for decode"),
            ]
        )
    }

    @Test func decode() {
        check(
            JackDecode.self,
            [
                ("--profile reader --channel 1 a b", nil),
                ("--profile reader --channel 0 a b", "--channel must be at least 1"),
                ("--profile reader --uncoded a b", nil),
                ("--profile bell202 --stream --uncoded a b", "A stream has none"),
                ("--profile track2 --uncoded a b", "A stream has none"),
                ("--profile cable --uncoded a b", "cable always corrects errors"),
                ("--report r --missing m --state s a b", nil),
                ("--report r --missing m a b", "--missing and --state need each other"),
                ("--report r --state s a b", "--missing and --state need each other"),
                ("--profile cable --missing m --state s a b", "are for --report"),
                ("--profile reader a", "name two files"),
                ("--profile reader --device d a", nil),
                ("--profile reader --device d a b", "--device replaces IN"),
                ("--profile reader --device d --duration 1s -", nil),
                ("--profile reader --duration 1s a b", "--duration is for --device"),
                ("--profile cable --device d a", "not for --profile cable"),
                ("--profile auto a b", nil),
                ("--profile auto --device d a", "are not for --profile auto"),
                ("--profile auto --character 7E1 a b", "are not for --profile auto"),
                ("--profile rtty --character 5N1 a b", nil),
                ("--profile bell202 --stream --character 7E1 a b", nil),
                ("--profile bell202 --character 7E1 a b", "--character is for modes"),
                ("--profile hijack --character 7E1 a b", "--character is for modes"),
                ("--profile cable --character 7E1 a b", "--character is for modes"),
                ("--profile rtty --character 5X1 a b", "5X1"),
            ]
        )
    }

    @Test func soundCommands() {
        check(
            JackSounding.self,
            [
                ("--level 1 a", nil), ("--level 0.001 a", nil),
                ("--level 0 a", "--level must be above 0"), ("--level 1.001 a", "at most 1"),
                ("--id 255 a", nil), ("--id 256 a", "--id"),
            ]
        )
        check(JackReport.self, [("--channel 1 a b", nil), ("--channel 0 a b", "at least 1")])
        check(
            JackListen.self,
            [
                ("--count 1", nil), ("--count 0", "--count must be at least 1"),
                ("--raw", nil), ("--json", nil), ("--raw --json", "cannot be combined"),
            ]
        )
        check(
            JackProbe.self,
            [("a.wav", nil), ("--fec", nil), ("a.wav --fec --rate 9000", "--rate, --fec: not for")]
        )
        check(
            JackScope.self,
            [
                ("a.wav --out a.svg", nil), ("a.wav --out a.png", nil), ("a.wav --out -", nil),
                ("a.wav --out a.gif", "--out must end in .svg or .png"),
            ]
        )
    }

    @Test func recordings() {
        let either = "name either a recording or a --device"
        let length = "--duration must be above 0 and at most 10m"
        check(
            RecordingOptions.self,
            [
                ("a.wav", nil), ("--device hw:1", nil), ("", either),
                ("a.wav --device hw:1", either),
                ("--device hw:1 --duration 10m", nil), ("--device hw:1 --duration 601s", length),
                ("--device hw:1 --duration 1ms", nil), ("--device hw:1 --duration 0", length),
                ("a.wav --duration 1s", "--duration is for a device"),
                ("--device a.wav --duration 1s", "--duration is for a device"),
                ("a.wav --channel 1", nil), ("a.wav --channel 0", "--channel must be at least 1"),
            ]
        )
    }

    @Test func soundDevices() {
        let card = "--play, --capture, --capture-channel and --keep-mixer are for sound cards"
        let rate = "--rate must be 8000 to 192000"
        let cable = "--receive-profile and --fec are not for --profile cable"
        check(
            DeviceOptions.self,
            [
                ("", nil), ("--device a --play b", nil), ("--device a --capture b", nil),
                ("--play a --capture b", nil),
                ("--device a --play b --capture c", "--play and --capture replace --device"),
                ("--device virtual --play a", card), ("--device virtual --capture a", card),
                ("--device virtual --capture-channel 1", card),
                ("--device virtual --keep-mixer", card), ("--device virtual --rate 9000", nil),
                ("--capture-channel 1", nil), ("--capture-channel 0", "must be at least 1"),
                ("--rate 8000", nil), ("--rate 7999", rate), ("--rate 192000", nil),
                ("--rate 192001", rate), ("--profile cable", nil),
                ("--profile cable:9000", "the link adapts the bit rate"),
                ("--profile cable --fec", cable),
                ("--profile cable --receive-profile reader", cable),
                ("--profile hijack", "hijack carries no frames"),
                ("--receive-profile track2", "track2 carries no frames"),
                ("--profile bell202 --receive-profile reader --fec", nil),
            ]
        )
    }

    @Test func conversions() {
        let rate = "--rate must be 8000 to 192000"
        let plot = "--plot must end in .svg or .png and be neither input nor output"
        let pipe = "- needs exactly one source and one target"
        check(
            ConvertCommand.self,
            [
                ("a b", nil), ("a", "name a source and a target"), ("--rate 8000 a b", nil),
                ("--rate 7999 a b", rate), ("--rate 192000 a b", nil), ("--rate 192001 a b", rate),
                ("--bits 8 a b", nil), ("--bits 16 a b", nil), ("--bits 24 a b", nil),
                ("--bits 32 a b", nil), ("--bits 12 a b", "--bits must be 8, 16, 24 or 32"),
                ("--channels 2 a b", nil), ("--channels 0 a b", "--channels must be 1 or 2"),
                ("--channels 3 a b", "--channels must be 1 or 2"),
                ("--signed --bits 8 --container raw a b", nil),
                ("--signed --bits 8 a b", "--signed needs --bits 8 and --container raw"),
                ("--signed --container raw a b", "--signed needs --bits 8"),
                ("--padded --bits 24 a b", nil), ("--padded a b", "--padded needs --bits 24"),
                ("--jobs 1 a b", nil), ("--jobs 0 a b", "--jobs must be at least 1"),
                ("- b", nil), ("a -", nil), ("a - c", pipe), ("- b c", pipe),
                ("--jobs 2 - b", "--jobs is for files"), ("--jobs 2 a -", "--jobs is for files"),
                ("--plot p.svg a b", nil), ("--plot p.gif a b", plot),
                ("--plot a.svg a.svg b", plot),
                ("--plot b.svg a b.svg", plot), ("--plot p.svg a b c", "--plot needs one source"),
                ("--plot p.svg - b", "--plot needs one source file"),
            ]
        )
    }

    @Test func attributes() {
        let device = "C0:DE:00:00:00:01"
        let need = "--yes and --passkey need --encrypt or --pair"
        check(
            Gatt.self,
            [
                ("Door tree", nil), ("Door tree 2A00", "tree takes no attribute"),
                ("Door read 2A00", nil), ("Door read", "Name the attribute to read"),
                ("Door write 2A00 01", nil), ("Door write 2A00", "Give the value to write"),
                ("Door read 2A00 01", "read takes no value"),
                ("Door save", "Name the file to save"), ("Door save f.json", nil),
                ("Door shell", nil), ("Door shell 2A00", "shell takes no attribute"),
                ("Door notify 2A00 --count 1", nil),
                ("Door notify 2A00 --count 0", "--count must be at least 1"),
                ("Door --encrypt --yes", nil), ("Door --pair --passkey 1", nil),
                ("Door --yes", need),
                ("Door --passkey 1", need), ("Door --pair --passkey 999999", nil),
                ("Door --pair --passkey 1000000", "--passkey must be 0 to 999999"),
                ("\(device) --address-type random", nil),
                ("Door --address-type public", "'Door' is not an address. Names need a scan"),
            ]
        )
    }

    @Test func advertisements() {
        let interval = "--interval must be 20ms to 10.24s"
        check(
            AdvertisingOptions.self,
            [
                ("--interval 20ms", nil), ("--interval 19ms", interval),
                ("--interval 10.24s", nil), ("--interval 10.25s", interval),
            ]
        )
        check(
            SimulateBeacon.self,
            [
                ("--turn 100ms", nil), ("--turn 99ms", "--turn must be at least --interval"),
                ("--turn 1s --interval 1s", nil), ("--turn 1s --interval 1001ms", "--turn must be"),
            ]
        )
        check(
            AdvertDecode.self,
            [
                ("020106", nil), ("--file a", nil), ("", "Give advertising data"),
                ("020106 --file a", "Give advertising data"),
            ]
        )
        check(
            Scan.self,
            [
                ("--phy coded --phy 1M", nil), ("--source a", nil),
                ("--phy coded --source a", "--phy is for an adapter"), ("--phy 2M", "--phy"),
                ("--csv", nil), ("--json", nil), ("--csv --json", "cannot be combined"),
            ]
        )
        check(
            PeripheralCommand.self,
            [
                ("-", nil), ("a --updates", nil),
                ("- --updates", "the description cannot be standard input"),
            ]
        )
    }

    @Test func modules() {
        check(
            BeaconSet.self,
            [
                ("Door interval=500", nil), ("Door --beacon 0=off", nil),
                ("Door", "name a setting or a --beacon"),
                ("Door interval=500 interval=600", "a setting is named twice"),
                ("Door --beacon 0=off --beacon 0=0201", "a setting is named twice"),
                ("Door --beacon 0=off --beacon 1=off 0=500", nil),
            ]
        )
        check(
            BeaconApply.self,
            [
                ("a --tries 1", nil), ("a --tries 0", "--tries must be at least 1"),
                ("- --journal j", nil), ("-", "a list from standard input needs --journal"),
            ]
        )
        let silent = "--silent-from cannot be combined with --late and --loss"
        check(
            SimulateBeaconModule.self,
            [
                ("", nil), ("--pin 012345", nil), ("--pin 12345", "--pin must have six digits"),
                ("--pin 1234567", "six digits"), ("--pin 12345a", "six digits"),
                ("--mac DC:0D:30:11:22:33", nil), ("--mac DC:0D:30:11:22", "must have six bytes"),
                ("--model 0", nil), ("--model 255", nil), ("--model 256", "must be 0 to 255"),
                ("--firmware 9999", nil), ("--firmware 10000", "must be 0 to 9999"),
                ("--bootloader 9999", nil), ("--bootloader 10000", "must be 0 to 9999"),
                ("--silent-from 1", nil), ("--late 1s --loss 9", nil),
                ("--silent-from 1 --late 1s", silent), ("--silent-from 1 --loss 9", silent),
                ("--suota --flash f", nil), ("--flash f", "--flash needs --suota"),
            ]
        )
    }

    @Test func updates() {
        check(
            SuotaUpdate.self,
            [
                ("d f --bank 0", nil), ("d f --bank 3", "must be 0, 1 or 2"),
                ("d f --bank 2 --running-bank 1", nil), ("d f --bank 2 --force", nil),
                ("d f --bank 0 --running-bank 1", nil),
                ("d f --bank 2", "bank 2 may have the running firmware; add --running-bank, or"),
                ("d f --bank 1 --running-bank 1", "bank 1 has the running firmware; leave out"),
                ("d f --block 1", nil), ("d f --block 65535", nil),
                ("d f --block 0", "--block must be 1 to 65535"),
                ("d f --block 65536", "--block must be 1 to 65535"), ("d f --restarts 0", nil),
                ("d f --restarts=-1", "--restarts must not be negative"),
                ("d f --memory i2c --pins P0_1,P0_2", nil),
                ("d f --memory i2c --pins P0_1", "I2C has two pins"),
                ("d f --pins P0_1,P0_2,P0_3,P0_4", nil), ("d f --pins P0_1", "SPI has four pins"),
            ]
        )
        check(
            SimulateSuotaTarget.self,
            [
                ("--buffer 64", nil), ("--buffer 63", "--buffer must be 64 to 65535"),
                ("--buffer 65535", nil), ("--buffer 65536", "--buffer must be 64 to 65535"),
                ("--chunk 20", nil), ("--chunk 19", "--chunk must be 20 to 512"),
                ("--chunk 512", nil), ("--chunk 513", "--chunk must be 20 to 512"),
                ("--flash /tmp --image /tmp/bank3.bin", nil),
                ("--flash /tmp --image /tmp/bank1.bin", "must not be a bank"),
                ("--flash /tmp --image /tmp/bank2.bin", "must not be a bank"),
            ]
        )
    }

    /// As `check`, with changes of options that were parsed once: the groups of all transports
    /// take the parser long in debug builds.
    private func check<Options: ParsableArguments>(
        _ options: Options,
        _ rows: [(message: String?, change: (inout Options) -> Void)],
        _ place: SourceLocation = #_sourceLocation
    ) {
        for (number, (message, change)) in rows.enumerated() {
            var changed = options
            change(&changed)
            do {
                try changed.validate()
                #expect(message == nil, "row \(number)", sourceLocation: place)
            } catch {
                let found = "\(error)"
                #expect(message.map(found.contains) == true, "\(found)", sourceLocation: place)
            }
        }
    }

    @Test func exchanges() throws {
        let answer = "--out and --timeout need an answer"
        check(
            try ReaderExchange.parse(["hello"]),
            [
                (nil, { _ in }), (nil, { ($0.output, $0.overwrite.force) = ("a", true) }),
                ("--force is for --out", { $0.overwrite.force = true }),
                ("--listen needs --mode duplex", { $0.listen = TimeSpan(.seconds(1)) }),
                (nil, { ($0.listen, $0.reader.mode) = (TimeSpan(.seconds(1)), .duplex) }),
                (nil, { $0.timeout = TimeSpan(.seconds(1)) }), (nil, { $0.output = "a" }),
                (answer, { ($0.timeout, $0.reader.mode) = (TimeSpan(.seconds(1)), .duplex) }),
                (answer, { ($0.output, $0.reader.mode) = ("a", .duplex) }),
            ]
        )
    }

    @Test func serialPorts() {
        check(
            SerialPortArguments.self,
            [
                ("--baud 9600", nil), ("--baud 9601", "--baud must be one of"),
                ("--flow none", nil), ("--flow soft", "--flow"),
            ]
        )
    }

    @Test func simulatedReaders() throws {
        let replaced = "--bluetooth replaces --transport and --reader. Omit them."
        let negative = "--steps and --count must not be negative"
        let serial = TransportName(argument: "serial")
        check(
            try SimulateReader.parse([]),
            [
                (nil, { _ in }), (nil, { $0.bluetooth = "N" }),
                (
                    nil,
                    {
                        $0.bluetooth = "N"
                        $0.transports.bluetooth.adapter.adapter = "hci1"
                    }
                ),
                (replaced, { ($0.bluetooth, $0.transports.transport) = ("N", serial) }),
                (replaced, { ($0.bluetooth, $0.transports.reader) = ("N", "x") }),
                (
                    "--rate has no effect with --bluetooth",
                    { ($0.bluetooth, $0.transports.jack.rate) = ("N", 9000) }
                ),
                (
                    "--adapter has no effect without --transport",
                    { $0.transports.bluetooth.adapter.adapter = "hci1" }
                ),
                (
                    "a simulated reader needs a serial port: --reader PORT",
                    { $0.transports.transport = serial }
                ),
                (nil, { ($0.transports.transport, $0.transports.reader) = (serial, "x") }),
                (nil, { $0.steps = 0 }), (negative, { $0.steps = -1 }), (nil, { $0.count = 1 }),
                (negative, { $0.count = 0 }),
            ]
        )
    }

    @Test func simulatedDevices() {
        check(
            SimulateTxRx.self,
            [
                ("--count 1", nil), ("--count 0", "--count must be at least 1"),
                ("--profile zhaga --event e", nil),
                ("--event e", "only the profile zhaga has events"),
                ("--delay 3s --fault late", nil), ("--delay 3s --fault split", nil),
                ("--delay 3s --fault silent", "--delay needs --fault late or split"),
                ("--delay 3s", "--delay needs --fault late or split"),
            ]
        )
    }

    @Test func requests() throws {
        let both = "a request needs both ends"
        let jack = TransportName(argument: "jack")
        check(
            try TransferLinkOptions.parse([]),
            [
                (nil, { $0.socket = "s" }), (nil, { $0.bluetooth = "N" }),
                (nil, { $0.transports.jack.namedDevice = "hw:1" }),
                (
                    "use either --socket or --bluetooth",
                    { ($0.socket, $0.bluetooth) = ("s", "N") }
                ),
                (
                    "--socket replaces --transport and --reader",
                    { ($0.socket, $0.transports.transport) = ("s", jack) }
                ),
                (
                    "--bluetooth replaces --transport and --reader",
                    { ($0.bluetooth, $0.transports.reader) = ("N", "r") }
                ),
                (
                    nil,
                    {
                        $0.bluetooth = "N"
                        $0.transports.bluetooth.adapter.adapter = "hci1"
                    }
                ),
                (
                    "--rate has no effect with --bluetooth",
                    { ($0.bluetooth, $0.transports.jack.rate) = ("N", 9000) }
                ),
                (
                    "--adapter has no effect with --socket",
                    {
                        $0.socket = "s"
                        $0.transports.bluetooth.adapter.adapter = "hci1"
                    }
                ),
                (
                    "--adapter has no effect without --transport",
                    { $0.transports.bluetooth.adapter.adapter = "hci1" }
                ),
                (both, { $0.transports.jack.namedDevice = "virtual" }),
                (
                    both,
                    {
                        $0.transports.transport = jack
                        $0.transports.jack.namedDevice = "virtual"
                    }
                ),
                (
                    nil,
                    {
                        $0.transports.transport = TransportName(argument: "serial")
                        $0.transports.reader = "/dev/x"
                    }
                ),
            ]
        )
    }
}
