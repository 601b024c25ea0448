import Expectations
import PlayheadKit
import Testing

@testable import PlayheadSweep

@Suite("Jobs of a plan")
struct SelectionTests {
  /// A plan of files and ladders that nobody reads.
  static func plan(
    files: Int = 3, ladders: Int = 2, rates: [Int64] = [500, 900, 2000, 5000],
    rules: [String] = ["bola"]
  ) throws -> SweepPlan {
    let media =
      (0..<files).map { SweepMedia(name: "f\($0)", location: "f\($0).mp4", kind: .file) }
      + (0..<ladders).map { SweepMedia(name: "l\($0)", location: "l\($0).m3u8", kind: .ladder) }
    let networks = try rates.map { rate in
      SweepNetwork(
        name: "\(rate)k", argument: "\(rate)k", options: [],
        link: NetworkLink(
          following: try BandwidthProfile(
            name: "\(rate)", rate: BitRate(bitsPerSecond: rate * 1000))))
    }
    let named = try rules.map { SweepRule(name: $0, choice: try RuleChoice(parsing: $0)) }
    return SweepPlan(
      media: media, networks: networks,
      players: [
        SweepPlayer(name: "basic", argument: "basic", ofFiles: .basic, ofLadders: .basic),
        SweepPlayer(name: "hls.js", argument: "hls.js", ofFiles: nil, ofLadders: .hlsJS),
        SweepPlayer(name: "media3", argument: "media3", ofFiles: nil, ofLadders: .media3),
      ],
      rules: [.own] + named,
      variants: [.none], manner: SweepManner())
  }

  @Test("are the product of what fits together, each once")
  func product() throws {
    let plan = try Self.plan()
    // Files: one player, its own rule. Ladders: three players, two rules.
    expect(plan.jobCount, equals: 3 * 4 * 1 + 2 * 4 * 3 * 2)
    let jobs = (0..<plan.jobCount).map(plan.job)
    expect(Set(jobs).count, equals: plan.jobCount)
    for job in jobs {
      expect(plan.players[job.player].plays(plan.media[job.media].kind))
      expect(plan.media[job.media].kind == .ladder || plan.rules[job.rule].choice == nil)
    }
    expect(plan.omissions.count, equals: 2)
  }

  @Test("with requests that fail are other jobs, and only those of ladders")
  func faults() throws {
    let plan = try Self.plan()
    var manner = plan.manner
    manner.faults = [try RequestFault(parsing: "segment 1 404")]
    let failing = SweepPlan(
      media: plan.media, networks: plan.networks, players: plan.players, rules: plan.rules,
      variants: plan.variants, manner: manner)
    expect(failing.jobCount, equals: plan.jobCount)
    let (identity, former) = (JobIdentity(failing), JobIdentity(plan))
    for number in 0..<failing.jobCount {
      let job = failing.job(number)
      let medium = failing.media[job.media]
      expect(
        failing.suiteCase(job).faults, equals: medium.kind == .ladder ? manner.faults : [])
      expect(
        identity.name(of: job, media: "", medium.kind)
          != former.name(of: job, media: "", medium.kind))
    }
    expect(failing.omissions.contains { $0.contains("segment 1 404") && $0.contains("3 media") })
  }

  @Test("have names of their own, the same for the same parts")
  func names() throws {
    // What `basic` chooses by itself has a name of its own as that, too.
    let plan = try Self.plan(rules: ["bola", LadderPlayer.basic.rule])
    let identity = JobIdentity(plan)
    func names(_ plan: SweepPlan, _ identity: JobIdentity) -> [String] {
      (0..<plan.jobCount).map { number in
        let job = plan.job(number)
        let medium = plan.media[job.media]
        return identity.name(of: job, media: medium.name, medium.kind)
      }
    }
    let own = names(plan, identity)
    expect(Set(own).count, equals: own.count)
    expect(own.allSatisfy { $0.utf8.count == 32 })
    let fewer = try Self.plan(files: 1, ladders: 1, rates: [900])
    expect(Set(names(fewer, JobIdentity(fewer))).isSubset(of: own))
  }

  @Test("of shards are all jobs, each once", arguments: [1, 2, 7, 60, 61, 100])
  func shards(count: Int) throws {
    let plan = try Self.plan()
    var numbers: [Int] = []
    for number in 1...count {
      var selection = SweepSelection(all: plan)
      selection.keepShard(number, of: count)
      numbers += (0..<selection.count).map { selection[$0] }
      let grouped = selection.groups(of: plan).flatMap(Array.init)
      expect(grouped, equals: Array(0..<selection.count))
    }
    expect(numbers, equals: Array(0..<plan.jobCount))
  }

  @Test("of a sample are different ones, from each class in proportion")
  func sample() throws {
    let plan = try Self.plan(files: 10, ladders: 5)
    for count in [1, 3, 10, 50, plan.jobCount - 1] {
      let selection = SweepSelection(count, of: plan, seed: 7)
      let numbers = (0..<selection.count).map { selection[$0] }
      expect(numbers.count, equals: count)
      expect(Set(numbers).count, equals: count)
      expect(numbers, equals: numbers.sorted())
      let classes = numbers.map { plan.networks[plan.job($0).network].category }
      for stratum in selection.strata {
        expect(classes.count { $0 == stratum.category }, equals: stratum.sampled)
        let share = Double(count) * Double(stratum.jobs) / Double(plan.jobCount)
        expect(abs(Double(stratum.sampled) - share) <= 1.0 + 1e-9)
      }
      let again = SweepSelection(count, of: plan, seed: 7)
      expect((0..<again.count).map { again[$0] }, equals: numbers)
    }
    let all = SweepSelection(plan.jobCount + 1, of: plan, seed: 7)
    expect(all.count, equals: plan.jobCount)
    expect(all.strata.isEmpty)
  }
}
