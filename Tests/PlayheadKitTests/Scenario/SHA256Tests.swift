import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

/// The examples of FIPS 180-4's validation, and lengths around a block by `sha256sum`.
@Suite struct `SHA-256` {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `is that of the standard's examples`(text: String, digest: String) {
    expect(SHA256.text(of: Array(text.utf8)), equals: digest)
  }

  @Test func `is that of a million letters, in whatever parts they come`() {
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    for part in [1_000_000, 64, 63, 1000, 65] {
      var hash = SHA256()
      var left = 1_000_000
      while left > 0 {
        hash.update([UInt8](repeating: UInt8(ascii: "a"), count: min(part, left)))
        left -= part
      }
      expect(hash.finish(), equals: digest, "\(part)")
    }
  }

  @Test(arguments: [54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129])
  func `is that of another program around the length of a block`(count: Int) throws {
    let text = String(repeating: "x", count: count)
    let tool = try Tool("/usr/bin/env", ["sha256sum"], input: text.utf8)
    expect(String(tool.output.prefix(64)), equals: SHA256.text(of: Array(text.utf8)))
  }
}
