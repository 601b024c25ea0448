package import PlayheadModel

/// Media as results tell of it.
package struct MediaFact: Hashable, Sendable {
  package var name: String
  package var location: String
  package var kind: SweepMedia.Kind
  /// How a player looks at a ladder, which decides how it is read; empty of a file.
  package var reading: String
  /// The digest of everything of it that a session depends on.
  package var digest: String
  package var bytes: Int64
  package var duration: MediaTime
  package var weight: Double
  /// Where its index lies, for those who do not have the media; `nil` without one.
  package var index: String?

  /// What tells it from others.
  var key: [String] { [name, reading, digest] }
}

/// A network as results tell of it.
package struct NetworkFact: Hashable, Sendable {
  package var name: String
  package var argument: String
  package var options: [String]
  package var category: String
  package var digest: String
  package var meanRate: BitRate
  package var weight: Double

  /// What tells it from others.
  var key: [String] { [name, digest] }
}

/// A player as results tell of it.
package struct PlayerFact: Hashable, Sendable {
  package var name: String
  package var argument: String
  package var digest: String
  package var weight: Double

  /// What tells it from others.
  var key: [String] { [name, digest] }
}

/// How all sessions of a sweep are played, as results tell of it.
package struct MannerFact: Hashable, Sendable {
  /// The version of the rules.
  package var rules: Int
  /// The options, as they are typed.
  package var options: [String]
  /// Their canonical text.
  package var text: String

  package init(_ manner: SweepManner) {
    rules = PlayheadVersion.rules
    options = manner.options
    text = JobIdentity.text(of: manner)
  }

  package init(rules: Int, options: [String], text: String) {
    self.rules = rules
    self.options = options
    self.text = text
  }
}
