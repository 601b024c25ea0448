import Expectations
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `The overview in text` {
  private static func report() throws -> OverviewReport {
    let clip = Clip.frames(100, lasting: .milliseconds(40), of: 5000)
    let policy = try BufferingPolicy()
    let presentation = try clip.presentation
    let overview = Overview(
      latency: nil,
      of: { link in
        Simulation(FileScenario(presentation, over: link, policy: policy))
      }
    ) {}
    let media = MediaDescription(
      name: "films/2026/a.mp4", index: clip.index, presentation: presentation, decoding: nil)
    let scenario = FileScenario(
      presentation, over: NetworkLink(following: NetworkPreset.overview[0].profile), policy: policy)
    return OverviewReport(SessionSetting(media, scenario), overview)
  }

  @Test(arguments: [20, 24, 28, 32, 40, 80]) func `fits, with no word or number cut`(
    width: Int
  ) throws {
    let report = try Self.report()
    func lines(_ width: Int) -> [Substring] {
      let style = TextStyle(width: width, usesUnicode: false, usesColor: false)
      return OverviewText.text(report, style: style).split(separator: "\n")
    }
    let narrow = lines(width)
    for line in narrow { expect(line.count <= width, "\(line)") }
    func words(_ lines: [Substring]) -> Set<Substring> {
      Set(lines.flatMap { $0.split { " ,".contains($0) } })
    }
    // A path is broken, and nothing else.
    let parts: Set<Substring> = ["films/", "2026/", "films/2026/", "a.mp4"]
    expect(words(narrow).subtracting(parts).isSubset(of: words(lines(1000))))
    expect(narrow.count { $0.hasSuffix("plays through") || $0.contains("stalls ") } >= 12)
  }

  @Test func `has words to the left and numbers to the right in Markdown`() throws {
    let lines = OverviewMarkdown.text(try Self.report()).split(separator: "\n")
    expect(lines.contains("| --- | ---: | ---: | ---: | ---: | ---: | --- |"))
  }
}
