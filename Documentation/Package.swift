// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let libraries = [
  "TraceFormat", "TraceCompression", "RealmModel", "RealmFile", "Recorder", "Importers",
  "FaultPlans", "RecordingProxy", "Replayer", "Simulation", "Analyzer", "Campaigns", "Reports",
  "Scrubbing", "TraceTesting",
]

// A package of its own, so that building the project does not fetch what only its documentation needs.
let package = Package(
  name: "Documentation",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(name: "tracetool", path: ".."),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // What another package does with the libraries. It sees what such a package sees: what is public.
    .target(
      name: "Examples", dependencies: libraries.map { .product(name: $0, package: "tracetool") },
      path: "Examples", swiftSettings: settings)
  ],
  swiftLanguageModes: [.v6]
)
