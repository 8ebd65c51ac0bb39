public import TraceFormat

extension FleetTally {
  /// Counts the rows of an input; `ZstdSource` decompresses one that is compressed.
  ///
  /// A line that is not a row is noted and passed over; so is the rest of an input whose compression is
  /// damaged, or that has a line longer than any row.
  /// - Parameters:
  ///   - source: what is read.
  ///   - path: how the input is called where something is wrong with it.
  ///   - isStrict: whether such a line ends it all.
  /// - Throws: ``FleetReport/BadLine`` where that is asked for; ``FleetClash``;
  ///   `FileFailure` where the source cannot be read.
  public mutating func add(_ source: any ByteSource, path: String, isStrict: Bool = false) throws {
    do {
      let rows = FleetRowReader(source)
      while let row = try next(of: rows, path, isStrict) { try add(row) }
    } catch let failure as DecodingFailure {
      try note("the rest cannot be read: \(failure)", path, isStrict)
    }
  }

  private mutating func next(
    of rows: FleetRowReader, _ path: String, _ isStrict: Bool
  ) throws -> FleetRow? {
    while true {
      do {
        return try rows.next()
      } catch let failure as FleetRowFailure {
        try note("\(failure)", path, isStrict)
      }
    }
  }

  private mutating func note(
    _ text: String, _ path: String, _ isStrict: Bool
  ) throws(FleetReport.BadLine) {
    let line = FleetReport.BadLine(path: path, text: text)
    guard !isStrict else { throw line }
    addBadLine(line)
  }
}
