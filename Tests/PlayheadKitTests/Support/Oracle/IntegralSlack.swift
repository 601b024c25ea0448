/// By how much the integral of the buffer level may differ from one in which media counts from the
/// whole nanosecond at which it is in, and not from the exact instant.
struct IntegralSlack {
  /// By how much media grew ahead of a playhead that moved, in nanoseconds.
  var growth: Int64 = 0
  /// How many stretches of bytes came over links of one rate.
  var pieces = 0
  var flows = 0

  /// What may be found less than what is expected, in the units of the integral.
  var bounds: ClosedRange<Int128> { -2000 * Int128(pieces)...2000 * Int128(growth) }
}
