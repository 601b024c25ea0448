import PlayheadModel

/// A period of an MPD.
struct MPDPeriod {
  let element: XMLElement
  /// Its place, counted from 1, for notes.
  let number: Int
  let start: MediaTime
  /// Its end; `nil` if the MPD does not say.
  let end: MediaTime?
  /// How many whole seconds of its beginning are left out, as they are long past: ``start`` is
  /// behind them.
  var passed: Int64 = 0
  /// From when on to when segments that end in it can be had, counted from its very beginning;
  /// `nil` for all of them.
  var available: ClosedRange<MediaTime>?

  /// The periods of `mpd` that have a length, in order.
  ///
  /// A period without `@start` begins where the one before it ends, and one without `@duration`
  /// ends where the next begins, the last with the presentation.
  static func periods(of mpd: XMLElement, _ attributes: MPDAttributes) -> [MPDPeriod] {
    // What resolves to nothing is not there (ISO/IEC 23009-1, 5.5.3).
    let elements = mpd.all("Period").filter { !$0.resolvesToNothing }
    if let remote = elements.first(where: { $0["xlink:href"] != nil }) {
      attributes.problems.add(
        ManifestProblem(
          line: remote.line, "Period: remote periods (xlink:href) are not supported"))
      return []
    }
    let total = attributes.duration(mpd, "mediaPresentationDuration")
    let starts = elements.map { attributes.duration($0, "start") }
    let durations = elements.map { attributes.duration($0, "duration") }
    var periods: [MPDPeriod] = []
    var end: MediaTime? = .zero
    var lastStart = MediaTime.zero
    for (place, element) in elements.enumerated() {
      guard let start = starts[place] ?? end else {
        attributes.problems.add(
          ManifestProblem(
            line: element.line, "Period: its start is unknown, as the period before has no end",
            hint: "write start=\"PT30S\""))
        continue
      }
      guard start >= lastStart else {
        attributes.refuse(element, "start", "the period begins before the one in front of it")
        continue
      }
      lastStart = start
      let isLast = place + 1 == elements.count
      let next = isLast ? total : starts[place + 1]
      let own = durations[place].flatMap { $0 <= .bound - start ? start + $0 : nil }
      end = own ?? next
      // What the next period covers is not this one's.
      if let own, let next, !isLast { end = min(own, next) }
      if end.map({ $0 <= start }) ?? false { continue }
      periods.append(
        MPDPeriod(element: element, number: place + 1, start: start, end: end))
    }
    return periods
  }
}

extension XMLElement {
  /// Whether it stands for nothing, by its link.
  var resolvesToNothing: Bool {
    self["xlink:href"] == "urn:mpeg:dash:resolve-to-zero:2013"
  }
}
