package import PlayheadLadder

/// A playlist or an index of a level that players ask for and cannot have.
package struct ManifestLack: Hashable, Sendable {
  /// The document.
  package let reference: ManifestReference
  /// How requests for it fail.
  package let answer: RequestFault.Answer
  /// Why, in words.
  package let reason: String
  /// Whether the segments of the level are known all the same, from a copy of it.
  package internal(set) var knowsSegments = false
}
