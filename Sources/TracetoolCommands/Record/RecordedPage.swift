#if Proxy
  import Replayer
  import Reports
  import TraceCompression
  import TraceFormat

  /// The page of what a recording has written so far, read back from its trace as from one that was left unfinished.
  struct RecordedPage: Sendable {
    let totals: RunningTotals

    /// More bytes of records than can be drawn in moments are not.
    static let recordsSizeMax = 16 << 20

    /// The file and its size, which grows as records are made safe; empty before the first.
    var state: String {
      guard let path = totals.path else { return "" }
      return "\(path) \((try? FileSource(ofRegularFile: path))?.size ?? 0)"
    }

    var html: String {
      // Asked before the trace is read, so that what comes meanwhile counts as more.
      let state = state
      var page = SessionPage()
      guard let path = totals.path else { return page.html(of: Replay(), trace: "", live: state) }
      do {
        let reader = try TraceReader(path: path)
        let replay = try Replay(reading: reader) { event in
          guard reader.recordsSize <= Self.recordsSizeMax else { throw Self.tooLarge(path) }
          page.observe(event)
        }
        return page.html(of: replay, trace: path, live: state)
      } catch {
        let failure = CommandFailure(describing: error)
        return SessionPage.html(saying: [failure.message] + [failure.hint].compactMap(\.self))
      }
    }

    private static func tooLarge(_ path: String) -> CommandFailure {
      CommandFailure(
        .failed,
        "`\(path)` has more than \(recordsSizeMax >> 20) MiB of records, too much to draw while it grows",
        hint: "`tracetool view --from 0 --to 999 -o session.html \(path.pathWord)` draws a "
          + "part of it")
    }
  }
#endif
