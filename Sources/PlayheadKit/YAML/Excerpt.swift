extension StringProtocol {
  /// The text, or its start if it is too long to be quoted in an error.
  var excerpt: String {
    let start = prefix(41)
    return start.count > 40 ? start.prefix(40) + "…" : String(start)
  }
}
