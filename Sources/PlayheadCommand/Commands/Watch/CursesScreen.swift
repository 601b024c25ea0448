import CNcurses
import POSIX
import PlayheadWatch

/// Whose name a method has.
private func sysRead(
  _ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}

/// A picture that the terminal itself draws.
struct ShownGraphics: Hashable {
  /// Where.
  var place: Area
  /// The sequence that draws it.
  var text: String
  /// Whether it is one of kitty's, which text does not overwrite.
  var isKitty: Bool
}

/// The terminal as a screen, while it exists; then the terminal is as it was.
struct CursesScreen: ~Copyable {
  /// Whether standard input is a terminal.
  static var hasKeyboard: Bool { isatty(STDIN_FILENO) == 1 }

  /// The size of the terminal; `nil` if it tells none.
  static var size: ScreenSize? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return nil }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// What the terminal itself draws now.
  private var shown: ShownGraphics?

  /// Takes the terminal over.
  init() throws(Failure) {
    guard playhead_enter_terminal() == 1 else {
      throw Failure(
        .usage, "terminal not supported", at: "TERM",
        why: "ncurses does not know it", hint: "set TERM to the name of your terminal")
    }
    playhead_switch_mouse(1)
  }

  deinit { leave() }

  private func leave() {
    playhead_switch_mouse(0)
    playhead_leave_terminal()
  }

  /// The number of colours.
  var colors: Int { Int(playhead_terminal_colors()) }

  /// Shows `grid`, and over it what the terminal itself draws.
  mutating func show(_ grid: Grid, _ graphics: ShownGraphics? = nil) {
    if let shown, shown.place != graphics?.place {
      if shown.isKitty { write("\u{1B}_Ga=d,q=2\u{1B}\\") }
      redraw()
    }
    put(grid)
    guard let graphics, graphics != shown else {
      shown = graphics
      return
    }
    shown = graphics
    let (row, column) = (graphics.place.row + 1, graphics.place.column + 1)
    write("\u{1B}7\u{1B}[\(row);\(column)H\(graphics.text)\u{1B}8")
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe playhead_write(bytes.baseAddress, bytes.count)
    }
  }

  private func put(_ grid: Grid) {
    let colors = colors
    func number(_ ink: Ink?) -> Int32 {
      guard let number = ink?.nearestPaletteNumber, Int(number) < colors else { return -1 }
      return Int32(number)
    }
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let cell = grid[column, row]
        guard let character = cell.character else { continue }
        var scalars = character.unicodeScalars.prefix(5).map { wchar_t($0.value) }
        scalars.append(0)
        let look = cell.look
        unsafe playhead_put(
          Int32(row), Int32(column), scalars, look.isBold ? 1 : 0, look.isDim ? 1 : 0,
          look.isReversed ? 1 : 0, number(look.front), number(look.ground))
      }
    }
    playhead_show()
  }

  /// What was typed, as soon as that is; nothing if nothing is within so many milliseconds, `nil`
  /// if nobody is at the terminal any more.
  func read(within milliseconds: Int32) -> [UInt8]? {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe sysRead(STDIN_FILENO, &bytes, bytes.count)
    if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { return nil }
    return Array(bytes.prefix(max(0, count)))
  }

  /// Asks the terminal for graphics, and how large its cells are; returns what else was typed
  /// meanwhile.
  func findGraphics(_ drawing: inout PictureDrawing) -> [UInt8] {
    var size = winsize()
    if unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_xpixel > 0,
      size.ws_ypixel > 0, size.ws_col > 0, size.ws_row > 0
    {
      drawing.cell = (
        Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row)
      )
    }
    // A picture of one pixel for kitty, and a question that every terminal answers.
    write("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c")
    var answer: [UInt8] = []
    for _ in 0..<10 {
      answer += read(within: 50) ?? []
      let text = String(decoding: answer, as: UTF8.self)
      guard let start = text.firstRange(of: "\u{1B}[?"),
        let end = text[start.upperBound...].firstIndex(of: "c")
      else { continue }
      let features = text[start.upperBound..<end].split(separator: ";")
      if text.contains("\u{1B}_Gi=31;OK") {
        drawing.manner = .kitty
      } else if features.contains("4") {
        drawing.manner = .sixel
      }
      break
    }
    return answer
  }

  /// Takes notice of another size.
  mutating func resize(to size: ScreenSize) {
    shown = nil
    playhead_resize_terminal(Int32(size.rows), Int32(size.columns))
  }

  /// Draws everything again with the next screen.
  mutating func redraw() {
    playhead_redraw_terminal()
    shown = nil
  }

  /// Whether somebody has asked for a stop by a signal since this was asked last.
  static var isAskedToStop: Bool { playhead_takes_stop() != 0 }

  /// Gives the terminal back and stops this process and its group, as Control-Z does, until
  /// somebody lets them go on.
  mutating func suspend() {
    shown = nil
    leave()
    playhead_stop()
    playhead_reenter_terminal()
    playhead_switch_mouse(1)
  }
}
