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
      ("basik", "no player has this name", "did you mean basic?"),
      ("exo", "no player has this name", "so far there is only basic; a path is written ./exo"),
      (".", "no player has this name", "so far there is only basic; a path is written ./."),
      ("a.", "no player has this name", "so far there is only basic; a path is written ./a."),
      (".a", "no player has this name", "so far there is only basic; a path is written ./.a"),
    ])
  func `are refused otherwise`(text: String, problem: String, hint: String) {
    #expect(throws: GrammarError(text: text, problem: problem, hint: hint)) {
      try PlayerArgument(parsing: text)
    }
  }
}
