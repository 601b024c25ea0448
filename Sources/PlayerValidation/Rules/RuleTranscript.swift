import PlayheadKit

/// What a rule has told its program, and what that has answered.
struct RuleTranscript {
  /// A line to the program, and its answer if it was a question.
  struct Entry {
    var message: [UInt8]
    var levels = 0
    var answer: Decision?
  }

  private(set) var entries: [Entry] = []
  /// What no transcript of this program with other entries has; 0 of an empty one.
  private(set) var version: UInt64 = 0

  mutating func append(_ entry: Entry, version: UInt64) {
    entries.append(entry)
    self.version = version
  }
}
