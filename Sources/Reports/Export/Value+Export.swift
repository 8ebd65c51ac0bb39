internal import Analyzer
internal import TraceFormat

extension Value {
  /// The value with what Realm takes for null as null (Realm Core: `null.hpp`, `decimal128.cpp`).
  var withPlainNull: Value {
    switch self {
    case .float(bitPattern: 0x7FC0_00AA), .double(bitPattern: 0x7FF8_0000_0000_00AA): .null
    case .decimal(let value) where value.isNull: .null
    default: self
    }
  }
}

extension Value.Link {
  /// The primary key that stands for the link in a target; null stands there for no link.
  var exportedKey: PrimaryKeyValue {
    get throws(ExportLimit) {
      guard key != .null else { throw .linkToNull }
      return key
    }
  }
}

extension RealmString {
  /// The text for a target that has nothing but text; `allowsNUL`: whether its texts can hold a NUL.
  func exportedText(allowsNUL: Bool) throws(ExportLimit) -> String {
    guard let text else { throw .textNotUTF8 }
    guard allowsNUL || !bytes.contains(0) else { throw .textWithNUL }
    return text
  }
}

extension String {
  /// Whether a scalar of it controls something, breaks a line or cannot be seen: such ones are written by
  /// their numbers.
  var hasHiddenScalars: Bool { unicodeScalars.contains(where: \.isHidden) }
}

extension Unicode.Scalar {
  /// Whether it controls something, breaks a line or cannot be seen.
  var isHidden: Bool {
    guard !isASCII else { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      true
    default: false
    }
  }
}
