internal import TraceFormat

/// The traces at some paths.
struct PreflightPaths {
  /// In the order of their paths, each once.
  private(set) var traces: [String]
  /// Folders that cannot be looked into.
  private(set) var problems: [PreflightTrace] = []

  /// - Throws: where there is nothing under a path.
  init(_ paths: [String]) throws(FileFailure) {
    var found: Set<TextBytes> = []
    for path in paths.map({ $0 == "-" ? $0 : FileTree.normalized($0) }) {
      guard path != "-", try FileTree.isFolder(path) else {
        found.insert(TextBytes(path))
        continue
      }
      do {
        let files = try FileTree.files(below: path)
        found.formUnion(
          files.filter { $0.hasSuffix(GoldenCell.traceSuffix) }.map { TextBytes($0) })
      } catch {
        problems.append(PreflightTrace(path: path, problem: "\(error)"))
      }
    }
    traces = found.sorted().map(\.text)
  }
}
