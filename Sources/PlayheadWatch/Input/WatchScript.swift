package import PlayheadModel

/// Keys and what the mouse does at times, as a file writes them.
///
/// A line is a time and what is done then, separated by spaces:
///
/// ```
/// # seeks by key, then by mouse
/// 2s   right right 5
/// +1s  press 40,6
/// +1s  drag 60,6
/// +1s  release 60,6
/// 8s   size 40x10 show q
/// ```
///
/// The time is that of the terminal, and `+` counts from the line before. Keys are characters or
/// names: left, right, up, down, space, escape, backspace, enter, ctrl-c. Columns and rows count
/// from zero. `show` prints the screen where there is no terminal.
package struct WatchScript: Hashable, Sendable {
  /// What is done.
  package enum Step: Hashable, Sendable {
    case input(WatchInput)
    case show
  }

  /// The steps with their times, in order.
  package private(set) var steps: [(time: WallTime, step: Step)] = []

  package static func == (left: WatchScript, right: WatchScript) -> Bool {
    left.steps.elementsEqual(right.steps) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) {
    for (time, step) in steps {
      hasher.combine(time)
      hasher.combine(step)
    }
  }

  /// What is wrong with a script.
  package struct Problem: Error, Hashable {
    /// The number of the line, from 1.
    package var line: Int
    package var problem: String
    package var hint: String?
  }

  /// Reads a script.
  package init(parsing text: String) throws(Problem) {
    var latest = WallTime.zero
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      var words = line.split(whereSeparator: \.isWhitespace)[...]
      guard let first = words.popFirst(), !first.hasPrefix("#") else { continue }
      let isRelative = first.hasPrefix("+")
      do throws(GrammarError) {
        let time = try WallTime(parsing: isRelative ? first.dropFirst() : first)
        latest = isRelative ? latest + time : time
      } catch {
        throw Problem(
          line: number + 1, problem: "\(error.problem): '\(first)'",
          hint: "a line begins with a time, such as 2s or +500ms")
      }
      if let last = steps.last?.time, latest < last {
        throw Problem(
          line: number + 1, problem: "the time is before that of the line above",
          hint: "put the lines in order")
      }
      while let word = words.popFirst() {
        steps.append((latest, try Self.step(word, &words, line: number + 1)))
      }
    }
  }

  private static func step(
    _ word: Substring, _ more: inout ArraySlice<Substring>, line: Int
  ) throws(Problem) -> Step {
    if word == "show" { return .show }
    if word == "size" {
      guard let size = more.popFirst().flatMap({ ScreenSize(parsing: $0) }) else {
        throw Problem(line: line, problem: "missing size", hint: "write size 80x24")
      }
      return .input(.resize(size))
    }
    if let action = MouseAction(rawValue: String(word)) {
      let place = more.popFirst()?.split(separator: ",").map { Int($0) } ?? []
      guard place.count == 2, let column = place[0], let row = place[1] else {
        throw Problem(line: line, problem: "missing place", hint: "write \(word) 40,6")
      }
      return .input(.mouse(action, column: column, row: row))
    }
    if let key = WatchKey.names[String(word)] { return .input(.key(key)) }
    if word.hasPrefix("ctrl-"), word.count == 6, let letter = word.last {
      return .input(.key(.control(letter)))
    }
    if word.count == 1, let character = word.first { return .input(.key(.character(character))) }
    throw Problem(
      line: line, problem: "unknown key '\(word.prefix(20))'",
      hint: word.nearest(in: WatchKey.names.keys.sorted() + ["show", "size", "press", "release"])
        .map { "did you mean \($0)?" })
  }
}
