import Expectations
import PlayheadKit
import Testing

@Suite struct `A profile written inline` {
  /// Milliseconds and bits per second, interval by interval.
  typealias Rows = [[Int64]]

  @Test(
    arguments: [
      ("10s@800k,5s@0,1.2M", [[10_000, 800_000], [5000, 0], [0, 1_200_000]], true),
      ("10s@800k,5s@0", [[10_000, 800_000], [5000, 0]], false),
      ("10s@800k", [[10_000, 800_000]], false),
      ("10@8bps", [[10_000, 8]], false),
      (
        "1:30@1.5MB/s,PT1M@1 Mbit/s,.5s@0",
        [[90_000, 12_000_000], [60_000, 1_000_000], [500, 0]], false
      ),
      ("200ms@1k , 0", [[200, 1000], [0, 0]], true),
    ] as [(String, Rows, Bool)])
  func `is read part by part`(text: String, rows: Rows, isHeld: Bool) throws {
    guard case .profile(let profile) = try NetworkArgument(parsing: text) else {
      Issue.record("no profile")
      return
    }
    expect(profile.name, equals: text)
    expect(
      profile.intervals.map { [$0.duration.nanoseconds / 1_000_000, $0.rate.bitsPerSecond] },
      equals: rows
    )
    expect(profile.afterwards, equals: (isHeld ? .holdsLast : .repeats))
  }

  @Test(
    arguments: [
      ("10s@800k,5s@0,1.2M", ["10 s at 800 kbit/s", "5 s at 0 bit/s", "then 1.2 Mbit/s, held"]),
      ("1m@100kB/s,5s@0", ["1:00 at 800 kbit/s", "5 s at 0 bit/s", "then repeats"]),
      ("1s@1k,1s@2k,1s@3k,1s@4k,1s@5k,1s@6k,7k", ["last rate held"]),
    ])
  func `says what was understood`(text: String, notes: [String]) throws {
    guard case .profile(let profile) = try NetworkArgument(parsing: text) else {
      Issue.record("no profile")
      return
    }
    expect(profile.notes, equals: notes)
  }

  /// What a header says is what is played.
  @Test(
    arguments: [
      (
        "10s@800k,5s@0,1.2M", "50%", 0,
        ["10 s at 400 kbit/s", "5 s at 0 bit/s", "then 600 kbit/s, held", "scaled by 50%"]
      ),
      ("10s@800k,5s@0,1.2M", nil, 12, ["3 s at 0 bit/s", "then 1.2 Mbit/s, held", "from 12 s on"]),
      ("10s@800k,5s@0,1.2M", nil, 99, ["1.2 Mbit/s held", "from 1:39 on"]),
      (
        "4s@900k,2s@0", "2x", 1,
        [
          "3 s at 1.8 Mbit/s", "2 s at 0 bit/s", "1 s at 1.8 Mbit/s", "then repeats", "from 1 s on",
          "scaled by 2x",
        ]
      ),
    ] as [(String, String?, Int64, [String])])
  func `describes what remains of it after shaping`(
    text: String, scale: String?, offset: Int64, notes: [String]
  ) throws {
    guard case .profile(let profile) = try NetworkArgument(parsing: text) else {
      Issue.record("no profile")
      return
    }
    var shaping = NetworkShaping()
    shaping.offset = .seconds(offset)
    shaping.scale = try scale.map { try RateScale(parsing: $0) }
    try expect(shaping.applied(to: profile).notes, equals: notes)
  }

  @Test(
    arguments: [
      (
        "800k,1.2M", "part 1, “800k”, has no duration, as only the last may",
        "write 10s@800k for ten seconds of it"
      ),
      (
        "10s@800k,5k,1", "part 2, “5k”, has no duration, as only the last may",
        "write 10s@5k for ten seconds of it"
      ),
      ("10s@800k,,5", "part 2 is empty", "write a duration and a rate, such as 10s@800k"),
      ("10s@800k,", "part 2 is empty", "write a duration and a rate, such as 10s@800k"),
      ("10s@", "part 1, “10s@”, has no rate", "write 10s@800k, or 10s@0 for an outage"),
      ("@800k", "part 1, “@800k”, has no duration before its @", "write 10s@800k"),
      ("0s@5k", "part 1, “0s@5k”, has a duration of 0", nil),
      ("1@2@3", "part 1, “1@2@3”, has more than one @", "write a comma between parts"),
      ("1s@5k,-1s@5k", "part 2, “-1s”: a duration cannot be negative", nil),
      ("1s@5k,1s@-5k", "part 2, “-5k”: a rate cannot be negative", nil),
      (
        "1s@5k,10sec@3", "part 2, “10sec”: “sec” is not a unit of time here", "write 10s"
      ),
      (
        "1s@1mbps", "part 1, “1mbps”: “mbps” is bytes to some tools (tc) and bits to others",
        "write 1Mbps for bits or 1MB/s for bytes"
      ),
      (
        "1000000000s@1k,1000000000s@2k", "the profile is longer than 1152921504.606846976 s here",
        nil
      ),
    ] as [(String, String, String?)])
  func `is refused with the part that is wrong`(text: String, problem: String, hint: String?) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try NetworkArgument(parsing: text)
    }
  }
}
