import PlayheadPictures

/// What the pictures of results show.
struct ResultsScenes {
  private let sessions: PicturedSessions
  /// The values of each group.
  private let ratios: [Distribution]

  init(_ sessions: PicturedSessions) {
    self.sessions = sessions
    var values = Array(repeating: [(value: Double, weight: Double)](), count: groupCount(sessions))
    for row in sessions.rows {
      guard let ratio = row.rebufferRatio, Int(row.group) < values.count else { continue }
      values[Int(row.group)].append((ratio, row.weight))
    }
    ratios = values.map(Distribution.init)
  }

  /// The groups that pictures show: the first ones, as there are only so many colours.
  var shownGroups: Range<Int> { 0..<groupCount(sessions) }
  /// The number of groups that they leave out.
  var hiddenGroups: Int { sessions.groups.texts.count - shownGroups.count }

  /// The colours of groups.
  private static let tones: [Tone] = [
    .buffer, .other, .playing, .seeking, .startup, .threshold, .playhead, .level3,
  ]
  static var maximumGroups: Int { tones.count }

  private func tone(_ group: Int) -> Tone { Self.tones[group % Self.tones.count] }

  /// A share as it stands on an axis.
  private static func place(_ share: Double) -> Int64 { Int64((share * 1e6).rounded()) }

  /// The largest rebuffer ratio on axes; at least a percent.
  private var end: Double { max(0.01, ratios.compactMap { $0.values.last }.max() ?? 0) }

  // MARK: Distributions

  /// The share of sessions up to each rebuffer ratio.
  var cumulative: Scene {
    let end = end
    let marks = shownGroups.compactMap { group -> Mark? in
      let distribution = ratios[group]
      guard distribution.count > 0 else { return nil }
      let stride = max(1, distribution.count / 200)
      var points = [Point(0, Self.place(distribution.share(upTo: 0)))]
      for place in Swift.stride(from: 0, to: distribution.count, by: stride) {
        let value = distribution.values[place]
        let point = Point(Self.place(value), Self.place(distribution.share(upTo: value)))
        if point != points.last { points.append(point) }
      }
      points.append(Point(Self.place(end), 1_000_000))
      return Mark(sessions.groups.texts[group], tone(group), .steps(points))
    }
    return Scene(
      title: "Rebuffer ratio, cumulative", axis: Axis(.share, to: Self.place(end)),
      panels: [
        Panel(
          "cdf", title: "Share of sessions up to each rebuffer ratio",
          summary: "The cumulative distribution of the rebuffer ratio of each group",
          axis: Axis(.share, to: 1_000_000), height: .tall, marks: marks)
      ])
  }

  /// The rebuffer ratios in each class of networks.
  var boxes: Scene {
    let names = sessions.categories.texts
    var values = Array(
      repeating: Array(repeating: [(value: Double, weight: Double)](), count: shownGroups.count),
      count: names.count)
    for row in sessions.rows {
      guard let ratio = row.rebufferRatio, shownGroups.contains(Int(row.group)) else { continue }
      values[Int(row.category)][Int(row.group)].append((ratio, row.weight))
    }
    let panels = sessions.orderedCategories.enumerated().map { number, category in
      Panel(
        "class\(number)", title: names[category],
        summary: "Quartiles, 5th and 95th percentile of the rebuffer ratio on networks of "
          + names[category], axis: nil, top: Int64(shownGroups.count) * 10,
        height: shownGroups.count < 2 ? .strip : shownGroups.count < 5 ? .small : .normal,
        marks: shownGroups.flatMap { group in
          box(Distribution(values[category][group]), group)
        })
    }
    return Scene(
      title: "Rebuffer ratio by class of network", axis: Axis(.share, to: Self.place(end)),
      panels: panels)
  }

  /// The box of a group, in a row of its own, the first on top.
  private func box(_ distribution: Distribution, _ group: Int) -> [Mark] {
    let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].compactMap(distribution.quantile)
    guard quantiles.count == 5 else { return [] }
    let places = quantiles.map(Self.place)
    let floor = Int64(shownGroups.count - 1 - group) * 10
    let name = sessions.groups.texts[group]
    let title =
      "\(name): median \(percentText(quantiles[2])), quartiles \(percentText(quantiles[1])) and "
      + "\(percentText(quantiles[3])), 5 % up to \(percentText(quantiles[0])), "
      + "95 % up to \(percentText(quantiles[4]))"
    func block(_ from: Int64, _ to: Int64, _ low: Int64, _ high: Int64) -> Block {
      let least = max(1, Self.place(end) / 400)
      return Block(x: from..<max(from + least, to), y: (floor + low)..<(floor + high))
    }
    return [
      Mark(nil, .waiting, .blocks([block(places[0], places[4], 4, 6)]), title: title),
      Mark(name, tone(group), .blocks([block(places[1], places[3], 2, 8)]), title: title),
      Mark(
        nil, .playhead, .blocks([block(places[2], places[2], 1, 9)]), title: title),
    ]
  }

  // MARK: Points

  /// The sessions that are drawn as points, of each group as many.
  var points: [PicturedSessions.Row] {
    let all = sessions.rows.filter {
      $0.rebufferRatio != nil && $0.bitRate != nil && shownGroups.contains(Int($0.group))
    }
    let stride = max(1, (all.count + Self.maximumPoints - 1) / Self.maximumPoints)
    return all.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }

  private static let maximumPoints = 300

  /// The mean bit rate and the mean rebuffer ratio of each group; without groups that have none.
  private var means: [(group: Int, ratio: Double, rate: Double)] {
    shownGroups.compactMap { group in
      var (weight, ratio, rate) = (0.0, 0.0, 0.0)
      for row in sessions.rows where Int(row.group) == group {
        guard let ownRatio = row.rebufferRatio, let ownRate = row.bitRate else { continue }
        weight += row.weight
        ratio += row.weight * ownRatio
        rate += row.weight * ownRate
      }
      return weight > 0 ? (group, ratio / weight, rate / weight) : nil
    }
  }

  /// Bit rate against rebuffering: each session a point, the mean of each group a larger sign, and
  /// a line through the means that no other one is better than in both.
  var trade: Scene? {
    let points = points
    let means = means
    guard !points.isEmpty else { return nil }
    let most = points.compactMap(\.bitRate).max() ?? 1
    let end = max(0.01, points.compactMap(\.rebufferRatio).max() ?? 0)
    var marks = points.map { row in
      let name = sessions.groups.texts[Int(row.group)]
      let rate = row.bitRate ?? 0
      return Mark(
        name, tone(Int(row.group)),
        .sign(Point(Self.place(row.rebufferRatio ?? 0), Int64(rate.rounded())), .dot),
        title: "session \(row.session): \(name), \(sessions.media.texts[Int(row.media)]), "
          + "\(sessions.networks.texts[Int(row.network)]): rebuffer ratio "
          + "\(percentText(row.rebufferRatio ?? 0)), \(Axis(.rate, to: 1).text(Int64(rate)))",
        target: Self.target(row.session))
    }
    let front = means.filter { one in
      !means.contains { other in
        other.ratio <= one.ratio && other.rate >= one.rate
          && (other.ratio < one.ratio || other.rate > one.rate)
      }
    }.sorted { ($0.ratio, $0.rate) < ($1.ratio, $1.rate) }
    if front.count > 1 {
      marks.append(
        Mark(
          "Pareto front of the means", .playhead,
          .line(front.map { Point(Self.place($0.ratio), Int64($0.rate.rounded())) })))
    }
    marks += means.map { one in
      Mark(
        "mean of \(sessions.groups.texts[one.group])", tone(one.group),
        .sign(Point(Self.place(one.ratio), Int64(one.rate.rounded())), .flag),
        title: "mean of \(sessions.groups.texts[one.group]): rebuffer ratio "
          + "\(percentText(one.ratio)), \(Axis(.rate, to: 1).text(Int64(one.rate)))")
    }
    return Scene(
      title: "Bit rate against rebuffering", axis: Axis(.share, to: Self.place(end)),
      panels: [
        Panel(
          "trade", title: "Mean bit rate played (up) against rebuffer ratio (across)",
          summary: "A point for each of \(points.count) sessions, and the mean of each group",
          axis: Axis(.rate, above: Int64(most)), height: .tall, marks: marks)
      ])
  }

  /// The name of the row of `session` in the document.
  static func target(_ session: Int64) -> String { "s\(session)" }
}

/// The number of groups that pictures show.
private func groupCount(_ sessions: PicturedSessions) -> Int {
  min(sessions.groups.texts.count, ResultsScenes.maximumGroups)
}
