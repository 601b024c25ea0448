import Dispatch
import Expectations
import Synchronization
import Testing

@testable import PlayheadAnalysis
@testable import PlayheadFiles
@testable import PlayheadModel
@testable import PlayheadRegression
@testable import PlayheadReporting

@Suite struct `Running a suite` {
  /// Counts how often each media is read.
  private final class Library: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    var reads: [String: Int] { counts.withLock { $0 } }

    /// So many frames of 100 ms and 100 bytes as the location says; `missing` is not there.
    func media(_ media: CheckedMedia) throws(CaseError) -> PlayableMedia {
      counts.withLock { $0[media.location, default: 0] += 1 }
      guard let frames = Int(media.location) else {
        throw CaseError(.missingInput, "cannot open", at: media.location, why: "it is missing")
      }
      let clip = Clip.frames(frames, lasting: .milliseconds(100), of: 100)
      do {
        return PlayableMedia(try clip.presentation)
      } catch {
        throw CaseError(.badData, "cannot play", at: media.location, why: "\(error)")
      }
    }
  }

  /// Numbers that any thread may add.
  private final class Tally: Sendable {
    private let numbers = Mutex<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }

    /// Adds one; tells how many there are.
    @discardableResult
    func add(_ number: Int) -> Int {
      numbers.withLock { numbers in
        numbers.append(number)
        return numbers.count
      }
    }
  }

  private static func suite(_ text: String) throws -> Suite {
    try Suite(contents: Array("playhead: suite/1\n\(text)".utf8), path: "a.yaml")
  }

  /// Media and networks in an order in which each media comes again and again.
  private static let product = """
    defaults: {expect: [no stall, startup <= 2.5s]}
    cases:
      - {name: a, media: ['30', '20', '10'], network: 1M}
      - {name: b, media: ['10', '20', '30'], network: [8k, 7k, 6k, 5k, 4k]}
      - {name: c, media: ['40', missing, '20'], network: [8k, 3k], player: [basic, nothing.yaml]}
    """

  private static let concurrently: @Sendable (Int, @Sendable (Int) -> Void) -> Void = {
    DispatchQueue.concurrentPerform(iterations: $0, execute: $1)
  }

  @Test func `gives what each session by itself gives`() throws {
    let suite = try Self.suite(Self.product)
    let library = Library()
    let result = try #require(SuiteRunner(media: library.media).run(suite))
    expect(result.cases.map(\.checkCase.name), equals: suite.cases.map(\.name))
    var ran = 0
    for case let result in result.cases {
      guard case .ran(let session) = result.outcome else { continue }
      ran += 1
      let frames = try #require(Int(result.checkCase.media.location))
      guard case .profile(let profile) = result.checkCase.network.argument else {
        Issue.record("this is a rate")
        continue
      }
      let alone = try Clip.frames(frames, lasting: .milliseconds(100), of: 100)
        .play(over: profile, BufferingPolicy())
      expect(session.summary, equals: SessionSummary(alone))
      expect(session.stalls, equals: alone.stalls)
    }
    expect(ran, equals: 3 + 15 + 4)
    // 100 bytes in 100 ms are 8 kbit/s, so slower links stall and others do not.
    expect(result.cases[3].verdict, equals: .passed)
    let slow = try #require(result.cases.first { $0.checkCase.name == "b [30, 4k]" })
    guard case .ran(let session) = slow.outcome else {
      Issue.record("it can be played")
      return
    }
    // It starts with 2 s of media, which take 4 s to come; the third is there before they run out.
    expect(session.summary.startup, equals: .seconds(4))
    expect(session.results.map(\.verdict), equals: [.passed, .failed])
  }

  @Test(arguments: [1, 2, 3, 8])
  func `gives the same however many run at once, and reads each media once`(jobs: Int) throws {
    let suite = try Self.suite(Self.product)
    let alone = try #require(SuiteRunner(media: Library().media).run(suite))
    let library = Library()
    let progress = Tally()
    var runner = SuiteRunner(
      media: library.media, jobs: jobs, concurrently: Self.concurrently)
    runner.onProgress = { completed, total in
      expect(total, equals: suite.cases.count)
      progress.add(completed)
    }
    expect(runner.run(suite), equals: alone)
    expect(library.reads, equals: ["10": 1, "20": 1, "30": 1, "40": 1, "missing": 1])
    expect(progress.all.sorted(), equals: Array(1...suite.cases.count))
  }

  @Test func `tells a case that cannot run from one that fails, and runs the others`() throws {
    let result = try #require(
      SuiteRunner(media: Library().media).run(
        try Self.suite(
          """
          defaults: {network: 4k, expect: startup <= 1s}
          cases:
            - {name: fails, media: '30'}
            - {name: no file, media: missing}
            - {name: no match, media: '*.nothing'}
            - {name: no profile, media: '30', network: nothing.csv}
            - {name: no player, media: '30', player: ./nothing.yaml}
            - {name: passes, media: '30', network: 1M}
          """)))
    expect(
      result.cases.map(\.verdict), equals: [.failed, .error, .error, .error, .error, .passed])
    let errors = result.cases.compactMap { result -> String? in
      if case .couldNotRun(let error) = result.outcome { "\(error.kind): \(error)" } else { nil }
    }
    expect(
      errors,
      equals: [
        "missingInput: cannot open, missing: it is missing",
        "missingInput: cannot open, *.nothing: no file matches the pattern",
        "missingInput: cannot open network profile, nothing.csv: No such file or directory",
        "missingInput: cannot open player policy, ./nothing.yaml: No such file or directory",
      ])
    expect(result.firstError?.location, equals: "missing")
    expect(!result.hasPassed)
  }

  @Test(arguments: [1, 2, 5])
  func `stops after the first that does not pass, whoever was faster`(jobs: Int) throws {
    let cases = (0..<40).map { number in
      let network = number == 7 || number == 9 ? "1k" : "1M"
      return "- {name: case \(number), media: '\(10 + number % 3)', network: \(network)}"
    }
    let suite = try Self.suite(
      "defaults: {expect: startup <= 1s}\ncases:\n" + cases.joined(separator: "\n"))
    var runner = SuiteRunner(
      media: Library().media, jobs: jobs, concurrently: Self.concurrently)
    runner.isFailFast = true
    let result = try #require(runner.run(suite))
    expect(result.cases.map(\.checkCase.name), equals: (0...7).map { "case \($0)" })
    expect(result.cases.last?.verdict, equals: .failed)
    expect(result.skippedCount, equals: 32)
  }

  @Test func `gives nothing once the user wants to stop`() throws {
    let suite = try Self.suite(Self.product)
    let asked = Tally()
    var runner = SuiteRunner(media: Library().media)
    runner.isInterrupted = { asked.add(1) > 20 }
    expect(runner.run(suite) == nil)
    expect(asked.all.count < 30)
  }

  @Test func `counts no case that was cut off, whatever was being done for it`() throws {
    let suite = try Self.suite(Self.product)
    let library = Library()
    let done = Tally()
    let isOver = Mutex(false)
    // Reading the third media is cut off, after the two cases with the first two.
    var runner = SuiteRunner { (media: CheckedMedia) throws(CaseError) in
      guard media.location != "10" else {
        isOver.withLock { $0 = true }
        throw CaseError(.inputOutput, "interrupted", at: media.location, why: "half way")
      }
      return try library.media(media)
    }
    runner.isInterrupted = { isOver.withLock { $0 } }
    runner.isFailFast = true
    runner.onProgress = { completed, _ in done.add(completed) }
    expect(runner.run(suite) == nil)
    expect(done.all, equals: [1, 2])

    // So is playing the first case again for a record of its timeline.
    let again = Tally()
    isOver.withLock { $0 = false }
    runner.media = library.media
    runner.onProgress = { completed, _ in again.add(completed) }
    runner.baselineWork = BaselineWork(baseline: nil, makesRecords: true) {
      (media: CheckedMedia) throws(CaseError) in
      isOver.withLock { $0 = true }
      return RecordedMedia(name: media.name, bytes: 1, digest: "")
    }
    runner.baselineWork?.recordsTicks = true
    expect(runner.run(suite) == nil)
    expect(again.all.isEmpty)
  }

  @Test(arguments: [1, 3])
  func `reads media once for several suites, by whatever path`(jobs: Int) throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let name = #filePath.split(separator: "/").last ?? ""
    let paths = ["/\(folder)/\(name)", "/\(folder)/./\(name)", "/\(folder)/../Regression/\(name)"]
    let reads = Mutex<[String]>([])
    let runner = SuiteRunner(
      media: { (media: CheckedMedia) throws(CaseError) in
        reads.withLock { $0.append(media.location) }
        return try Library().media(CheckedMedia(name: "x", location: "10"))
      }, jobs: jobs, concurrently: Self.concurrently)
    let suites = try paths.map { path in
      try Self.suite(
        """
        name: \(path)
        cases: [{name: x, media: ["\(path)", "10"], network: [1M, 2M], expect: no stall}]
        """)
    }
    let results = try #require(runner.run(suites))
    expect(results.map(\.name), equals: paths)
    expect(
      results.map { $0.cases.map(\.checkCase.name) }, equals: suites.map { $0.cases.map(\.name) })
    expect(results.allSatisfy { $0.hasPassed })
    let read = reads.withLock { $0 }
    expect(read.count, equals: 2)
    expect(read.count { paths.contains($0) }, equals: 1)
    // Each by itself comes to the same.
    expect(results, equals: suites.compactMap(runner.run))
  }

  @Test func `stops in the middle of several suites, and leaves the rest out`() throws {
    let suites = try [("1M", "1M"), ("1k", "1M"), ("1M", "1M")].map { first, second in
      try Self.suite(
        """
        defaults: {media: '10', expect: startup <= 1s}
        cases: [{name: a, network: \(first)}, {name: b, network: \(second)}]
        """)
    }
    var runner = SuiteRunner(media: Library().media)
    runner.isFailFast = true
    let results = try #require(runner.run(suites))
    expect(results.map(\.cases.count), equals: [2, 1, 0])
    expect(results.map(\.skippedCount), equals: [0, 1, 2])
  }

  @Test func `of no cases passes`() {
    let result = SuiteRunner(media: Library().media).run(Suite(cases: []))
    expect(result, equals: SuiteResult(cases: []))
    expect(result?.hasPassed, equals: true)
  }

  /// At a byte a millisecond, with 1000 bytes there, byte 2500 is 1500 ms away, as so few are read
  /// through, and the frame that begins there 100 ms more.
  @Test func `has media played again, users act, and sessions end where they must`() throws {
    let result = try #require(
      SuiteRunner(media: Library().media).run(
        try Self.suite(
          """
          defaults: {media: '30', network: 1M}
          cases:
            - {name: loops, loop: 3, expect: [played == 9s, endReason == ended]}
            - {name: pause, actions: 1s pause, expect: [endReason == paused]}
            - {name: limit, limit: 2s, expect: [elapsed == 2s, endReason == limit]}
            - name: seek
              policy: {startupBuffer: 0.1s}
              network: 8k
              actions: 1s seek 2.5
              expect: [seekCount == 1, longestSeekLatency == 1.6s]
          """)))
    expect(result.hasPassed, "\(result)")
  }
}
