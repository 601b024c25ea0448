import Expectations
import Testing

@testable import PlayheadFiles
@testable import PlayheadModel

private let listed = "'playhead players' lists the built-in ones; write a path as"

@Suite struct `Players that people name` {
  @Test(arguments: ["basic", "Basic"])
  func `are built in`(name: String) throws {
    try expect(PlayerArgument(parsing: name), equals: .builtIn(BufferingPolicy.Parameters()))
  }

  @Test(arguments: PlayerPreset.all)
  func `are written as policy files that read as the same`(preset: PlayerPreset) throws {
    let text = PolicyFileText.text(of: preset)
    try expect(
      PolicyFile(contents: Array(text.utf8), name: "x").parameters, equals: preset.parameters)
    expect(text.split(separator: "\n").count { $0.contains(" # ") }, equals: preset.values.count)
  }

  /// The name of one has a point in it.
  @Test(arguments: PlayerPreset.all)
  func `are presets, whose values are valid and each stated once`(preset: PlayerPreset) throws {
    try expect(
      PlayerArgument(parsing: preset.name.uppercased()), equals: .builtIn(preset.parameters))
    expect(preset.parameters.mistakes, equals: [])
    expect(preset.parameters.name, equals: preset.name)
    expect(Set(preset.values.map(\.field)).count, equals: preset.values.count)
    for value in preset.values {
      expect(!value.source.isEmpty)
      expect(value.text != "unlimited" || value.field.row.mayBeUnlimited, "\(value.field)")
      expect(preset.parameters.value(of: value.field), equals: value.units, "\(value.field)")
    }
  }

  @Test func `are told apart by their names`() {
    let names = PlayerPreset.all.map(\.name)
    expect(Set(names).count, equals: names.count)
    expect(names.first, equals: "basic")
    expect(PlayerPreset.named("MPV")?.parameters.tracks.cacheFrom, equals: .decoder)
    expect(PlayerPreset.named("mpv2") == nil)
  }

  @Test(arguments: ["p.yaml", "./basic", "players/x", "/x", "a.b", "basic.json", "../p"])
  func `are paths where there is a slash or an extension`(path: String) throws {
    try expect(PlayerArgument(parsing: path), equals: .file(path))
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
