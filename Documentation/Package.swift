// swift-tools-version: 6.3

import PackageDescription

// A package of its own, so that building the project does not fetch what only its documentation needs.
let package = Package(
  name: "Documentation",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(name: "tracetool", path: ".."),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ]
)
