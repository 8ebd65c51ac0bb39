internal import TraceFormat

/// New texts and binaries for ranked ones: letters that decide the order, and more up to the class of their size.
enum TextRanks {
  static func texts(of values: [Value], _ draws: inout KeyedNumbers) -> [(Value, Value)] {
    let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    return zip(values, new(texts, &draws)).map { ($0, .string($1)) }
  }

  static func binaries(of values: [Value], _ draws: inout KeyedNumbers) -> [(Value, Value)] {
    let texts = values.compactMap { if case .binary(let data) = $0 { data } else { nil } }
    return zip(values, new(texts, &draws)).map { ($0, .binary($1)) }
  }

  /// Keys that a dictionary refuses, for their first byte or a point in them, are refused as before.
  static func keys(
    for names: [RealmString], _ draws: inout KeyedNumbers
  ) -> [(RealmString, RealmString)] {
    zip(names, new(names, &draws)).map { name, pseudonym in
      var bytes = Array(pseudonym.bytes)
      if name.bytes.contains(UInt8(ascii: ".")) { bytes.append(UInt8(ascii: ".")) }
      if name.bytes.first == UInt8(ascii: "$") { bytes.insert(UInt8(ascii: "$"), at: 0) }
      return (name, RealmString(bytes))
    }
  }

  private static func new(_ texts: [RealmString], _ draws: inout KeyedNumbers) -> [RealmString] {
    let ranks = draws.distinct(texts.count, in: 0..<Letters.rankLimit)
    return zip(texts, ranks).map { text, rank in
      text.isEmpty
        ? text : RealmString(ScrubbedText.bytes(for: text.bytes, Letters.rank(rank), &draws))
    }
  }
}

/// Letters instead of a text, of the class of its size; not UTF-8 where it was not.
enum ScrubbedText {
  static func bytes(
    for original: ArraySlice<UInt8>, _ first: [UInt8], limits: [Int] = [],
    _ numbers: inout KeyedNumbers
  ) -> [UInt8] {
    let isText = String(validating: original, as: UTF8.self) != nil
    let smallest = first.count + (isText ? 0 : 1)
    let size = max(smallest, SizeClass.size(original.count, min: smallest, limits: limits))
    var bytes = first
    if size > bytes.count { bytes += Letters.text(size - bytes.count, &numbers) }
    if !isText { bytes[size - 1] = 0xFF }
    return bytes
  }
}
