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

    static let all: [Example] = jack + reader + requests + bluetooth + beacons + firmware + others

    private static func example(_ command: String, _ purpose: String, _ line: String) -> Example {
        Example(command: command, purpose: purpose, line: line)
    }

    private static let jack = [
        example("jack devices", "All names that --device takes", "accessory jack devices --all"),
        example(
            "jack probe",
            "Is the headset jack good enough for a reader?",
            "accessory jack probe --device plughw:1"
        ),
        example("jack probe", "The same without hardware", "accessory jack probe --device virtual"),
        example(
            "jack open",
            "Wake the accessory on the default sound device",
            "accessory jack open"
        ),
        example(
            "jack exchange",
            "Send a file, keep the answer",
            "accessory jack exchange --in request.bin --out answer.bin --timeout 30s"
        ),
        example(
            "jack send",
            "Send a message from a pipe",
            "echo hello | accessory jack send --in -"
        ),
        example(
            "jack listen",
            "The next three messages, as JSON",
            "accessory jack listen --count 3 --json"
        ),
        example("jack close", "Switch the accessory off", "accessory jack close"),
        example(
            "jack encode",
            "A file as sound that survives much noise",
            "accessory jack encode --profile reader --fec letter.bin letter.wav"
        ),
        example(
            "jack encode",
            "A file at 240 kbit/s, for a good cable",
            "accessory jack encode --profile cable:240000 letter.bin fast.wav"
        ),
        example(
            "jack sounding",
            "Sound that measures a line",
            "accessory jack sounding sounding.wav"
        ),
        example(
            "jack report",
            "What the line carries, from a recording of that sound",
            "accessory jack report sounding.wav line.report"
        ),
        example(
            "jack decode",
            "The file back",
            "accessory jack decode --profile reader letter.wav copy.bin"
        ),
        example(
            "jack decode",
            "Characters of a Bell 202 modem from the sound card",
            "arecord -t wav -f S16_LE -r 48000 | accessory jack decode --profile bell202 --stream - -"
        ),
        example(
            "jack scope",
            "A picture of a recording",
            "accessory jack scope letter.wav --profile reader --out letter.svg"
        ),
    ]

    private static let reader = [
        example("reader search", "All readers on all transports", "accessory reader search"),
        example(
            "reader search",
            "Serial ports only, as JSON",
            "accessory reader search --transport serial --json"
        ),
        example(
            "reader open",
            "What a Bluetooth reader is, then what it sends",
            "accessory reader open --transport bluetooth --reader Till --mode duplex --listen"
        ),
        example(
            "reader exchange",
            "Without hardware; first `accessory simulate reader --bluetooth Till`",
            "accessory reader exchange \"read card\" --transport bluetooth --reader Till --adapter virtual"
        ),
        example(
            "reader exchange",
            "Binary, on a USB serial port",
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
            "A terminal session over Bluetooth",
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
            "A device on a serial port",
            "accessory requests serve --transport serial --reader /dev/ttyUSB0"
        ),
        example(
            "requests send",
            "Request a ringtone as the device does",
            "accessory requests send playRingtone --param volume=7 --socket /tmp/watch.sock"
        ),
    ]

    private static let bluetooth = [
        example("scan", "What advertises near here", "accessory scan"),
        example(
            "scan",
            "Sensors only, for ten seconds, as JSON",
            "accessory scan --kind sensor --duration 10s --json"
        ),
        example(
            "scan",
            "A recording of hcidump or Wireshark",
            "accessory scan --source recording.btsnoop"
        ),
        example("gatt", "All services and values", "accessory gatt C0:DE:00:00:00:01"),
        example(
            "gatt",
            "One value by its assigned name",
            "accessory gatt Thermometer read \"Battery Level\""
        ),
        example("gatt", "Five notifications", "accessory gatt Thermometer notify 2A1C --count 5"),
        example("gatt", "Write text", "accessory gatt Thermometer write 2A00 \"Kitchen\" --text"),
        example(
            "advertise ibeacon",
            "An iBeacon for a minute",
            "accessory advertise ibeacon --uuid F7826DA6-4FA2-4E98-8024-BC5B71E0893E --major 1 --minor 2 --duration 1m"
        ),
        example(
            "advertise eddystone-uid",
            "An Eddystone-UID",
            "accessory advertise eddystone-uid --namespace 00112233445566778899 --instance AABBCCDDEEFF"
        ),
        example(
            "advertise eddystone-url",
            "A link",
            "accessory advertise eddystone-url https://example.com"
        ),
        example(
            "advertise eddystone-tlm",
            "Battery and temperature",
            "accessory advertise eddystone-tlm --battery 2950 --temperature 21.5"
        ),
        example(
            "advertise altbeacon",
            "An AltBeacon",
            "accessory advertise altbeacon --company 0x0118 --id 2F234454CF6D4A0FADF2F4911BA9FFA600010002"
        ),
        example(
            "advertise raw",
            "A name of your own",
            "accessory advertise raw 0201060509446F6F72"
        ),
        example(
            "peripheral",
            "Offer services; values come from standard input",
            "accessory peripheral thermometer.json --updates"
        ),
        example("txrx scan", "Devices near here", "accessory txrx scan --time 5s"),
        example(
            "txrx connect",
            "Which kind of device is it?",
            "accessory txrx connect C0:DE:00:00:00:01"
        ),
        example(
            "txrx send",
            "Two commands, two answers",
            "accessory txrx send MyReader \"$:16\" \"$:18\""
        ),
        example("txrx shell", "A terminal session", "accessory txrx shell MyReader"),
    ]

    private static let beacons = [
        example(
            "advert decode",
            "One advertisement",
            "accessory advert decode 0201061AFF4C000215F7826DA64FA24E988024BC5B71E0893E00010002C5"
        ),
        example(
            "advert decode",
            "Each advertisement of a recording, as JSON",
            "accessory advert decode --file recording.btsnoop --json"
        ),
        example(
            "advert build ibeacon",
            "The bytes of an iBeacon",
            "accessory advert build ibeacon --uuid F7826DA6-4FA2-4E98-8024-BC5B71E0893E --major 1 --minor 2"
        ),
        example(
            "advert build eddystone-uid",
            "The bytes of an Eddystone-UID",
            "accessory advert build eddystone-uid --namespace 00112233445566778899 --instance AABBCCDDEEFF"
        ),
        example(
            "advert build eddystone-url",
            "The bytes of a link",
            "accessory advert build eddystone-url https://example.com"
        ),
        example(
            "advert build eddystone-tlm",
            "The bytes of telemetry",
            "accessory advert build eddystone-tlm --battery 2950"
        ),
        example(
            "advert build altbeacon",
            "The bytes of an AltBeacon",
            "accessory advert build altbeacon --company 0x0118 --id 2F234454CF6D4A0FADF2F4911BA9FFA600010002"
        ),
        example("sensors list", "All models of one brand", "accessory sensors list govee"),
        example("sensors show", "What one model sends", "accessory sensors show H5075"),
        example(
            "sensors quantities",
            "The quantities for a file of your own",
            "accessory sensors quantities"
        ),
        example(
            "sensors check",
            "Check a file of your own",
            "accessory sensors check greenhouse.json"
        ),
        example(
            "beacon show",
            "All settings of a module",
            "accessory beacon show DC:0D:30:11:22:33"
        ),
        example(
            "beacon set",
            "Advertise twice a second, and turn one advertisement off",
            "accessory beacon set DC:0D:30:11:22:33 interval=500 name=Door --beacon 0=off"
        ),
        example(
            "beacon save",
            "Give one module another's settings",
            "accessory beacon save DC:0D:30:11:22:34 door.json"
        ),
        example(
            "beacon restore",
            "Factory settings",
            "accessory beacon restore DC:0D:30:11:22:33 --pin 123456"
        ),
        example(
            "beacon upgrade",
            "New firmware",
            "accessory beacon upgrade DC:0D:30:11:22:33 BP102.dfu"
        ),
        example(
            "beacon inspect",
            "Which model a file is for",
            "accessory beacon inspect BP102.dfu"
        ),
        example(
            "beacon apply",
            "Many modules; run it again to continue",
            "accessory beacon apply fleet.json"
        ),
    ]

    private static let firmware = [
        example(
            "suota make",
            "An image from a linker's output",
            "accessory suota make program.bin image.img --version 1.2.0 --chip DA14585"
        ),
        example("suota inspect", "Header and checksum", "accessory suota inspect image.img"),
        example("suota list", "All images of a folder", "accessory suota list images"),
        example(
            "suota update",
            "Update a device",
            "accessory suota update C0:DE:00:00:00:01 image.img --largest-block"
        ),
    ]

    private static let others = [
        example("convert", "One file", "accessory convert song.mp3 song.wav"),
        example(
            "convert",
            "A folder of ringtones for a watch: 16 kHz, one channel, 8 bits",
            "accessory convert *.mp3 ringtones --rate 16000 --channels 1 --bits 8"
        ),
        example(
            "simulate beacon",
            "Each standard format for five seconds",
            "accessory simulate beacon --turn 5s"
        ),
        example(
            "simulate beacon-module",
            "A module with a PIN",
            "accessory simulate beacon-module --adapter virtual --pin 123456"
        ),
        example(
            "simulate reader",
            "A Bluetooth reader that takes two seconds for each request",
            "accessory simulate reader --bluetooth Till --adapter virtual --work 2s"
        ),
        example(
            "simulate sensortag",
            "On the virtual air",
            "accessory simulate sensortag --adapter virtual"
        ),
        example(
            "simulate suota-target",
            "Keep the banks in a folder",
            "accessory simulate suota-target --adapter virtual --flash banks"
        ),
        example(
            "simulate txrx",
            "An AckMe module that answers late",
            "accessory simulate txrx --adapter virtual --fault late --delay 3s"
        ),
        example(
            "simulate watch",
            "One request",
            "echo playRingtone | accessory simulate watch --socket /tmp/watch.sock"
        ),
        example("air", "Show the programs that come and go", "accessory air"),
        example(
            "gateway",
            "Check a configuration",
            "accessory gateway check /etc/accessory/gateway.yaml"
        ),
        example("doctor", "What is missing here?", "accessory doctor"),
        example("demo", "A whole session on a bad cable", "accessory demo"),
    ]
}
