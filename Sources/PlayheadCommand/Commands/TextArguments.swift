import PlayheadKit

extension Option {
  static let durations = Option(
    "durations", nil, .choice(of: TextStyle.Durations.self), in: .output,
    help: "Durations in text and Markdown: 1:02.5, 62.5 s or PT1M2.5S", default: "clock")
}

extension ParsedArguments {
  /// The style of text results on the terminal of `context`.
  func textStyle(_ context: Context) -> TextStyle {
    let terminal = context.resultTerminal(self)
    var style = TextStyle(
      width: terminal.width, usesUnicode: context.usesBlocks(self),
      usesColor: context.usesColor(self), ambiguousWidth: terminal.ambiguousWidth,
      durations: choice(.durations) ?? .clock, wrapsNames: terminal.output.isTerminal)
    style.repeatsHeadline = terminal.output.isTerminal
    return style
  }
}
