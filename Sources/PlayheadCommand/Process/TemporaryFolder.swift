import Foundation

/// Calls `body` with a new folder that only this user may read, and deletes it afterwards.
func withTemporaryFolder<Result>(
  _ body: (_ path: String) throws(Failure) -> Result
) throws(Failure) -> Result {
  let folder = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
    .appendingPathComponent("playhead-\(UUID().uuidString)", isDirectory: true)
  do {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  } catch {
    throw Failure(
      .cannotCreate, "cannot create", at: folder.path, why: error.localizedDescription)
  }
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}
