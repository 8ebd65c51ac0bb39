import Inspections
import Recorder

/// Records a client reset as the SDK would go through one: `RecordAReset FOLDER` writes
/// `FOLDER/recorded-reset.synctrace`.
@main struct RecordAReset {
  static func main() throws {
    let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "."
    let path = "\(folder)/recorded-reset.synctrace"
    let recorder = try SyncSessionRecorder(
      path: path, options: RecordingOptions(clock: RecordingClock { 1_740_787_200_000_000 }))

    let synced = [Inspection(id: 1, status: "open"), Inspection(id: 2, status: "open")]
    let store = InspectionStore(PretendedRealm(synced), recorder: recorder, folder: folder)
    let configuration = store.configuration()
    // Online, what is written is uploaded.
    store.changed(Inspection(id: 2, status: "seen"))
    store.uploadObserver()(TransferProgress(isTransferComplete: true))
    store.log(level: "info", message: "Connection[1] Session[1]: Disconnected")
    // Offline, the user goes on.
    store.changed(Inspection(id: 1, status: "done"))
    store.created(Inspection(id: 3, status: "urgent"))
    let offline = PretendedRealm(
      [
        Inspection(id: 1, status: "done"), Inspection(id: 2, status: "seen"),
        Inspection(id: 3, status: "urgent"),
      ])
    // Online again: the server has forgotten the file, and has had a change of its own.
    configuration.beforeReset(offline)
    configuration.afterReset(
      offline, PretendedRealm([synced[0], Inspection(id: 2, status: "checked")]))

    let isSent = try TraceConsent.finish(
      recorder, at: path, hasAgreed: true, to: PretendedUploader())
    print(isSent ? "recorded and sent \(path)" : "recorded \(path)")
  }
}

/// A Realm without a file.
private struct PretendedRealm: InspectionRealm {
  var inspections: [Inspection]
  init(_ inspections: [Inspection]) { self.inspections = inspections }
  func writeCopy(to path: String) {}
}

/// Sends nothing.
private struct PretendedUploader: Uploader {
  func upload(fileAt path: String) {}
}
