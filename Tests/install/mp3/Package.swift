// swift-tools-version: 6.2

import PackageDescription

// A program that only converts MP3 files. Tests/install/run checks the libraries that it links.
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
