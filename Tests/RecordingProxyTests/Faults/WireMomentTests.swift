import Recorder
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import RecordingProxy

/// At which message a fault happens, and several faults of one plan.
@Suite struct WireMomentTests {
  @Test(arguments: [
    ("at message 9: drop-message", 9),
    ("at upload 1: drop-message", 9),
    // An upload without changesets only reports progress, and counts as little as in a replay.
    ("at message 2 where type=upload: drop-message", 11),
    ("at message 2 where type=ident and direction=serverToClient: drop-message", 17),
    ("at message where type=ident and direction=serverToClient and session=2: drop-message", 17),
    ("at message 3 where session!=1 and type=mark: drop-message", 23),
    ("at download where version>0: drop-message", 10),
    ("at message 2 where direction!=clientToServer: drop-message", 3),
  ])
  func `Conditions and numbers name the message`(fault: String, number: Int) throws {
    let trial = try WireTrial([fault], capture: "ClientReset_LocalChangesWhenOffline")
    #expect(trial.noteNumbers == [number])
    #expect(trial.faults.unfired.isEmpty)
  }

  @Test func `Conditions on a changeset hold of one of its instructions`() throws {
    let messages = try Captures.directedMessages(of: "Sync_Replication")
    let expected = messages.indices.filter { index in
      let message = messages[index]
      return message.bytes.meaning(message.direction)?.changesets.contains {
        (try? Changeset(decoding: $0.changeset))?.instructions.contains {
          $0.kind.name == "AddTable"
        }
          ?? false
      } ?? false
    }
    #expect(expected.count > 1)
    for (offset, index) in expected.enumerated() {
      let trial = try WireTrial(
        ["at message \(offset + 1) where instruction=AddTable: drop-message"],
        capture: "Sync_Replication")
      #expect(trial.noteNumbers.first == index + 1)
    }
    let none = try WireTrial(
      ["at message where instruction=AddTable and class=nowhere: drop-message"],
      capture: "Sync_Replication")
    #expect(none.notes.isEmpty)
  }

  @Test func `Errors are chosen by their code`() throws {
    let trial = try WireTrial(
      ["at error where code=212: drop-message", "at message where code=213: drop-message"],
      capture: "Sync_BadChangeset")
    #expect(trial.noteNumbers == [18])
    #expect(trial.faults.unfired.map(\.index) == [1])
  }

  @Test(arguments: Captures.names)
  func `Sessions have the numbers that the trace gives them`(capture: String) throws {
    let messages = try Captures.directedMessages(of: capture)
    var recorder = MessageRecorder(source: .proxy, inflater: ZlibInflater())
    let sessions = messages.map {
      recorder.record($0.bytes, direction: $0.direction, connection: "c1", timeMicroseconds: 0)
        .session
    }
    for number in Set(sessions) {
      let expected = sessions.indices.filter { sessions[$0] == number }.map { $0 + 1 }
      let trial = try WireTrial(
        expected.indices.map {
          "at message \($0 + 1) where session=\(number): delay milliseconds=1"
        }, capture: capture)
      #expect(trial.noteNumbers == expected)
    }
  }

  @Test func `Connections have sessions of their own, and one count of messages`() throws {
    var trial = try WireTrial(["at message 2 where session=2: drop-message"])
    trial.client("bind 1 4 0 1 0\npath", connection: "a")
    trial.client("bind 1 4 0 1 0\npath", connection: "b")
    trial.client("mark 1 1\n", connection: "a")
    trial.client("mark 1 1\n", connection: "b")
    #expect(trial.noteNumbers == [4])
  }

  @Test func `Faults of one message take effect in the order of the plan`() throws {
    let message: WireTrial.Directed = (.clientToServer, Array("mark 1 1\n".utf8))
    var trial = try WireTrial([
      "at message 1: duplicate-message", "at message 1: corrupt-message",
      "at message 1: delay milliseconds=5", "after message 1: disconnect",
      "at message 1: drop-message",
    ])
    trial.take(message)
    let forms = trial.got(.clientToServer)
    #expect(forms.count == 2)
    #expect(forms.allSatisfy { $0 != message.bytes })
    #expect(
      trial.actions == [.delay(milliseconds: 5, .clientToServer)]
        + forms.map { .send($0, .clientToServer) } + [.close(WireClose(code: nil))])
    #expect(trial.faults.unfired.map(\.index) == [4])
    #expect(trial.faults.unfired.map(\.reason) == [.messageGone])

    var other = try WireTrial(["at message 1: drop-message", "at message 1: duplicate-message"])
    other.take(message)
    #expect(other.actions == [])
    #expect(other.faults.unfired.map(\.reason) == [.messageGone])
  }

  @Test func `What never happened is told with its reason`() throws {
    let trial = try WireTrial(
      [
        "at upload 99: disconnect", "at reset: crash", "at commit 1: disconnect",
        "at message 3 where type=query: disconnect", "at error 1: disconnect",
        "at upload 1: drop-message",
      ].map { $0 == "at reset: crash" ? "at step 9: crash" : $0 },
      capture: "ClientReset_LocalChangesWhenOffline")
    let unfired = trial.faults.unfired
    #expect(unfired.map(\.index) == [0, 1, 2, 3, 4])
    #expect(unfired[1...2].map(\.reason) == [.notOnWire, .notOnWire])
    let uploads = try Captures.directedMessages(of: "ClientReset_LocalChangesWhenOffline").count {
      if case .upload(let upload) = $0.bytes.meaning($0.direction) {
        !upload.entries.isEmpty
      } else {
        false
      }
    }
    #expect(unfired[0].reason.words == "there were only \(uploads) uploads")
    #expect(unfired[3].reason.words == "there were no messages that meet the conditions")
  }
}
