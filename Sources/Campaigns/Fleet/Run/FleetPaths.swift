public import TraceFormat

/// The traces that a command line names, one by one in their order: folders are walked, lists are read as
/// they are needed.
public struct FleetPaths {
  private enum Open {
    case walk(FolderWalk)
    case lines(LineReader)
    case file(String)
  }

  private var operands: ArraySlice<String>
  private var open: Open?
  /// What was taken and put back.
  private var ahead: FleetInput?
  /// A file that is passed over. It may come into a folder while that is read.
  private let output: String?
  private let inflate: (any ByteSource) throws -> any ByteSource
  private let takes: (String) -> Bool

  /// The most bytes of a line of a list.
  private static let pathSizeMax = 1 << 16
  private static let suffixes = [".synctrace", ".ndjson", ".ndjson.zst", ".realm"]
  /// Those of other sessions, which are replayed where they are named.
  private static let namedSuffixes = suffixes + [".log", ".json"]

  /// - Parameters:
  ///   - operands: folders, lists of paths with a path a line, traces, or `-` for a list on standard input.
  ///   - output: a file that is passed over.
  ///   - inflate: decompresses what may be rows of an earlier run; by itself they are known uncompressed only.
  ///   - takes: whether a file in a folder is taken though its name does not say that it is a trace.
  /// - Throws: where there is nothing under one of them.
  public init(
    _ operands: [String], besides output: String? = nil,
    inflate: @escaping (any ByteSource) throws -> any ByteSource = { $0 },
    takes: @escaping (String) -> Bool = { _ in false }
  ) throws {
    for operand in operands where operand != "-" { _ = try FileTree.isFolder(operand) }
    self.operands = operands[...]
    self.inflate = inflate
    self.takes = takes
    self.output = output
  }

  /// The next trace; nil at the end.
  ///
  /// - Throws: where a list cannot be read. A folder that cannot be read is an input that failed.
  public mutating func next() throws -> FleetInput? {
    if let input = ahead.take() { return input }
    while true {
      switch open {
      case nil:
        guard let operand = operands.popFirst() else { return nil }
        open = try Self.opened(operand)
      case .file(let path):
        open = nil
        return .file(path: path)
      case .lines(let lines):
        guard let line = try lines.next() else {
          open = nil
          continue
        }
        if let input = Self.input(line) { return input }
      case .walk(var walk):
        // Held once, so that a step does not copy all that is left.
        open = nil
        do throws(FileFailure) {
          guard let entry = try walk.next() else { continue }
          open = .walk(walk)
          guard entry.isFile, isTrace(entry.path) else { continue }
          guard let bytes = entry.bytes else { return .file(path: entry.path) }
          return .failed(
            FleetTrace(name: RealmString(bytes)),
            FleetFailure(
              .missing, message: "its name is not UTF-8; rename it",
              exitCode: FleetFailure.noInput))
        } catch {
          open = .walk(walk)
          return .failed(FleetTrace(name: RealmString(error.path)), FleetFailure(error))
        }
      }
    }
  }

  /// Takes a trace back, which is then the next one.
  public mutating func putBack(_ input: FleetInput) { ahead = input }

  /// How many traces there are from here on; nil where only reading standard input would show it.
  ///
  /// - Throws: where a list cannot be read.
  public func count() throws -> Int? {
    guard !operands.contains("-"), open == nil else { return nil }
    var (rest, count) = (self, 0)
    while try rest.next() != nil { count += 1 }
    return count
  }

  private static func opened(_ operand: String) throws -> Open {
    if operand == "-" {
      return .lines(LineReader(plain: try FileSource.standardInput(), lineSizeMax: pathSizeMax))
    }
    let path = FileTree.normalized(operand)
    if try FileTree.isFolder(path) { return .walk(try FolderWalk(path)) }
    // A list is text; what is not is a file of its own, and has a row that says what it is not.
    let isFile =
      namedSuffixes.contains(where: path.hasSuffix)
      || TraceHeader.isBeginning(beginning(of: path, size: TraceHeader.beginningSize))
      || beginning(of: path, size: 4096).contains(0)
    if isFile { return .file(path) }
    return .lines(LineReader(plain: try FileSource(ofRegularFile: path), lineSizeMax: pathSizeMax))
  }

  /// The first bytes of a file; none of one that cannot be read.
  private static func beginning(of path: String, size: Int) -> [UInt8] {
    (try? FileSource(ofRegularFile: path).next(size)) ?? []
  }

  /// A line of a list; nil for one without anything.
  private static func input(_ line: [UInt8]) -> FleetInput? {
    let path = line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
    guard !path.isEmpty else { return nil }
    guard let text = String(validUTF8: path), !path.contains(0) else {
      return .failed(
        FleetTrace(name: RealmString(path)),
        FleetFailure(.missing, message: "the line is not a path", exitCode: FleetFailure.noInput))
    }
    return .file(path: text)
  }

  /// Whether a file in a folder is one to replay, by its name; rows of an earlier run are none.
  private func isTrace(_ path: String) -> Bool {
    guard Self.suffixes.contains(where: path.hasSuffix) else { return takes(path) }
    guard !path.hasSuffix(Self.suffixes[0]) else { return true }
    guard FileIdentity(path) != output.flatMap({ FileIdentity($0) }) else { return false }
    return beginningOfRows(at: path) != Self.rows
  }

  /// Whether a file holds rows or nothing, or as much of a row as a run that was ended has left.
  package func holdsRows(_ path: String) -> Bool {
    beginningOfRows(at: path).map { Self.rows.starts(with: $0) } ?? false
  }

  private static let rows = Array(#"{"schema":"#.utf8)

  private func beginningOfRows(at path: String) -> [UInt8]? {
    try? inflate(FileSource(ofRegularFile: path)).next(Self.rows.count)
  }
}
