/// Secrets of services that say themselves what they are, by how they begin.
enum SecretShape {
  private struct Shape {
    let beginning: [UInt8]
    /// How many characters follow.
    let rest: ClosedRange<Int>
    /// Whether these are nothing but capitals and digits.
    let isUpper: Bool

    init(_ beginning: String, _ rest: ClosedRange<Int>, isUpper: Bool = false) {
      (self.beginning, self.rest, self.isUpper) = (Array(beginning.utf8), rest, isUpper)
    }
  }

  private static let shapes: [Shape] =
    ["AKIA", "ASIA", "ABIA", "ACCA"].map { Shape($0, 16...16, isUpper: true) }
    + ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-"].map { Shape($0, 10...500) }
    + ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"].map { Shape($0, 10...300) }
    + ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map { Shape($0, 36...255) }
    + [
      Shape("github_pat_", 22...255), Shape("glpat-", 20...255), Shape("npm_", 36...36),
      Shape("AIza", 35...35), Shape("sk-", 32...300), Shape("hf_", 30...60),
      Shape("shpat_", 32...32), Shape("dop_v1_", 64...64), Shape("pypi-", 60...300),
    ]
  private static let sizeMin = 15

  static func find(in bytes: [UInt8], _ found: inout [SecretSearch.Match]) {
    var position = 0
    while let start = bytes.start(ofStretch: sizeMin, of: { $0.isNameByte }, from: position) {
      let word = start..<bytes.end(of: { $0.isNameByte }, from: start + sizeMin)
      position = word.upperBound
      if isSecret(word, in: bytes) { found.append(SecretSearch.Match(range: word, kind: .key)) }
    }
  }

  private static func isSecret(_ word: Range<Int>, in bytes: [UInt8]) -> Bool {
    shapes.contains { shape in
      guard shape.rest.contains(word.count - shape.beginning.count),
        bytes.hasBytes(shape.beginning, at: word.lowerBound)
      else { return false }
      let rest = bytes[(word.lowerBound + shape.beginning.count)..<word.upperBound]
      return shape.isUpper
        ? rest.allSatisfy { $0.isASCIIUpper || $0.isASCIIDigit }
        : rest.contains(where: \.isASCIIDigit) && rest.contains(where: \.isASCIILetter)
    }
  }
}
