// swift-tools-version: 6.2

import PackageDescription

// A program that converts MP3 files and does nothing else: Tests/install/run looks at what it links.
let package = Package(
    name: "convert",
    dependencies: [.package(name: "swift-accessories", path: "../../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Convert",
            dependencies: [.product(name: "AudioConversion", package: "swift-accessories")]
        )
    ]
)
