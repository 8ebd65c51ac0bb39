// swift-tools-version: 6.3

import PackageDescription

/// Settings of every target: nothing unsafe goes unmarked and no warning survives.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Settings of test targets: as strict, but for the memory marks, which make tests hard to read.
///
/// `make test` builds for release, where the libraries are the very ones of the command. Tests
/// themselves are not optimised even there: it would take longer than they run.
let testing: [SwiftSetting] = [
  .unsafeFlags(["-Onone"], .when(configuration: .release)),
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The tests of a library. What it uses, they may use, too, which is added below.
func tests(_ library: String, also others: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(library)Tests", dependencies: [.byName(name: library), "TestSupport"] + others,
    swiftSettings: testing)
}

let package = Package(
  name: "tracetool",
  // What an app links, and its tests, is held to these by `scripts/check-availability`.
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [
    .executable(name: "tracetool", targets: ["tracetool"]),
    .library(name: "TraceFormat", targets: ["TraceFormat"]),
    .library(name: "TraceCompression", targets: ["TraceCompression"]),
    .library(name: "RealmModel", targets: ["RealmModel"]),
    .library(name: "RealmFile", targets: ["RealmFile"]),
    .library(name: "Recorder", targets: ["Recorder"]),
    .library(name: "Importers", targets: ["Importers"]),
    .library(name: "FaultPlans", targets: ["FaultPlans"]),
    .library(name: "RecordingProxy", targets: ["RecordingProxy"]),
    .library(name: "Replayer", targets: ["Replayer"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "Analyzer", targets: ["Analyzer"]),
    .library(name: "Campaigns", targets: ["Campaigns"]),
    .library(name: "Reports", targets: ["Reports"]),
    .library(name: "Scrubbing", targets: ["Scrubbing"]),
    .library(name: "TraceTesting", targets: ["TraceTesting"]),
  ],
  traits: [
    .default(enabledTraits: ["Command", "Proxy"]),
    .trait(
      name: "Command", description: "The command, which needs swift-argument-parser."
    ),
    .trait(
      name: "Proxy",
      description: "`tracetool record` and the library RecordingProxy, which need SwiftNIO and TLS."
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  ],
  targets: [
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "TraceFormat", swiftSettings: strict),
    // Digests and AES by the platform's own library: OpenSSL's libcrypto on Linux, CommonCrypto on Apple's.
    .target(
      name: "Cryptography",
      dependencies: [
        .target(name: "CLibcrypto", condition: .when(platforms: [.linux, .android]))
      ],
      swiftSettings: strict),
    // What needs libraries in C: compressed traces, and compressed bodies of messages.
    .target(
      name: "TraceCompression", dependencies: ["TraceFormat", "CZstd", "CZlib"],
      swiftSettings: strict),
    .target(name: "RealmModel", dependencies: ["TraceFormat"], swiftSettings: strict),
    // Client databases on disk, read only.
    .target(
      name: "RealmFile",
      dependencies: [
        "RealmModel", "TraceFormat", "Cryptography",
      ],
      swiftSettings: strict),
    .target(name: "Recorder", dependencies: ["TraceFormat"], swiftSettings: strict),
    .target(
      name: "Importers",
      dependencies: ["Recorder", "RealmModel", "RealmFile", "TraceFormat", "TraceCompression"],
      resources: [.embedInCode("Logs/Lines/log-rows.json")],
      swiftSettings: strict),
    // What can go wrong in a session, as data: a language, and no engine.
    .target(
      name: "FaultPlans", dependencies: ["RealmModel", "TraceFormat"], swiftSettings: strict),
    .target(
      name: "RecordingProxy",
      dependencies: [
        "Recorder", "FaultPlans", "TraceFormat", "TraceCompression",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Proxy"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Proxy"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Proxy"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Proxy"])),
      ],
      swiftSettings: strict),
    .target(
      name: "Replayer", dependencies: ["FaultPlans", "RealmModel", "TraceFormat"],
      swiftSettings: strict),
    .target(
      name: "Simulation",
      dependencies: ["Recorder", "FaultPlans", "Replayer", "RealmModel", "TraceFormat"],
      swiftSettings: strict),
    .target(
      name: "Analyzer", dependencies: ["TraceFormat", "RealmModel", "FaultPlans", "Replayer"],
      resources: [.embedInCode("ErrorExplanations/Catalogue/messages.json")],
      swiftSettings: strict),
    .target(
      name: "Campaigns",
      dependencies: [
        "TraceFormat", "RealmModel", "FaultPlans", "Replayer", "Analyzer",
      ],
      swiftSettings: strict),
    .target(
      name: "Reports",
      dependencies: [
        "TraceFormat", "RealmModel", "FaultPlans", "Replayer", "Analyzer",
        "Campaigns",
      ],
      // Within the executable, which is then a file that can be put anywhere.
      resources: [
        .embedInCode("HTML/Assets/report.css"), .embedInCode("HTML/Assets/report.html"),
        .embedInCode("HTML/Assets/report.js"),
        .embedInCode("Words/Harm/traps.json"),
        .embedInCode("Words/ErrorExplanations/explanations.json"),
        .embedInCode("SessionPage/Assets/view.css"), .embedInCode("SessionPage/Assets/view.html"),
        .embedInCode("SessionPage/Assets/view-dom.js"),
        .embedInCode("SessionPage/Assets/view-data.js"),
        .embedInCode("SessionPage/Assets/view-device.js"),
        .embedInCode("SessionPage/Assets/view-reset.js"),
        .embedInCode("SessionPage/Assets/view-session.js"),
        .embedInCode("SessionPage/Assets/view-place.js"),
        .embedInCode("SessionPage/Assets/view-value.js"),
        .embedInCode("SessionPage/Assets/view-lanes.js"),
        .embedInCode("SessionPage/Assets/view-events.js"),
        .embedInCode("SessionPage/Assets/view-table.js"),
        .embedInCode("SessionPage/Assets/view-life.js"),
        .embedInCode("SessionPage/Assets/view-report.js"),
        .embedInCode("SessionPage/Assets/view-controls.js"),
        .embedInCode("SessionPage/Assets/view-main.js"),
        .embedInCode("SessionPage/Assets/view-live.js"),
      ],
      swiftSettings: strict),
    // Traces that can be given away, and the proof that they come to the same.
    .target(
      name: "Scrubbing",
      dependencies: [
        "TraceFormat", "RealmModel", "FaultPlans", "Replayer", "Analyzer", "Cryptography",
      ],
      swiftSettings: strict),
    // For the tests of others: the one library that may import a framework for tests. It links nothing in C, so that
    // tests run in a simulator.
    .target(
      name: "TraceTesting", dependencies: ["Campaigns", "Reports", "TraceFormat"],
      swiftSettings: strict),
    .target(
      name: "TracetoolCommands",
      dependencies: [
        "Recorder",
        "TraceFormat", "TraceCompression", "Importers", "RealmModel", "RealmFile", "FaultPlans",
        "Replayer", "Simulation",
        "Analyzer", "Campaigns", "Reports", "Scrubbing",
        .target(name: "RecordingProxy", condition: .when(traits: ["Proxy"])),
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Command"])),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "tracetool", dependencies: ["TracetoolCommands"], swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["TraceFormat", "TraceCompression", "CZlib"],
      path: "Tests/TestSupport",
      swiftSettings: testing),
    // What the tests of several targets share, by the highest library that it knows.
    .target(
      name: "ReplaySupport",
      dependencies: [
        "FaultPlans", "Replayer", "RealmModel", "Importers", "TraceFormat", "TestSupport",
      ],
      path: "Tests/ReplaySupport", swiftSettings: testing),
    .target(
      name: "SwarmSupport",
      dependencies: [
        "Simulation", "Recorder", "FaultPlans", "Replayer", "RealmModel", "TraceFormat",
        "RealmFileSupport",
      ],
      path: "Tests/SwarmSupport", swiftSettings: testing),
    .target(
      name: "AnalysisSupport",
      dependencies: [
        "Analyzer", "FaultPlans", "Replayer", "RealmModel", "Importers", "TraceFormat",
        "TestSupport",
      ],
      path: "Tests/AnalysisSupport", swiftSettings: testing),
    .target(
      name: "CampaignSupport",
      dependencies: [
        "Campaigns", "Analyzer", "FaultPlans", "Replayer", "RealmModel", "Importers", "TraceFormat",
        "TraceCompression",
        "TestSupport",
      ],
      path: "Tests/CampaignSupport", swiftSettings: testing),
    // Realm files as tests need them: written, encrypted, damaged.
    .target(
      name: "RealmFileSupport",
      dependencies: [
        "RealmFile", "RealmModel", "TraceFormat", "TestSupport", "Cryptography",
      ],
      path: "Tests/RealmFileSupport", swiftSettings: testing),
    // Not shipped: the process that a test kills while it writes a trace.
    .executableTarget(
      name: "KillProbe",
      dependencies: ["Recorder", "TraceFormat", "TraceCompression", "TestSupport"],
      path: "Tests/KillProbe",
      swiftSettings: testing),
    // What must hold of decoders for any bytes, for libFuzzer and for the tests that repeat what it found.
    .target(
      name: "FuzzChecks",
      dependencies: [
        "Importers", "FaultPlans", "Replayer", "RealmModel", "RealmFile", "TraceFormat",
        "TraceCompression",
        "TestSupport", "RealmFileSupport",
      ],
      path: "Tests/FuzzChecks", swiftSettings: testing),
    .testTarget(
      name: "FuzzCorpusTests", dependencies: ["FuzzChecks"], exclude: ["Corpus"],
      swiftSettings: testing),
    // What another package does with the libraries, which sees no more than what is public.
    .target(
      name: "DocumentationExamples",
      dependencies: [
        "Analyzer", "Campaigns", "FaultPlans", "Importers", "RealmModel", "Recorder", "Replayer",
        "Reports", "TraceCompression", "TraceFormat",
      ],
      path: "Documentation/Examples", packageAccess: false, swiftSettings: testing),
    tests("TraceFormat", also: ["TraceCompression", "KillProbe"]),
    tests("TraceCompression"),
    tests("RealmModel"),
    tests("RealmFile", also: ["TraceCompression", "RealmFileSupport"]),
    tests("Recorder", also: ["TraceCompression", "KillProbe"]),
    tests(
      "RecordingProxy",
      also: [
        "Replayer", "Importers", "tracetool",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Proxy"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Proxy"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Proxy"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Proxy"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Proxy"])),
      ]),
    tests("Importers"),
    tests("FaultPlans"),
    tests("Replayer", also: ["Recorder", "Importers", "ReplaySupport"]),
    tests("Simulation", also: ["TraceCompression"]),
    // Worlds in which everything is random, and what has to hold of each.
    .testTarget(
      name: "SwarmTests",
      dependencies: [
        "Simulation", "Recorder", "FaultPlans", "Replayer", "RealmModel", "Importers", "Analyzer",
        "Campaigns", "Reports", "Scrubbing", "RealmFile", "TraceFormat", "TraceCompression",
        "TestSupport", "SwarmSupport",
      ],
      swiftSettings: testing),
    tests("Analyzer", also: ["Importers", "ReplaySupport", "AnalysisSupport"]),
    tests(
      "Campaigns", also: ["Importers", "ReplaySupport", "AnalysisSupport", "CampaignSupport"]),
    tests(
      "Reports",
      also: ["Importers", "ReplaySupport", "AnalysisSupport", "CampaignSupport", "SwarmSupport"]),
    tests("Scrubbing", also: ["Importers"]),
    tests("TraceTesting", also: ["TraceCompression"]),
    tests(
      "TracetoolCommands",
      also: [
        "ReplaySupport", "RealmFileSupport", "tracetool",
        .target(name: "RecordingProxy", condition: .when(traits: ["Proxy"])),
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Command"])),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// What links libFuzzer is there for `scripts/fuzz` alone: without the sanitizer there is nothing to link.
// The `main` is libFuzzer's.
if Context.environment["TRACETOOL_FUZZ_DRIVER"] != nil {
  package.targets.append(
    .executableTarget(
      name: "tracetool-fuzz", dependencies: ["FuzzChecks"], path: "Tests/FuzzDriver",
      swiftSettings: testing + [.unsafeFlags(["-parse-as-library"])]))
}

// Tests may use all that their library uses, and those with whom they share what they need.
for tests in package.targets where tests.type == .test {
  let names = package.names(reachedFrom: tests.dependencies) { target in
    target.type == .regular ? target.dependencies.filter { $0.target?.isConditional == false } : []
  }
  let known = tests.dependencies.compactMap { $0.target?.name }
  tests.dependencies += names.subtracting(known).sorted().map { .byName(name: $0) }
}

// `make test TARGET=ReplayerTests`: after a change the tests of one target are built and run, with what they depend on
// and nothing else.
if let test = Context.environment["TRACETOOL_TEST_TARGET"], !test.isEmpty {
  let needed = package.names(reachedFrom: [.byName(name: test)], through: \.dependencies)
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { product in
    let targets =
      (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets
    return !needed.isSuperset(of: targets ?? [])
  }
}

extension Package {
  /// The names of targets, and of all that they lead to.
  func names(
    reachedFrom dependencies: [Target.Dependency], through next: (Target) -> [Target.Dependency]
  ) -> Set<String> {
    var (found, waiting): (Set<String>, [Target.Dependency]) = ([], dependencies)
    while let dependency = waiting.popLast() {
      guard let name = dependency.target?.name, found.insert(name).inserted else { continue }
      waiting += targets.first { $0.name == name }.map(next) ?? []
    }
    return found
  }
}

extension Target.Dependency {
  var target: (name: String, isConditional: Bool)? {
    switch self {
    case .targetItem(let name, let condition), .byNameItem(let name, let condition):
      (name, condition != nil)
    default: nil
    }
  }
}
