extension SnapshotKeys {
  func encode(into bytes: inout [UInt8]) {
    bytes.append(listOf: privateTables)
    bytes.append(littleEndian: UInt32(clamping: tables.count))
    for table in tables { table.encode(into: &bytes) }
  }

  init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    privateTables = try reader.readList("tables")
    let count = try reader.readCount("classes", elementSizeMin: Table.sizeMin)
    for _ in 0..<count { tables.append(try Table(decoding: &reader)) }
  }
}

extension SnapshotKeys.Table {
  fileprivate static let sizeMin = 27

  fileprivate func encode(into bytes: inout [UInt8]) {
    bytes.append(littleEndian: table)
    bytes.append(littleEndian: columnsRemoved)
    bytes.append(flag: everHadTombstone)
    bytes.append(optional: primaryKeyIndex)
    bytes.append(listOf: columns)
    bytes.append(littleEndian: UInt32(clamping: incoming.count))
    for column in incoming {
      bytes.append(littleEndian: column.column)
      bytes.append(littleEndian: column.originTable)
      bytes.append(littleEndian: column.originColumn)
    }
    bytes.append(optional: nextObject)
    bytes.append(listOf: objects)
    bytes.append(littleEndian: UInt32(clamping: orders.count))
    for order in orders {
      bytes.append(littleEndian: order.object)
      bytes.append(littleEndian: order.column)
      bytes.append(listOf: order.origins)
    }
  }

  fileprivate init(decoding reader: inout ByteReader) throws(DecodingFailure) {
    self.init(table: try reader.read())
    columnsRemoved = try reader.read()
    everHadTombstone = try reader.readFlag()
    primaryKeyIndex = try reader.readOptional()
    columns = try reader.readList("columns")
    for _ in 0..<(try reader.readCount("hidden columns", elementSizeMin: 20)) {
      incoming.append(
        SnapshotKeys.IncomingColumn(
          column: try reader.read(), originTable: try reader.read(),
          originColumn: try reader.read()))
    }
    nextObject = try reader.readOptional()
    objects = try reader.readList("objects")
    for _ in 0..<(try reader.readCount("orders of links", elementSizeMin: 20)) {
      orders.append(
        SnapshotKeys.IncomingOrder(
          object: try reader.read(), column: try reader.read(),
          origins: try reader.readList("links")))
    }
  }
}

extension [UInt8] {
  /// Appends a count and the numbers.
  fileprivate mutating func append<T: FixedWidthInteger & BitwiseCopyable>(listOf values: [T]) {
    append(littleEndian: UInt32(clamping: values.count))
    for value in values { append(littleEndian: value) }
  }
}

extension ByteReader {
  /// A count and so many numbers.
  fileprivate mutating func readList<T: FixedWidthInteger & BitwiseCopyable>(
    _ what: String
  ) throws(DecodingFailure) -> [T] {
    let count = try readCount(what, elementSizeMin: MemoryLayout<T>.size)
    var values: [T] = []
    values.reserveCapacity(Int(count))
    for _ in 0..<count { values.append(try read()) }
    return values
  }
}
