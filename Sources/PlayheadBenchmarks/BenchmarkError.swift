/// Why nothing could be measured, in one line.
struct BenchmarkError: Error {
  var message: String
  var code: Int32 = 1

  init(_ message: String, code: Int32 = 1) {
    self.message = message
    self.code = code
  }

  /// The user wants to stop.
  static let interrupted = BenchmarkError("interrupted", code: 130)
}
