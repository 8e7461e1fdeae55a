// swift-tools-version: 6.2

import PackageDescription

// One program a parser of the Swift rooms, on libFuzzer:
//   swift build --package-path fuzz/swift --sanitize fuzzer
//   SWIFT_BACKTRACE=enable=no fuzz/swift/.build/debug/FuzzRequestPayloads SCRATCH fuzz/swift/corpus/FuzzRequestPayloads
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "swift-accessories", path: "../..")],
    targets: [
        ("FuzzRequestPayloads", "RequestTransfer"), ("FuzzRequestObjects", "RequestTransfer"),
        ("FuzzATTServer", "BluetoothLE"), ("FuzzGATTClient", "BluetoothLE"),
        ("FuzzTxRxMachine", "TxRx"), ("FuzzReaderLines", "TxRx"),
        ("FuzzHostileLink", "AccessorySimulators"),
        ("FuzzATEngine", "FeasyBeacon"), ("FuzzXModem", "FeasyBeacon"), ("FuzzDFU", "FeasyBeacon"),
    ].map { name, room in
        .executableTarget(
            name: name,
            dependencies: [.product(name: room, package: "swift-accessories")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        )
    }
)
