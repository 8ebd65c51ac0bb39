import TestSupport
import Testing

@testable import TraceFormat

/// What people are given to run is one word for a shell.
@Suite struct ShellWordTests {
  @Test(arguments: [
    ("a/b-1.synctrace", "a/b-1.synctrace"), ("a b", "'a b'"), ("it's", #"'it'"'"'s'"#),
    ("$(x)", "'$(x)'"), ("", "''"), ("é", "'é'"), ("e\u{301}", #"$'e\xcc\x81'"#),
    ("a\n", #"$'a\x0a'"#), ("-h.json", "./-h.json"), ("-a b", "'./-a b'"), ("-", "-"),
  ])
  func `a path is quoted where a shell would read it otherwise, and never an option`(
    path: String, word: String
  ) throws {
    #expect(path.pathWord.hasSameBytes(as: word), "\(path.pathWord)")
    let read = try RunningProcess.run("/bin/bash", ["-c", "printf %s \(word)"])
    let isOption = path.utf8.count > 1 && path.utf8.first == UInt8(ascii: "-")
    #expect(read.output == Array(((isOption ? "./" : "") + path).utf8))
  }
}
