import PlayheadFiles
import PlayheadModel
package import PlayheadPictures
import PlayheadReporting

/// Results as a document to look at: the distribution of the rebuffer ratio, by class of network,
/// by media and network, and against the bit rate.
package struct ResultsPage: Sendable {
  private let query: ResultsQuery
  private let groups: [ResultsQuery.Group]
  private let sessions: PicturedSessions
  private let path: String

  /// The document of `groups` and `sessions` in the file at `path`.
  package init(
    _ query: ResultsQuery, _ groups: [ResultsQuery.Group], _ sessions: PicturedSessions,
    path: String
  ) {
    self.query = query
    self.groups = groups
    self.sessions = sessions
    self.path = path
  }

  package var page: Page {
    let scenes = ResultsScenes(sessions)
    let count = groups.reduce(0) { $0 + $1.count }
    let title =
      "\(counted(count, "session")) of \(counted(sessions.media.texts.count, "title"))"
      + " on \(counted(sessions.networks.texts.count, "network"))"
    var sections: [Page.Section] = []
    if count > 0 {
      sections = [
        Page.Section(
          "cdf", "How much sessions rebuffer",
          note(scenes)
            + ScenePicture(scenes.cumulative, id: "cumulative", isZoomable: true).markup),
        Page.Section(
          "classes", "By class of network",
          .element(
            "p", ["class": "quiet"],
            text: "Boxes reach from the first to the third quartile, with the median in them; the "
              + "grey bars from the 5th to the 95th percentile.")
            + ScenePicture(scenes.boxes, id: "boxes").markup),
        Page.Section("heat", "By media and network", ResultsHeatMap(sessions).markup),
      ]
      sections.append(trade(scenes))
    }
    sections.append(Page.Section("tables", "All figures", tables))
    return Page(
      title: title,
      head: .element("h1", [:], text: title)
        + .element("p", ["class": "subject"], text: subject) + cards(count),
      sections: sections, json: ResultsTable(query, groups).json,
      generator: "playhead \(PlayheadVersion.text)")
  }

  private var subject: String {
    let condition = query.condition.map { ", where \($0)" } ?? ""
    let groups = query.groups.isEmpty ? "" : ", by \(query.groups.wordList(or: false))"
    return "\(path.printable)\(groups)\(condition)".printable
  }

  private func cards(_ count: Int) -> Markup {
    guard count > 0 else { return .none }
    let shown = groups.prefix(8).map { group in
      (
        name: PicturedSessions.name(of: group.key),
        value: percentText(group.playsThrough),
        note: "of \(counted(group.count, "session")) play through"
      )
    }
    return .cards(Array(shown))
  }

  private func note(_ scenes: ResultsScenes) -> Markup {
    scenes.hiddenGroups == 0
      ? .none
      : .element(
        "p", ["class": "quiet"],
        text: "Pictures show \(scenes.shownGroups.count) groups; "
          + "\(scenes.hiddenGroups) more are in the tables.")
  }

  /// Bit rate against rebuffering, with the command that plays each point again.
  private func trade(_ scenes: ResultsScenes) -> Page.Section {
    guard let scene = scenes.trade else {
      return Page.Section(
        "trade", "Bit rate against rebuffering",
        .element(
          "p", [:], text: "Files have one bit rate; sessions of HLS and DASH are shown here."))
    }
    let media = sessions.media.texts.withoutFolders
    let networks = sessions.networks.texts.withoutFolders
    let rows = scenes.points.map { row -> Markup in
      let number = row.session
      let command =
        "playhead analyze --from \("\(path)#\(number)".shellWord) --format html "
        + "-o session-\(number).html"
      return .element(
        "tr", ["id": ResultsScenes.target(number)],
        .element("th", ["scope": "row", "class": "number"], text: String(number))
          + cell("number", percentText(row.rebufferRatio ?? 0))
          + cell("number", Axis(.rate, to: 1).text(Int64(row.bitRate ?? 0) / 1000 * 1000))
          + cell("word", sessions.groups.texts[Int(row.group)])
          + cell("word", media[Int(row.media)])
          + cell("word", networks[Int(row.network)])
          + .element("td", ["class": "word"], .element("code", [:], text: command)))
    }
    let heading = [
      "session", "rebuffer ratio", "bit rate", "group", "media", "network",
      "writes its report",
    ]
    let table = Markup.table(
      caption: "The sessions that are points, and how to play each again", label: "Points",
      head: heading.enumerated().map { place, text in
        .element("th", ["scope": "col", "class": place < 3 ? "number" : "word"], text: text)
      }, lines: rows)
    return Page.Section(
      "trade", "Bit rate against rebuffering",
      ScenePicture(scene, id: "points", isZoomable: true).markup
        + .element("div", ["data-filter": "Filter sessions"], table))
  }

  private func cell(_ kind: String, _ text: String) -> Markup {
    .element("td", ["class": kind], text: text)
  }

  private var tables: Markup {
    let table = ResultsTable(query, groups)
    return query.metrics.indices.map {
      Markup.element("div", ["class": "wait"], table.markup($0))
    }.joined
  }
}

extension ResultsTable {
  /// The table of a metric in a document.
  func markup(_ number: Int) -> Markup {
    let (heading, rows) = cells(number)
    return .table(
      caption: query.metrics[number].rawValue, heading: heading,
      words: Set(query.groups.indices), texts: rows)
  }
}
