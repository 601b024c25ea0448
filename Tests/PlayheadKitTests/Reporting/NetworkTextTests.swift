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
    #expect(
      try Self.picture("6s@9.00M,6s@4.50M,6s@0500k") == [
        "9 Mbit/s |######", "         |######", "         |######",
        "         |############", "         |############", "         |############......",
        " 0 bit/s +------------------",
      ])
  }

  @Test func `shows what is hardly anything, and nothing of what is nothing`() throws {
    #expect(
      try Self.picture("17s@9.00M,0.5s@0001,.5s@0").last { $0.contains("|") }
        == "         |#################.")
    #expect(
      try Self.picture("17s@9.00M,1s@0").last { $0.contains("|") }
        == "         |#################")
  }

  @Test func `gives columns the mean of the time that they stand for`() throws {
    // A column in the middle has half a second of each: a mean of 4.5 Mbit/s, nine steps.
    #expect(
      try Self.picture("8.5s@9.00M,9.5s@0").filter { $0.contains("|") } == [
        "9 Mbit/s |########", "         |########", "         |########",
        "         |#########", "         |#########", "         |#########",
      ])
  }

  @Test func `adds a fifth for what is held`() throws {
    let picture = try Self.picture("14.4s@0,9M")
    // Four fifths are 14.4 of 18 columns; in the column between, 0.6 of 9 Mbit/s is 10.8 steps.
    #expect(picture.first == "9 Mbit/s |               ###")
    #expect(picture[1] == "         |               ###")
    #expect(picture[2] == "         |              :###")
    #expect(picture[3] == "         |              ####")
  }
}
