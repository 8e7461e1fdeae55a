// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that users of the SDK do not fetch these dependencies.

let strict: [SwiftSetting] = [
    .enableExperimentalFeature("SafeInteropWrappers"),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func sdk(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-accessories") }

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

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(
    name: "ServiceLifecycle",
    package: "swift-service-lifecycle"
)

let package = Package(
    name: "accessory-gateway",
    products: [.executable(name: "accessory-gateway", targets: ["accessory-gateway"])],
    dependencies: [
        .package(name: "swift-accessories", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Types that the rooms share: readings, counters, a hand-written JSON encoder.
        room(
            "GatewayCore",
            "GatewayConfiguration",
            sdk("AccessoryBase"),
            sdk("Beacons"),
            sdk("BluetoothLE"),
            log
        ),
        room(
            "GatewayConfiguration",
            sdk("AccessoryBase"),
            sdk("BluetoothLE"),
            sdk("Beacons"),
            sdk("BeaconCrypto"),
            sdk("Radios"),
            log,
            .product(name: "Yams", package: "Yams")
        ),
        // Stores received readings on disk until a sink has delivered them.
        room(
            "GatewaySpool",
            "GatewayCore",
            log,
            .product(name: "GRDB", package: "GRDB.swift"),
            .product(name: "GRDBSQLite", package: "GRDB.swift")
        ),
        // Adapters, decoding, filters, throttle, presence.
        room(
            "GatewayAir",
            "GatewayConfiguration",
            "GatewayCore",
            sdk("AirBroker"),
            sdk("BeaconCrypto"),
            sdk("Beacons"),
            sdk("BluetoothLE"),
            sdk("Radios"),
            log
        ),
        // Requests for devices: read, write, subscribe, update, configure a beacon module.
        room(
            "GatewayCommands",
            "GatewayConfiguration",
            "GatewayCore",
            sdk("AccessoryBase"),
            sdk("BluetoothLE"),
            sdk("FeasyBeacon"),
            sdk("FirmwareUpdate"),
            log
        ),
        // Readers on audio jacks.
        room(
            "GatewayJack",
            "GatewayConfiguration",
            "GatewayCore",
            sdk("AccessoryLink"),
            sdk("AudioJack"),
            sdk("Modem"),
            log
        ),
        // The sink that prints readings, for tests.
        room(
            "GatewayPrint",
            "GatewayCore",
            sdk("AccessoryBase"),
            sdk("Beacons"),
            sdk("BluetoothLE")
        ),
        .systemLibrary(
            name: "CMosquitto",
            pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"])]
        ),
        // The rules by which several gateways act as one sensor.
        room(
            "GatewayGroup",
            sdk("AccessoryBase"),
            .product(name: "Crypto", package: "swift-crypto")
        ),
        // The MQTT sink.
        room(
            "GatewayMQTT",
            "CMosquitto",
            "GatewayConfiguration",
            "GatewayCore",
            "GatewayGroup",
            "GatewaySpool",
            sdk("AccessoryBase"),
            sdk("Beacons"),
            sdk("BluetoothLE"),
            sdk("CAccessory"),
            log
        ),
        // The Bluetooth proxy of Home Assistant.
        room(
            "GatewayProxy",
            "GatewayConfiguration",
            "GatewayCore",
            sdk("AccessoryBase"),
            sdk("BluetoothLE"),
            sdk("CAccessory"),
            log,
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio")
        ),
        // The limits of connections that the HTTP servers share.
        room("GatewayHTTP", .product(name: "NIOCore", package: "swift-nio")),
        // The live page and its history.
        .target(
            name: "GatewayPage",
            dependencies: [
                "GatewayConfiguration",
                "GatewayCore",
                "GatewayHTTP",
                sdk("AccessoryBase"),
                sdk("Beacons"),
                sdk("BluetoothLE"),
                log,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            resources: [
                .embedInCode("Files/index.html"),
                .embedInCode("Files/page.css"),
                .embedInCode("Files/page.js"),
            ],
            swiftSettings: strict
        ),
        .systemLibrary(name: "CMalloc"),
        // The service that runs all parts: lifecycle, signals, metrics.
        room(
            "GatewayService",
            "CMalloc",
            "GatewayAir",
            "GatewayCommands",
            "GatewayConfiguration",
            "GatewayCore",
            "GatewayHTTP",
            "GatewayJack",
            "GatewayMQTT",
            "GatewayPage",
            "GatewayPrint",
            "GatewayProxy",
            "GatewaySpool",
            lifecycle,
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            log,
            sdk("AccessoryBase"),
            sdk("AccessoryLink"),
            sdk("BluetoothLE"),
            sdk("CaptureFiles"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio")
        ),
        .executableTarget(
            name: "accessory-gateway",
            dependencies: [
                "GatewayConfiguration",
                "GatewayService",
                sdk("AccessoryBase"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        // The path whose instructions scripts/thresholds counts.
        .executableTarget(
            name: "threshold-gateway",
            dependencies: [
                "GatewayAir",
                "GatewayConfiguration",
                "GatewayCore",
                "GatewayMQTT",
                "GatewaySpool",
                sdk("BluetoothLE"),
                log,
            ],
            swiftSettings: strict
        ),
        tests(of: "GatewayCore", sdk("Beacons")),
        tests(of: "GatewayConfiguration"),
        tests(of: "GatewayGroup"),
        tests(
            of: "GatewayHTTP",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio")
        ),
        tests(
            of: "GatewayProxy",
            "GatewayCore",
            sdk("BluetoothLE"),
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio")
        ),
        tests(of: "GatewayPage", "GatewayCore", sdk("BluetoothLE"), log),
        tests(
            of: "GatewaySpool",
            "GatewayCore",
            log,
            .product(name: "GRDB", package: "GRDB.swift")
        ),
        tests(
            of: "GatewayJack",
            "GatewayConfiguration",
            "GatewayCore",
            sdk("AccessoryLink"),
            sdk("AudioJack"),
            log
        ),
        tests(
            of: "GatewayCommands",
            "GatewayConfiguration",
            "GatewayCore",
            sdk("AccessorySimulators"),
            sdk("BluetoothLE"),
            sdk("FeasyBeacon"),
            sdk("FirmwareUpdate"),
            log
        ),
        tests(
            of: "GatewayMQTT",
            "GatewayConfiguration",
            "GatewayCore",
            "GatewayGroup",
            "GatewaySpool",
            sdk("BeaconCrypto"),
            sdk("BluetoothLE"),
            log
        ),
        tests(of: "GatewayService", "GatewayCore", lifecycle, log),
        tests(
            of: "GatewayAir",
            "GatewayConfiguration",
            "GatewayCore",
            sdk("BeaconCrypto"),
            sdk("Beacons"),
            sdk("BluetoothLE"),
            log
        ),
    ],
    cLanguageStandard: .c11
)
