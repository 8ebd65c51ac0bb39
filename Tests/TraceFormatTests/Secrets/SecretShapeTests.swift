import Testing

@testable import TraceFormat

/// The shapes of secrets that well-kept rule sets know (gitleaks, detect-secrets), with values made up here, and
/// the ways in which people write passwords and codes into logs.
@Suite struct SecretShapeTests {
  private func replaced(_ text: String) -> String {
    let bytes = SecretSearch.replacing(in: Array(text.utf8), .text) { _ in }
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// So much of what is needed, without a text that looks like a secret in this file.
  private static func made(_ beginning: String, _ count: Int) -> String {
    beginning + String(repeating: "aB3dE5gH", count: count / 8 + 1).prefix(count)
  }

  private static let shapes: [String] =
    ["AKIA", "ASIA"].map { $0 + "QWERTY1234567890" }
    + ["xoxb-", "xoxp-", "xapp-"].map { made($0 + "123456789012-", 24) }
    + ["sk_live_", "rk_test_", "whsec_", "sk_test_"].map { made($0, 24) }
    + ["ghp_", "gho_", "ghs_"].map { made($0, 36) }
    + [
      made("github_pat_", 60), made("glpat-", 20), made("npm_", 36), made("AIza", 35),
      made("sk-", 48), made("sk-proj-", 60), made("hf_", 34), made("pypi-", 100),
    ]

  @Test(arguments: shapes)
  func `a secret that says what it is is found without a name`(secret: String) {
    for text in ["upload to s3 as \(secret) failed", "[\"\(secret)\"]", secret, "id=\(secret)&x=1"]
    {
      #expect(!replaced(text).contains(secret), "\(replaced(text))")
    }
  }

  @Test(arguments: [
    ("mongodump --username app --password hunter2 --db x", "hunter2"),
    ("mysql -u root -p s3cret app", "s3cret"), ("docker login -p 'two words' host", "two words"),
    ("connect -Password Hunter2", "Hunter2"), ("<password>hunter2</password>", "hunter2"),
    ("<Credentials><ApiKey>k-1234</ApiKey></Credentials>", "k-1234"),
    ("Password:\n  correct-horse", "correct-horse"), ("password =\r\nhunter2\r\n", "hunter2"),
    ("otp=482913", "482913"), ("Your verification code is 482913.", "482913"),
    ("PIN: 4829", "4829"), ("\"pin\": \"4829\"", "4829"), ("one-time code 482913", "482913"),
    ("mfa_code=482913&x", "482913"),
    ("GET /oauth/callback?state=af0ifjsldkj123&scope=x", "af0ifjsldkj123"),
    (
      "sent Authorization: Digest username=\"Mufasa\", realm=\"r\", nonce=dcd98b, "
        + "response=\"6629fae49393a05397450978507c4ef1\", retrying",
      "6629fae49393a05397450978507c4ef1"
    ), ("sent Authorization: Digest username=\"Mufasa\", realm=\"r\"", "Mufasa"),
  ])
  func `a password or code is found by how people write it`(text: String, secret: String) {
    let clean = replaced(text)
    #expect(!clean.contains(secret) && clean.contains("[removed-"), "\(clean)")
    #expect(replaced(clean) == clean)
  }

  @Test(arguments: [
    "token_type=bearer expires_in=3600", "token_type: bearer, expires_in: 3600", "signature=valid",
    "mkdir -p /var/lib/app", "nc -p 8080 host", "state=ACTIVE, version=12",
    "query ?state=active&x=1", "error code 208", "error code: 208", "close code is 1001",
    "pinned 4829 objects", "pin 12 of 40", "sk-learn-a-very-long-name-of-a-module-here",
    "AKIAisalowercasename", "xoxb-", "class npm_package_name_of_a_config_variable", "spin=1234",
    "--password-file /etc/x --verbose", "Password:\nplease enter it again",
  ])
  func `what only looks so stays`(text: String) { #expect(replaced(text) == text) }
}
