package import PlayheadModel

/// Where everything is on the screen.
package struct WatchLayout: Hashable, Sendable {
  /// The bar.
  package private(set) var bar = Area(column: 0, row: 0, columns: 0, rows: 0)
  /// What is above the bar: the state, and the row for what is held.
  private(set) var title = 0
  private(set) var status = 0
  private(set) var lamps: Int?
  private(set) var buffer: Area?
  private(set) var link: Area?
  /// The row of the levels that were played, of a ladder.
  private(set) var levels: Int?
  private(set) var log = Area(column: 0, row: 0, columns: 0, rows: 0)
  /// The picture at the playhead, or under the thumb while that is held.
  package private(set) var picture: Area?
  private(set) var keys = 0

  /// The layout of a screen.
  package init(_ watching: Watching) {
    self.init(
      watching.size, pictures: watching.showsPictures, clock: watching.view == .clock,
      levels: watching.session.levels != nil)
  }

  init(_ size: ScreenSize, pictures: Bool, clock: Bool, levels hasLevels: Bool = false) {
    let margin = size.columns >= 60 ? 2 : size.columns >= 24 ? 1 : 0
    let width = max(1, size.columns - 2 * margin)
    keys = size.rows - 1
    if clock {
      // The digits have all room but a bar at the bottom.
      bar = Area(column: margin, row: max(0, size.rows - 3), columns: width, rows: 1)
      log = Area(column: margin, row: 0, columns: width, rows: max(0, size.rows - 4))
      return
    }
    // The rows that come first are the ones to keep where there are few.
    let isRoomy = size.rows >= 20
    status = isRoomy ? 2 : 1
    let barRow = min(status + 2, max(0, size.rows - 1))
    bar = Area(column: margin, row: barRow, columns: width, rows: 1)
    var row = barRow + 2
    if row < size.rows - 1 {
      lamps = row
      row += 1
    }
    if isRoomy { row += 1 }
    let bottom = size.rows - (isRoomy ? 2 : 1)
    var left = width
    if pictures, bottom - row >= 7, width >= 70 {
      // Cells are twice as high as wide.
      let columns = min(width * 2 / 5, (bottom - row) * 32 / 9)
      let rows = max(1, (columns * 9 + 16) / 32)
      picture = Area(column: margin + width - columns, row: row, columns: columns, rows: rows)
      left = width - columns - 3
    }
    let room = bottom - row
    if room >= 9 {
      let buffers = max(3, min(10, room * 3 / 10))
      buffer = Area(column: margin, row: row, columns: left, rows: buffers)
      row += buffers + (room >= 14 ? 1 : 0)
      let links = max(2, min(6, room / 6))
      link = Area(column: margin, row: row, columns: left, rows: links)
      row += links
      if hasLevels {
        levels = row
        row += 1
      }
      row += 1
    }
    log = Area(column: margin, row: row, columns: left, rows: max(0, bottom - row))
    // Under the picture there is room for long lines.
    if let picture, picture.bottom < row { log.columns = width }
  }

  /// Where the mouse takes hold of the thumb: the bar, and a row above and below it.
  package var hitZone: Area {
    Area(column: bar.column, row: bar.row - 1, columns: bar.columns, rows: bar.rows + 2)
  }

  /// The media time at a column, within the bar.
  package func time(at column: Int, of duration: MediaTime) -> MediaTime {
    guard bar.columns > 1 else { return .zero }
    let place = Int64(min(max(column - bar.column, 0), bar.columns - 1))
    let product = duration.nanoseconds.multipliedFullWidth(by: place)
    return MediaTime(nanoseconds: Int64(bar.columns - 1).dividingFullWidth(product).quotient)
  }

  /// The column of the bar that a media time is in.
  func column(of time: MediaTime, in duration: MediaTime) -> Int {
    guard duration > .zero else { return bar.column }
    let held = min(max(time, .zero), duration).nanoseconds
    let (quotient, _) = duration.nanoseconds.dividingFullWidth(
      held.multipliedFullWidth(by: Int64(bar.columns)))
    return bar.column + min(Int(quotient), bar.columns - 1)
  }
}
