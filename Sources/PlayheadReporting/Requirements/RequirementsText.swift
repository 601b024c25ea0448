import PlayheadAnalysis
import PlayheadModel

/// The report of requirements for a person: one sentence, the bounds and what they rest on, the
/// curve as a table and as a chart, and the leaky buckets.
struct RequirementsText {
  let report: RequirementsReport
  let style: TextStyle

  private var requirements: Requirements { report.requirements }
  private var durations: TextStyle.Durations { style.durations }

  /// The report without its header, with a newline at its end.
  var text: String {
    let sentence = WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(sentence)
    let damage = report.setting.media.damage.findings.flatMap {
      WrappedRow(name: "", nameWidth: 0, style: style.plain).lines("media damaged: \($0)")
    }
    let parts = [
      sentence.map { style.set($0, in: .bold) } + damage.map { style.set($0, in: .red) },
      facts.flatMap {
        WrappedRow(name: $0.name, nameWidth: 17, style: style.plain).lines($0.text)
      },
      caption("minimum rate by startup delay: a frame decides from its row to the next")
        + CornerTable(requirements.curve, style).lines,
      RateCurveChart(report: report, style: style).lines,
      caption("leaky bucket (H.264, Annex C) by rate") + BucketTable(report, style).lines,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private func caption(_ text: String) -> [String] {
    WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(text)
      .map { style.set($0, in: .dim) }
  }

  var sentence: String {
    let rate = requirements.rate
    let startup = durations.text(rate.startup)
    let latency =
      rate.latency > .zero ? " and \(durations.shortText(rate.latency)) of latency" : ""
    let atRate =
      rate.rate.map { "With a startup of \(startup)\(latency), \($0.text) or more never stalls." }
      ?? "No rate is enough for a startup of \(startup)\(latency)."
    guard let network = requirements.network else { return atRate }
    guard let delay = network.startup.delay else {
      return "No startup delay is enough on this network. \(atRate)"
    }
    return "On this network, a startup of \(durations.text(delay)) or more never stalls. \(atRate)"
  }

  /// The bounds, by name.
  var facts: [(name: String, text: String)] {
    let facts: [(name: String, text: String)?] = [
      requirements.network.map { ("minimum startup", text(of: $0.startup)) },
      requirements.network?.buffer.map { ("buffer with it", text(of: $0)) },
      ("minimum rate", text(of: requirements.rate)),
      requirements.buffer.map { ("buffer with it", text(of: $0)) },
      requirements.encoding.map { ("encode", text(of: $0)) },
    ]
    return facts.compactMap(\.self)
  }

  private func text(of bound: EncodingBound) -> String {
    let kind = report.setting.media.index.tracks[bound.track].kind
    let (name, flags) = kind == .video ? ("video", "-b:v") : ("audio", "-b:a")
    func kilobits(_ bits: Int64) -> String { "\(bits / 1000)k" }
    let startup = "a startup of \(durations.text(requirements.rate.startup))"
    let bucket =
      bound.bucket.map {
        "-maxrate \(kilobits($0.rate.bitsPerSecond)) -bufsize \(kilobits($0.bits)): any \(name) within "
          + "this leaky bucket never stalls with \(startup)"
      } ?? "no -maxrate and -bufsize are enough for \(startup)"
    let mean =
      bound.highestMeanRate.map {
        "as it is, with each frame in proportion, up to \(flags) \(kilobits($0.bitsPerSecond))"
      } ?? "as it is, with each frame in proportion, at no rate"
    let own = bound.meanRate.map { " (it has \($0.figuresText))" } ?? ""
    return "\(bucket); \(mean)\(own)"
  }

  private func text(of bound: StartupBound) -> String {
    let needs = needs(bound.frame)
    guard let delay = bound.delay, let arrival = bound.arrival else {
      return "none; \(needs), which never arrive"
    }
    let less = delay == .zero ? "" : isFirst(bound.frame) ? "; no sooner" : "; 1 ns less stalls"
    return "\(durations.text(delay)); \(needs), which arrive at \(durations.text(arrival))\(less)"
  }

  private func text(of bound: RateBound) -> String {
    let latency =
      bound.latency > .zero
      ? "with \(durations.shortText(bound.latency)) of latency" : "without latency"
    let startup = "for a startup of \(durations.text(bound.startup)), \(latency)"
    guard let rate = bound.rate else {
      let requests = bound.frame.map { "; \(needs($0)) in \(counted($0.requestCount, "request"))" }
      return "none \(startup)\(requests ?? "")"
    }
    let due = bound.frame.map { frame in
      let time = durations.text(bound.startup + .playing(frame.mediaTime))
      let less = isFirst(frame) ? "starts late" : "stalls"
      return "; \(needs(frame)) by \(time); 1 bit/s less \(less)"
    }
    return "\(rate.text) or more \(startup)\(due ?? "")"
  }

  private func text(of buffer: BufferBound) -> String {
    "at least \(durations.text(buffer.level)) loaded ahead, at \(durations.text(buffer.levelTime)); "
      + "room for at least \(groupedText(buffer.bytes)) bytes, at "
      + durations.text(buffer.bytesTime)
  }

  private func needs(_ frame: NeededFrame) -> String {
    "the frame at \(durations.text(frame.mediaTime)) needs the bytes before "
      + groupedText(frame.endOffset)
  }

  private func isFirst(_ frame: NeededFrame) -> Bool { frame.mediaTime == .zero }
}

/// A number of bytes with a comma between thousands.
func groupedText(_ number: Int64) -> String {
  var groups: [Substring] = []
  var digits = String(number.magnitude)[...]
  while digits.count > 3 {
    groups.append(digits.suffix(3))
    digits = digits.dropLast(3)
  }
  return (number < 0 ? "-" : "") + ([digits] + groups.reversed()).joined(separator: ",")
}

/// The corners of a curve, a row a corner.
struct CornerTable {
  let rows: [[String]]
  private let omitted: Int
  private let style: TextStyle

  /// More corners than this are left out of the middle.
  private static let maximumRows = 16
  static let heading = ["startup", "minimum rate", "frame", "needs bytes before", "downloaded"]

  /// The corners of `curve`; of more than `maximum`, the first and the last ones.
  init(_ curve: RateCurve, _ style: TextStyle, maximum: Int = maximumRows) {
    self.style = style
    let durations = style.durations
    // Delays and rates rounded up are still enough.
    func row(_ startup: WallTime, _ rate: BitRate?, _ frame: NeededFrame) -> [String] {
      [
        durations.text(startup.roundedUpToMilliseconds, places: 3),
        rate.map(\.roundedUp.text) ?? "none", durations.text(frame.mediaTime, places: 3),
        groupedText(frame.endOffset), groupedText(frame.downloadedBytes),
      ]
    }
    let first = curve.firstFrame.map { [row(curve.limit, nil, $0)] } ?? []
    let rest = curve.corners.map { row($0.startup, $0.rate, $0.frame) }
    let rows = first + rest
    omitted = rows.count > maximum ? rows.count - maximum : 0
    let head = omitted > 0 ? maximum / 2 : rows.count
    self.rows = Array(rows[..<head] + rows[(head + omitted)...])
  }

  var lines: [String] {
    guard !rows.isEmpty else { return [] }
    var lines = TextTable(
      heading: Self.heading, rows: rows
    ).fitting(style.width, dropping: [4, 3, 2]).lines(style)
    if omitted > 0 {
      lines.insert(
        contentsOf: WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(
          "\(counted(omitted, "corner")) omitted; --format=csv lists all"),
        at: 1 + CornerTable.maximumRows / 2)
    }
    return lines
  }
}

/// The leaky buckets at a few rates, a row a rate.
struct BucketTable {
  static let heading = ["stream", "of mean", "rate", "size in bytes", "fullness", "fills in"]

  let rows: [[String]]
  private let style: TextStyle

  init(_ report: RequirementsReport, _ style: TextStyle) {
    self.style = style
    let tracks = report.setting.media.index.tracks
    var rows: [[String]] = []
    for bucket in report.requirements.buckets {
      let name = bucket.track.map { "track \($0) \(tracks[$0].kind.words)" } ?? "file"
      for (label, rate) in Self.rates(of: bucket) {
        let pair = bucket.pair(at: rate)
        let time = pair.fillTime?.roundedUpToMilliseconds
        let isAny = rate == .bound
        let fillText = time.map { style.durations.text($0, places: 3) } ?? "never"
        rows.append([
          name, label, isAny ? "any" : rate.text, groupedText(pair.size),
          groupedText(pair.fullness), isAny ? "-" : fillText,
        ])
      }
    }
    self.rows = rows
  }

  /// The mean rate and a few above it, rounded up.
  private static func rates(of bucket: LeakyBucket) -> [(String, BitRate)] {
    guard let mean = bucket.meanRate?.roundedUp else { return [("any", .bound)] }
    func times(_ quarters: Int64) -> BitRate {
      BitRate(bitsPerSecond: (mean.bitsPerSecond * quarters + 3) / 4)
    }
    return [("mean", mean), ("x 1.25", times(5)), ("x 1.5", times(6)), ("x 2", times(8))]
  }

  var lines: [String] {
    TextTable(
      heading: Self.heading, rows: rows,
      words: [0, 1]
    ).fitting(style.width, dropping: [1, 5, 4, 2]).lines(style)
  }
}

extension Time {
  /// To a millisecond, never less.
  fileprivate var roundedUpToMilliseconds: Self {
    Self(nanoseconds: (nanoseconds + 999_999) / 1_000_000 * 1_000_000)
  }
}

extension BitRate {
  /// To whole kilobits from 10 kbit/s on, never less.
  fileprivate var roundedUp: BitRate {
    let unit: Int64 = bitsPerSecond < 10_000 ? 1 : 1000
    return BitRate(bitsPerSecond: (bitsPerSecond + unit - 1) / unit * unit)
  }
}
