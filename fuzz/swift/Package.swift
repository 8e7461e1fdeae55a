// swift-tools-version: 6.2

import PackageDescription

// One libFuzzer program per parser of the Swift rooms. `scripts/test swift-corpus` links the gateway's rooms into this folder,
// builds the programs and replays their inputs. To run one:
//   swift build --package-path fuzz/swift --sanitize fuzzer
//   SWIFT_BACKTRACE=enable=no fuzz/swift/.build/debug/FuzzRequestPayloads SCRATCH fuzz/swift/corpus/FuzzRequestPayloads
let package = Package(
    name: "fuzz",
    dependencies: [
        .package(name: "swift-accessories", path: "../.."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        ("FuzzRequestPayloads", "RequestTransfer"), ("FuzzRequestObjects", "RequestTransfer"),
        ("FuzzATTServer", "BluetoothLE"), ("FuzzGATTClient", "BluetoothLE"),
        ("FuzzTxRxMachine", "TxRx"), ("FuzzReaderLines", "TxRx"),
        ("FuzzHostileLink", "AccessorySimulators"), ("FuzzSensorFile", "Beacons"),
        ("FuzzBusMessages", "BlueZDaemon"),
        ("FuzzATEngine", "FeasyBeacon"), ("FuzzXModem", "FeasyBeacon"), ("FuzzDFU", "FeasyBeacon"),
    ].map { name, room in
        .executableTarget(
            name: name,
            dependencies: [.product(name: room, package: "swift-accessories")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        )
    } + [
        // rooms of the gateway, linked into this folder, so that the gateway's other dependencies are not needed
        .target(
            name: "GatewayConfiguration",
            dependencies: [
                .product(name: "BeaconCrypto", package: "swift-accessories"),
                .product(name: "Beacons", package: "swift-accessories"),
                .product(name: "BluetoothLE", package: "swift-accessories"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Yams", package: "Yams"),
            ],
            path: "GatewayConfiguration"
        ),
        .target(
            name: "GatewayCore",
            dependencies: [
                "GatewayConfiguration",
                .product(name: "Beacons", package: "swift-accessories"),
                .product(name: "BluetoothLE", package: "swift-accessories"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "GatewayCore"
        ),
        .target(
            name: "GatewayCommands",
            dependencies: [
                "GatewayConfiguration", "GatewayCore",
                .product(name: "BluetoothLE", package: "swift-accessories"),
                .product(name: "FeasyBeacon", package: "swift-accessories"),
                .product(name: "FirmwareUpdate", package: "swift-accessories"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "GatewayCommands"
        ),
        // the protocol of the gateway's Bluetooth proxy
        .target(
            name: "ProxyProtocol",
            dependencies: [
                .product(name: "BluetoothLE", package: "swift-accessories"),
                .product(name: "CAccessory", package: "swift-accessories"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "GatewayProxy",
            sources: [
                "AdvertisementBatch.swift", "GATTFailure.swift", "NoiseResponder.swift",
                "ProtobufReader.swift", "ProtobufWriter.swift", "ProxyIdentity.swift",
                "ProxyRequest.swift", "ProxyResponse.swift", "ProxyService.swift",
                "ProxyWire.swift",
            ]
        ),
    ]
        + ["FuzzGatewayConfiguration", "FuzzGatewayCommands"].map {
            .executableTarget(
                name: $0,
                dependencies: ["GatewayConfiguration", "GatewayCommands"],
                swiftSettings: [.unsafeFlags(["-parse-as-library"])]
            )
        }
        + ["FuzzProxyMessages", "FuzzProxyNoise"].map {
            .executableTarget(
                name: $0,
                dependencies: [
                    "ProxyProtocol",
                    .product(name: "BluetoothLE", package: "swift-accessories"),
                    .product(name: "Crypto", package: "swift-crypto"),
                ],
                swiftSettings: [.unsafeFlags(["-parse-as-library"])]
            )
        }
)
