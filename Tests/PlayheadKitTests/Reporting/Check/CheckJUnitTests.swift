import Expectations
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
    expect(tool.status, equals: 0, "\(tool.output.prefix(500))")
  }

  @Test("is as its schema has it with nothing to tell")
  func nothing() throws {
    try expect(validate(CheckJUnit.text([])).status, equals: 0)
    try expect(validate(CheckJUnit.text([SuiteResult(cases: [])])).status, equals: 0)
  }

  @Test("refuses by its schema what is not JUnit's XML")
  func schema() throws {
    let text = CheckJUnit.text([CheckResults.suite("x")])
    let broken = [
      text.replacing(" classname=", with: " class="),
      text.replacing("<failure ", with: "<fault ").replacing("</failure>", with: "</fault>"),
      text.replacing("</testsuites>", with: ""),
      text.replacing("failures=\"", with: "failures=\"x"),
      text.replacing("time=\"0.000\"", with: "time=\"0.0001\""),
    ]
    for text in broken { try expect(validate(text).status != 0) }
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
      expect(parser.parse())
      return reader
    }

    func attributes(of name: String) -> [[String: String]] {
      elements.filter { $0.name == name }.map(\.attributes)
    }
  }

  @Test("says of each expectation what became of it, and counts right")
  func content() {
    var suite = CheckResults.suite("a")
    for number in suite.cases.indices { suite.cases[number].runTime = .milliseconds(1500) }
    let reader = Reader.read(CheckJUnit.text([suite]))
    let root = reader.attributes(of: "testsuites")[0]
    // Two expectations of six cases, a comparison of three, and one that could not run.
    expect(root["tests"], equals: "16")
    // Two of case 3 and the comparison of case 5.
    expect(root["failures"], equals: "3")
    expect(root["errors"], equals: "1")
    expect(root["time"], equals: "10.500", "seven cases of 1.5 s of real time")
    let suites = reader.attributes(of: "testsuite")
    expect(suites.map { $0["failures"] } == ["3"] && suites.map { $0["skipped"] } == ["4"])
    expect(suites.map { $0["time"] }, equals: ["10.500"])
    let tests = reader.attributes(of: "testcase")
    expect(tests.count, equals: 16)
    expect(Set(tests.map { $0["classname"] }), equals: Set((1...7).map { "a \($0)" }))
    // The first test of each case has its time.
    expect(
      tests.count { $0["time"] == "1.500" } == 7 && tests.count { $0["time"] == "0.000" } == 9)
    let simulated = reader.attributes(of: "property").first { $0["name"] == "simulatedSeconds" }
    expect(simulated?["value"], equals: "78.000", "six sessions of 13 s")
    expect(
      reader.attributes(of: "failure").map { $0["message"] },
      equals: [
        "startup <= 0s: 1s", "no stall: 1 stall", "worse: startup: was 1s, is 2s (+1s, +100%)",
      ])
    expect(
      reader.text["failure"]?.contains("stall 1 at 4.000 s, media 3.000 s, lasts 2.000 s"),
      equals: true)
    expect(
      reader.attributes(of: "error").map { $0["type"] }, equals: ["missingInput"])
    expect(reader.text["system-out"]?.contains("warned: startup <= 0s: 1s"), equals: true)
    expect(reader.text["system-out"]?.contains("better: startup: was 1s, is 0.9s"), equals: true)
  }

  @Test("tells suites apart, and has an error for one that cannot be read")
  func suites() throws {
    let text = CheckJUnit.text(CheckResults.severalSuites)
    try expect(validate(text).status, equals: 0)
    let reader = Reader.read(text)
    let names = ["Trailers: x", "a/s.yaml: x", "b/s.yaml: x", "broken.yaml"]
    let suites = reader.attributes(of: "testsuite").map { $0["name"] ?? "" }
    expect(suites.prefix(4), equals: ["Trailers", "a/s.yaml", "b/s.yaml", "broken.yaml"])
    let classes = reader.attributes(of: "testcase").map { $0["classname"] }
    expect(Set(classes), equals: Set(names))
    expect(
      reader.attributes(of: "property").filter { $0["name"] == "suite" }.map { $0["value"] },
      equals: ["t.yaml", "a/s.yaml", "b/s.yaml", "broken.yaml"])
    expect(reader.attributes(of: "testsuites")[0]["errors"], equals: "1")
    expect(
      reader.attributes(of: "error").map { $0["message"] },
      equals: ["line 3, column 8: cases: \"x\" is wrong"])
    expect(reader.text["error"]?.hasSuffix("\n7 more problems are not listed"), equals: true)
  }

  @Test("has what all cases have in common as properties of the suite, once")
  func properties() {
    let names = { (result: SuiteResult) in
      Reader.read(CheckJUnit.text([result])).attributes(of: "property").map { $0["name"] ?? "" }
    }
    let one = names(SuiteResult(cases: [CheckResults.ran("a")]))
    expect(one.contains("media") && one.contains("network") && one.contains("decode"))
    var other = CheckResults.ran("b")
    other.checkCase.network.name = "another"
    let two = names(SuiteResult(cases: [CheckResults.ran("a"), other]))
    expect(!two.contains("network") && two.contains("decode"))
    expect(Set(two).count, equals: two.count, "each once")
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
      expect(reader.attributes(of: "testcase")[0]["classname"], equals: expected)
    }
  }
}
