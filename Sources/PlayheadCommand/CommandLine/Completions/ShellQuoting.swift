extension String {
  /// The text quoted as one word for fish.
  var fishQuoted: String {
    "'" + replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  /// The text with a backslash before each of `characters`, and before each backslash.
  func escaping(_ characters: String) -> String {
    reduce(into: "") { text, character in
      if character == "\\" || characters.contains(character) { text += "\\" }
      text.append(character)
    }
  }
}
