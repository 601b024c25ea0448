/// A position in a YAML file.
public struct YAMLMark: Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The line, counted from 1.
  public let line: Int
  /// The column, counted from 1 in code points; a tab is one.
  public let column: Int

  /// The position at `column` of `line`.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The start of a file.
  public static let start = YAMLMark(line: 1, column: 1)

  /// Whether `left` comes first in the file.
  public static func < (left: YAMLMark, right: YAMLMark) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension YAMLMark: CustomStringConvertible {
  /// The position in words: `line 3, column 5`.
  public var description: String { "line \(line), column \(column)" }
}
