import PlayheadKit

/// The suite that `text` holds, without the line that says what it is.
func suite(_ text: String, path: String = "suites/a.yaml") throws -> Suite {
  try Suite(contents: Array("playhead: suite/1\n\(text)".utf8), path: path)
}
