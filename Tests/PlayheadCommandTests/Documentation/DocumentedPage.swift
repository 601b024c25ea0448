import Foundation

/// A Markdown page of the project, in blocks.
struct DocumentedPage {
  /// A fenced block.
  struct Block {
    /// What stands behind the opening fence, such as `console`.
    var language: String
    /// Where its lines stand in the page, fences left out.
    var lines: Range<Int>
  }

  /// Output that the page shows, and the words after `playhead` that print it.
  struct Example {
    var line: String
    var output: Range<Int>
  }

  /// The path from the project's root.
  let name: String
  private(set) var lines: [String]

  init(_ name: String) throws {
    self.name = name
    let text = try String(contentsOfFile: "\(Project.root)/\(name)", encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The README and every page under Documentation.
  static let names: [String] = {
    let folder = "\(Project.root)/Documentation"
    let pages = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md"]
      + pages.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
  }()

  var blocks: [Block] {
    var blocks: [Block] = []
    var start: Int?
    for (number, line) in lines.enumerated() where line.hasPrefix("```") {
      if let first = start {
        blocks.append(
          Block(language: String(lines[first].dropFirst(3)), lines: first + 1..<number))
        start = nil
      } else {
        start = number
      }
    }
    return blocks
  }

  func text(_ range: Range<Int>) -> String { lines[range].map { $0 + "\n" }.joined() }

  /// The commands whose output is shown: those behind a `$` in a `console` block, and one that is
  /// built and run, whose output is the next block.
  var examples: [Example] {
    var examples: [Example] = []
    var built: String?
    for block in blocks {
      if let line = built {
        examples.append(Example(line: line, output: block.lines))
        built = nil
      } else if block.language == "console" {
        let prompts = block.lines.filter { lines[$0].hasPrefix("$ ") }
        for (prompt, next) in zip(prompts, prompts.dropFirst() + [block.lines.upperBound]) {
          let line = lines[prompt].trimmingPrefix("$ playhead ")
          examples.append(Example(line: String(line), output: prompt + 1..<next))
        }
      } else if block.language == "sh", let line = lines[block.lines].first,
        let range = line.range(of: "&& .build/debug/playhead ")
      {
        built = String(line[range.upperBound...])
      }
    }
    return examples
  }

  /// The command lines that are shown without their output, as far as they are ours alone.
  var commands: [String] {
    blocks.filter { $0.language == "sh" }.flatMap { lines[$0.lines] }
      .filter { $0.hasPrefix("playhead ") && !$0.contains("|") }
      .map { String($0.dropFirst("playhead ".count)) }
  }

  /// The targets of links to files of the project.
  var links: [String] {
    lines.flatMap { line in
      line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
    }.filter { !$0.contains("://") }
  }

  /// The anchors of its headings, as code hosts make them.
  var anchors: [String] {
    lines.filter { $0.hasPrefix("#") }.map { heading in
      heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        .replacing(" ", with: "-")
    }
  }

  /// Puts `output` in the place of the lines in `range`, and writes the page.
  mutating func replace(_ range: Range<Int>, with output: String) throws {
    let shown = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.replaceSubrange(range, with: shown.last == "" ? shown.dropLast() : shown[...])
    try lines.joined(separator: "\n")
      .write(toFile: "\(Project.root)/\(name)", atomically: true, encoding: .utf8)
  }
}
