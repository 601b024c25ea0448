import Expectations
import PlayheadKit
import Testing

@Suite struct `The picture of a network` {
  /// The lines of the picture in 28 columns of ASCII: 9 for labels, an axis and 18 of time.
  private static func picture(_ text: String) throws -> [String] {
    guard case .profile(let profile) = try NetworkArgument(parsing: text) else { return [] }
    let style = TextStyle(width: 28, usesUnicode: false, usesColor: false)
    return NetworkText.text(NetworkReport(profile: profile), style: style)
      .split(separator: "\n").map(String.init).filter { $0.contains(" |") || $0.contains(" +") }
  }

  @Test func `is as high as the rate, a third of a row being the least step`() throws {
    // 18 columns of 1 s; 6 rows of 3 steps make a step of 500 kbit/s.
    try expect(
      Self.picture("6s@9.00M,6s@4.50M,6s@0500k"),
      equals: [
        "9 Mbit/s |######", "         |######", "         |######",
        "         |############", "         |############", "         |############......",
        " 0 bit/s +------------------",
      ])
  }

  @Test func `shows what is hardly anything, and nothing of what is nothing`() throws {
    try expect(
      Self.picture("17s@9.00M,0.5s@0001bps,.5s@0").last { $0.contains("|") },
      equals: "         |#################.")
    try expect(
      Self.picture("17s@9.00M,1s@0").last { $0.contains("|") },
      equals: "         |#################")
  }

  @Test func `gives columns the mean of the time that they stand for`() throws {
    // A column in the middle has half a second of each: a mean of 4.5 Mbit/s, nine steps.
    try expect(
      Self.picture("8.5s@9.00M,9.5s@0").filter { $0.contains("|") },
      equals: [
        "9 Mbit/s |########", "         |########", "         |########",
        "         |#########", "         |#########", "         |#########",
      ])
  }

  @Test(
    arguments: [
      (219_699_999_809, "3:39.7"), (1_499_999, "0.001 s"), (1_500_000, "0.002 s"),
      (999_999, "0.000999999 s"), (1, "0.000000001 s"),
    ] as [(Int64, String)])
  func `has lengths to a millisecond, and shorter ones exactly`(
    nanoseconds: Int64, text: String
  ) throws {
    let interval = BandwidthProfile.Interval(
      duration: WallTime(nanoseconds: nanoseconds), rate: BitRate(bitsPerSecond: 8000))
    let profile = try BandwidthProfile(name: "x", intervals: [interval])
    let style = TextStyle(width: 80, usesUnicode: false, usesColor: false)
    let lines = NetworkText.text(NetworkReport(profile: profile), style: style)
      .split(separator: "\n")
    expect(lines.contains("length   \(text), then repeats"))
    expect(lines.contains("rates    of one pass"))
    expect(lines.last?.contains(" \(text)  ") ?? false)
    let json = String(decoding: NetworkJSON.bytes(NetworkReport(profile: profile)), as: UTF8.self)
    expect(
      json.contains("\"durationSeconds\": \(WallTime(nanoseconds: nanoseconds).secondsText),"))
  }

  /// What is held is in no figure, so text says so wherever figures stand beside a picture with it.
  @Test func `says of what its figures are where something is held after them`() throws {
    guard case .profile(let profile) = try NetworkArgument(parsing: "10s@800k,5s@0,1.2M") else {
      return
    }
    let style = TextStyle(width: 80, usesUnicode: false, usesColor: false)
    let text = NetworkText.text(NetworkReport(profile: profile), style: style)
    expect(text.contains("length   15 s, then 1.2 Mbit/s, held\n"))
    expect(text.contains("rates    of the first 15 s only\n"))
    expect(text.contains("mean 533 kbit/s over 15 s, then 1.2 Mbit/s held"))
    expect(text.contains("\nrate, mean per column\n1.2 Mbit/s |"))
    expect(text.contains(" 15 s      held  1.2 Mbit/s "))
    expect(!text.contains("for good"))
  }

  @Test(arguments: [
    ("4M", ["null"], "null"), ("10s@800k,5s@0,1.2M", ["10", "5", "null"], "15"),
    ("10s@800k,5s@0", ["10", "5"], "15"),
  ])
  func `has no duration of what is held in JSON`(
    text: String, durations: [String], length: String
  ) throws {
    guard case .profile(let profile) = try NetworkArgument(parsing: text) else { return }
    let json = String(decoding: NetworkJSON.bytes(NetworkReport(profile: profile)), as: UTF8.self)
    let found = json.matches(of: /"durationSeconds": ([^,]*)/).map { String($0.1) }
    expect(found, equals: durations)
    expect(json.contains("\"lengthSeconds\": \(length),"))
  }

  @Test func `adds a fifth for what is held`() throws {
    let picture = try Self.picture("14.4s@0,9M")
    // Four fifths are 14.4 of 18 columns; in the column between, 0.6 of 9 Mbit/s is 10.8 steps.
    expect(picture.first, equals: "9 Mbit/s |               ###")
    expect(picture[1], equals: "         |               ###")
    expect(picture[2], equals: "         |              :###")
    expect(picture[3], equals: "         |              ####")
  }
}
