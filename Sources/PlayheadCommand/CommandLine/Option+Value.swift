extension Option {
  /// The value of an option.
  struct Value: Sendable, Hashable {
    /// The placeholder in help, such as `DURATION`.
    var placeholder: String
    /// The kind of value.
    var kind: Kind
    /// Whether the option may be given without it; it then follows an equals sign.
    var isOptional = false

    /// A copy that may be left out.
    var optional: Value {
      var value = self
      value.isOptional = true
      return value
    }

    /// How it is written behind the option in help, with the placeholder in `style`.
    func synopsis(_ style: (String) -> String = { $0 }) -> String {
      isOptional ? "[=\(style(placeholder))]" : " \(style(placeholder))"
    }

    /// Text that the command parses itself.
    static func text(_ placeholder: String) -> Value {
      Value(placeholder: placeholder, kind: .text)
    }

    /// The path of a file.
    static func file(_ placeholder: String) -> Value {
      Value(placeholder: placeholder, kind: .file)
    }

    /// Text that the command parses itself, with `names` as completions.
    static func suggestions(
      _ placeholder: String, _ names: [String], orFile: Bool = false
    ) -> Value {
      Value(placeholder: placeholder, kind: .suggestions(names, orFile: orFile))
    }

    /// One of the cases of `type`; parsing refuses anything else.
    ///
    /// Help lists all of them, or `placeholder` if they are too many for a line.
    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
      of type: Choice.Type, placeholder: String? = nil
    ) -> Value {
      choice(among: Array(type.allCases), placeholder: placeholder)
    }

    /// One of `choices`; parsing refuses anything else.
    static func choice<Choice: RawRepresentable<String>>(
      among choices: [Choice], placeholder: String? = nil
    ) -> Value {
      let names = choices.map(\.rawValue)
      return Value(
        placeholder: placeholder ?? names.joined(separator: "|"), kind: .choice(names))
    }
  }

  /// A kind of value.
  enum Kind: Sendable, Hashable {
    /// Text that the command parses itself.
    case text
    /// The path of a file.
    case file
    /// One of these.
    case choice([String])
    /// Text that the command parses itself, with these as completions; or the path of a file.
    case suggestions([String], orFile: Bool)
    /// The name of a command.
    case command
  }
}

extension Option.Kind {
  /// Whether the value may be the path of a file.
  var takesFiles: Bool {
    switch self {
    case .file: true
    case .suggestions(_, let orFile): orFile
    case .text, .choice, .command: false
    }
  }
}
