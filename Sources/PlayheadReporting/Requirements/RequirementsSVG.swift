import PlayheadAnalysis
import PlayheadModel

/// The minimum rate over the startup delay as a picture (SVG 1.1), its corners marked.
struct RequirementsSVG {
  let report: RequirementsReport

  private static let width: Int64 = 640
  private static let height: Int64 = 360
  /// The plot's edges.
  private static let left: Int64 = 96
  private static let right: Int64 = 624
  private static let upper: Int64 = 48
  private static let lower: Int64 = 312
  /// In how many parts the axis of delays is drawn, besides at corners.
  private static let points = 132

  private var curve: RateCurve { report.requirements.curve }

  /// The document, with a newline at its end.
  var text: String {
    let length = RateCurveChart.length(of: report)
    let columns = TimeColumns(count: Self.points, length: length)
    let delays = (1...Self.points).map { columns.start(of: $0) }
    let rates = delays.map { curve.bound(startup: $0).rate }
    let top = RateCurveChart.top(of: rates)
    let corners = curve.corners.filter { $0.startup <= length && $0.rate <= top }
    var drawn: [(WallTime, BitRate)] = zip(delays, rates).compactMap { delay, rate in
      rate.flatMap { $0 <= top ? (delay, $0) : nil }
    }
    drawn += corners.map { ($0.startup, $0.rate) }
    drawn.sort { $0.0 < $1.0 }
    func place(_ delay: WallTime, _ rate: BitRate) -> String {
      let x = Self.scaled(
        delay.nanoseconds, of: length.nanoseconds, from: Self.left, to: Self.right)
      let y = Self.scaled(
        rate.bitsPerSecond, of: top.bitsPerSecond, from: Self.lower, to: Self.upper)
      return "\(x),\(y)"
    }
    let line = drawn.map { place($0.0, $0.1) }.joined(separator: " ")
    let dots = corners.map { corner in
      let place = place(corner.startup, corner.rate).split(separator: ",")
      return "  <circle cx=\"\(place[0])\" cy=\"\(place[1])\" r=\"3\"><title>"
        + "\(corner.startup.secondsText) s, \(corner.rate.text)</title></circle>"
    }
    let name = Self.escaped(report.setting.media.name.printable)
    let (middle, bottom) = ((Self.left + Self.right) / 2, Self.lower + 20)
    var lines: [String] = []
    func label(_ text: String, _ x: Int64, _ y: Int64, _ attribute: String) {
      lines.append("  <text x=\"\(x)\" y=\"\(y)\" \(attribute)>\(text)</text>")
    }
    let size = "width=\"\(Self.width)\" height=\"\(Self.height)\""
    let box = "viewBox=\"0 0 \(Self.width) \(Self.height)\""
    let font = "font-family=\"sans-serif\" font-size=\"12\""
    lines.append("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) \(box) \(font)>")
    lines.append("  <title>Minimum rate of \(name) by startup delay</title>")
    lines.append("  <rect width=\"100%\" height=\"100%\" fill=\"white\"/>")
    label("Minimum rate of \(name)", Self.left, 28, "font-size=\"14\"")
    let axes = "M\(Self.left) \(Self.upper)V\(Self.lower)H\(Self.right)"
    lines.append("  <path d=\"\(axes)\" fill=\"none\" stroke=\"black\"/>")
    label(top.text, Self.left - 8, Self.upper + 4, "text-anchor=\"end\"")
    label("0", Self.left - 8, Self.lower + 4, "text-anchor=\"end\"")
    label("0 s", Self.left, bottom, "text-anchor=\"middle\"")
    label("startup delay", middle, bottom, "text-anchor=\"middle\"")
    label("\(length.secondsText) s", Self.right, bottom, "text-anchor=\"end\"")
    let stroke = "fill=\"none\" stroke=\"#0060c0\" stroke-width=\"2\""
    lines.append("  <polyline points=\"\(line)\" \(stroke)/>")
    lines += dots
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Where `value` lies between two coordinates, to hundredths.
  private static func scaled(
    _ value: Int64, of whole: Int64, from start: Int64, to end: Int64
  ) -> String {
    let hundredths =
      Int128(start) * 100 + Int128(end - start) * 100 * Int128(value) / Int128(max(1, whole))
    return decimalText(hundredths.magnitude, places: 2, isNegative: hundredths < 0, trimmed: true)
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
