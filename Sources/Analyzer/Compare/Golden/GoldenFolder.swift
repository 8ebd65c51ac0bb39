public import TraceFormat

/// The traces at some paths, and the goldens that they have or should have.
public struct GoldenFolder: Sendable {
  /// A trace and the goldens it should have.
  public struct Trace: Sendable {
    public var path: String
    public var cells: [GoldenCell]
  }

  /// In the order of their paths.
  public private(set) var traces: [Trace] = []
  /// Files that belong to no trace, plan or mode, and outcomes that would share a file.
  public private(set) var strays: [GoldenFinding] = []
  /// Where pending outcomes are; beside the goldens if nil.
  public let pendingFolder: String?

  /// Looks at what files there are.
  ///
  /// - Parameters:
  ///   - paths: folders, with everything below them; traces; goldens and pending outcomes, each of
  ///     which stands for itself alone.
  ///   - modes: the modes that a trace should have goldens for.
  ///   - pendingFolder: where pending outcomes are; beside the goldens if nil.
  /// - Throws: ``FileFailure`` where there is nothing under a path, ``GoldenPathFailure`` where there
  ///   is something else.
  public init(paths: [String], modes: [ResetMode], pendingFolder: String? = nil) throws {
    self.pendingFolder = pendingFolder
    var folders: Set<String> = []
    var neighbours: Set<String> = []
    var named: Set<String> = []
    for path in paths.map(FileTree.normalized) {
      if try FileTree.isFolder(path) {
        folders.formUnion(try FileTree.files(below: path))
      } else {
        named.insert(try Self.checked(path))
        neighbours.formUnion(try FileTree.paths(in: FileTree.folder(of: path)))
      }
    }
    let layout = GoldenLayout(folders.union(neighbours).union(named))
    for trace in layout.traces {
      let isWhole = folders.contains(trace) || named.contains(trace)
      let cells = layout.cells(of: trace, isWhole ? modes : ResetMode.inOrder).filter {
        isWhole || named.contains($0.golden) || named.contains($0.pending(in: pendingFolder))
      }
      if !cells.isEmpty { traces.append(Trace(path: trace, cells: cells)) }
    }
    let looked = folders.union(named)
    strays = layout.strays(pendingFolder: pendingFolder).filter { looked.contains($0.path) }
  }

  private static func checked(_ path: String) throws(GoldenPathFailure) -> String {
    let suffixes = [GoldenCell.traceSuffix, GoldenCell.goldenSuffix, GoldenCell.pendingSuffix]
    guard suffixes.contains(where: path.hasSuffix) else { throw GoldenPathFailure(path: path) }
    return path
  }

  /// The traces and their goldens, whether they are there or not.
  public var files: [String] {
    traces.flatMap { trace in [trace.path] + trace.cells.map(\.golden) }
  }

  /// Where the pending outcome of a cell is.
  func pending(_ cell: GoldenCell) -> String { cell.pending(in: pendingFolder) }
}

/// Why goldens can't be looked for under a path.
public struct GoldenPathFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public var path: String

  public var description: String { "`\(path)` is no folder, no trace and no golden" }
  /// The next step.
  public static let hint =
    "name folders, or files that end in \(GoldenCell.traceSuffix), \(GoldenCell.goldenSuffix) or "
    + GoldenCell.pendingSuffix
}
