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
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // The recorder needs none of the package's traits; `Command` is for the tests, which check goldens.
  dependencies: [.package(name: "tracetool", path: "..", traits: ["Command"])],
  targets: [
    // What goes into the app. It links the recorder and nothing in C.
    .target(
      name: "Inspections",
      dependencies: [
        .product(name: "Recorder", package: "tracetool"),
        .product(name: "TraceFormat", package: "tracetool"),
      ],
      swiftSettings: settings),
    // Plays the SDK: a device that writes offline and is reset.
    .executableTarget(
      name: "RecordAReset", dependencies: ["Inspections"], swiftSettings: settings),
    // What goes into the tests of the app: the recorded reset, against its goldens.
    .testTarget(
      name: "InspectionsTests",
      dependencies: [
        .product(name: "TraceTesting", package: "tracetool"),
        .product(name: "TraceFormat", package: "tracetool"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
