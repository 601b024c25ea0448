import PlayheadKit

/// The value that `text` is.
func parse(_ text: String) throws(YAMLError) -> YAMLNode {
  try YAMLNode(parsing: Array(text.utf8))
}
