import PlayheadKit
import Testing

@Suite struct `Players that people name` {
  @Test(arguments: ["basic", "Basic"])
  func `are built in`(name: String) throws {
    #expect(try PlayerArgument(parsing: name) == .builtIn(BufferingPolicy.Parameters()))
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
      ("exo", "unknown player", "the only built-in player is basic; write a path as ./exo"),
      (".", "unknown player", "the only built-in player is basic; write a path as ./."),
      ("a.", "unknown player", "the only built-in player is basic; write a path as ./a."),
      (".a", "unknown player", "the only built-in player is basic; write a path as ./.a"),
    ])
  func `are refused otherwise`(text: String, problem: String, hint: String) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try PlayerArgument(parsing: text)
    }
  }
}
