import RealmModel
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import RealmFile

/// Client files of Realm Core.
@Suite struct ClientFileTests {
  @Test(arguments: try RealmFileVector.all())
  func `the state is the one that Realm Core had`(vector: RealmFileVector) throws {
    let file = try vector.open()
    let state = try file.state().canonicalJSON
    let expected = try #require(vector.expected.member("state"))
    let difference = CanonicalDifference.first(of: state, against: expected)
    #expect(difference == nil, "\(vector): \(String(describing: difference))")
    #expect(file.damage.failures.isEmpty, "\(file.damage.failures)")
  }

  @Test(arguments: try RealmFileVector.all())
  func `progress and unsynced changes are the recorded ones`(vector: RealmFileVector) throws {
    let file = try vector.open()
    let history = try #require(try file.history())
    let number = { (name: String) in vector.expected.member(name)?.text() }
    #expect("\(file.group.version)" == number("clientVersion"))
    #expect("\(history.clientFileIdent)" == number("fileIdent"))
    #expect("\"\(history.clientFileIdentSalt)\"" == number("salt"))
    #expect("\(history.progress.uploadClientVersion)" == number("uploadedClientVersion"))
    var inflater = ZlibInflater()
    let unsynced = history.unsyncedChanges(inflatedBy: &inflater)
    #expect(unsynced.unreadable.isEmpty)
    let changes = unsynced.changes.map {
      JSONText.members([
        "version": .integer(Int($0.commit.clientVersion)),
        "changeset": .string(Hex.encode($0.commit.changeset)),
      ])
    }
    #expect(JSONText.array(changes) == vector.expected.member("unsynced"))
  }
}
