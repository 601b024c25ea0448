import PlayheadPictures
import PlayheadReporting

/// The mean rebuffer ratio of each media on each network as a table whose cells are coloured; with
/// many networks, on each class of them.
struct ResultsHeatMap {
  private let sessions: PicturedSessions

  init(_ sessions: PicturedSessions) {
    self.sessions = sessions
  }

  /// More networks than these are shown by class.
  private static let maximumNetworks = 30
  /// More media than these are left out, those that rebuffer least first.
  private static let maximumMedia = 40

  private struct Cell {
    var weight = 0.0
    var sum = 0.0

    var mean: Double { sum / weight }

    mutating func add(_ value: Double, _ weight: Double) {
      self.weight += weight
      sum += value * weight
    }
  }

  var markup: Markup {
    let byClass = sessions.networks.texts.count > Self.maximumNetworks
    let columns = byClass ? sessions.categories.texts : sessions.networks.texts
    var cells = Array(
      repeating: Array(repeating: Cell(), count: columns.count), count: sessions.media.texts.count)
    var whole = Array(repeating: Cell(), count: sessions.media.texts.count)
    for row in sessions.rows {
      guard let ratio = row.rebufferRatio else { continue }
      let column = Int(byClass ? row.category : row.network)
      cells[Int(row.media)][column].add(ratio, row.weight)
      whole[Int(row.media)].add(ratio, row.weight)
    }
    let media = whole.indices.filter { whole[$0].weight > 0 }.sorted {
      (whole[$1].mean, $0) < (whole[$0].mean, $1)
    }
    let shown = media.prefix(Self.maximumMedia)
    let most = shown.flatMap { cells[$0] }.filter { $0.weight > 0 }.map(\.mean).max() ?? 0
    let order = byClass ? sessions.orderedCategories : Array(columns.indices)
    let (titles, names) = (columns.withoutFolders, sessions.media.texts.withoutFolders)
    let head = ["media"] + order.map { titles[$0] } + ["all"]
    let lines = shown.map { number -> Markup in
      let own = order.map { cells[number][$0] } + [whole[number]]
      return .element(
        "tr", [:],
        .element("th", ["scope": "row", "class": "word"], text: names[number])
          + own.map { Self.cell($0, most) }.joined)
    }
    let caption =
      "Mean rebuffer ratio of each media on each \(byClass ? "class of networks" : "network")"
      + (media.count > shown.count
        ? "; the \(shown.count) of \(media.count) media that rebuffer most" : "")
    return .table(
      caption: caption,
      head: head.enumerated().map { number, text in
        .element("th", ["scope": "col", "class": number == 0 ? "word" : "number"], text: text)
      }, lines: lines)
  }

  private static func cell(_ cell: Cell, _ most: Double) -> Markup {
    guard cell.weight > 0 else { return .element("td", ["class": "number"], text: "–") }
    // The text has to be read on the darkest ground, too.
    let heat = most > 0 ? Int((cell.mean / most * 45).rounded()) : 0
    return .element(
      "td", ["class": "number heat t-stalled", "style": "--heat:\(min(45, heat))%"],
      text: percentText(cell.mean))
  }
}
