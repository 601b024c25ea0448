import PlayheadModel

extension TraceFormat {
  /// Detects the format of a file that begins with `text`.
  ///
  /// - Throws: ``ProfileError`` if the format is unknown or ambiguous.
  init(detecting text: TraceText) throws(ProfileError) {
    var lines = TraceLines(text)
    guard try lines.next() else {
      throw ProfileError(.whole, "expected a bandwidth profile, found only comments")
    }
    switch text.bytes[lines.position] {
    case _ where CMCDLog.isLikely(text.bytes):
      self = .cmcd
    case UInt8(ascii: "{"):
      self = try JSONTraces.format(of: text) ?? .sabre
    case UInt8(ascii: "["):
      self = .sabre
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
      self = try Self.numeric(lines)
    default:
      var heading = lines
      let line = heading.restOfLine()
      let separator = Character(UnicodeScalar(HeadedTrace.separator(of: line)))
      let headings = line.split(separator: separator, omittingEmptySubsequences: false).map {
        $0.filter { $0 != "\"" }
      }
      let header = CSVHeader(&lines)
      if header.names.contains(RacaTrace.rate.name.lowercased()) {
        self = .raca
      } else if header.names.contains(where: CSVTrace.columns.contains) {
        self = .csv
      } else if HeadedTrace.isUnderstood(headings) {
        self = .csv
      } else if headings.count > 1 {
        throw HeadedTrace.unknown(headings, at: lines.lineStart, text)
      } else {
        throw Self.unknown
      }
    }
  }

  private static var unknown: ProfileError {
    let known = allCases.map(\.rawValue).joined(separator: ", ")
    return ProfileError(
      .whole, "unknown format of bandwidth profile; known are \(known)")
  }

  /// The format of a file that begins with a number, by the columns of its first row.
  private static func numeric(_ lines: TraceLines) throws(ProfileError) -> TraceFormat {
    var row = lines
    var columns = 0
    while !row.isAtEnd() {
      columns += 1
      guard let number = ScannedDecimal(in: row.text.bytes, at: row.position) else {
        throw row.text.refusal(
          at: row.position,
          "expected a number, found \(row.text.word(at: row.position))")
      }
      row.skip(number)
      if !row.isAtEnd(), row.text.bytes[row.position] == UInt8(ascii: ",") {
        throw row.text.refusal(
          ofLineAt: row.lineStart,
          "columns separated by commas need a header such as seconds,kbps")
      }
    }
    switch columns {
    case 1: return .mahimahi
    case 2: return try twoColumns(lines.text)
    case 6: return .norway
    default:
      throw lines.text.refusal(
        ofLineAt: lines.lineStart,
        "expected one column (mahimahi), two (pensieve, oboe) or six (norway), "
          + "found \(columns)")
    }
  }

  /// The maximum number of two-column rows to inspect.
  private static let sampledRows: Int64 = 1000

  /// Distinguishes Pensieve's two columns from Oboe's where one reading would be absurd.
  ///
  /// Rows less than 10 ms apart at less than 100 kb/s are no measurement, so such numbers are
  /// seconds and Mb/s. Rows more than 100 s apart at more than 100 Mb/s are no measurement either,
  /// so those are milliseconds and kb/s. Anything in between is ambiguous.
  private static func twoColumns(_ text: TraceText) throws(ProfileError) -> TraceFormat {
    // Thousandths of the columns' units.
    let bound: Int64 = 1 << 50
    let columns = TwoColumnTrace(
      time: TraceQuantity(name: "the time", power: 3, bound: bound),
      rate: TraceQuantity(name: "the rate", power: 3, bound: bound))
    var lines = TraceLines(text)
    var first: Int64 = 0
    var last: Int64 = 0
    var rates = Int128(0)
    var count: Int64 = 0
    while count < sampledRows, try lines.next() {
      let (time, rate) = try columns.readRow(&lines)
      if count == 0 { first = time }
      last = time
      rates += Int128(rate)
      count += 1
    }
    let length = Int128(last - first)
    let gaps = Int128(count - 1)
    if gaps > 0 {
      if length < 10_000 * gaps, rates < 100_000 * Int128(count) { return .pensieve }
      if length > 100_000 * gaps, rates > 100_000 * Int128(count) { return .oboe }
    }
    throw ProfileError(
      .whole,
      "the two columns could be \(TraceFormat.pensieve.contents) (pensieve) "
        + "or \(TraceFormat.oboe.contents) (oboe)",
      candidates: [.pensieve, .oboe])
  }
}

extension TraceFormat {
  /// What is said of a file in which the format was detected, with another one that would read it
  /// as well.
  var detectionNotes: [String] {
    switch self {
    case .mahimahi:
      [
        "mahimahi, detected",
        "--network-format=rates reads the numbers as kbit/s, one for each second",
      ]
    case .pensieve:
      [
        "pensieve, detected",
        "--network-format=oboe reads the columns as milliseconds and kbit/s",
      ]
    case .oboe:
      ["oboe, detected", "--network-format=pensieve reads the columns as seconds and Mbit/s"]
    case .sabre, .csv, .raca, .norway, .iperf3, .har, .cmcd: ["\(rawValue), detected"]
    case .playhead, .rates: []
    }
  }
}
