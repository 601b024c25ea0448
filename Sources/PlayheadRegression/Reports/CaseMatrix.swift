import PlayheadModel
import PlayheadReporting

/// How often each media stalls on each network, where a suite plays several on several.
///
/// A row is a media, or a media in one of several players; a column is a network.
struct CaseMatrix {
  /// What a cell shows of the cases in it: the worst of them.
  struct Cell: Hashable {
    var verdict: CaseResult.Verdict
    /// The number of stalls; `nil` if nothing ran.
    var stallCount: Int?
    /// Whether playback started.
    var starts: Bool

    init(_ result: CaseResult) {
      verdict = result.verdict
      if case .ran(let session) = result.outcome {
        stallCount = session.summary.stallCount
        starts = session.summary.startup != nil
      } else {
        starts = false
      }
    }

    /// The cell with `other` in it, too.
    mutating func add(_ other: Cell) {
      let order = CaseResult.Verdict.allCases
      verdict =
        [verdict, other.verdict].max {
          (order.firstIndex(of: $0) ?? 0) < (order.firstIndex(of: $1) ?? 0)
        } ?? verdict
      stallCount = [stallCount, other.stallCount].compactMap(\.self).max()
      starts = starts && other.starts
    }

    /// The number of stalls, with a sign unless everything passed.
    func text(_ style: TextStyle) -> String {
      let words = stallCount.map { starts ? "\($0)" : "never" } ?? "error"
      switch verdict {
      case .passed, .error: return words
      case .warned: return words + " !"
      case .failed: return words + (style.usesUnicode ? " ✗" : " x")
      }
    }
  }

  /// The media of each row.
  private(set) var media: [String] = []
  /// The player of each row; `nil` where a media has only one.
  private(set) var players: [String?] = []
  /// The networks, in order.
  private(set) var networks: [String] = []
  /// The cells, row by row; `nil` where the suite plays nothing.
  private(set) var cells: [[Cell?]] = []

  /// The name of the case as written whose products these are; `nil` if they are those of a suite.
  private(set) var name: String?

  /// The matrices of `results`: one for all if they fill half of it, else one for each case as
  /// written that stands for several media on several networks.
  static func matrices(of results: [CaseResult]) -> [CaseMatrix] {
    if let whole = CaseMatrix(results, name: nil), whole.isFilled { return [whole] }
    var origins: [String] = []
    var groups: [String: [CaseResult]] = [:]
    for result in results {
      let name = result.checkCase.origin.name
      if groups[name] == nil { origins.append(name) }
      groups[name, default: []].append(result)
    }
    return origins.compactMap { name in groups[name].flatMap { CaseMatrix($0, name: name) } }
  }

  /// The matrix of `results`; `nil` if they are of one media or of one network.
  private init?(_ results: [CaseResult], name: String?) {
    struct Row: Hashable {
      let media: String
      let player: String
    }
    self.name = name
    var rows: [Row] = []
    var cells: [Row: [String: Cell]] = [:]
    for result in results {
      let row = Row(media: result.checkCase.media.name, player: result.checkCase.player.name)
      let network = result.checkCase.network.name
      if !networks.contains(network) { networks.append(network) }
      if cells[row] == nil { rows.append(row) }
      var cell = Cell(result)
      if let other = cells[row]?[network] { cell.add(other) }
      cells[row, default: [:]][network] = cell
    }
    guard networks.count > 1, Set(rows.map(\.media)).count > 1 else { return nil }
    var counts: [String: Int] = [:]
    for row in rows { counts[row.media, default: 0] += 1 }
    media = rows.map(\.media)
    players = rows.map { counts[$0.media] == 1 ? nil : $0.player }
    self.cells = rows.map { row in networks.map { cells[row]?[$0] } }
  }

  /// Whether at least half of the cells are those of a case.
  private var isFilled: Bool {
    let filled = cells.reduce(0) { $0 + $1.count { $0 != nil } }
    return 2 * filled >= cells.count * networks.count
  }

  /// The names of the rows, with the folders of media or without.
  private func names(withFolders: Bool) -> [String] {
    zip(withFolders ? media : media.withoutFolders, players).map { media, player in
      media + (player.map { ", \($0)" } ?? "")
    }
  }

  /// The table as text: as many networks beside each other as there is room for, the others below.
  func lines(_ style: TextStyle) -> [String] {
    let all = networks.indices
    let fits = table(all, withFolders: true, style).width <= style.width
    var parts: [[String]] = []
    var start = 0
    while start < all.endIndex {
      var end = start + 1
      while end < all.endIndex,
        table(start..<end + 1, withFolders: fits, style).width <= style.width
      {
        end += 1
      }
      parts.append(table(start..<end, withFolders: fits, style).lines(style))
      start = end
    }
    let words =
      (name.map { "\($0.printable): stalls" } ?? "stalls") + " of each media on each network"
      + (players.contains { $0 != nil } ? ", by player" : "")
      + "; \(style.usesUnicode ? "✗" : "x") fails, ! warns"
    let legend = WrappedRow(name: "", nameWidth: 0, style: style.plain).lines(words)
    return legend.map { style.set($0, in: .dim) } + Array(parts.joined(separator: [""]))
  }

  private func table(
    _ columns: Range<Int>, withFolders: Bool, _ style: TextStyle
  ) -> TextTable {
    let names = names(withFolders: withFolders)
    let rows = names.indices.filter { row in cells[row][columns].contains { $0 != nil } }
    return TextTable(
      heading: ["media"] + networks[columns].map(\.printable),
      rows: rows.map { row in
        [names[row]] + cells[row][columns].map { $0?.text(style) ?? "" }
      }, words: [0],
      colors: rows.map { row in [nil] + cells[row][columns].map { $0?.verdict.color } })
  }

  /// The table in Markdown.
  var markdown: String {
    MarkdownTable(
      heading: [name.map { "\(MarkdownText.cell($0)): stalls" } ?? "stalls"]
        + networks.map(MarkdownText.cell), words: [0],
      rows: zip(names(withFolders: true), cells).map { name, row in
        [MarkdownText.cell(name)]
          + row.map { cell in
            guard let cell else { return "" }
            let text = cell.text(.report)
            return cell.verdict == .failed || cell.verdict == .error ? "**\(text)**" : text
          }
      }
    ).lines.joined(separator: "\n")
  }
}
