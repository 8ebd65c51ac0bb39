import Foundation
import FuzzChecks

// libFuzzer has the `main`, and its options are those of the program; `TRACETOOL_FUZZ_KIND` says what is fuzzed, also
// in the processes that libFuzzer starts. With `seeds`, `pack` or `unpack`, a kind and a folder instead, it fills
// and empties the folders that it works on. `scripts/fuzz` has the whole of it.

private let fuzzedKind = ProcessInfo.processInfo.environment["TRACETOOL_FUZZ_KIND"]
  .flatMap(FuzzKind.init)

/// libFuzzer's call before it reads its options.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> Int32 {
  let words = CommandLine.arguments.dropFirst()
  do {
    switch (words.first, words.dropFirst().first.flatMap(FuzzKind.init), words.last) {
    case ("seeds", let kind?, let folder?): try FuzzSeeds.write(kind, to: folder)
    case ("pack", let kind?, let folder?): try FuzzCorpus.pack(kind, from: folder)
    case ("unpack", let kind?, let folder?): try FuzzCorpus.unpack(kind, to: folder)
    default:
      guard fuzzedKind != nil else {
        print("TRACETOOL_FUZZ_KIND is one of \(FuzzKind.allCases.map(\.rawValue))")
        exit(64)
      }
      return 0
    }
  } catch {
    print(error)
    exit(1)
  }
  exit(0)
}

/// libFuzzer's call for each input. A finding ends the process, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  do throws(FuzzFinding) {
    try fuzzedKind?.check(Array(UnsafeBufferPointer(start: data, count: size)))
  } catch {
    fatalError(error.description)
  }
  return 0
}
