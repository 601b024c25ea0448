import Expectations
import PlayheadKit
import Testing

@Suite struct `CMCD of random sessions` {
  /// What each key's value has to look like, by CTA-5004-B and the grammar of RFC 8941.
  private static let values: [String: String] = {
    let list = #"=\(\d+;(v|a|av)( \d+;(v|a|av))*\)"#
    let hundreds = #"=\((0|[1-9]\d*00);(v|a|av)\)"#
    return [
      "bl": hundreds, "br": list, "bs": "", "bsa": list, "bsd": list, "bsda": list, "e": "=t",
      "msd": #"=\d+"#, "mtp": hundreds, "pr": #"=\d\.\d{1,3}"#, "pt": #"=\d+"#, "sf": "=o",
      "sn": #"=\d+"#, "st": "=v", "sta": "=[spkrae]", "su": "", "ts": #"=\d+"#, "v": "=2",
    ]
  }()
  private static let optional: Set = ["br", "bs", "bsd", "msd", "mtp", "pr", "su"]

  @Test(arguments: Seeds.blocks(3_000_000..<3_000_200, of: 20, few: 40))
  func `keeps to the grammar and tells of everything once`(block: Range<UInt64>) throws {
    for seed in block {
      let random = try RandomSession.connected(seed: seed)
      let media = MediaDescription(
        name: "random", index: random.media.index, presentation: try random.presentation,
        decoding: nil)
      let session = try random.run()
      let report = SessionReport(SessionSetting(media, try random.scenario), session)
      let lines = String(decoding: SessionCMCD.bytes(report), as: UTF8.self)
        .split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
      let comment: Comment = "seed \(seed)"
      expect(lines.count, equals: session.ticks.count, comment)
      for line in lines { try expectGrammar(line, comment) }
      expectOnce(lines, session, comment)
    }
  }

  private func expectGrammar(_ members: [String], _ comment: Comment) throws {
    let keys = members.map { String($0.prefix { $0 != "=" }) }
    // Commas are nowhere but between members, and keys are in order, each there once.
    expect(keys, equals: Set(keys).sorted(), comment)
    expect(Set(Self.values.keys).subtracting(keys).isSubset(of: Self.optional), comment)
    for (key, member) in zip(keys, members) {
      let value = try Regex(Self.values[key] ?? "unknown key")
      expect(member.dropFirst(key.count).wholeMatch(of: value) != nil, comment)
    }
  }

  private func expectOnce(_ lines: [[String]], _ session: Session, _ comment: Comment) {
    let members = lines.flatMap(\.self)
    expect(
      members.count { $0.hasPrefix("msd=") }, equals: (session.startup == nil ? 0 : 1), comment)
    expect(lines.last?.contains { $0.hasPrefix("bsa=(\(session.stalls.count);") } ?? false)
    let told = members.filter { $0.hasPrefix("bsd=") }.flatMap { $0.split(separator: " ") }.count
    let isOpen = session.ticks.last?.isInStall ?? false
    let ended = session.stalls.dropLast(isOpen ? 1 : 0).count { $0.elapsed > .zero }
    // A stall in which the user pauses for good is not over either.
    expect(told == ended || told == ended - 1 && session.ticks.last?.phase == .paused, comment)
  }
}
