import TestSupport
import Testing

@testable import TracetoolCommands

/// Every client reset that Realm Core performed for `Tests/Vectors`, performed by the replayer.
@Suite(.slow) struct RecordedResetTests {
  @Test(arguments: Vectors.resetFiles + [Vectors.largeResetFile])
  func `recorded resets end as Realm Core's did`(file: String) throws {
    let count = try Vectors.lines(of: file).count
    let run = try CommandRun(["conform", ProjectFiles.path("Tests/Vectors/\(file)")])
    #expect(run.lines == ["\(count) passed, 0 failed"])
    #expect(run.status == .fine)
  }

  @Test func `the resets in captures end as the device's did`() throws {
    let files = try ProjectFiles.paths(in: "Tests/Vectors/wire", suffix: ".reset.json")
    #expect(files.count == 5)
    let run = try CommandRun(["conform"] + files.map(ProjectFiles.path))
    #expect(run.lines == ["\(files.count) passed, 0 failed"])
  }
}
