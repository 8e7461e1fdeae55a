// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "program",
    targets: [
        .systemLibrary(name: "CInstalled", pkgConfig: "accessory"),
        .executableTarget(name: "Program", dependencies: ["CInstalled"]),
    ]
)
