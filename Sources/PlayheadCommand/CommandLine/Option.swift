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
  /// What holds where it is not given, in words.
  var defaultText: String?

  /// A flag, or an option with a value.
  init(
    _ name: String, _ letter: Unicode.Scalar? = nil, _ value: Value? = nil,
    isRepeatable: Bool = false, in section: Section, help: String,
    default defaultText: String? = nil
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.isRepeatable = isRepeatable
    self.section = section
    self.help = help
    self.defaultText = defaultText
  }

  /// The long name as it is written.
  var spelling: String { "--\(name)" }

  static func == (left: Option, right: Option) -> Bool {
    left.name == right.name
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

extension Option {
  /// The value of an option.
  struct Value: Sendable, Hashable {
    /// What stands for it in help, such as `DURATION`.
    var placeholder: String
    /// What it may be.
    var kind: Kind

    /// Words that the command reads itself.
    static func text(_ placeholder: String) -> Value {
      Value(placeholder: placeholder, kind: .text)
    }

    /// The path of a file.
    static func file(_ placeholder: String) -> Value {
      Value(placeholder: placeholder, kind: .file)
    }

    /// One of the cases of `type`; parsing accepts nothing else.
    ///
    /// All of them stand for it in help, or `placeholder` if they are too many for a line.
    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
      of type: Choice.Type, placeholder: String? = nil
    ) -> Value {
      let names = type.allCases.map(\.rawValue)
      return Value(
        placeholder: placeholder ?? names.joined(separator: "|"), kind: .choice(names))
    }
  }

  /// What a value may be.
  enum Kind: Sendable, Hashable {
    /// Words that the command reads itself.
    case text
    /// The path of a file.
    case file
    /// One of these.
    case choice([String])
  }

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
