/// An option of a command, shared by parsing, help and completions.
///
/// Options are equal if their names are, and ``ParsedArguments`` is queried with the option itself.
struct Option: Sendable, Hashable {
  /// The name after `--`.
  var name: String
  /// The letter after `-`, if any.
  var letter: Unicode.Scalar?
  /// The value; `nil` for a flag.
  var value: Value?
  /// Whether repetition adds a value; a flag may always be repeated, to no effect.
  var isRepeatable: Bool
  /// The section of the help that lists it.
  var section: Section
  /// The description, one sentence without its full stop.
  var help: String
  /// A shorter description for the short help; `nil` for rarely needed options.
  var brief: String?
  /// The default, in words.
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

  /// A copy with another description in the short help, or with none.
  func with(brief: String?) -> Option {
    var option = self
    option.brief = brief
    return option
  }

  /// A copy that may be given several times, with another description.
  func repeated(help: String, brief: String? = nil) -> Option {
    var option = self
    (option.isRepeatable, option.help, option.brief) = (true, help, brief)
    return option
  }

  /// A copy without a default.
  var withoutDefault: Option {
    var option = self
    option.defaultText = nil
    return option
  }

  /// The long form as typed.
  var spelling: String { "--\(name)" }

  /// The full description.
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
  /// A section of the help.
  enum Section: String, Sendable, CaseIterable {
    /// Expectations and cases.
    case check = "Checks"
    /// The link that carries the file.
    case network = "Network"
    /// The player's behaviour.
    case player = "Player"
    /// Live events.
    case live = "Live"
    /// The reading of the file.
    case media = "Media"
    /// The lists of a sweep, and which of its sessions are played.
    case sweep = "Sweep"
    /// The server.
    case serving = "Server"
    case validation = "Real player"
    /// The destination and format of results.
    case output = "Output"
    /// The options of every command.
    case general = "General"
  }
}
