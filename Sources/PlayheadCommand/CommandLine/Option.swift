/// An option of a command, as parsing, help and completions all see it.
///
/// Options are compared by name, and ``ParsedArguments`` is asked with the option itself.
struct Option: Sendable, Hashable {
  /// The name after `--`.
  var name: String
  /// The letter after `-`, if it has one.
  var letter: Unicode.Scalar?
  /// The value that it takes; `nil` makes it a flag.
  var value: Value?
  /// Whether giving it again adds a value; a flag may always be given again, to no effect.
  var isRepeatable: Bool
  /// The part of the help in which it is listed.
  var section: Section
  /// What it does, in one sentence without its full stop.
  var help: String
  /// The same in a few words, for the short help; `nil` for what few people need.
  var brief: String?
  /// What holds where it is not given, in words.
  var defaultText: String?

  /// A flag, or an option with a value.
  init(
    _ name: String, _ letter: Unicode.Scalar? = nil, _ value: Value? = nil,
    isRepeatable: Bool = false, in section: Section, help: String, brief: String? = nil,
    default defaultText: String? = nil
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.isRepeatable = isRepeatable
    self.section = section
    self.help = help
    self.brief = brief
    self.defaultText = defaultText
  }

  /// The same with other words in the short help, or with none.
  func with(brief: String?) -> Option {
    var option = self
    option.brief = brief
    return option
  }

  /// The same where nothing holds unless it is given.
  var withoutDefault: Option {
    var option = self
    option.defaultText = nil
    return option
  }

  /// The long name as it is written.
  var spelling: String { "--\(name)" }

  /// All that is to be said of it.
  var sentences: String {
    "\(help)." + (isRepeatable ? " May be repeated." : "")
      + (defaultText.map { " Default: \($0)." } ?? "")
  }

  static func == (left: Option, right: Option) -> Bool {
    left.name == right.name
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

extension Option {
  /// A part of the help.
  enum Section: String, Sendable, CaseIterable {
    /// What is checked.
    case check = "Checks"
    /// The link that the file is played over.
    case network = "Network"
    /// How the player acts.
    case player = "Player"
    /// How the file is read.
    case media = "Media"
    /// Where results go and how they look.
    case output = "Output"
    /// What every command has.
    case general = "General"
  }
}
