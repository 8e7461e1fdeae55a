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

let rooms = [
    "AccessoryConcurrency",
    "AccessoryLink",
    "AccessorySimulators",
    "AirBroker",
    "AudioConversion",
    "AudioJack",
    "BeaconCrypto",
    "Beacons",
    "BlueZ",
    "BluetoothLE",
    "BluetoothProfiles",
    "BluetoothSerial",
    "Communication",
    "FeasyBeacon",
    "FirmwareUpdate",
    "RequestTransfer",
    "TxRx",
]

let package = Package(
    name: "swift-accessories",
    products: rooms.map { .library(name: $0, targets: [$0]) } + [
        .library(name: "CAccessory", targets: ["CAccessory"]),
        .executable(name: "accessory", targets: ["accessory"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        // no traits: they would bring all of Foundation
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
    ],
    targets: [
        // The core: freestanding C, no allocation, no operating system.
        .target(
            name: "CAccessory",
            path: ".",
            exclude: ["csrc/host", "csrc/sensor/sensors.json"],
            sources: ["csrc"],
            publicHeadersPath: "include",
            cSettings: [.headerSearchPath("csrc")]
        ),
        // Clocks, real and virtual, and what tasks wait with.
        room(
            "AccessoryConcurrency",
            .product(name: "DequeModule", package: "swift-collections"),
            .product(name: "HeapModule", package: "swift-collections")
        ),
        tests(of: "AccessoryConcurrency"),
        room("AccessoryLink", "AccessoryConcurrency", "CAccessory"),
        adapter("CAccessoryALSA", folder: "alsa", library: "asound"),
        room("AudioJack", "AccessoryConcurrency", "AccessoryLink", "CAccessory", "CAccessoryALSA"),
        room(
            "RequestTransfer",
            "AccessoryConcurrency",
            "AccessoryLink",
            "CAccessory",
            .product(name: "SwiftProtobuf", package: "swift-protobuf")
        ),
        tests(
            of: "RequestTransfer",
            "AccessoryConcurrency",
            "AccessoryLink",
            "BluetoothLE",
            "BluetoothSerial",
            "TestSupport"
        ),
        // What tests share: the repository's files, and what its articles show.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        room(
            "AccessorySimulators",
            "AccessoryConcurrency",
            "AccessoryLink",
            "AudioJack",
            "BluetoothLE",
            "BluetoothSerial",
            "CAccessory",
            "FeasyBeacon",
            "FirmwareUpdate",
            "RequestTransfer",
            "TxRx"
        ),
        room(
            "Communication",
            "AccessoryConcurrency",
            "AccessoryLink",
            "AudioJack",
            "BluetoothLE",
            "BluetoothSerial"
        ),
        tests(
            of: "Communication",
            "AccessoryConcurrency",
            "AccessoryLink",
            "AccessorySimulators",
            "AudioJack",
            "BluetoothLE",
            "BluetoothSerial",
            "TestSupport",
            "TxRx"
        ),
        tests(of: "AccessoryLink"),
        adapter("CAccessoryMP3", folder: "mp3", library: "mpg123"),
        room("AudioConversion", "CAccessory", "CAccessoryMP3"),
        tests(of: "AudioConversion"),
        tests(of: "AudioJack"),
        tests(of: "AccessorySimulators", "AccessoryLink", "AudioJack", "TestSupport"),
        .systemLibrary(name: "CEpoll"),
        room(
            "BluetoothLE",
            "AccessoryConcurrency",
            "CAccessory",
            "CEpoll",
            .product(name: "DequeModule", package: "swift-collections")
        ),
        adapter("CAccessoryBlueZ", folder: "bluez"),
        room("BluetoothProfiles", "BluetoothLE"),
        tests(of: "BluetoothProfiles", "BluetoothLE"),
        room(
            "BlueZ",
            "AccessoryConcurrency",
            "AccessoryLink",
            "BluetoothLE",
            "CAccessoryBlueZ",
            .product(name: "DequeModule", package: "swift-collections")
        ),
        room("Beacons", "AccessoryConcurrency", "BluetoothLE", "CAccessory"),
        // What the tests of the two beacon rooms share: the vectors and how to read them.
        .target(
            name: "BeaconTestSupport",
            dependencies: ["Beacons", "BluetoothLE", "TestSupport"],
            path: "Tests/BeaconTestSupport",
            swiftSettings: strict
        ),
        tests(
            of: "Beacons",
            "AccessoryConcurrency",
            "BeaconTestSupport",
            "BluetoothLE",
            "TestSupport"
        ),
        adapter("CAccessoryMbedTLS", folder: "mbedtls", library: "mbedcrypto"),
        room("BeaconCrypto", "Beacons", "BluetoothLE", "CAccessory", "CAccessoryMbedTLS"),
        tests(
            of: "BeaconCrypto",
            "Beacons",
            "BluetoothLE",
            "BeaconTestSupport",
            "CAccessoryMbedTLS"
        ),
        room("FirmwareUpdate", "AccessoryConcurrency", "BluetoothLE", "CAccessory"),
        room(
            "FeasyBeacon",
            "AccessoryConcurrency",
            "Beacons",
            "BluetoothLE",
            "CAccessory",
            "FirmwareUpdate"
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
            of: "FirmwareUpdate",
            "AccessoryConcurrency",
            "AccessorySimulators",
            "BeaconTestSupport",
            "BluetoothLE",
            "CAccessory",
            "TestSupport"
        ),
        .executableTarget(
            name: "accessory",
            dependencies: [
                "AccessoryConcurrency",
                "AccessoryLink",
                "AccessorySimulators",
                "AirBroker",
                "AudioConversion",
                "AudioJack",
                "BeaconCrypto",
                "Beacons",
                "BlueZ",
                "BluetoothLE",
                "BluetoothProfiles",
                "BluetoothSerial",
                "CAccessory",
                "Communication",
                "FeasyBeacon",
                "FirmwareUpdate",
                "RequestTransfer",
                "TxRx",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "gatt-bearer",
            dependencies: ["AccessoryConcurrency", "BluetoothLE"],
            path: "Tests/peers/gatt-bearer",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "ReadCard",
            dependencies: ["AudioJack"],
            path: "Examples/ReadCard",
            swiftSettings: strict
        ),
        tests(
            of: "BlueZ",
            "AccessoryConcurrency",
            "AccessoryLink",
            "BluetoothLE",
            "CAccessoryBlueZ",
            "TestSupport"
        ),
        .executableTarget(
            name: "Ringtone",
            dependencies: ["AccessoryLink", "AudioConversion", "AudioJack", "RequestTransfer"],
            path: "Examples/Ringtone",
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
            "RequestTransfer"
        ),
        // What the lab runs in its guest.
        .executableTarget(
            name: "BluetoothLab",
            dependencies: ["AccessorySimulators", "BlueZ", "BluetoothLE", "TxRx"],
            path: "lab/bluetooth",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "accessory", "Beacons", "BlueZ", "BluetoothLE", "CAccessory", "TestSupport",
            ],
            swiftSettings: strict
        ),
        tests(of: "BluetoothLE", "AccessoryConcurrency", "TestSupport"),
        room("BluetoothSerial", "AccessoryConcurrency", "AccessoryLink", "BluetoothLE"),
        tests(of: "BluetoothSerial", "AccessoryConcurrency", "AccessoryLink", "BluetoothLE"),
        room("TxRx", "AccessoryConcurrency", "AccessoryLink", "BluetoothLE", "BluetoothSerial"),
        tests(
            of: "TxRx",
            "AccessoryConcurrency",
            "AccessoryLink",
            "AccessorySimulators",
            "BluetoothLE",
            "BluetoothSerial",
            "TestSupport"
        ),
        .systemLibrary(name: "CFilePassing"),
        room("AirBroker", "AccessoryConcurrency", "BluetoothLE", "CFilePassing"),
        tests(of: "AirBroker", "BluetoothLE"),
    ],
    cLanguageStandard: .c11
)
