/// What one run took.
struct Cost {
  /// Seconds that passed.
  var wall: Double
  /// Seconds that all its threads computed, in the program and in the system for it.
  var cpu: Double
  /// The most memory it had, in bytes.
  var peakBytes: Int = 0
}
