/// A rule that may fail to decide, such as a program.
///
/// It is a value all the same: a copy decides as if it alone had been asked.
package protocol FallibleRule: AdaptationRule {
  /// What went wrong first, as a clause; `nil` if nothing did. Later decisions mean nothing.
  var problem: String? { get }
}
