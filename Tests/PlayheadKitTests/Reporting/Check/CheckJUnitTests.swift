import Foundation
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The report for CI servers, in JUnit's XML")
struct CheckJUnitTests {
  private func validate(_ text: String) throws -> Tool {
    try Tool(
      "/usr/bin/xmllint", ["--noout", "--schema", "\(Tool.tests)/Schemas/junit.xsd", "-"],
      input: text.utf8)
  }

  @Test("is as its schema has it, whatever names there are", arguments: CheckResults.wildNames)
  func validity(_ name: String) throws {
    let text = CheckJUnit.text([CheckResults.suite(name), CheckResults.suite("other")])
    let tool = try validate(text)
    #expect(tool.status == 0, "\(tool.output.prefix(500))")
  }

  @Test("is as its schema has it with nothing to tell")
  func nothing() throws {
    #expect(try validate(CheckJUnit.text([])).status == 0)
    #expect(try validate(CheckJUnit.text([SuiteResult(cases: [])])).status == 0)
  }

  @Test("refuses by its schema what is not JUnit's XML")
  func schema() throws {
    let text = CheckJUnit.text([CheckResults.suite("x")])
    let broken = [
      text.replacing(" classname=", with: " class="),
      text.replacing("<failure ", with: "<fault ").replacing("</failure>", with: "</fault>"),
      text.replacing("</testsuites>", with: ""),
      text.replacing("failures=\"2\"", with: "failures=\"two\""),
      text.replacing("time=\"13.000\"", with: "time=\"13.0001\""),
    ]
    for text in broken { #expect(try validate(text).status != 0) }
  }

  /// What an independent reader finds.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var text: [String: String] = [:]
    private var open: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append((name, attributes))
      open.append(name)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      text[open.last ?? "", default: ""] += string
    }

    static func read(_ text: String) -> Reader {
      let reader = Reader()
      let parser = XMLParser(data: Data(text.utf8))
      parser.delegate = reader
      #expect(parser.parse())
      return reader
    }

    func attributes(of name: String) -> [[String: String]] {
      elements.filter { $0.name == name }.map(\.attributes)
    }
  }

  @Test("says of each expectation what became of it, and counts right")
  func content() {
    let reader = Reader.read(CheckJUnit.text([CheckResults.suite("a")]))
    let root = reader.attributes(of: "testsuites")[0]
    // Two expectations of six cases, a comparison of three, and one that could not run.
    #expect(root["tests"] == "16")
    // Two of case 3 and the comparison of case 5.
    #expect(root["failures"] == "3")
    #expect(root["errors"] == "1")
    #expect(root["time"] == "78.000", "six sessions of 13 s")
    let suites = reader.attributes(of: "testsuite")
    #expect(suites.map { $0["name"] } == (1...7).map { "a \($0)" })
    #expect(suites.map { $0["failures"] } == ["0", "0", "2", "0", "1", "0", "0"])
    #expect(suites.map { $0["skipped"] } == ["1", "0", "0", "0", "1", "1", "1"])
    #expect(reader.attributes(of: "testcase").count == 16)
    #expect(
      reader.attributes(of: "failure").map { $0["message"] } == [
        "startup <= 0s: 1s", "no stall: 1 stall", "worse: startup: was 1s, is 2s (+1s, +100%)",
      ])
    #expect(
      reader.text["failure"]?.contains("stall 1 at 4.000 s, media 3.000 s, lasts 2.000 s") == true)
    #expect(
      reader.attributes(of: "error").map { $0["type"] } == ["missingInput"])
    #expect(reader.text["system-out"]?.contains("warned: startup <= 0s: 1s") == true)
    #expect(reader.text["system-out"]?.contains("better: startup: was 1s, is 0.9s") == true)
  }

  @Test("tells suites apart, and has an error for one that cannot be read")
  func suites() throws {
    let text = CheckJUnit.text(CheckResults.severalSuites)
    #expect(try validate(text).status == 0)
    let reader = Reader.read(text)
    let names = ["Trailers: x", "a/s.yaml: x", "b/s.yaml: x", "broken.yaml"]
    #expect(reader.attributes(of: "testsuite").map { $0["name"] } == names)
    let classes = reader.attributes(of: "testcase").map { $0["classname"] }
    #expect(Set(classes) == Set(names))
    #expect(
      reader.attributes(of: "property").filter { $0["name"] == "suite" }.map { $0["value"] }
        == ["t.yaml", "a/s.yaml", "b/s.yaml", "broken.yaml"])
    #expect(reader.attributes(of: "testsuites")[0]["errors"] == "1")
    #expect(
      reader.attributes(of: "error").map { $0["message"] }
        == ["line 3, column 8: cases: \"x\" is wrong"])
    #expect(reader.text["error"]?.hasSuffix("\n7 more problems are not listed") == true)
  }

  @Test("has the metrics as properties, those without a value left out")
  func properties() {
    let reader = Reader.read(
      CheckJUnit.text([SuiteResult(cases: [CheckResults.ran("a")])]))
    let properties = reader.attributes(of: "property").reduce(into: [:]) { result, attributes in
      result[attributes["name"] ?? ""] = attributes["value"]
    }
    #expect(properties["startupSeconds"] == "1")
    #expect(properties["stallSeconds"] == "2")
    // 2 of 12 seconds, and 1,000,000 bytes in 8 seconds.
    #expect(properties["rebufferRatio"] == "0.166667")
    #expect(properties["observedBitsPerSecond"] == "1000000")
    #expect(properties["minimumBufferSeconds"] == nil)
    #expect(properties["media"] == "a")
  }

  @Test("gives names back to whoever reads it, but for what cannot be in XML or on a line")
  func names() {
    for name in CheckResults.wildNames {
      let reader = Reader.read(CheckJUnit.text([SuiteResult(cases: [CheckResults.ran(name)])]))
      let expected = String(
        String.UnicodeScalarView(
          name.printable.unicodeScalars.map { scalar in
            ["\u{FFFE}", "\u{FFFF}"].contains(scalar) ? "\u{FFFD}" : scalar
          }))
      #expect(reader.attributes(of: "testsuite")[0]["name"] == expected)
    }
  }
}
