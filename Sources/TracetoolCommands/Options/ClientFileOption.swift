import ArgumentParser
import Importers
import RealmFile
import Replayer
import Reports
import TraceFormat

/// The device's file, next to a recording of its sessions.
struct ClientFileOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The device's .realm file as it was when the input, a recording of its sessions, ended or the reset began: \
      both become one session (docs/post-mortem.md). `--key-file` and `--salvage` are for this file.
      """, valueName: "file"), completion: .file(extensions: ["realm"]))
  var clientFile: String?

  /// - Throws: where there are several inputs, and a file is only that of one device.
  func checkIsForOne() throws(CommandFailure) {
    guard clientFile == nil else {
      throw CommandFailure(
        .usage, "`--client-file` is for one recording",
        hint:
          "`tracetool import realm FILE --wire RECORDING -o OUT.synctrace` makes a trace of each pair"
      )
    }
  }
}

extension TraceInput {
  /// The input, a recording, and the file of a device as one session.
  ///
  /// - Throws: why they are not of the same device and time, or can't be read, in the words of a command.
  func joined(
    with clientFile: String, on console: Console
  ) throws -> (imported: ImportedEvents, sha256: String) {
    let source = try InputFile.seekable(clientFile, on: console)
    let file = try realm.importing(source, named: clientFile, memory.limit)
    let recording = TraceInput.reading(trace, memory)
    let reader = try recording.open(on: console)
    let replay = try recording.replay(reader)
    var session: DeviceSession
    do throws(DeviceFileMismatch) {
      session = try replay.session(of: DeviceFile(file))
    } catch {
      throw CommandFailure(
        .badInput, "`\(clientFile)` and `\(trace)`: \(error.words)", hint: error.nextStep)
    }
    if !session.hasBase { console.say("note: `\(trace)`: \(DeviceSession.missingBaseWords)") }
    let time = session.events.last?.timeMicroseconds ?? 0
    session.events += session.gaps.enumerated().map { index, gap in
      let loss = Loss(
        firstSequence: nil, recordCount: nil, reason: "in the recording, \(gap.sentence)")
      return Event(
        sequence: UInt64(session.events.count + index), timeMicroseconds: time, session: 1,
        content: .loss(loss))
    }
    let damage = reader.findings.filter(\.isDamage).map { "`\(trace)`: \($0)" }
    let imported = ImportedEvents(
      events: session.events,
      metadata: [.init("source", "realm and wire")] + file.metadata.dropFirst() + [
        .init("recording", trace), .init("recordingSession", "\(session.recordedSession)"),
      ],
      problems: file.losses + damage, inputBytes: (source.size ?? 0) + reader.inputBytes)
    return (imported, file.sha256)
  }
}

extension DeviceFile {
  init(_ file: RealmFileImporter.Imported) {
    self.init(
      file: FileIdent(
        ident: file.clientFileIdent, salt: Int64(bitPattern: file.clientFileIdentSalt)),
      version: file.version, downloadServerVersion: file.progress?.downloadServerVersion ?? 0,
      uploadClientVersion: file.progress?.uploadClientVersion ?? 0, state: file.state,
      events: file.events)
  }
}
