import CChafa
import MediaReading
import PlayheadWatch

/// Draws pictures for a terminal, by libchafa.
struct PictureDrawing: Hashable {
  /// How the terminal shows pictures.
  enum Manner: Hashable {
    /// By characters, in halves of a cell.
    case symbols
    case sixel
    case kitty
  }

  var manner = Manner.symbols
  /// The number of colours of the terminal.
  var colors = 256
  /// Whether characters beyond ASCII may be used.
  var usesUnicode = true
  /// The size of a cell, in pixels.
  var cell = (width: 10, height: 20)

  static func == (left: PictureDrawing, right: PictureDrawing) -> Bool {
    left.manner == right.manner && left.colors == right.colors
      && left.usesUnicode == right.usesUnicode && left.cell == right.cell
  }

  func hash(into hasher: inout Hasher) { hasher.combine(manner) }

  /// The size of the frame that fills `area`, in pixels, as large as it can be shown.
  func size(for area: Area) -> (width: Int, height: Int) {
    // A cell has one column of halves; twice as many pixels make better ones.
    let cell = manner == .symbols ? (width: 2, height: 4) : cell
    return (area.columns * cell.width, area.rows * cell.height)
  }

  /// Where `frame` lies in `area`, in its shape and in the middle.
  func place(of frame: FramePicture, in area: Area) -> Area {
    let (width, height) = (frame.width * cell.height, frame.height * cell.width)
    var (columns, rows) = (area.columns, max(1, area.columns * height / max(1, width)))
    if rows > area.rows {
      (columns, rows) = (max(1, area.rows * width / max(1, height)), area.rows)
    }
    return Area(
      column: area.column + (area.columns - columns) / 2,
      row: area.row + (area.rows - rows) / 2, columns: columns, rows: rows)
  }

  /// The text that draws `frame` on so many columns and rows; `nil` without memory.
  func text(of frame: FramePicture, columns: Int, rows: Int) -> String? {
    let mode =
      switch manner {
      case .symbols: playhead_picture_symbols
      case .sixel: playhead_picture_sixel
      case .kitty: playhead_picture_kitty
      }
    let pixels = frame.bytes
    guard
      let text = unsafe playhead_draw_picture(
        pixels, Int32(frame.width), Int32(frame.height), Int32(columns), Int32(rows),
        Int32(cell.width), Int32(cell.height), Int32(clamping: colors), usesUnicode ? 1 : 0, mode)
    else { return nil }
    defer { unsafe playhead_free_picture(text) }
    return unsafe String(cString: text)
  }

  /// `frame` as cells that fill `area`.
  func grid(of frame: FramePicture, in area: Area) -> Grid {
    var symbols = self
    symbols.manner = .symbols
    let place = place(of: frame, in: area)
    var grid = Grid(columns: area.columns, rows: area.rows)
    if let text = symbols.text(of: frame, columns: place.columns, rows: place.rows) {
      grid.put(styled: text, at: place.column - area.column, place.row - area.row)
    }
    return grid
  }
}
