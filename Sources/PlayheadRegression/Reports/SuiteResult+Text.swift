import PlayheadReporting

extension SuiteResult: CustomStringConvertible {
  /// The report in text, so that a test that does not pass says why.
  public var description: String {
    CheckText.text([self], style: TextStyle(width: 100, usesUnicode: true, usesColor: false))
  }
}
