import Foundation

@testable import PlayheadCommand

/// A shell that has our completions, and says what it proposes at the end of a line.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash: BashCompletion(.playhead).script
    case .zsh: ZshCompletion(.playhead).script
    case .fish: FishCompletion(.playhead).script
    }
  }

  /// What the shell proposes for each of `lines`, in whatever order, without what is said of it.
  func proposals(_ lines: [String]) throws -> [[String]] {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/completion"
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    let text =
      switch self {
      case .bash: try bash(lines, file)
      case .fish: try fish(lines, file)
      case .zsh: try zsh(lines, file, folder)
      }
    // A lone dot ends what belongs to one line.
    let answers = text.split(separator: "\n").split(
      separator: ".", omittingEmptySubsequences: false)
    return answers.dropLast().map { $0.map(String.init) }
  }

  private func bash(_ lines: [String], _ file: String) throws -> String {
    var input = "source \(file)\ncompopt() { :; }\n"
    for line in lines {
      let words = Self.wordsAsReadlineSplitsThem(line)
      input += "COMP_LINE=\(line.shellQuoted) COMP_POINT=\(line.count) COMPREPLY=()\n"
      input += "COMP_WORDS=(\(words.map(\.shellQuoted).joined(separator: " ")))\n"
      input += "COMP_CWORD=\(words.count - 1)\n_playhead\nprintf '%s\\n' \"${COMPREPLY[@]}\" .\n"
    }
    return try ToolRun(["bash", "--norc"], input: input).output
  }

  private func fish(_ lines: [String], _ file: String) throws -> String {
    var input = "source \(file)\n"
    for line in lines {
      input += "complete -C \(line.fishQuoted) | string replace -r '\\t.*' ''\necho .\n"
    }
    return try ToolRun(["fish", "--no-config"], input: input).output
  }

  /// The line editor works only on a terminal, which `zpty` makes.
  private func zsh(_ lines: [String], _ file: String, _ folder: TemporaryFolder) throws -> String {
    try """
    PROMPT= LISTMAX=100000
    autoload -U compinit
    compinit -C -u -d \(folder.path)/dump
    source \(file)
    compadd() {
      if (( ${@[(I)-[OAD]]} )); then builtin compadd "$@"; return; fi
      local -a hits
      builtin compadd -O hits "$@"
      print -rl -- $hits >>\(folder.path)/result
      builtin compadd "$@"
    }
    zle-line-init() { BUFFER=$LINE CURSOR=$#LINE; zle complete-word; exit }
    zle -N zle-line-init

    """.write(toFile: "\(folder.path)/.zshrc", atomically: true, encoding: .utf8)
    var input = "zmodload zsh/zpty\nexport LINE\n"
    for line in lines {
      input += """
        LINE=\(line.shellQuoted)
        : >\(folder.path)/result
        zpty inner 'ZDOTDIR=\(folder.path) zsh -d -i'
        while zpty -r inner text; do :; done
        zpty -d inner
        cat \(folder.path)/result; print .

        """
    }
    return try ToolRun(["zsh", "-f"], input: input).output
  }

  /// Bash parts words at `=` and `:` too, and each run of these is a word.
  private static func wordsAsReadlineSplitsThem(_ line: String) -> [String] {
    var words: [String] = []
    var quote: Character?
    var last: Character = " "
    for character in line {
      let isStop = "=:".contains(character) && quote == nil
      let isSpace = character == " " && quote == nil
      if isSpace {
        last = " "
        continue
      }
      if last == " " || isStop != "=:".contains(last) { words.append("") }
      words[words.count - 1].append(character)
      if "'\"".contains(character) { quote = quote == nil ? character : nil }
      last = character
    }
    return line.last == " " ? words + [""] : words
  }
}
