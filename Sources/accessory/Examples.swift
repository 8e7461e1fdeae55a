/// Command lines to copy, shown at the end of each command's help and in its manual page.
enum Examples {
    struct Example {
        /// The command's words without `accessory`, such as "jack encode".
        let command: String
        let purpose: String
        /// The command line; a `\` at the end of a line continues it.
        let line: String
    }

    /// The examples of one command as shown in help; nil if there are none.
    static func help(of command: String) -> String? {
        let own = all.filter { $0.command == command }
        guard !own.isEmpty else { return nil }
        return "EXAMPLES:\n"
            + own.map { "  # \($0.purpose)\n  \($0.line)" }.joined(separator: "\n\n")
    }

    static let all: [Example] =
        jack + reader + requests + bluetooth + beacons + beaconKinds.flatMap(examples) + firmware
        + others

    private static func examples(of kind: any BeaconOptions.Type) -> [Example] {
        let words = "\(kind.kind) \(kind.example)"
        return [
            example(
                "advertise \(kind.kind)",
                "Advertise \(kind.purpose)",
                "accessory advertise \(words)"
            ),
            example(
                "advert build \(kind.kind)",
                "Print the bytes of \(kind.purpose)",
                "accessory advert build \(words)"
            ),
        ]
    }

    private static func example(_ command: String, _ purpose: String, _ line: String) -> Example {
        Example(command: command, purpose: purpose, line: line)
    }

    private static let jack = [
        example("jack devices", "List all names for --device", "accessory jack devices --all"),
        example(
            "jack probe",
            "Test whether the headset jack is good enough for a reader",
            "accessory jack probe --device plughw:1"
        ),
        example("jack probe", "Test without hardware", "accessory jack probe --device virtual"),
        example(
            "jack open",
            "Wake the accessory on the default sound device",
            "accessory jack open"
        ),
        example(
            "jack exchange",
            "Send a file and store the answer",
            "accessory jack exchange --in request.bin --out answer.bin --timeout 30s"
        ),
        example(
            "jack send",
            "Send a message from a pipe",
            "echo hello | accessory jack send --in -"
        ),
        example(
            "jack listen",
            "Print the next three messages as JSON",
            "accessory jack listen --count 3 --json"
        ),
        example("jack close", "Switch the accessory off", "accessory jack close"),
        example(
            "jack encode",
            "Encode a file with error correction, for a noisy line",
            "accessory jack encode --profile reader --fec letter.bin letter.wav"
        ),
        example(
            "jack encode",
            "Encode a file at 240 kbit/s, for a good cable",
            "accessory jack encode --profile cable:240000 letter.bin fast.wav"
        ),
        example(
            "jack encode",
            "Send text as a teleprinter",
            "echo 'CQ DE K1ABC' | accessory jack encode --profile rtty - rtty.wav"
        ),
        example(
            "jack sounding",
            "Create the sound that measures a line",
            "accessory jack sounding sounding.wav"
        ),
        example(
            "jack report",
            "Measure the line from a recording of that sound",
            "accessory jack report sounding.wav line.report"
        ),
        example(
            "jack decode",
            "Decode a file",
            "accessory jack decode --profile reader letter.wav copy.bin"
        ),
        example(
            "jack decode",
            "Print the text of a teleprinter from the sound card until Ctrl-C",
            "accessory jack decode --profile rtty --device default -"
        ),
        example(
            "jack scope",
            "Draw a recording",
            "accessory jack scope letter.wav --profile reader --out letter.svg"
        ),
    ]

    private static let reader = [
        example("reader search", "Search all transports", "accessory reader search"),
        example(
            "reader search",
            "Search serial ports only, with JSON output",
            "accessory reader search --transport serial --json"
        ),
        example(
            "reader open",
            "Open a Bluetooth reader and show its messages",
            "accessory reader open --transport bluetooth --reader Till --mode duplex --listen"
        ),
        example(
            "reader exchange",
            "Without hardware; first `accessory simulate reader --bluetooth Till --adapter virtual`",
            "accessory reader exchange \"read card\" --transport bluetooth --reader Till --adapter virtual"
        ),
        example(
            "reader exchange",
            "Send bytes over a USB serial port",
            "accessory reader exchange --hex 00A40400 --transport serial --reader usb-ACME_Reader-if00"
        ),
        example(
            "reader cancel",
            "Cancel half a second after the start",
            "accessory reader cancel \"read card\" --after 500ms"
        ),
        example("reader close", "Switch the reader on the jack off", "accessory reader close"),
        example(
            "reader shell",
            "Open a terminal session over Bluetooth",
            "accessory reader shell --transport bluetooth --reader Till"
        ),
    ]

    private static let requests = [
        example(
            "requests serve",
            "Answer each request with a program",
            "accessory requests serve --handler ./answer.sh --folder transfers"
        ),
        example(
            "requests serve",
            "Without hardware",
            "accessory requests serve --socket /tmp/watch.sock"
        ),
        example(
            "requests serve",
            "Serve a device on a serial port",
            "accessory requests serve --transport serial --reader /dev/ttyUSB0"
        ),
        example(
            "requests send",
            "Request a ringtone as a device",
            "accessory requests send playRingtone --param volume=7 --socket /tmp/watch.sock"
        ),
    ]

    private static let bluetooth = [
        example("scan", "List nearby devices", "accessory scan"),
        example(
            "scan",
            "Scan for sensors only, for ten seconds, with JSON output",
            "accessory scan --kind sensor --duration 10s --json"
        ),
        example(
            "scan",
            "Read a recording of hcidump or Wireshark",
            "accessory scan --source recording.btsnoop"
        ),
        example("gatt device", "Show all services and values", "accessory gatt C0:DE:00:00:00:01"),
        example(
            "gatt device",
            "Read one value by its assigned name",
            "accessory gatt Thermometer read \"Battery Level\""
        ),
        example(
            "gatt device",
            "Print five notifications",
            "accessory gatt Thermometer notify 2A1C --count 5"
        ),
        example(
            "gatt device",
            "Write text",
            "accessory gatt Thermometer write 2A00 \"Kitchen\" --text"
        ),
        example(
            "gatt device",
            "Set a device's clock",
            "accessory gatt Thermometer write \"Current Time\" now"
        ),
        example(
            "gatt device",
            "Clone a device for tests",
            "accessory gatt Thermometer save thermometer.json"
        ),
        example("gatt decode", "Decode a value", "accessory gatt decode 2A37 1648f003"),
        example(
            "gatt encode",
            "Encode a value",
            "accessory gatt encode \"Weight Measurement\" \"Weight=72.5 kg\""
        ),
        example(
            "advertise raw",
            "Advertise a name",
            "accessory advertise raw 0201060509446F6F72"
        ),
        example(
            "peripheral",
            "Offer services with values from standard input",
            "accessory peripheral thermometer.json --updates"
        ),
        example("txrx scan", "List nearby devices", "accessory txrx scan --time 5s"),
        example(
            "txrx connect",
            "Show the kind of a device",
            "accessory txrx connect C0:DE:00:00:00:01"
        ),
        example(
            "txrx send",
            "Send two commands and print the answers",
            "accessory txrx send MyReader \"$:16\" \"$:18\""
        ),
        example("txrx shell", "Open a terminal session", "accessory txrx shell MyReader"),
    ]

    private static let beacons = [
        example(
            "advert decode",
            "Decode one advertisement",
            "accessory advert decode 0201061AFF4C000215F7826DA64FA24E988024BC5B71E0893E00010002C5"
        ),
        example(
            "advert decode",
            "Decode each advertisement of a recording as JSON",
            "accessory advert decode --file recording.btsnoop --json"
        ),
        example("sensors list", "List all models of one brand", "accessory sensors list govee"),
        example("sensors show", "Show one model", "accessory sensors show H5075"),
        example(
            "sensors quantities",
            "List the quantities for your own format file",
            "accessory sensors quantities"
        ),
        example(
            "sensors check",
            "Check your own format file",
            "accessory sensors check greenhouse.json"
        ),
        example(
            "sensors format",
            "Print a file with one field a line",
            "accessory sensors format greenhouse.json"
        ),
        example(
            "sensors compile",
            "Print a firmware's table of your own formats",
            "accessory sensors compile greenhouse.json"
        ),
        example(
            "beacon show",
            "Show all settings of a module",
            "accessory beacon show DC:0D:30:11:22:33"
        ),
        example(
            "beacon set",
            "Advertise twice a second, and turn one advertisement off",
            "accessory beacon set DC:0D:30:11:22:33 interval=500 name=Door --beacon 0=off"
        ),
        example(
            "beacon save",
            "Save the settings in a file",
            "accessory beacon save DC:0D:30:11:22:33 door.json"
        ),
        example(
            "beacon write",
            "Write them to another module",
            "accessory beacon write DC:0D:30:11:22:34 door.json"
        ),
        example(
            "beacon factory-reset",
            "Set all settings to those of the factory",
            "accessory beacon factory-reset DC:0D:30:11:22:33 --pin 123456"
        ),
        example(
            "beacon upgrade",
            "Upgrade the firmware",
            "accessory beacon upgrade DC:0D:30:11:22:33 BP102.dfu"
        ),
        example(
            "beacon inspect",
            "Show the model that a file is for",
            "accessory beacon inspect BP102.dfu"
        ),
        example(
            "beacon apply",
            "Configure many modules; run it again to continue",
            "accessory beacon apply fleet.json"
        ),
    ]

    private static let firmware = [
        example(
            "suota make",
            "Make an image from a linker's output",
            "accessory suota make program.bin image.img --version 1.2.0 --chip DA14585"
        ),
        example("suota inspect", "Check header and checksum", "accessory suota inspect image.img"),
        example("suota list", "List the images in a folder", "accessory suota list images"),
        example(
            "suota update",
            "Update a device",
            "accessory suota update C0:DE:00:00:00:01 image.img --largest-block"
        ),
    ]

    private static let others = [
        example("convert", "Convert one file", "accessory convert song.mp3 song.wav"),
        example(
            "convert",
            "Convert ringtones for a watch: 16 kHz, one channel, 8 bits",
            "accessory convert *.mp3 ringtones --rate 16000 --channels 1 --bits 8"
        ),
        example(
            "simulate beacon",
            "Send each standard format for five seconds",
            "accessory simulate beacon --turn 5s"
        ),
        example(
            "simulate beacon-module",
            "Simulate a module with a PIN",
            "accessory simulate beacon-module --adapter virtual --pin 123456"
        ),
        example(
            "simulate reader",
            "Simulate a Bluetooth reader that needs two seconds per request",
            "accessory simulate reader --bluetooth Till --adapter virtual --work 2s"
        ),
        example(
            "simulate sensortag",
            "Simulate a SensorTag on the virtual air",
            "accessory simulate sensortag --adapter virtual"
        ),
        example(
            "simulate suota-target",
            "Keep the banks in a folder",
            "accessory simulate suota-target --adapter virtual --flash banks"
        ),
        example(
            "simulate txrx",
            "Simulate an AckMe module with late answers",
            "accessory simulate txrx --adapter virtual --fault late --delay 3s"
        ),
        example(
            "simulate watch",
            "Send one request",
            "echo playRingtone | accessory simulate watch --socket /tmp/watch.sock"
        ),
        example("air", "Run the virtual air and show the number of programs", "accessory air"),
        example(
            "gateway",
            "Check a configuration",
            "accessory gateway check /etc/accessory/gateway.yaml"
        ),
        example("doctor", "Check this machine", "accessory doctor"),
        example("demo", "Show a whole session on a bad cable", "accessory demo"),
    ]
}
