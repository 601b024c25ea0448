import Expectations
import PlayheadKit
import Testing

/// Whatever was run stands in the header of every report for people.
@Suite struct `The settings of a run` {
  private static func report(
    over profile: BandwidthProfile, loops: Int = 1, do actions: [UserAction] = [],
    limit: WallTime? = nil, by transport: Transport = .fluid
  ) throws -> SessionReport {
    var report = try Clip.frames(4, lasting: .seconds(1), of: 1000).report(
      over: profile, BufferingPolicy(), do: actions, repeats: loops - 1, limit: limit)
    report.setting.fileScenario.transport = transport
    return report
  }

  private static func header(_ report: SessionReport) -> String {
    SessionText.text(
      report, style: TextStyle(width: 400, usesUnicode: false, usesColor: false))
  }

  private static func summary(_ report: SessionReport) -> String {
    SessionText.text(
      report, style: TextStyle(width: 80, usesUnicode: false, usesColor: false),
      contents: .summary)
  }

  private static let actions = [
    UserAction(at: .seconds(1), .seek(to: .seconds(62), .exact)),
    UserAction(at: .seconds(2), .seek(to: .seconds(1), .keyframe)),
    UserAction(at: .seconds(3), .pause), UserAction(at: .seconds(4), .play),
    UserAction(at: .seconds(5), .setRate(.normal)),
    UserAction(at: .seconds(6), .playImmediately(.normal)),
    UserAction(at: .milliseconds(6500), .pause), UserAction(at: .seconds(7), .play),
  ]

  private static let words = [
    "plays 3 times", "limit 1:40", "seek to 1:02 at 1 s",
    "seek to the key frame nearest 1 s at 2 s",
    "pause at 3 s", "play at 4 s", "rate 1 at 5 s", "playImmediately 1 at 6 s",
    "and 2 more actions",
  ].joined(separator: ", ")

  @Test func `are in text and Markdown`() throws {
    let report = try Self.report(
      over: .byteAMillisecond(), loops: 3, do: Self.actions, limit: .seconds(100))
    expect(Self.header(report).contains("\nsession  \(Self.words)\n"))
    expect(SessionMarkdown.text(report).contains("\n- session: \(Self.words)\n"))
    // Seven are listed, as counting one takes as much room.
    let seven = try Self.report(over: .byteAMillisecond(), do: Array(Self.actions.prefix(7)))
    expect(Self.header(seven).contains("playImmediately 1 at 6 s, pause at 6.5 s\n"))
  }

  @Test func `are not in a header if all are defaults`() throws {
    let report = try Self.report(over: .byteAMillisecond())
    expect(!Self.header(report).contains("session  "))
    expect(!SessionMarkdown.text(report).contains("- session"))
  }

  @Test(
    arguments: [
      (.fluid, "TCP not modelled"), (.slowStart(setUpRoundTrips: 1), "TCP slow start"),
      (.slowStart(setUpRoundTrips: 2), "TCP slow start with TLS 1.3"),
    ] as [(Transport, String)])
  func `name the TCP model in text and Markdown`(transport: Transport, words: String) throws {
    let report = try Self.report(over: .byteAMillisecond(), by: transport)
    let lines = Self.header(report).split(separator: "\n")
    expect(lines.contains { $0.hasPrefix("network ") && $0.hasSuffix(words) })
    let markdown = SessionMarkdown.text(report).split(separator: "\n")
    expect(markdown.contains { $0.hasPrefix("- network: ") && $0.hasSuffix(words) })
  }

  // A byte a millisecond: 4000 bytes take 4 s. It starts with 2 s and ends after 6 s.
  @Test(
    arguments: [(1000, 5), (1500, 3), (2999, 2), (3000, 1), (5999, 1), (6000, 0)]
      as [(Int64, Int64)])
  func `say how often a trace repeats`(length: Int64, repeats: Int64) throws {
    let rate = BitRate(bitsPerSecond: 8000)
    let profile = try BandwidthProfile(
      name: "trace",
      intervals: [
        .init(duration: .milliseconds(length - 1), rate: rate),
        .init(duration: .milliseconds(1), rate: rate),
      ])
    let report = try Self.report(over: profile)
    expect(report.session.elapsed, equals: .seconds(6))
    let words =
      switch repeats {
      case 0: "then repeats, latency 0 ms, TCP"
      case 1: "latency 0 ms, repeated once in this session, TCP"
      case 2: "latency 0 ms, repeated twice in this session, TCP"
      default: "latency 0 ms, repeated \(repeats) times in this session, TCP"
      }
    expect(SessionMarkdown.text(report).contains(words))
    // The header of a text comes before the session is played, so its summary has the count.
    let row =
      switch repeats {
      case 0: "trace repeated"
      case 1: "network         trace repeated once\n"
      case 2: "network         trace repeated twice\n"
      default: "network         trace repeated \(repeats) times\n"
      }
    expect(Self.summary(report).contains(row), equals: (repeats > 0), "\(Self.summary(report))")
    let json = String(decoding: SessionJSON.bytes(report), as: UTF8.self)
    expect(json.contains("\"networkRepeats\": \(repeats),"))
  }

  @Test func `are in every overview`() throws {
    let clip = Clip.frames(4, lasting: .seconds(1), of: 1000)
    let policy = try BufferingPolicy()
    let presentation = try clip.presentation
    let overview = Overview(latency: nil) { link in
      Simulation(FileScenario(presentation, over: link, policy: policy))
    } check: {
    }
    let media = MediaDescription(
      name: "a", index: clip.index, presentation: presentation, decoding: nil)
    let scenario = FileScenario(
      presentation, over: NetworkLink(following: NetworkPreset.overview[0].profile),
      by: .slowStart(setUpRoundTrips: 2), policy: policy, actions: Self.actions, repeats: 2,
      options: SessionOptions(limit: .seconds(100)))
    let report = OverviewReport(SessionSetting(media, scenario), overview)
    let text = OverviewText.text(
      report, style: TextStyle(width: 400, usesUnicode: false, usesColor: false))
    expect(text.contains("\nsession  \(Self.words)\n"))
    let markdown = OverviewMarkdown.text(report)
    expect(markdown.contains("\n- session: \(Self.words)\n"))
    expect(markdown.contains("\n- networks: 12 presets, TCP slow start with TLS 1.3\n"))
    let json = String(decoding: OverviewJSON.bytes(report), as: UTF8.self)
    expect(json.contains("\"limitSeconds\": 100") && json.contains("\"loops\": 3"))
  }
}
