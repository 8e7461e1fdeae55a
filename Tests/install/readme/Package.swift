// swift-tools-version: 6.2

import PackageDescription

// Tests/install/run copies this file next to the Swift example of README.md.
let package = Package(
    name: "example",
    dependencies: [.package(name: "swift-accessories", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Example",
            dependencies: [
                .product(name: "AccessorySimulators", package: "swift-accessories"),
                .product(name: "AudioJack", package: "swift-accessories"),
            ]
        )
    ]
)
