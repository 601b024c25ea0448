import Expectations
import Foundation
import Testing

@testable import PlayheadPictures

@Suite struct `Markup of a document` {
  private static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onload='x", "</title><b>",
    "]]>", "<!--", "\u{202E}gpj.exe", "a\u{0}b", "&lt;",
  ]

  @Test(arguments: hostile)
  func `shows any text as it is`(text: String) {
    let source = Markup.element("p", ["title": text], text: text).source
    let prefix = "<p title=\""
    let parts = source.dropFirst(prefix.count).dropLast("</p>".count).components(separatedBy: "\">")
    expect(source.hasPrefix(prefix) && source.hasSuffix("</p>") && parts.count == 2)
    let shown = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      [.control, .format].contains(scalar.properties.generalCategory) ? "\u{FFFD}" : scalar
    }
    for part in parts {
      expect(!part.contains { "<>\"'".contains($0) })
      var plain = part
      for (entity, character) in Self.entities {
        plain = plain.replacingOccurrences(of: entity, with: character)
      }
      expect(plain, equals: String(String.UnicodeScalarView(shown)))
    }
  }

  /// The entities that there are, the one that begins others last.
  private static let entities = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
  ]

  @Test func `of a page has one script, and its policy has the hash of it`() throws {
    let page = Page(
      title: "</title><script>x</script>", head: .text("<script>y</script>"), sections: [],
      json: Array(#"{"a": "</script><script>z</script>"}"#.utf8), generator: "test")
    let text = String(decoding: page.bytes, as: UTF8.self)
    expect(text.components(separatedBy: "<script").count, equals: 3)
    expect(text.components(separatedBy: "</script>").count, equals: 3)
    let script = try #require(
      text.components(separatedBy: "<script>").last?.components(separatedBy: "</script>").first)
    expect(text.contains("script-src &#39;sha256-\(ContentDigest.base64(of: script))&#39;"))
    expect(!text.contains("http://") && !text.contains("https://"))
  }

  @Test func `of a page gives its data back`() throws {
    let json = #"{"name": "</script><!-- & \u00e9 é 'x'", "n": [1, 2.50]}"#
    let page = Page(
      title: "t", head: .none, sections: [], json: Array(json.utf8), generator: "test")
    let data = try #require(Page.data(in: page.bytes))
    let value = try JSONSerialization.jsonObject(with: Data(data)) as? NSDictionary
    let expected = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
    expect(value, equals: expected)
    expect(Page.data(in: Array("{}".utf8)) == nil)
    expect(Page.data(in: Array("<html></html>".utf8)) == nil)
  }

  /// FIPS 180-4's example, and the base64 of it by another tool.
  @Test func `hashes as security policies do`() {
    expect(ContentDigest.base64(of: "abc"), equals: "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    expect(ContentDigest.base64(of: ""), equals: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
  }
}
