import Testing

@testable import PlayheadFiles
@testable import PlayheadModel

private let listed = "'playhead players' lists the built-in ones; write a path as"

@Suite struct `Players that people name` {
  @Test(arguments: ["basic", "Basic"])
  func `are built in`(name: String) throws {
    #expect(try PlayerArgument(parsing: name) == .builtIn(BufferingPolicy.Parameters()))
  }

  @Test(arguments: PlayerPreset.all)
  func `are written as policy files that read as the same`(preset: PlayerPreset) throws {
    let text = PolicyFileText.text(of: preset)
    #expect(
      try PolicyFile(contents: Array(text.utf8), name: "x").parameters == preset.parameters)
    #expect(text.split(separator: "\n").count { $0.contains(" # ") } == preset.values.count)
  }

  /// The name of one has a point in it.
  @Test(arguments: PlayerPreset.all)
  func `are presets, whose values are valid and each stated once`(preset: PlayerPreset) throws {
    #expect(
      try PlayerArgument(parsing: preset.name.uppercased()) == .builtIn(preset.parameters))
    #expect(preset.parameters.mistakes == [])
    #expect(preset.parameters.name == preset.name)
    #expect(Set(preset.values.map(\.field)).count == preset.values.count)
    for value in preset.values {
      #expect(!value.source.isEmpty)
      #expect(value.text != "unlimited" || value.field.row.mayBeUnlimited, "\(value.field)")
      #expect(preset.parameters.value(of: value.field) == value.units, "\(value.field)")
    }
  }

  @Test func `are told apart by their names`() {
    let names = PlayerPreset.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.first == "basic")
    #expect(PlayerPreset.named("MPV")?.parameters.tracks.cacheFrom == .decoder)
    #expect(PlayerPreset.named("mpv2") == nil)
  }

  @Test(arguments: ["p.yaml", "./basic", "players/x", "/x", "a.b", "basic.json", "../p"])
  func `are paths where there is a slash or an extension`(path: String) throws {
    #expect(try PlayerArgument(parsing: path) == .file(path))
  }

  @Test(
    arguments: [
      (
        "", "missing player",
        "write basic, or the path of a policy file"
      ),
      ("basik", "unknown player", "did you mean basic?"),
      ("moviola", "unknown player", "\(listed) ./moviola"),
      (".", "unknown player", "\(listed) ./."),
      ("a.", "unknown player", "\(listed) ./a."),
      (".a", "unknown player", "\(listed) ./.a"),
    ])
  func `are refused otherwise`(text: String, problem: String, hint: String) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try PlayerArgument(parsing: text)
    }
  }
}
