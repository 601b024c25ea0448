/// What a person does at the terminal.
package enum WatchInput: Hashable, Sendable {
  case key(WatchKey)
  /// The mouse at a place of the screen, counted from zero.
  case mouse(MouseAction, column: Int, row: Int)
  case resize(ScreenSize)
}

/// A key.
package enum WatchKey: Hashable, Sendable {
  case character(Character)
  case left, right, up, down, escape, backspace, enter
  /// A letter with the control key.
  case control(Character)

  /// The names of keys that no character stands for, as a script writes them.
  static let names: [String: WatchKey] = [
    "left": .left, "right": .right, "up": .up, "down": .down, "escape": .escape,
    "backspace": .backspace, "enter": .enter, "space": .character(" "),
  ]
}

/// What a mouse does.
package enum MouseAction: String, Hashable, Sendable {
  case press, drag, release
}
