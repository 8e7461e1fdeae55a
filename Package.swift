// swift-tools-version: 6.2

import PackageDescription

// SafeInteropWrappers: the C headers state lengths, so the importer adds `Span`
// overloads. Lifetimes: a reader may borrow the bytes it walks.
let strict: [SwiftSetting] = [
    .enableExperimentalFeature("SafeInteropWrappers"),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// This repository's scripts set it (scripts/setup). A package with unsafe flags cannot be a dependency by version.
let byScripts = Context.environment["ACCESSORY_OPTIMIZED_CORE"] != nil

/// Optimises the C core in debug builds too: the tests of sound then take two thirds of the CPU time.
let optimized: [CSetting] =
    byScripts ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : []

/// The module of the command line is compiled for size: what takes CPU time is in other modules.
let small: [SwiftSetting] =
    byScripts ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : []

/// The linker merges functions with the same instructions, mostly accessors, and packs relocations, which needs glibc 2.36.
let packed: [LinkerSetting] =
    byScripts
    ? [
        .unsafeFlags(
            ["-use-ld=lld"]
                + ["--icf=all", "-z", "pack-relative-relocs"].flatMap { ["-Xlinker", $0] },
            .when(platforms: [.linux], configuration: .release)
        )
    ] : []

/// A host adapter in C: one folder, one module, at most one system library.
func adapter(_ name: String, folder: String, library: String? = nil) -> Target {
    .target(
        name: name,
        dependencies: ["CAccessory"],
        path: ".",
        sources: ["csrc/host/\(folder)"],
        publicHeadersPath: "include",
        cSettings: [.headerSearchPath("csrc"), .define("_GNU_SOURCE")],
        linkerSettings: library.map { [.linkedLibrary($0, .when(platforms: [.linux]))] }
    )
}

/// A room: a Swift module under Sources/.
func room(_ name: String, _ imports: Target.Dependency...) -> Target {
    .target(name: name, dependencies: imports, swiftSettings: strict)
}

/// The tests of a room, under Tests/.
func tests(of name: String, _ imports: Target.Dependency...) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.byName(name: name)] + imports,
        swiftSettings: strict
    )
}

/// The products, in the order of the floors.
let rooms = [
    "AccessoryBase",
    "AccessoryConcurrency",
    "AccessoryLink",
    "BluetoothLE",
    "Modem",
    "AirBroker",
    "AudioConversion",
    "AudioJack",
    "BluetoothSerial",
    "BlueZ",
    "CaptureFiles",
    "SerialPort",
    "Beacons",
    "BluetoothProfiles",
    "BlueZDaemon",
    "FirmwareUpdate",
    "TxRx",
    "BeaconCrypto",
    "Communication",
    "FeasyBeacon",
    "Radios",
    "ReaderSimulators",
    "RequestTransfer",
    "AccessorySimulators",
    "CoreBluetooth",
    "CoreBluetoothTesting",
]

let package = Package(
    name: "swift-accessories",
    products: rooms.map { .library(name: $0, targets: [$0]) } + [
        .library(name: "CAccessory", targets: ["CAccessory"]),
        .executable(name: "accessory", targets: ["accessory"]),
    ],
    // Without them, `traits: []`, a consumer of Beacons or BluetoothLE fetches neither the argument parser nor protobuf.
    traits: [
        .default(enabledTraits: ["CommandLine", "RequestTransfer"]),
        .trait(
            name: "CommandLine",
            description: "The program accessory.",
            enabledTraits: ["Logging"]
        ),
        .trait(
            name: "Logging",
            description: "Messages to swift-log: retries, lost links, recoveries, refused frames."
        ),
        .trait(
            name: "RequestTransfer",
            description: "The room RequestTransfer, and AccessorySimulators."
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // no traits: they would bring all of Foundation
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
    ],
    targets: [
        // MARK: Floor 0: the C core, one C module for each system library, clocks

        // The pure C core: frames, modems, link, advertising data, ATT, values of characteristics, SUOTA; no heap, no operating system.
        .target(
            name: "CAccessory",
            path: ".",
            exclude: [
                "csrc/host", "csrc/assigned/numbers.json", "csrc/gatt/characteristics.json",
                "csrc/sensor/sensors.json",
            ],
            sources: ["csrc"],
            publicHeadersPath: "include",
            cSettings: [.headerSearchPath("csrc")] + optimized
        ),
        // Sound cards.
        adapter("CAccessoryALSA", folder: "alsa", library: "asound"),
        // The kernel's Bluetooth sockets.
        adapter("CAccessoryBlueZ", folder: "bluez"),
        // D-Bus by libsystemd, loaded at the first connection.
        adapter("CAccessoryDBus", folder: "dbus"),
        // AES and hashes by mbed TLS.
        adapter("CAccessoryMbedTLS", folder: "mbedtls", library: "mbedcrypto"),
        // MP3 decoding by mpg123.
        adapter("CAccessoryMP3", folder: "mp3", library: "mpg123"),
        // The kernel's epoll, timerfd and eventfd.
        .systemLibrary(name: "CEpoll"),
        // Passing file descriptors between processes.
        .systemLibrary(name: "CFilePassing"),
        // The kernel's inotify.
        .systemLibrary(name: "CInotify"),
        // zlib and minizip, loaded when a compressed capture is opened.
        .systemLibrary(name: "CZlib"),
        // libsndfile, loaded when a recording is opened that is no WAV file.
        .systemLibrary(name: "CSoundFile"),
        // Errors with their next step, the log, hexadecimal digits, JSON.
        room(
            "AccessoryBase",
            .product(
                name: "Logging",
                package: "swift-log",
                condition: .when(traits: ["Logging"])
            )
        ),
        // Clocks (real and virtual), the event loop, broadcast, completion.
        room(
            "AccessoryConcurrency",
            "CEpoll",
            .product(name: "DequeModule", package: "swift-collections"),
            .product(name: "HeapModule", package: "swift-collections")
        ),

        // MARK: Floor 1: the seams

        // Sessions with a device over any transport.
        room("AccessoryLink", "AccessoryBase", "AccessoryConcurrency", "CAccessory"),
        // Advertisements, central, peripheral, GATT in both roles; the radio seam and the virtual radio.
        room(
            "BluetoothLE",
            "AccessoryBase",
            "AccessoryConcurrency",
            "CAccessory",
            .product(name: "DequeModule", package: "swift-collections")
        ),

        // Sound to bytes and back: modems, the cable modem, WAV files, pictures of sound.
        room("Modem", "AccessoryBase", "CAccessory", "CSoundFile"),

        // MARK: Floor 2: transports, radios, audio files

        // One virtual air shared by several programs.
        room("AirBroker", "AccessoryBase", "AccessoryConcurrency", "BluetoothLE", "CFilePassing"),
        // MP3 files to PCM, and pictures of the conversion.
        room("AudioConversion", "AccessoryBase", "CAccessory", "CAccessoryMP3", "Modem"),
        // The audio-jack transport: sound cards, the virtual cable, carriers.
        room(
            "AudioJack",
            "AccessoryBase",
            "AccessoryConcurrency",
            "AccessoryLink",
            "CAccessory",
            "CAccessoryALSA",
            "Modem"
        ),
        // The BLE transport: serial lines over GATT services.
        room(
            "BluetoothSerial",
            "AccessoryBase",
            "AccessoryConcurrency",
            "AccessoryLink",
            "BluetoothLE"
        ),
        // The radio on the kernel's sockets; the RFCOMM transport.
        room(
            "BlueZ",
            "AccessoryBase",
            "AccessoryConcurrency",
            "AccessoryLink",
            "BluetoothLE",
            "CAccessoryBlueZ",
            .product(name: "DequeModule", package: "swift-collections")
        ),
        // Captures that are compressed, or part of a bug report.
        room("CaptureFiles", "AccessoryBase", "BluetoothLE", "CZlib"),
        // The serial-port transport: UARTs and USB serial devices.
        room("SerialPort", "AccessoryBase", "AccessoryConcurrency", "AccessoryLink", "CInotify"),

        // MARK: Floor 3: protocols over one medium

        // Beacons and sensors: browser, filters, distance, regions.
        room("Beacons", "AccessoryBase", "AccessoryConcurrency", "BluetoothLE", "CAccessory"),
        // Values of standard characteristics, and ready-made GATT profiles.
        room("BluetoothProfiles", "AccessoryBase", "BluetoothLE", "CAccessory"),
        // The radio of users without rights: bluetoothd by D-Bus, the kernel's sockets beside it.
        room(
            "BlueZDaemon",
            "AccessoryBase",
            "AccessoryConcurrency",
            "BlueZ",
            "BluetoothLE",
            "CAccessoryBlueZ",
            "CAccessoryDBus"
        ),
        // Firmware updates over Bluetooth LE (SUOTA).
        room(
            "FirmwareUpdate",
            "AccessoryBase",
            "AccessoryConcurrency",
            "BluetoothLE",
            "CAccessory"
        ),
        // Text commands and answers over Tertium's BLE profiles.
        room(
            "TxRx",
            "AccessoryBase",
            "AccessoryConcurrency",
            "AccessoryLink",
            "BluetoothLE",
            "BluetoothSerial"
        ),

        // MARK: Floor 4: products

        // Beacon and sensor formats that need a key.
        room(
            "BeaconCrypto",
            "AccessoryBase",
            "Beacons",
            "BluetoothLE",
            "CAccessory",
            "CAccessoryMbedTLS"
        ),
        // One manager for readers on any transport.
        room("Communication", "AccessoryBase", "AccessoryConcurrency", "AccessoryLink"),
        // Feasycom beacon modules: parameters, AT commands, upgrades.
        room(
            "FeasyBeacon",
            "AccessoryBase",
            "AccessoryConcurrency",
            "Beacons",
            "BluetoothLE",
            "CAccessory",
            "FirmwareUpdate"
        ),
        // Opens each kind of Bluetooth LE adapter by name.
        room("Radios", "AccessoryBase", "AirBroker", "BlueZ", "BlueZDaemon", "BluetoothLE"),
        // Simulated readers for tests, on audio ports and byte streams.
        room("ReaderSimulators", "AccessoryConcurrency", "AccessoryLink", "AudioJack"),
        // A device's requests and their answers, with files both ways.
        room(
            "RequestTransfer",
            "AccessoryBase",
            "AccessoryConcurrency",
            "AccessoryLink",
            "CAccessory",
            .product(
                name: "SwiftProtobuf",
                package: "swift-protobuf",
                condition: .when(traits: ["RequestTransfer"])
            )
        ),

        // MARK: Floor 5: simulators, foreign interfaces

        // Simulated devices for tests: readers on Bluetooth, a watch, a SensorTag, TxRx devices, beacon modules.
        room(
            "AccessorySimulators",
            "AccessoryBase",
            "AccessoryConcurrency",
            "AccessoryLink",
            "BluetoothLE",
            "BluetoothProfiles",
            "BluetoothSerial",
            "CAccessory",
            "FeasyBeacon",
            "FirmwareUpdate",
            "ReaderSimulators",
            "RequestTransfer",
            "TxRx"
        ),

        // Apple's CoreBluetooth on Linux.
        room(
            "CoreBluetooth",
            "AccessoryBase",
            "AccessoryConcurrency",
            "BluetoothLE",
            "Radios"
        ),

        // MARK: Floor 6: programs

        // The radio and the clock of CoreBluetooth's managers, for tests.
        room("CoreBluetoothTesting", "BluetoothLE", "CoreBluetooth"),

        // The command line.
        .executableTarget(
            name: "accessory",
            dependencies: [
                "AccessoryBase",
                "AccessoryConcurrency",
                "AccessoryLink",
                "AccessorySimulators",
                "AirBroker",
                "AudioConversion",
                "AudioJack",
                "BeaconCrypto",
                "Beacons",
                "BlueZ",
                "BlueZDaemon",
                "BluetoothLE",
                "BluetoothProfiles",
                "BluetoothSerial",
                "CaptureFiles",
                "Communication",
                "FeasyBeacon",
                "FirmwareUpdate",
                "Modem",
                "Radios",
                "RequestTransfer",
                "SerialPort",
                "TxRx",
                .product(
                    name: "ArgumentParser",
                    package: "swift-argument-parser",
                    condition: .when(traits: ["CommandLine"])
                ),
            ],
            swiftSettings: strict + small,
            linkerSettings: packed
        ),
        // Example: one exchange with a reader on the jack.
        .executableTarget(
            name: "ReadCard",
            dependencies: ["AudioJack"],
            path: "Examples/ReadCard",
            swiftSettings: strict
        ),
        // Example: a BLE central, which shows a sensor's heart rates.
        .executableTarget(
            name: "HeartRateMonitor",
            dependencies: ["BluetoothLE", "Radios"],
            path: "Examples/HeartRateMonitor",
            swiftSettings: strict
        ),
        // Example: the same as an app for CoreBluetooth, one source for Linux and macOS.
        .executableTarget(
            name: "HeartRateApp",
            dependencies: ["CoreBluetooth"],
            path: "Examples/HeartRateApp",
            swiftSettings: strict
        ),
        // Example: a BLE peripheral, which offers heart rates.
        .executableTarget(
            name: "HeartRateSensor",
            dependencies: ["BluetoothLE", "Radios"],
            path: "Examples/HeartRateSensor",
            swiftSettings: strict
        ),
        // Example: both roles on one link, a watch that shows a phone's time and notifications.
        .executableTarget(
            name: "WatchDisplay",
            dependencies: ["BluetoothLE", "Radios"],
            path: "Examples/WatchDisplay",
            swiftSettings: strict
        ),
        // Example: converts MP3 files and sends them to a watch.
        .executableTarget(
            name: "Ringtone",
            dependencies: ["AccessoryLink", "AudioConversion", "AudioJack", "RequestTransfer"],
            path: "Examples/Ringtone",
            swiftSettings: strict
        ),

        // MARK: Tests

        // What tests share: the repository's files and the code in its documents.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        // The vectors of the two beacon rooms.
        .target(
            name: "BeaconTestSupport",
            dependencies: ["Beacons", "BluetoothLE", "TestSupport"],
            path: "Tests/BeaconTestSupport",
            swiftSettings: strict
        ),
        tests(of: "AccessoryBase"),
        tests(of: "AccessoryConcurrency"),
        tests(of: "AccessoryLink", "AccessoryBase", "AccessoryConcurrency"),
        tests(of: "BluetoothLE", "AccessoryBase", "AccessoryConcurrency", "TestSupport"),
        tests(of: "AudioConversion"),
        // A line's report, for two rooms' tests.
        .target(
            name: "ModemTestSupport",
            dependencies: ["CAccessory", "Modem"],
            path: "Tests/ModemTestSupport",
            swiftSettings: strict
        ),
        tests(of: "Modem", "AccessoryBase", "CAccessory", "ModemTestSupport", "TestSupport"),
        tests(
            of: "AudioJack",
            "AccessoryBase",
            "AccessoryConcurrency",
            "Modem",
            "ModemTestSupport",
            "TestSupport"
        ),
        tests(of: "BluetoothSerial", "AccessoryConcurrency", "AccessoryLink", "BluetoothLE"),
        tests(
            of: "BlueZ",
            "AccessoryBase",
            "AccessoryConcurrency",
            "AccessoryLink",
            "Beacons",
            "BluetoothLE",
            "CAccessoryBlueZ",
            "TestSupport"
        ),
        tests(
            of: "Beacons",
            "AccessoryConcurrency",
            "BeaconTestSupport",
            "BluetoothLE",
            "TestSupport"
        ),
        tests(
            of: "BluetoothProfiles",
            "AccessoryConcurrency",
            "AccessorySimulators",
            "BluetoothLE"
        ),
        tests(
            of: "BlueZDaemon",
            "AccessoryBase",
            "AccessoryConcurrency",
            "BlueZ",
            "Beacons",
            "BluetoothLE",
            "TestSupport"
        ),
        tests(
            of: "FirmwareUpdate",
            "AccessoryBase",
            "AccessoryConcurrency",
            "AccessorySimulators",
            "BeaconTestSupport",
            "BluetoothLE",
            "CAccessory",
            "TestSupport"
        ),
        tests(
            of: "TxRx",
            "AccessoryConcurrency",
            "AccessoryLink",
            "AccessorySimulators",
            "BluetoothLE",
            "BluetoothSerial",
            "TestSupport"
        ),
        tests(
            of: "BeaconCrypto",
            "Beacons",
            "BluetoothLE",
            "BeaconTestSupport",
            "CAccessoryMbedTLS"
        ),
        tests(
            of: "Communication",
            "AccessoryConcurrency",
            "AccessoryLink",
            "AccessorySimulators",
            "AudioJack",
            "BlueZ",
            "BluetoothLE",
            "BluetoothSerial",
            "Modem",
            "TestSupport",
            "TxRx"
        ),
        tests(
            of: "FeasyBeacon",
            "AccessoryConcurrency",
            "AccessorySimulators",
            "BeaconTestSupport",
            "Beacons",
            "BluetoothLE",
            "FirmwareUpdate",
            "TestSupport"
        ),
        tests(
            of: "RequestTransfer",
            "AccessoryConcurrency",
            "AccessoryLink",
            "AccessorySimulators",
            "BluetoothLE",
            "BluetoothSerial",
            "TestSupport"
        ),
        tests(
            of: "SerialPort",
            "AccessoryConcurrency",
            "AccessoryLink",
            "AccessorySimulators",
            "Communication",
            "RequestTransfer",
            "TestSupport",
            "TxRx"
        ),
        tests(
            of: "ReaderSimulators",
            "AccessoryConcurrency",
            "AccessoryLink",
            "AudioJack",
            "Modem",
            "TestSupport"
        ),
        tests(of: "AirBroker", "BluetoothLE"),
        tests(of: "CaptureFiles", "BluetoothLE"),
        tests(of: "Radios", "AirBroker", "BluetoothLE"),
        tests(
            of: "CoreBluetooth",
            "AccessoryConcurrency",
            "BluetoothLE",
            "CoreBluetoothTesting"
        ),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "accessory", "AccessoryBase", "Beacons", "BlueZ", "BlueZDaemon", "BluetoothLE",
                "CAccessory",
                "CInotify", "Modem", "ModemTestSupport", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        // The examples of the documents, compiled.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "AccessoryBase", "AccessoryConcurrency", "AccessoryLink", "AccessorySimulators",
                "AirBroker",
                "AudioConversion", "AudioJack", "Beacons", "BlueZ", "BluetoothLE",
                "BluetoothSerial", "CaptureFiles", "Communication", "Modem",
                "FeasyBeacon", "FirmwareUpdate", "Radios", "ReaderSimulators", "RequestTransfer",
                "TestSupport", "TxRx",
            ],
            swiftSettings: strict
        ),
        // The examples, each with its other end.
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "AccessoryConcurrency", "AudioJack", "BluetoothLE", "CoreBluetooth",
                "CoreBluetoothTesting", "HeartRateApp", "HeartRateMonitor", "HeartRateSensor",
                "ReadCard", "ReaderSimulators", "WatchDisplay",
            ],
            swiftSettings: strict
        ),
        tests(
            of: "Ringtone",
            "AccessoryConcurrency",
            "AccessoryLink",
            "AccessorySimulators",
            "AudioConversion",
            "AudioJack",
            "BluetoothLE",
            "BluetoothSerial",
            "Modem",
            "RequestTransfer",
            "TestSupport"
        ),
        // Both ends of ATT over standard input and output, for a peer in another language.
        .executableTarget(
            name: "gatt-bearer",
            dependencies: [
                "AccessoryConcurrency", "BluetoothLE", "CoreBluetooth", "CoreBluetoothTesting",
            ],
            path: "Tests/peers/gatt-bearer",
            swiftSettings: strict
        ),
        // Counts the allocations of the program that links it.
        .target(name: "Allocations", path: "benchmarks/allocations"),
        // What benchmarks/walk.py measures.
        .executableTarget(
            name: "walk-bench-swift",
            dependencies: [
                "AccessoryConcurrency", "AccessoryLink", "AccessorySimulators", "Allocations",
                "AudioJack",
                "Beacons", "BlueZ", "BluetoothLE", "CAccessory", "CAccessoryBlueZ",
                "FirmwareUpdate",
                "ReaderSimulators",
            ],
            path: "benchmarks/walk",
            swiftSettings: strict
        ),
        // The paths whose instructions scripts/thresholds counts.
        .executableTarget(
            name: "threshold-rooms",
            dependencies: [
                "AccessoryConcurrency", "AccessorySimulators", "Beacons", "BluetoothLE",
                "FirmwareUpdate",
            ],
            path: "benchmarks/thresholds/rooms",
            swiftSettings: strict
        ),
        // The Bluetooth lab's program, run in its virtual machine.
        .executableTarget(
            name: "BluetoothLab",
            dependencies: ["AccessorySimulators", "BlueZ", "BluetoothLE", "Radios", "TxRx"],
            path: "lab/bluetooth",
            swiftSettings: strict
        ),
    ],
    cLanguageStandard: .c11
)
