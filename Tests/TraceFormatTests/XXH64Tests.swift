import Testing
import TraceFormat

@Suite struct XXH64Tests {
  /// Published values of the reference implementation, and the lengths around its block of 32.
  @Test(arguments: [
    ("", 0xEF46_DB37_51D8_E999 as UInt64),
    ("a", 0xD24E_C4F1_A98C_6E5B),
    ("abc", 0x44BC_2CF5_AD77_0999),
    ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
  ])
  func `digests agree with the reference implementation`(text: String, digest: UInt64) {
    #expect(XXH64.digest(Array(text.utf8)) == digest)
  }
}
