import Foundation

/// A folder of our own for what is made on the way.
struct WorkFolder {
  let path: String
  private let isKept: Bool

  /// The folder at `path`, which stays, or a new one for ``remove()``.
  init(kept path: String?) throws(BenchmarkError) {
    isKept = path != nil
    self.path =
      path
      ?? FileManager.default.temporaryDirectory
      .appendingPathComponent("playhead-benchmarks-\(UUID().uuidString)").path
    do {
      try FileManager.default.createDirectory(
        atPath: self.path, withIntermediateDirectories: true)
    } catch {
      throw BenchmarkError("cannot make a folder, \(self.path): \(error.localizedDescription)")
    }
  }

  func remove() {
    guard !isKept else { return }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      let words = "PlayheadBenchmarks: cannot remove, \(path): \(error.localizedDescription)\n"
      FileHandle.standardError.write(Data(words.utf8))
    }
  }
}
