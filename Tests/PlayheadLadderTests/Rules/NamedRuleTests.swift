import Expectations
import PlayheadLadder
import PlayheadModel
import Testing

@Suite("Names of ABR rules")
struct NamedRuleTests {
  @Test("Each name is read, and written as it was", arguments: AdaptationRuleName.allCases)
  func names(name: AdaptationRuleName) throws {
    let text = name == .fixed ? "fixed:0" : name.rawValue
    let rule = try NamedRule(parsing: text)
    expect(rule.name, equals: name)
    expect(rule.text, equals: text)
    let lane = LadderLane.made([1_000_000], segments: 2, milliseconds: 1000)
    var copy = rule.rule
    expect(copy.decide(Observation(of: lane)).level, equals: 0)
  }

  @Test(
    "Parameters follow a colon",
    arguments: [
      ("fixed:2", .fixed(level: 2)),
      ("throughput:0.8", .throughput(factor: Ratio(millionths: 800_000), isExponential: false)),
      (
        "throughput:0.85,ewma", .throughput(factor: Ratio(millionths: 850_000), isExponential: true)
      ),
      ("bola:basic", .bola(.basic, .none)), ("bola:u", .bola(.finite, .u)),
      ("bola:basic,o", .bola(.basic, .o)),
      ("media3:4300000bit/s", .media3(BitRate(bitsPerSecond: 4_300_000))),
      ("sabre-throughput:noibr,noa", .sabreThroughput(limitsByBuffer: false, abandons: false)),
      ("sabre-bola:basic,o,noa", .sabreBOLA(.basic, avoidsOscillation: true, abandons: false)),
    ] as [(String, NamedRule)])
  func parameters(text: String, rule: NamedRule) throws {
    try expect(NamedRule(parsing: text), equals: rule)
    expect(rule.text, equals: text)
  }

  @Test("Defaults may be written")
  func defaults() throws {
    try expect(NamedRule(parsing: "bola:finite").text, equals: "bola")
    try expect(NamedRule(parsing: "throughput:harmonic,0.9").text, equals: "throughput")
    try expect(NamedRule(parsing: "sabre-bola:u").text, equals: "sabre-bola")
  }

  @Test(
    "An error says what to write instead",
    arguments: [
      ("hls", "“hls”: unknown ABR rule; did you mean hls.js?"),
      ("bolla", "“bolla”: unknown ABR rule; did you mean bola?"),
      ("fixed", "“fixed”: fixed needs the number of a level; write fixed:0 for the lowest"),
      ("fixed:-1", "“fixed:-1”: fixed needs the number of a level; write fixed:0 for the lowest"),
      ("fixed:99999999999999999999", "needs the number of a level"),
      ("dash.js:1", "“dash.js:1”: dash.js has no parameters"),
      ("bola:finit", "“bola:finit”: unknown parameter finit; did you mean finite?"),
      ("bola:u,o", "“bola:u,o”: u and o cannot be combined"),
      ("bola:", "“bola:”: missing parameter; write basic, finite, u or o"),
      ("throughput:0", "“throughput:0”: the factor must be above 0"),
      ("media3:4", "4"), ("", "“”: unknown ABR rule; write fixed, throughput"),
    ])
  func errors(text: String, message: String) {
    do {
      _ = try NamedRule(parsing: text)
      Issue.record("\(text) was read")
    } catch {
      expect("\(error)".contains(message))
    }
  }
}
