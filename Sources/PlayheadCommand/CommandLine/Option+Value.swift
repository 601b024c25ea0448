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

    /// Words that the command reads itself, of which `names` are worth proposing.
    static func suggestions(
      _ placeholder: String, _ names: [String], orFile: Bool = false
    ) -> Value {
      Value(placeholder: placeholder, kind: .suggestions(names, orFile: orFile))
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
    /// Words that the command reads itself, of which these are worth proposing; or a file's path.
    case suggestions([String], orFile: Bool)
    /// The name of a command.
    case command
  }
}

extension Option.Kind {
  /// Whether the path of a file may stand there.
  var takesFiles: Bool {
    switch self {
    case .file: true
    case .suggestions(_, let orFile): orFile
    case .text, .choice, .command: false
    }
  }
}
