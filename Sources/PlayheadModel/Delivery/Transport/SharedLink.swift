/// The arithmetic of a link that several flows share.
///
/// Each of *n* flows gets an *n*-th of what the link carries, whatever limits the others. The
/// number changes only at whole nanoseconds: when a first byte is due or a last one is in, and when
/// a flow is blocked, resumed or dropped.
package enum SharedLink {
  /// The largest number of flows at once.
  package static let maximumFlows = 8

  /// The parts that a quantum is counted in: the least number that all up to ``maximumFlows``
  /// divide.
  static var parts: UInt128 { 840 }
}
