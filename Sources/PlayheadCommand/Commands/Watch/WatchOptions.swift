import PlayheadKit
import PlayheadWatch

extension Option {
  static let speed = Option(
    "speed", nil, .text("FACTOR"), in: .player,
    help: "Seconds of the session in one of yours, from 0.1 to 100", default: "1")
  static let startPaused = Option(
    "paused", in: .player, help: "Hold time at first; space lets it go on")
  static let clock = Option(
    "clock", in: .output, help: "Show the media time in digits that fill the terminal, with lamps")
  static let record = Option(
    "record", nil, .file("FILE"), in: .output,
    help: "Record what the terminal shows, in the form asciicast v2")
  static let script = Option(
    "script", nil, .file("FILE"), in: .player,
    help: "Press the keys that a file lists, a line of a time and keys each, such as '2s right 5'")
  static let noWatchedPictures = Option(
    "no-pictures", in: .output, help: "Show no pictures of the video")
  static let size = Option(
    "size", nil, .text("COLSxROWS"), in: .output,
    help: "Draw a screen of this size without a terminal, and print it at the end of the script")
}

extension ParsedArguments {
  /// The speed of watching, in thousandths.
  func watchSpeed() throws(Failure) -> Int64 {
    guard let text = value(.speed) else { return 1000 }
    let digits = text.last.map { "xX×".contains($0) } ?? false ? text.dropLast() : text[...]
    guard let written = WrittenDecimal(digits), let speed = written.times(1000, atMost: 100_000),
      speed >= 100
    else {
      throw Failure(badValue: text, of: .speed, why: "expected a number from 0.1 to 100")
    }
    return speed
  }

  /// The size of the screen to draw; `nil` for the terminal's.
  func screenSize() throws(Failure) -> ScreenSize? {
    guard let text = value(.size) else { return nil }
    guard let size = ScreenSize(parsing: text) else {
      throw Failure(
        badValue: text, of: .size, why: "expected columns and rows, up to 1000 of each",
        hint: "write 80x24")
    }
    return size
  }

  /// The script of keys; `nil` without one.
  func watchScript() throws(Failure) -> WatchScript? {
    guard let path = value(.script) else { return nil }
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try WholeFile.read(path, atMost: 1 << 20)
    } catch {
      throw Failure(error, reading: "script")
    }
    do throws(WatchScript.Problem) {
      return try WatchScript(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure(
        .badData, "malformed script", at: "\(path):\(error.line)", why: error.problem,
        hint: error.hint)
    }
  }
}
