import ArgumentParser
import Importers
import RealmFile
import TraceFormat

struct RealmFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file with the key of an encrypted file: 64 bytes, or their hexadecimal digits or base64. Where "
        + "several files are read, also a folder that has the key of each under the name of that file.",
      valueName: "file"), completion: .file())
  var keyFile: String?

  @Flag(
    help:
      "Skip what is damaged and read the rest, or the state before the last if that can't be read.")
  var salvage = false

  var keyOption = "--key-file"
  /// The key of one file where a table has the keys of several.
  var tableKey: RealmFileKey?

  private enum CodingKeys: CodingKey { case keyFile, salvage }

  static var none: RealmFileOptions {
    var options = RealmFileOptions()
    (options.keyFile, options.salvage) = (nil, false)
    return options
  }

  private static let keyFileSizeMaxBytes = 4096

  /// The options for one of several files of any kind: a key is for `.realm` files.
  func options(forFile path: String) -> RealmFileOptions {
    path.utf8.suffix(6).elementsEqual(".realm".utf8) ? keyed(forFile: path) : .none
  }

  /// The same for a file that may have another name, as backups do: of a folder of keys that of its name.
  func keyed(forFile path: String) -> RealmFileOptions {
    // What has a `.` inside is a folder.
    guard let folder = keyFile, FileIdentity.isTaken("\(folder)/.") else { return self }
    var own = self
    let key = "\(folder)/\(path.split(separator: "/").last ?? "")"
    own.keyFile = FileIdentity.isTaken(key) ? key : nil
    return own
  }

  /// How a file is opened; throws where the key is none.
  func options(_ memory: MemoryLimit) throws -> OpenRealmFile.Options {
    OpenRealmFile.Options(key: try key(), memory: memory, salvages: salvage)
  }

  /// Makes a trace of a file that can be read at any position.
  func importing(
    _ source: any ByteSource, named file: String, _ memory: MemoryLimit
  ) throws -> RealmFileImporter.Imported {
    let options = try options(memory)
    do throws(RealmFileFailure) {
      return try RealmFileImporter.trace(of: OpenRealmFile(source, options: options), name: file)
    } catch {
      throw CommandFailure(describing: error, file: file, keyOption: keyOption, isSalvaged: salvage)
    }
  }

  private func key() throws -> RealmFileKey? {
    guard let keyFile else { return tableKey }
    let bytes = try InputFile.readAll(
      InputFile.source(keyFile), sizeMaxBytes: Self.keyFileSizeMaxBytes)
    do throws(RealmFileFailure) {
      return try RealmFileKey(contentsOfFile: bytes)
    } catch {
      throw CommandFailure(.badInput, "`\(keyFile)`: \(error)")
    }
  }
}

extension CommandFailure {
  /// Why a Realm file cannot be read, with the next step.
  ///
  /// - Parameters:
  ///   - keyOption: the option that names the file's key.
  ///   - isSalvaged: whether `--salvage` was asked for.
  init(
    describing failure: RealmFileFailure, file: String, keyOption: String = "--key-file",
    isSalvaged: Bool = false
  ) {
    var hint: String?
    var status = ExitStatus.badInput
    if case .notARealmFile = failure.code {
      self.init(file, isNot: .realm, because: "\(failure)")
      return
    }
    switch failure.code {
    case .needsKey: hint = "name the file that has its key: `\(keyOption) KEYFILE`"
    case .wrongKey: hint = "check that it is the key of this file"
    case .damaged, .unsupported:
      if !isSalvaged { hint = "`--salvage` reads what can be read" }
    case .changedWhileReading:
      hint = "close the app that uses the file, or copy the file and read the copy"
    case .memoryExceeded(let demand): hint = Self.memoryHint(above: demand.neededBytes)
    case .inputOutput: status = .inputOutput
    case .unsupportedFormat(..<10):
      hint = "open a copy of the file with an SDK of its time, which upgrades it to a newer format"
    case .unsupportedFormat, .notARealmFile, .invalidKey, .limitExceeded: break
    }
    self.init(status, "`\(file)`: \(failure)", hint: hint)
  }
}

extension RealmFileImporter.Imported {
  var losses: [String] {
    var reasons: [String] = []
    var commits: [LocalCommit] = []
    for event in events {
      switch event.content {
      case .loss(let loss): reasons.append(loss.reason)
      case .localCommit(let commit): commits.append(commit)
      default: break
      }
    }
    let undecodable = UnsyncedTally(commits).undecodable
    return reasons + undecodable.map { "change \($0.clientVersion): \($0.failure)" }
  }
}
