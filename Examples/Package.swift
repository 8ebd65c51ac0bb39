// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own, as an app's would be: it sees what is public.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  // Without its traits: the recorder and the tests need no other package.
  dependencies: [.package(name: "tracetool", path: "..", traits: [])],
  targets: [
    // What goes into the app. It links the recorder and nothing in C.
    .target(
      name: "Inspections",
      dependencies: [
        .product(name: "Recorder", package: "tracetool"),
        .product(name: "TraceFormat", package: "tracetool"),
      ],
      swiftSettings: settings),
    // The file that you copy into your app, where it binds to RealmSwift (`docs/recording.md`).
    .target(
      name: "RealmSwiftAdapter",
      dependencies: [
        .product(name: "Recorder", package: "tracetool"),
        .product(name: "TraceFormat", package: "tracetool"),
      ],
      path: ".", sources: ["RealmSwiftAdapter.swift"], swiftSettings: settings),
    // Plays the SDK: a device that writes offline and is reset.
    .executableTarget(
      name: "RecordAReset", dependencies: ["Inspections"], swiftSettings: settings),
    // What goes into the tests of the app: the recorded reset, against its goldens.
    .testTarget(
      name: "InspectionsTests",
      dependencies: [.product(name: "TraceTesting", package: "tracetool")]),
    .testTarget(
      name: "RealmSwiftAdapterTests",
      dependencies: [
        "RealmSwiftAdapter",
        .product(name: "Recorder", package: "tracetool"),
        .product(name: "TraceFormat", package: "tracetool"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
