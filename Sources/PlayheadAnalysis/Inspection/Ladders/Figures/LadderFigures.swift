/// What an inspection measures of a ladder.
package struct LadderFigures: Sendable {
  /// The figures of each level of each lane.
  package let levels: [[LevelFigures]]
  /// The tags of a multivariant playlist's variants as they would be right; empty if they are.
  package let correctedVariants: [CorrectedVariant]
}
