// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of benchmarks, in the folder of its name.
func benchmarks(_ name: String, measuring products: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: [
      "Inputs",
      .product(name: "Benchmark", package: "benchmark"),
    ] + products.map { .product(name: $0, package: "tracetool") },
    path: name, swiftSettings: settings,
    plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

// A package of its own, so that building the project builds neither the benchmarks nor the library
// that measures them.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(name: "tracetool", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(
      name: "Inputs",
      dependencies: [
        .product(name: "Importers", package: "tracetool"),
        .product(name: "TraceCompression", package: "tracetool"),
        .product(name: "TraceFormat", package: "tracetool"),
      ],
      path: "Inputs", swiftSettings: settings),
    benchmarks("Changesets", measuring: ["TraceFormat"]),
    benchmarks("Resets", measuring: ["RealmModel", "Replayer", "TraceFormat"]),
    benchmarks("Merges", measuring: ["Replayer", "TraceFormat"]),
    benchmarks("Recordings", measuring: ["Recorder", "TraceFormat"]),
    benchmarks("RealmFiles", measuring: ["RealmFile", "TraceFormat"]),
    benchmarks("Proxy", measuring: ["RecordingProxy", "TraceFormat"]),
    benchmarks("Explorations", measuring: ["Campaigns", "RealmModel", "Replayer", "TraceFormat"]),
    benchmarks(
      "Fleets",
      measuring: [
        "Campaigns", "FaultPlans", "Importers", "Replayer", "TraceCompression", "TraceFormat",
      ]),
    benchmarks(
      "Analysis",
      measuring: [
        "Analyzer", "Campaigns", "Reports", "RealmModel", "Replayer", "TraceCompression",
        "TraceFormat",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
